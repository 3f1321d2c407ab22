// One of the account's cores.
import { ask, client } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { loadAll } from "../../load-all.ts";
import { Field } from "../../parts/basics.tsx";

/** `none`: what it is called to choose none of them; null: one has to be chosen. */
export function CoreField(props: {
  label: string;
  none: string | null;
  value: string;
  onChange: (core: string) => void;
}) {
  const { label, none, value, onChange } = props;
  const cores = useLoad(() => loadAll((query) => ask(client.GET("/cores", { params: { query } }))), []).data ?? [];
  return (
    <Field label={label}>
      {(ids) => (
        <select {...ids} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {none !== null && <option value="">{none}</option>}
          {cores.map(({ slug }) => (
            <option key={slug} value={slug}>
              {slug}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
