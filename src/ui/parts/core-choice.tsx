// Which core the page is of.
import { ask, client } from "../api.ts";
import { useLoad } from "../load.ts";
import { coreOf, goTo, hrefWith, namedCore, usePlace } from "../place.ts";
import { useSession } from "../session.ts";
import { words } from "../words/words.ts";

const CORES_MAX = 1_000;

/** Nothing where there is but one to choose. */
export function CoreChoice() {
  const place = usePlace();
  const session = useSession();
  const { data } = useLoad(() => ask(client.GET("/cores", { params: { query: { limit: CORES_MAX } } })), []);
  const cores = data?.items ?? [];
  if (session.core !== null || cores.length < 2) return null;
  const choose = (core: string) => {
    // A person's page in another core is another brain: it starts from the list again.
    goTo(hrefWith({ ...place, parts: place.parts.slice(0, 1) }, { core: namedCore(core) }));
  };
  return (
    <label class="core-choice">
      <span>{words.common.core}</span>
      <select value={coreOf(place)} onChange={(event) => choose(event.currentTarget.value)}>
        {cores.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
