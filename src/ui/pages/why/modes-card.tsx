// Both modes side by side: what each brings into the brief, and what nearly came.
import { useState } from "preact/hooks";
import type { Brain } from "../../api.ts";
import { Badge, Card, Empty } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";
import { EntryCard } from "./entry-card.tsx";
import type { Look, Mode, ModeLook } from "./load-why.ts";
import { type Placed, placeAll } from "./places.ts";

type Entry = ModeLook["sources"][number] | ModeLook["below"][number];

export function ModesCard(props: { brain: Brain; found: Look; isInSession: boolean }) {
  const { found } = props;
  const { modeInUse } = found;
  // Pointed at in one column, a memory shows in the other.
  const [lit, setLit] = useState<string | null>(null);
  const placed = placeAll(found.modes, modeInUse ?? "cosine");
  return (
    <Card title={words.why.memories}>
      <p class="hint">{words.why.memoriesHint}</p>
      {props.isInSession && <p class="hint">{words.why.belowWithoutSession}</p>}
      <div class="why-columns">
        {found.modes.map((look) => (
          <Column
            key={look.mode}
            {...{ brain: props.brain, look, placed, lit }}
            isInUse={look.mode === modeInUse}
            onLit={setLit}
          />
        ))}
      </div>
    </Card>
  );
}

interface ColumnProps {
  readonly brain: Brain;
  readonly look: ModeLook;
  readonly placed: ReadonlyMap<string, Placed>;
  readonly isInUse: boolean;
  readonly lit: string | null;
  readonly onLit: (id: string | null) => void;
}

function Column(props: ColumnProps) {
  const { look } = props;
  const { mode, sources, beyond, below } = look;
  return (
    <section class="why-column" aria-label={words.why.modes[mode]}>
      <div class="row">
        <h3>{words.why.modes[mode]}</h3>
        {props.isInUse && <Badge tone="accent">{words.why.inUse}</Badge>}
      </div>
      <p class="hint">{words.why.modeHints[mode]}</p>
      {sources.length === 0 && <Empty>{words.why.noSources}</Empty>}
      <Entries {...props} entries={sources} label={words.why.inBrief} />
      {beyond.length > 0 && (
        <details>
          <summary>{words.why.beyond(beyond.length)}</summary>
          <Entries {...props} entries={beyond} label={words.why.beyond(beyond.length)} />
        </details>
      )}
      {below.length > 0 && <h4 class="below-head">{words.why.below}</h4>}
      <Entries {...props} entries={below} label={words.why.below} />
    </section>
  );
}

const OTHER: Readonly<Record<Mode, Mode>> = { cosine: "hybrid", hybrid: "cosine" };

function Entries(props: ColumnProps & { entries: readonly Entry[]; label: string }) {
  const { look, placed, entries } = props;
  const tagOf = (id: string) => placed.get(id)?.tag ?? "";
  if (entries.length === 0) return null;
  return (
    <ol class="why-entries" aria-label={props.label}>
      {entries.map((entry) => {
        const { superseded_by: by = null } = "superseded_by" in entry ? entry : {};
        const { tag = "", places } = placed.get(entry.id) ?? {};
        return (
          <EntryCard
            key={entry.id}
            {...{ brain: props.brain, entry, tag, mode: look.mode }}
            here={places?.[look.mode] ?? { kind: "none" }}
            there={places?.[OTHER[look.mode]] ?? { kind: "none" }}
            otherMode={OTHER[look.mode]}
            outdatedBy={by === null ? null : tagOf(by)}
            isLit={props.lit === entry.id}
            onLit={props.onLit}
          />
        );
      })}
    </ol>
  );
}
