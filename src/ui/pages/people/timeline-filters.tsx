// What of the timeline is shown: by words, session and days. It stands in the address.
import { useEffect, useState } from "preact/hooks";
import { Field } from "../../parts/basics.tsx";
import { hrefOf, type Place, replacePlace } from "../../place.ts";
import { words } from "../../words/words.ts";
import { useLater } from "./use-later.ts";

const FILTERS = ["q", "session", "from", "to"] as const;
type FilterName = (typeof FILTERS)[number];

export function TimelineFilters({ place }: { place: Place }) {
  const { parts, query } = place;
  const isAny = FILTERS.some((name) => (query.get(name) ?? "") !== "");
  const without = Object.fromEntries([...query].filter(([name]) => !FILTERS.some((each) => each === name)));
  return (
    <div class="filters" role="search" aria-label={words.people.filters.title}>
      <FilterField name="q" type="search" place={place} />
      <FilterField name="session" type="text" place={place} />
      <FilterField name="from" type="date" place={place} />
      <FilterField name="to" type="date" place={place} />
      {isAny && (
        <button type="button" class="quiet" onClick={() => replacePlace(hrefOf(parts, without))}>
          {words.people.filters.clear}
        </button>
      )}
    </div>
  );
}

function FilterField(props: { name: FilterName; type: "search" | "text" | "date"; place: Place }) {
  const { name, type, place } = props;
  const holds = place.query.get(name) ?? "";
  const [typed, setTyped] = useState(holds);
  // A link elsewhere on the page may have changed it.
  useEffect(() => setTyped(holds), [holds]);
  useLater(typed, holds, (text) =>
    replacePlace(hrefOf(place.parts, { ...Object.fromEntries(place.query), [name]: text })),
  );
  return (
    <Field label={words.people.filters[name]}>
      {(ids) => (
        <input
          {...ids}
          type={type}
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
