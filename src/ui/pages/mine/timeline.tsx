// All that is remembered of somebody, newest first, by day and conversation.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Brain, Model } from "../../api.ts";
import { type MemoryFilter, readTimeline } from "../../brain-requests.ts";
import { usePages } from "../../load.ts";
import { Card } from "../../parts/basics.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { hrefOf, namedCore, usePlace } from "../../place.ts";
import { words } from "../../words/words.ts";
import { DeleteTurn } from "./delete-turn.tsx";
import { TimelineFilters } from "./timeline-filters.tsx";
import { TurnItem } from "./turn-item.tsx";

const TURN_PIXELS = 110;
const told = words.mine.timeline;

export function Timeline({ brain, onChanged }: { brain: Brain; onChanged: () => void }) {
  const place = usePlace();
  const filter = filterOf(place.query);
  const pages = usePages((cursor) => readTimeline(brain, cursor, filter), [brain, filter]);
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
      <TimelineFilters brain={brain} place={place} />
      <div ref={list} tabIndex={-1} class="mine-list">
        <VirtualList
          key={JSON.stringify(filter)}
          label={told.list}
          pages={{ ...pages, items }}
          keyOf={({ id }) => id}
          height={TURN_PIXELS}
          empty={<Nothing isFiltered={Object.keys(filter).length > 0} core={brain.core} />}
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
      {asked !== null && <DeleteTurn brain={brain} item={asked} onDeleted={gone} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function filterOf(query: URLSearchParams): MemoryFilter {
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
