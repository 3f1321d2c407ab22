// What of the timeline is shown: by words and conversation. It stands in the address.
import type { Brain } from "../../api.ts";
import { readSessions } from "../../brain-requests.ts";
import { useLoad } from "../../load.ts";
import { loadAll } from "../../load-all.ts";
import { Field } from "../../parts/basics.tsx";
import { hrefWith, type Place, replacePlace } from "../../place.ts";
import { numberOf } from "../../times.ts";
import { useTyped } from "../../use-typed.ts";
import { words } from "../../words/words.ts";

const told = words.mine.timeline;

export function TimelineFilters({ brain, place }: { brain: Brain; place: Place }) {
  const set = (name: "q" | "session", value: string) => replacePlace(hrefWith(place, { [name]: value }));
  return (
    <search class="mine-filters" aria-label={told.filters}>
      <SearchField holds={place.query.get("q") ?? ""} onRest={(text) => set("q", text)} />
      <SessionField brain={brain} holds={place.query.get("session") ?? ""} onChoose={(name) => set("session", name)} />
    </search>
  );
}

function SearchField({ holds, onRest }: { holds: string; onRest: (text: string) => void }) {
  const [typed, setTyped] = useTyped(holds, onRest);
  return (
    <Field label={told.search}>
      {(ids) => (
        <input
          {...ids}
          type="search"
          autocomplete="off"
          maxLength={1_000}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function SessionField(props: { brain: Brain; holds: string; onChoose: (name: string) => void }) {
  const { brain, holds, onChoose } = props;
  const { data } = useLoad(() => loadAll((query) => readSessions(brain, query)), [brain]);
  const sessions = data ?? [];
  const isListed = holds === "" || sessions.some(({ name }) => name === holds);
  return (
    <Field label={told.session}>
      {(ids) => (
        <select {...ids} value={holds} onChange={(event) => onChoose(event.currentTarget.value)}>
          <option value="">{told.allSessions}</option>
          {!isListed && <option value={holds}>{holds}</option>}
          {sessions.map(({ name, turns }) => (
            <option key={name} value={name}>
              {told.sessionOption(name, numberOf(turns))}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
