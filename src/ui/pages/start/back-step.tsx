// The fourth step: the memory, back as a source.
import { useEffect, useRef } from "preact/hooks";
import type { Model } from "../../api.ts";
import { Bar, Card, MemoryText } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";
import { Brief } from "./brief.tsx";
import { placeOfSaid } from "./came-back.ts";

const told = words.start.back;
const SHOWN_MAX = 5;

export function BackStep({ said, back }: { said: string; back: Model["Turn"] }) {
  const verdict = useRef<HTMLParagraphElement>(null);
  const { sources } = back;
  const place = placeOfSaid(sources, said);
  useEffect(() => {
    verdict.current?.focus();
    verdict.current?.scrollIntoView({ block: "center" });
  }, [back]);
  return (
    <Card title={told.title}>
      <p ref={verdict} tabIndex={-1} class={place === 0 ? "start-verdict good" : "start-verdict"}>
        {verdictOf(back, place)}
      </p>
      {sources.length > 0 && (
        <>
          <ol class="start-sources" aria-label={told.sources}>
            {sources.slice(0, SHOWN_MAX).map(({ id, text, score }, index) => (
              <li key={id} class={index === place ? "found" : ""}>
                <MemoryText text={text} />
                <Bar label={told.score} value={score} tone={index === place ? "good" : "accent"} />
              </li>
            ))}
          </ol>
          <p class="muted">{told.scoreHint}</p>
        </>
      )}
      <Brief title={told.brief} messages={back.messages} />
    </Card>
  );
}

function verdictOf({ allowed, reason, sources }: Model["Turn"], place: number): string {
  if (!allowed) return words.start.say.gated(reason ?? "");
  if (sources.length === 0) return told.none;
  if (place < 0) return told.other;
  return place === 0 ? told.first(sources.length) : told.later(place + 1, sources.length);
}
