// The choice of the brain whose rules are shown.
import { useState } from "preact/hooks";
import type { Brain } from "../../api.ts";
import { UserField } from "../../parts/user-field.tsx";
import { goTo, hrefOf, type Place } from "../../place.ts";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";

export function WhoseRules(props: { place: Place; brain: Brain }) {
  const { brain, place } = props;
  const [user, setUser] = useState(brain.user ?? "");
  const isBound = useSession().user !== null;
  const go = (to: string) => goTo(hrefOf(["rules"], { core: place.query.get("core"), user: to }));
  const show = (event: Event) => {
    event.preventDefault();
    go(user);
  };
  return (
    <form class="whose" onSubmit={show} aria-label={words.rules.whose}>
      <UserField core={brain.core} value={user} onInput={setUser} />
      <button type="submit" disabled={isBound}>
        {words.rules.show}
      </button>
    </form>
  );
}
