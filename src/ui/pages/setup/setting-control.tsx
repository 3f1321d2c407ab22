// One setting's control: a choice is saved at once, what is typed with a button.
import { useState } from "preact/hooks";
import { useChosen } from "../../chosen.ts";
import { words } from "../../words/words.ts";
import { CONTROLS, type SettingName } from "./settings-form.ts";

const told = words.setup.settings;
type Value = string | number | boolean | readonly string[];

interface ControlProps {
  readonly name: SettingName;
  readonly value: Value;
  readonly busy: boolean;
  readonly onSave: (value: Value) => Promise<boolean>;
}

export function SettingControl(props: ControlProps) {
  const control = CONTROLS[props.name];
  if (control.kind === "switch") return <Switch {...props} />;
  if (control.kind === "choice") return <Choice {...props} values={control.values} />;
  return control.kind === "kinds" ? <Kinds {...props} values={control.values} /> : <Typed {...props} />;
}

function Switch({ name, value, onSave }: ControlProps) {
  const [chosen, choose] = useChosen(value, onSave);
  return (
    <label class="row">
      <input type="checkbox" checked={chosen === true} onChange={(event) => choose(event.currentTarget.checked)} />
      {told.names[name].label}
    </label>
  );
}

function Choice({ name, value, onSave, values }: ControlProps & { values: readonly string[] }) {
  const [chosen, choose] = useChosen(value, onSave);
  return (
    <select
      aria-label={told.names[name].label}
      value={String(chosen)}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {values.map((each) => (
        <option key={each} value={each}>
          {told.values[each as keyof typeof told.values]}
        </option>
      ))}
    </select>
  );
}

function Kinds({ value, onSave, values }: ControlProps & { values: readonly (keyof typeof told.redact)[] }) {
  const [chosen, choose] = useChosen(value, onSave);
  const kinds = Array.isArray(chosen) ? (chosen as readonly string[]) : [];
  const toggle = (kind: string) =>
    choose(kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind]);
  return (
    <fieldset class="kinds">
      <legend class="visually-hidden">{told.names.redact.label}</legend>
      {values.map((kind) => (
        <label key={kind} class="row">
          <input type="checkbox" checked={kinds.includes(kind)} onChange={() => toggle(kind)} />
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
