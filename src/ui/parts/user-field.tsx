// A field for whose memory it is, with the users that there are below it.
import { useEffect, useId, useState } from "preact/hooks";
import { ask, client } from "../api.ts";
import { isAdmin, type Session, useSession } from "../session.ts";
import { words } from "../words/words.ts";
import { Field } from "./basics.tsx";

const SUGGESTED_MAX = 20;
const TYPING_MS = 250;

/** Empty: the brain that all share. A key that is bound to a user has no choice. */
export function UserField(props: { core: string; value: string; onInput: (user: string) => void }) {
  const session = useSession();
  const list = useId();
  const users = useUsersLike(session, props.core, props.value);
  return (
    <Field label={words.common.user} hint={words.common.userHint}>
      {(ids) => (
        <>
          <input
            {...ids}
            list={list}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            maxLength={128}
            pattern="[!-~]*"
            title={words.common.userForm}
            placeholder={words.common.sharedUser}
            disabled={session.user !== null}
            value={session.user ?? props.value}
            onInput={(event) => props.onInput(event.currentTarget.value)}
          />
          <datalist id={list}>
            {users.map((user) => (
              <option key={user} value={user} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** Only a help while typing: where the list may not be seen, or fails, there is none. */
function useUsersLike(session: Session, core: string, typed: string): readonly string[] {
  const [users, setUsers] = useState<readonly string[]>([]);
  const mayList = isAdmin(session) && session.user === null;
  useEffect(() => {
    if (!mayList) return;
    let isOver = false;
    // A bound key sees the users of its own core, without naming it.
    const where = session.core === null ? { core } : {};
    const query = { ...where, limit: SUGGESTED_MAX, ...(typed === "" ? {} : { q: typed }) };
    const timer = setTimeout(() => {
      ask(client.GET("/admin/users", { params: { query } })).then(
        ({ items }) => !isOver && setUsers(items.map(({ user }) => user)),
        () => {},
      );
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [mayList, core, typed]);
  return users;
}
