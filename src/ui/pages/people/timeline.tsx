// All that a brain remembers, newest first, by day and session.
import { useMemo } from "preact/hooks";
import type { Brain } from "../../api.ts";
import { readTimeline } from "../../brain-requests.ts";
import { usePages } from "../../load.ts";
import { Card } from "../../parts/basics.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import type { Place } from "../../place.ts";
import { type Changes, dayStart, turnOf, withChanges } from "../../turn-rows.ts";
import { words } from "../../words/words.ts";
import { TimelineFilters } from "./timeline-filters.tsx";
import { TurnItem } from "./turn-item.tsx";

const TURN_PIXELS = 112;

export function Timeline(props: { brain: Brain; place: Place; changes: Changes }) {
  const { brain, place, changes } = props;
  const filter = filterOf(place.query);
  const pages = usePages(
    async (cursor) => {
      const { items, next_cursor } = await readTimeline(brain, cursor, filter);
      return { items: items.map(turnOf), next_cursor };
    },
    [brain, filter],
  );
  const turns = useMemo(() => withChanges(pages.items, changes), [pages.items, changes]);
  const isFiltered = Object.keys(filter).length > 0;
  const told = words.people;
  return (
    <Card title={told.tabs.timeline}>
      <TimelineFilters place={place} />
      <VirtualList
        key={JSON.stringify(filter)}
        label={told.tabs.timeline}
        pages={{ ...pages, items: turns }}
        height={TURN_PIXELS}
        keyOf={({ id }) => id}
        empty={isFiltered ? told.nothingFound : told.nothingRemembered}
      >
        {(turn, index) => <TurnItem brain={brain} place={place} turn={turn} above={turns[index - 1]} />}
      </VirtualList>
    </Card>
  );
}

function filterOf(query: URLSearchParams) {
  const q = (query.get("q") ?? "").trim();
  const session = query.get("session") ?? "";
  const after = dayStart(query.get("from") ?? "");
  const before = dayStart(query.get("to") ?? "", 1);
  return {
    ...(q === "" ? {} : { q }),
    ...(session === "" ? {} : { session }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
}
