// One turn of the timeline: what was said and answered, and when.
import type { Model } from "../../api.ts";
import { MemoryText, Time } from "../../parts/basics.tsx";
import { clockOf, dateTime, dayOf } from "../../times.ts";
import { beginningOf, happenedAt, headsOf } from "../../turn-rows.ts";
import { words } from "../../words/words.ts";

const SHOWN_CHARS = 600;
const told = words.mine.timeline;

interface TurnItemProps {
  readonly item: Model["MemoryItem"];
  readonly above: Model["MemoryItem"] | undefined;
  readonly isWhole: boolean;
  readonly onWhole: () => void;
  readonly onDelete: () => void;
}

export function TurnItem({ item, above, isWhole, onWhole, onDelete }: TurnItemProps) {
  const at = happenedAt(item);
  const heads = headsOf(item, above);
  const { input, answer } = item.detail ?? { input: item.text, answer: "" };
  const isLong = Math.max(input.length, answer.length) > SHOWN_CHARS;
  const shown = (text: string) => (isWhole ? text : beginningOf(text, SHOWN_CHARS));
  return (
    <div class="mine-turn">
      {heads.day && (
        <h3>
          <Time at={at} as={dayOf} />
        </h3>
      )}
      {heads.session && (
        <p class="mine-session">
          {item.session === null ? (
            told.noSession
          ) : (
            <>
              {told.session}: <bdi>{item.session}</bdi>
            </>
          )}
        </p>
      )}
      <div class="mine-turn-body">
        <span class="mine-clock">
          <Time at={at} as={clockOf} />
        </span>
        <div class="mine-texts">
          <span class="visually-hidden">{told.said}</span>
          <MemoryText text={shown(input)} />
          {answer !== "" && (
            <>
              <span class="visually-hidden">{told.answered}</span>
              <MemoryText text={shown(answer)} class="mine-answer" />
            </>
          )}
          {isLong && !isWhole && (
            <button type="button" class="quiet" onClick={onWhole}>
              {told.whole}
            </button>
          )}
        </div>
        <button type="button" class="quiet mine-delete" aria-label={told.deleteThis(dateTime(at))} onClick={onDelete}>
          {told.delete}
        </button>
      </div>
    </div>
  );
}
