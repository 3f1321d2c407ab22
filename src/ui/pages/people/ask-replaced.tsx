// Which statements of turns were replaced: asked for as the person would.
import { useState } from "preact/hooks";
import type { Brain } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Field } from "../../parts/basics.tsx";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { Replacements, recallReplaced } from "./replaced-by.tsx";
import type { Replacement } from "./replacements.ts";

export function AskReplaced({ brain }: { brain: Brain }) {
  const session = useSession();
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<readonly Replacement[] | null>(null);
  const { busy, run } = useAction();
  const told = words.people.replaced;
  const look = (event: Event) => {
    event.preventDefault();
    run(async () => setFound(await recallReplaced(session, brain, query)));
  };
  return (
    <>
      <form class="ask-replaced" onSubmit={look}>
        <Field label={told.about} hint={told.aboutHint}>
          {(ids) => (
            <input {...ids} autocomplete="off" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
          )}
        </Field>
        <button type="submit" disabled={busy || query.trim() === ""}>
          {told.ask}
        </button>
      </form>
      {found !== null && <Replacements found={found} />}
    </>
  );
}
