// The users of a core: searched as one types, however many there are.
import { useMemo } from "preact/hooks";
import { ask, client, type Model } from "../../api.ts";
import { readMetrics } from "../../brain-requests.ts";
import { type Pages, useLoad, usePages } from "../../load.ts";
import { loadPage } from "../../load-page.ts";
import { Field, PageHead, Time } from "../../parts/basics.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { hrefOf, hrefWith, replacePlace, usePlace } from "../../place.ts";
import { useSession } from "../../session.ts";
import { useTyped } from "../../use-typed.ts";
import { words } from "../../words/words.ts";
import { personHref } from "./person-place.ts";

const PAGE = 500;
const ROW_PIXELS = 45;

/** `user` null: the brain that all share. */
type Listed = Omit<Model["User"], "user" | "last_active_at" | "brains"> & {
  readonly user: string | null;
  readonly last_active_at: string | null;
};

export function UserList({ core }: { core: string }) {
  const place = usePlace();
  const q = place.query.get("q") ?? "";
  const [typed, setTyped] = useTyped(q, (text) => replacePlace(hrefWith(place, { q: text })));
  const users = useUsers(core, q);
  const told = words.people;
  return (
    <>
      <PageHead title={told.title} lead={told.lead} />
      <div class="people-search">
        <Field label={told.search}>
          {(ids) => (
            <input
              {...ids}
              type="search"
              autocomplete="off"
              spellcheck={false}
              maxLength={128}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <Columns />
      <VirtualList
        key={q}
        label={told.users}
        pages={users}
        height={ROW_PIXELS}
        keyOf={({ user }) => user ?? ""}
        empty={q === "" ? <FirstUse /> : told.nobody(q)}
      >
        {(listed) => <UserRow core={core} listed={listed} />}
      </VirtualList>
    </>
  );
}

/** The shared brain first, unless somebody is searched for or nothing is there at all. */
function useUsers(core: string, q: string): Pages<Listed> {
  const session = useSession();
  const shared = useLoad(() => readMetrics({ core, user: null }), [core]);
  // A bound key sees the users of its own core, without naming it.
  const where = session.core === null ? { core } : {};
  const users = usePages(
    (cursor) =>
      loadPage(PAGE, cursor, (page) =>
        ask(client.GET("/admin/users", { params: { query: { ...where, ...page, ...(q === "" ? {} : { q }) } } })),
      ),
    [core, q],
  );
  const numbers = shared.data;
  const isEmpty = users.isWhole && users.items.length === 0 && (numbers?.turns ?? 0) + (numbers?.lessons ?? 0) === 0;
  const items = useMemo(() => {
    if (q !== "" || numbers === null || isEmpty) return users.items;
    const { memory_size: packets, lessons } = numbers;
    return [{ user: null, packets, lessons, last_active_at: null }, ...users.items];
  }, [q, numbers, isEmpty, users.items]);
  return { ...users, items };
}

/** For the eye alone: each row says what it counts. */
function Columns() {
  const { id, turns, rules, seen } = words.people.columns;
  return (
    <div class="people-row people-columns" aria-hidden="true">
      <span>{id}</span>
      <span>{turns}</span>
      <span>{rules}</span>
      <span>{seen}</span>
    </div>
  );
}

function UserRow(props: { core: string; listed: Listed }) {
  const { user, packets, lessons, last_active_at: seen } = props.listed;
  return (
    <div class="people-row">
      <a href={personHref({ core: props.core, user })} class={user === null ? "" : "mono"}>
        {user ?? words.people.shared}
      </a>
      <span>{words.common.turns(packets)}</span>
      <span>{words.people.rules(lessons)}</span>
      <span class="muted">{seen !== null && <Time at={seen} as="ago" />}</span>
    </div>
  );
}

function FirstUse() {
  return (
    <>
      {words.people.nobodyYet} <a href={hrefOf(["start"])}>{words.people.toStart}</a>
    </>
  );
}
