// The first page of somebody who is not signed in.
import { useState } from "preact/hooks";
import { asFailure, toldOf } from "./load.ts";
import { Field } from "./parts/basics.tsx";
import { readSession, type Session, signIn } from "./session.ts";
import { words } from "./words/words.ts";

export function SignIn(props: { isOver: boolean; onSignedIn: (session: Session) => void }) {
  const [key, setKey] = useState("");
  const [fault, setFault] = useState(props.isOver ? words.signIn.over : "");
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await signIn(key);
      // The cookie is what counts, and not every browser keeps it.
      const session = await readSession();
      if (session === null) setFault(words.signIn.noCookie);
      else props.onSignedIn(session);
    } catch (error) {
      setFault(toldOf(asFailure(error)));
    }
    setBusy(false);
  };
  return (
    <main class="sign-in">
      <form class="card" onSubmit={submit}>
        <h1>{words.common.product}</h1>
        <p class="lead">{words.signIn.lead}</p>
        <Field label={words.signIn.label} hint={words.signIn.where}>
          {(ids) => (
            <input
              {...ids}
              type="password"
              name="key"
              autocomplete="current-password"
              spellcheck={false}
              required
              value={key}
              onInput={(event) => setKey(event.currentTarget.value)}
            />
          )}
        </Field>
        <p class="fault" role="alert">
          {fault}
        </p>
        <button type="submit" class="primary" disabled={busy || key === ""}>
          {words.signIn.submit}
        </button>
      </form>
    </main>
  );
}
