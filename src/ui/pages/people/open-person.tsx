// The way to somebody's memory for a key that may not list users: by their id.
import { useState } from "preact/hooks";
import { Card, Field, PageHead } from "../../parts/basics.tsx";
import { goTo } from "../../place.ts";
import { words } from "../../words/words.ts";
import { isUserId, personHref } from "./person-place.ts";

export function OpenPerson({ core }: { core: string }) {
  const [user, setUser] = useState("");
  const [fault, setFault] = useState("");
  const told = words.people;
  const open = (event: Event) => {
    event.preventDefault();
    if (isUserId(user)) goTo(personHref({ core, user }));
    else setFault(told.noUserId);
  };
  return (
    <>
      <PageHead title={told.title} lead={told.openLead} />
      <Card title={told.openTitle}>
        <form class="form people-open" onSubmit={open}>
          <Field label={told.userId} hint={told.userIdHint}>
            {(ids) => (
              <input
                {...ids}
                autocomplete="off"
                autocapitalize="none"
                spellcheck={false}
                value={user}
                onInput={(event) => setUser(event.currentTarget.value)}
              />
            )}
          </Field>
          <p class="fault" role="alert">
            {fault}
          </p>
          <div class="actions">
            <button type="submit" class="primary" disabled={user === ""}>
              {told.open}
            </button>
            <a href={personHref({ core, user: null })}>{told.openShared}</a>
          </div>
        </form>
      </Card>
    </>
  );
}
