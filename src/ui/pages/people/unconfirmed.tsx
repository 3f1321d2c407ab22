// Turns that state another name or occupation than the confirmed one. The service lists turns, not these: the newest are
// looked through, and older ones where somebody asks for them.
import { useRef } from "preact/hooks";
import type { Brain } from "../../api.ts";
import { readMemories } from "../../brain-requests.ts";
import { usePages } from "../../load.ts";
import { FailureNote, MemoryText, Time } from "../../parts/basics.tsx";
import { DataTable } from "../../parts/table.tsx";
import type { Place } from "../../place.ts";
import { happenedAt, turnOf } from "../../turn-rows.ts";
import { words } from "../../words/words.ts";
import { memoryHref } from "./person-place.ts";

export function Unconfirmed(props: { brain: Brain; place: Place; revision: number }) {
  const { brain, place, revision } = props;
  const looked = useRef(0);
  const pages = usePages(
    async (cursor) => {
      const { items, next_cursor } = await readMemories(brain, cursor);
      looked.current = items.length + (cursor === undefined ? 0 : looked.current);
      return { items: items.map(turnOf).filter((turn) => turn.unconfirmed_overwrite), next_cursor };
    },
    [brain, revision],
  );
  const told = words.people.stands;
  if (pages.failure !== null) return <FailureNote failure={pages.failure} onRetry={pages.reload} />;
  return (
    <>
      <p class="muted">{told.unconfirmedHint}</p>
      <DataTable
        label={told.unconfirmed}
        rows={pages.items}
        keyOf={({ id }) => id}
        empty={pages.loading ? words.common.loading : told.noUnconfirmed}
        columns={[
          { label: told.said, show: ({ input }) => <MemoryText text={input} /> },
          { label: told.since, show: (turn) => <Time at={happenedAt(turn)} /> },
          {
            label: told.source,
            show: ({ id }) => <a href={memoryHref(place, id)}>{words.people.openSource}</a>,
          },
        ]}
      />
      <p class="row muted">
        {told.lookedThrough(looked.current, pages.isWhole)}
        {!pages.isWhole && (
          <button type="button" disabled={pages.loading} onClick={pages.more}>
            {told.lookFurther}
          </button>
        )}
      </p>
    </>
  );
}
