// One setting's control: a choice is saved at once, what is typed with a button.
import { useState } from "preact/hooks";
import { words } from "../../words/words.ts";
import { CONTROLS, type SettingName } from "./settings-form.ts";

const told = words.setup.settings;
type Value = string | number | boolean | readonly string[];

interface ControlProps {
  readonly name: SettingName;
  readonly value: Value;
  readonly busy: boolean;
  readonly onSave: (value: Value) => unknown;
}

export function SettingControl(props: ControlProps) {
  const { name, value, busy, onSave } = props;
  const control = CONTROLS[name];
  const { label } = told.names[name];
  if (control.kind === "switch") {
    return (
      <label class="row">
        <input
          type="checkbox"
          checked={value === true}
          disabled={busy}
          onChange={(event) => onSave(event.currentTarget.checked)}
        />
        {label}
      </label>
    );
  }
  if (control.kind === "choice") {
    return (
      <select
        aria-label={label}
        value={String(value)}
        disabled={busy}
        onChange={(event) => onSave(event.currentTarget.value)}
      >
        {control.values.map((each) => (
          <option key={each} value={each}>
            {told.values[each as keyof typeof told.values]}
          </option>
        ))}
      </select>
    );
  }
  return control.kind === "kinds" ? <Kinds {...props} values={control.values} /> : <Typed {...props} />;
}

function Kinds(props: ControlProps & { values: readonly (keyof typeof told.redact)[] }) {
  const chosen = Array.isArray(props.value) ? (props.value as readonly string[]) : [];
  const toggle = (kind: string) =>
    props.onSave(chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]);
  return (
    <fieldset class="kinds" disabled={props.busy}>
      <legend class="visually-hidden">{told.names.redact.label}</legend>
      {props.values.map((kind) => (
        <label key={kind} class="row">
          <input type="checkbox" checked={chosen.includes(kind)} onChange={() => toggle(kind)} />
          {told.redact[kind]}
        </label>
      ))}
    </fieldset>
  );
}

function Typed({ name, value, busy, onSave }: ControlProps) {
  const control = CONTROLS[name];
  const { label } = told.names[name];
  const [typed, setTyped] = useState(String(value));
  const isNumber = control.kind === "number";
  const bounds =
    control.kind === "number" ? ({ type: "number", min: control.min, max: control.max, required: true } as const) : {};
  const submit = (event: Event) => {
    event.preventDefault();
    onSave(isNumber ? Number(typed) : typed);
  };
  return (
    <form class="row" onSubmit={submit}>
      <input
        {...bounds}
        class={isNumber ? "short" : "wide"}
        aria-label={label}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button type="submit" aria-label={told.saveOf(label)} disabled={busy || typed === String(value)}>
        {words.common.save}
      </button>
    </form>
  );
}
