// One conversation, from its first turn to its last.
import { useMemo } from "preact/hooks";
import { ask, type Brain, brainHeaders, client } from "../../api.ts";
import { usePages } from "../../load.ts";
import { loadPage } from "../../load-page.ts";
import { Card } from "../../parts/basics.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import type { Place } from "../../place.ts";
import { type Changes, withChanges } from "../../turn-rows.ts";
import { words } from "../../words/words.ts";
import { personHref } from "./person-place.ts";
import { TurnItem } from "./turn-item.tsx";

const PAGE = 200;
const TURN_PIXELS = 112;

export function SessionTurns(props: { brain: Brain; name: string; place: Place; changes: Changes }) {
  const { brain, name, place, changes } = props;
  const pages = usePages(
    (cursor) =>
      loadPage(PAGE, cursor, (query) =>
        ask(client.GET("/sessions/{name}", { params: { path: { name }, query }, headers: brainHeaders(brain) })),
      ),
    [brain, name],
  );
  const turns = useMemo(() => withChanges(pages.items, changes), [pages.items, changes]);
  const told = words.people;
  const back = <a href={personHref(brain, ["sessions"])}>{told.allSessions}</a>;
  return (
    <Card title={told.sessionTitle(name)} actions={back}>
      <VirtualList
        label={told.sessionTitle(name)}
        pages={{ ...pages, items: turns }}
        height={TURN_PIXELS}
        keyOf={({ id }) => id}
        empty={told.nothingFound}
      >
        {(turn, index) => <TurnItem brain={brain} place={place} turn={turn} above={turns[index - 1]} isOfOneSession />}
      </VirtualList>
    </Card>
  );
}
