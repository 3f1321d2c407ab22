// An account is made.
import { useState } from "preact/hooks";
import { ask, client, type Model } from "../../api.ts";
import { Field } from "../../parts/basics.tsx";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { tell } from "../../parts/toasts.tsx";
import { words } from "../../words/words.ts";

const told = words.setup.plans;
const PLANS = Object.keys(told.plans) as Model["Plan"][];

export function NewAccount(props: { onClose: () => void; onDone: () => void }) {
  const [name, setName] = useState("");
  const [plan, setPlan] = useState<Model["Plan"]>("unlimited");
  const done = () => {
    tell("good", told.made);
    props.onDone();
  };
  return (
    <DialogForm
      title={told.makeTitle}
      submit={told.makeAction}
      onSubmit={() => ask(client.POST("/admin/accounts", { body: { name, plan } }))}
      onDone={done}
      onClose={props.onClose}
    >
      <Field label={told.name} hint={told.nameHint}>
        {(ids) => (
          <input
            {...ids}
            required
            maxLength={64}
            autocomplete="off"
            spellcheck={false}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={told.plan}>
        {(ids) => (
          <select {...ids} value={plan} onChange={(event) => setPlan(event.currentTarget.value as Model["Plan"])}>
            {PLANS.map((each) => (
              <option key={each} value={each}>
                {told.plans[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </DialogForm>
  );
}
