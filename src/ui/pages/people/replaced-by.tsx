// What took the place of a memory, or lost its place to it: recall is asked with its own words.
import { useState } from "preact/hooks";
import { ask, type Brain, brainHeaders, client, type Model } from "../../api.ts";
import { useAction } from "../../load.ts";
import { MemoryText } from "../../parts/basics.tsx";
import { usePlace } from "../../place.ts";
import { isAdmin, type Session, useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { memoryHref } from "./person-place.ts";
import { type Replacement, replacementsIn } from "./replacements.ts";

const SOURCES_MAX = 20;

/** Throws Failure. */
export async function recallReplaced(session: Session, brain: Brain, query: string): Promise<readonly Replacement[]> {
  // Only this mode tells what replaced what; admin keys may choose it.
  const mode = isAdmin(session) ? ({ mode: "hybrid" } as const) : {};
  const body = { query, limit: SOURCES_MAX, ...mode };
  const { sources } = await ask(client.POST("/recall", { headers: brainHeaders(brain), body }));
  return replacementsIn(sources);
}

export function ReplacedBy({ brain, turn }: { brain: Brain; turn: Model["MemoryDetail"] }) {
  const session = useSession();
  const [found, setFound] = useState<readonly Replacement[] | null>(null);
  const { busy, run } = useAction();
  const look = () => run(async () => setFound(await recallReplaced(session, brain, turn.input)));
  const told = words.people.replaced;
  return (
    <section class="form" aria-label={told.title}>
      <div class="row">
        <button type="button" disabled={busy} onClick={look}>
          {told.look}
        </button>
        <span class="hint">{told.lookHint}</span>
      </div>
      {found !== null && <Replacements found={found} of={turn.id} />}
    </section>
  );
}

/** `of`: the memory that one looks at. */
export function Replacements(props: { found: readonly Replacement[]; of?: string }) {
  const { found, of } = props;
  const told = words.people.replaced;
  const isOut = found.some(({ old }) => old.id === of);
  return (
    <div role="status" class="form">
      {of !== undefined && <p>{isOut ? told.isReplaced : told.stands}</p>}
      {of === undefined && found.length === 0 && <p class="muted">{told.none}</p>}
      {found.map(({ old, by }) => (
        <div key={old.id} class="replacement">
          <Side label={told.was} source={old} isHere={old.id === of} />
          {by !== null && <Side label={told.now} source={by} isHere={by.id === of} />}
        </div>
      ))}
    </div>
  );
}

function Side(props: { label: string; source: Replacement["old"]; isHere: boolean }) {
  const place = usePlace();
  const { label, source, isHere } = props;
  return (
    <div class="replacement-side">
      <p class="row">
        <strong>{label}</strong>
        {isHere ? (
          <span class="muted">{words.people.replaced.here}</span>
        ) : (
          <a href={memoryHref(place, source.id)}>{words.people.openSource}</a>
        )}
      </p>
      <MemoryText text={source.text} />
    </div>
  );
}
