// One turn in a list of them: what was said and answered, when, where, and of what kind.
import type { Brain, Model } from "../../api.ts";
import { Badge, MemoryText, Time } from "../../parts/basics.tsx";
import type { Place } from "../../place.ts";
import { clockOf, dayOf } from "../../times.ts";
import { beginningOf, happenedAt, headsOf, type Turn } from "../../turn-rows.ts";
import { words } from "../../words/words.ts";
import { memoryHref, sessionHref } from "./person-place.ts";

const TEXT_CHARS = 600;

/** `isOfOneSession`: the whole list is, so that no turn says which. */
export function TurnItem(props: {
  brain: Brain;
  place: Place;
  turn: Turn;
  above: Turn | undefined;
  isOfOneSession?: boolean;
}) {
  const { brain, place, turn, above, isOfOneSession = false } = props;
  const at = happenedAt(turn);
  const heads = headsOf(turn, above);
  const told = words.people;
  return (
    <div class="turn">
      {heads.day && (
        <h3>
          <Time at={at} as={dayOf} />
        </h3>
      )}
      {!isOfOneSession && heads.session && turn.session !== null && (
        <p class="turn-session">
          {told.session}{" "}
          <a href={sessionHref(brain, turn.session)}>
            <bdi>{turn.session}</bdi>
          </a>
        </p>
      )}
      <div class="turn-head">
        <Time at={at} as={clockOf} />
        <Kinds turn={turn} />
        <MetadataChips metadata={turn.metadata} />
        <a class="turn-open" href={memoryHref(place, turn.id)} aria-label={told.openTurn(clockOf(at))}>
          {told.open}
        </a>
      </div>
      <Said label={told.input} text={turn.input} />
      {turn.answer !== "" && <Said label={told.answer} text={turn.answer} class="muted" />}
    </div>
  );
}

function Said(props: { label: string; text: string; class?: string }) {
  return (
    <div class={`said ${props.class ?? ""}`}>
      <span class="said-label">{props.label}</span>
      <MemoryText text={beginningOf(props.text, TEXT_CHARS)} class="clamped" />
    </div>
  );
}

/** What is special about a turn; nothing of an ordinary one. */
export function Kinds({ turn }: { turn: Pick<Turn, "packet_type" | "unconfirmed_overwrite"> }) {
  const { correction, correctionHint, unconfirmed, unconfirmedHint } = words.people.kinds;
  return (
    <>
      {turn.packet_type === "correction" && (
        <Badge tone="accent" title={correctionHint}>
          {correction}
        </Badge>
      )}
      {turn.unconfirmed_overwrite && (
        <Badge tone="warn" title={unconfirmedHint}>
          {unconfirmed}
        </Badge>
      )}
    </>
  );
}

export function MetadataChips({ metadata }: { metadata: Model["Metadata"] }) {
  return (
    <>
      {Object.entries(metadata).map(([name, value]) => (
        <span key={name} class="chip">
          <bdi>{name}</bdi>: <bdi>{String(value)}</bdi>
        </span>
      ))}
    </>
  );
}
