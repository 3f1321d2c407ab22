// All that is remembered of somebody, newest first, by day and conversation.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Model } from "../../api.ts";
import { usePages } from "../../load.ts";
import { Card } from "../../parts/basics.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { hrefOf, namedCore, usePlace } from "../../place.ts";
import { words } from "../../words/words.ts";
import { DeleteTurn } from "./delete-turn.tsx";
import { readMemories, type TimelineFilter } from "./own-memory.ts";
import { TimelineFilters } from "./timeline-filters.tsx";
import { TurnItem } from "./turn-item.tsx";

/** The first page is there at once; those after it are larger, for who scrolls far. */
const FIRST_PAGE = 60;
const PAGE = 500;
const TURN_PIXELS = 110;
const told = words.mine.timeline;

export function Timeline({ core, onChanged }: { core: string; onChanged: () => void }) {
  const place = usePlace();
  const filter = filterOf(place.query);
  const pages = usePages(
    (cursor) => readMemories(core, cursor, cursor === undefined ? FIRST_PAGE : PAGE, filter),
    [core, filter],
  );
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Model["MemoryItem"] | null>(null);
  // What was deleted leaves the list where it is: loaded anew, it would start from its head again.
  const items = useMemo(() => pages.items.filter(({ id }) => !deleted.has(id)), [pages.items, deleted]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    if (deleted.size > 0) list.current?.focus();
  }, [deleted]);
  const gone = (id: string) => {
    setDeleted((old) => new Set(old).add(id));
    onChanged();
  };
  return (
    <Card title={told.title}>
      <TimelineFilters core={core} place={place} />
      <div ref={list} tabIndex={-1} class="mine-list">
        <VirtualList
          key={JSON.stringify(filter)}
          label={told.list}
          pages={{ ...pages, items }}
          keyOf={({ id }) => id}
          height={TURN_PIXELS}
          empty={<Nothing isFiltered={Object.keys(filter).length > 0} core={core} />}
        >
          {(item, index) => (
            <TurnItem
              item={item}
              above={items[index - 1]}
              isWhole={whole.has(item.id)}
              onWhole={() => setWhole((old) => new Set(old).add(item.id))}
              onDelete={() => setAsked(item)}
            />
          )}
        </VirtualList>
      </div>
      {asked !== null && <DeleteTurn core={core} item={asked} onDeleted={gone} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function filterOf(query: URLSearchParams): TimelineFilter {
  const q = (query.get("q") ?? "").trim();
  const session = query.get("session") ?? "";
  return { ...(q === "" ? {} : { q }), ...(session === "" ? {} : { session }) };
}

function Nothing({ isFiltered, core }: { isFiltered: boolean; core: string }) {
  if (isFiltered) return <>{told.nothingFound}</>;
  return (
    <>
      {told.nothing} <a href={hrefOf(["start"], { core: namedCore(core) })}>{told.begin}</a>
    </>
  );
}
