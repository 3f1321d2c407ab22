// The message, and whose it is. What is asked stands in the address, so that it can be gone back to and passed on.
import { useState } from "preact/hooks";
import { Field } from "../../parts/basics.tsx";
import { UserField } from "../../parts/user-field.tsx";
import { goTo, hrefOf, namedCore } from "../../place.ts";
import { words } from "../../words/words.ts";
import type { Asked } from "./load-why.ts";

export function AskForm(props: { asked: Asked }) {
  const { asked } = props;
  const { core } = asked.brain;
  const [user, setUser] = useState(asked.brain.user ?? "");
  const [message, setMessage] = useState(asked.message);
  const [session, setSession] = useState(asked.session);
  const submit = (event: Event) => {
    event.preventDefault();
    const query = { core: namedCore(core), user, session, q: message };
    if (message.trim() !== "") goTo(hrefOf(["why"], query));
  };
  const sendByEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    (event.currentTarget as HTMLTextAreaElement).form?.requestSubmit();
  };
  return (
    <form class="card why-form" onSubmit={submit}>
      <Field label={words.why.message} hint={words.why.messageHint}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            dir="auto"
            required
            value={message}
            onKeyDown={sendByEnter}
            onInput={(event) => setMessage(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="why-whose">
        <UserField core={core} value={user} onInput={setUser} />
        <Field label={words.why.session} hint={words.why.sessionHint}>
          {(ids) => (
            <input
              {...ids}
              autocomplete="off"
              value={session}
              onInput={(event) => setSession(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="primary" disabled={message.trim() === ""}>
          {words.why.look}
        </button>
      </div>
    </form>
  );
}
