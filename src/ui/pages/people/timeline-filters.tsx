// What of the timeline is shown: by words, session and days. It stands in the address.
import { Field } from "../../parts/basics.tsx";
import { hrefOf, hrefWith, type Place, replacePlace } from "../../place.ts";
import { useTyped } from "../../use-typed.ts";
import { words } from "../../words/words.ts";

const FILTERS = ["q", "session", "from", "to"] as const;
type FilterName = (typeof FILTERS)[number];

export function TimelineFilters({ place }: { place: Place }) {
  const { parts, query } = place;
  const isAny = FILTERS.some((name) => (query.get(name) ?? "") !== "");
  const without = Object.fromEntries([...query].filter(([name]) => !FILTERS.some((each) => each === name)));
  return (
    <search class="filters" aria-label={words.people.filters.title}>
      <FilterField name="q" place={place} />
      <FilterField name="session" place={place} />
      <FilterField name="from" isDay place={place} />
      <FilterField name="to" isDay place={place} />
      {isAny && (
        <button type="button" class="quiet" onClick={() => replacePlace(hrefOf(parts, without))}>
          {words.people.filters.clear}
        </button>
      )}
    </search>
  );
}

function FilterField(props: { name: FilterName; isDay?: boolean; place: Place }) {
  const { name, isDay = false, place } = props;
  const holds = place.query.get(name) ?? "";
  const [typed, setTyped] = useTyped(holds, (text) => replacePlace(hrefWith(place, { [name]: text })));
  const given = {
    value: typed,
    autocomplete: "off",
    onInput: (event: { currentTarget: HTMLInputElement }) => setTyped(event.currentTarget.value),
  };
  return (
    <Field label={words.people.filters[name]}>
      {(ids) => (isDay ? <input {...ids} {...given} type="date" /> : <input {...ids} {...given} />)}
    </Field>
  );
}
