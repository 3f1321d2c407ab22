// A key is made, and its secret shown this once.
import { useState } from "preact/hooks";
import { ask, client, type Model } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { loadAll } from "../../load-all.ts";
import { CopyButton, Field } from "../../parts/basics.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { Note } from "../../parts/note.tsx";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { endOf, LIVES, type Life } from "./key-state.ts";

const told = words.setup.keys;
const SCOPES = ["agent", "admin"] as const;

interface Wanted {
  readonly name: string;
  readonly scope: Model["KeyScope"];
  readonly core: string;
  readonly user: string;
  readonly life: Life;
  readonly day: string;
}

export function NewKey(props: { onClose: () => void; onDone: (made: Model["NewKey"]) => void }) {
  const session = useSession();
  const [wanted, setWanted] = useState<Wanted>({
    ...{ name: "", scope: "agent", life: "never", day: "" },
    ...{ core: session.core ?? "", user: session.user ?? "" },
  });
  const set = (change: Partial<Wanted>) => setWanted({ ...wanted, ...change });
  return (
    <DialogForm
      title={told.makeTitle}
      submit={told.makeAction}
      onSubmit={() => issue(wanted)}
      onDone={props.onDone}
      onClose={props.onClose}
    >
      <Field label={told.name} hint={told.nameHint}>
        {(ids) => (
          <input
            {...ids}
            required
            dir="auto"
            autocomplete="off"
            value={wanted.name}
            onInput={(event) => set({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Choice
        label={told.scope}
        value={wanted.scope}
        options={SCOPES.map((scope) => [scope, told.scopes[scope]])}
        onChange={(scope) => set({ scope })}
      />
      <Binding wanted={wanted} onChange={set} />
      <Choice
        label={told.ends}
        value={wanted.life}
        options={LIVES.map((life) => [life, told.lives[life]])}
        onChange={(life) => set({ life })}
      />
      {wanted.life === "day" && (
        <Field label={told.endsOn}>
          {(ids) => (
            <input
              {...ids}
              type="date"
              required
              value={wanted.day}
              onInput={(event) => set({ day: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </DialogForm>
  );
}

function issue({ name, scope, core, user, life, day }: Wanted): Promise<Model["NewKey"]> {
  const end = endOf(life, day, Date.now());
  const body = {
    ...{ name, scope },
    ...(core === "" ? {} : { core }),
    ...(user === "" ? {} : { user }),
    ...(end === null ? {} : { expires_at: end }),
  };
  return ask(client.POST("/admin/keys", { body }));
}

/** What the key of who is signed in is bound to, the new one is bound to as well. */
function Binding(props: { wanted: Wanted; onChange: (change: Partial<Wanted>) => void }) {
  const { wanted, onChange } = props;
  const session = useSession();
  const cores = useLoad(() => loadAll((query) => ask(client.GET("/cores", { params: { query } }))), []).data ?? [];
  return (
    <>
      {session.core === null && (
        <Choice
          label={told.core}
          value={wanted.core}
          options={[["", told.anyCore], ...cores.map(({ slug }) => [slug, slug] as const)]}
          onChange={(core) => onChange({ core })}
        />
      )}
      {session.user === null && (
        <Field label={told.user} hint={told.userHint}>
          {(ids) => (
            <input
              {...ids}
              autocomplete="off"
              spellcheck={false}
              placeholder={told.anyUser}
              value={wanted.user}
              onInput={(event) => onChange({ user: event.currentTarget.value.trim() })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function Choice<V extends string>(props: {
  label: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onChange: (value: V) => void;
}) {
  return (
    <Field label={props.label}>
      {(ids) => (
        <select {...ids} value={props.value} onChange={(event) => props.onChange(event.currentTarget.value as V)}>
          {props.options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function Secret(props: { made: Model["NewKey"]; onClose: () => void }) {
  return (
    <Dialog title={told.secretTitle} onClose={props.onClose}>
      <div class="form">
        <Note tone="warn">{told.secretWarn}</Note>
        <Field label={told.secretLabel}>
          {(ids) => (
            <input
              {...ids}
              class="mono"
              readOnly
              value={props.made.key}
              onFocus={(event) => event.currentTarget.select()}
            />
          )}
        </Field>
        <div class="dialog-actions">
          <CopyButton text={props.made.key} label={told.secretCopy} />
          <button type="button" class="primary" onClick={props.onClose}>
            {told.secretDone}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
