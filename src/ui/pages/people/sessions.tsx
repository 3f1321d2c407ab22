// A person's conversations by the names that callers gave them.
import type { Brain } from "../../api.ts";
import { readSessions } from "../../brain-requests.ts";
import { usePages } from "../../load.ts";
import { loadPage } from "../../load-page.ts";
import { Card, Time } from "../../parts/basics.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { words } from "../../words/words.ts";
import { sessionHref } from "./person-place.ts";

const PAGE = 200;
const ROW_PIXELS = 45;

export function Sessions(props: { brain: Brain; revision: number }) {
  const { brain, revision } = props;
  const pages = usePages((cursor) => loadPage(PAGE, cursor, (page) => readSessions(brain, page)), [brain, revision]);
  const told = words.people;
  const columns = told.sessionColumns;
  return (
    <Card title={told.tabs.sessions}>
      <div class="people-row sessions-row people-columns" aria-hidden="true">
        <span>{columns.name}</span>
        <span>{columns.turns}</span>
        <span>{columns.first}</span>
        <span>{columns.last}</span>
      </div>
      <VirtualList
        label={told.tabs.sessions}
        pages={pages}
        height={ROW_PIXELS}
        keyOf={({ name }) => name}
        empty={told.noSessions}
      >
        {({ name, turns, first, last }) => (
          <div class="people-row sessions-row">
            <a href={sessionHref(brain, name)}>
              <bdi>{name}</bdi>
            </a>
            <span>{words.common.turns(turns)}</span>
            <span class="muted">
              <Time at={first} />
            </span>
            <span class="muted">
              <Time at={last} as="ago" />
            </span>
          </div>
        )}
      </VirtualList>
    </Card>
  );
}
