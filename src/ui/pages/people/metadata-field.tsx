// The field for what is attached to a memory.
import { Field } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";
import { readMetadata } from "./metadata-text.ts";

export function MetadataField(props: { value: string; onInput: (text: string) => void }) {
  const { faultLine } = readMetadata(props.value);
  const told = words.people.memory;
  return (
    <Field label={told.metadata} hint={faultLine === null ? told.metadataHint : told.metadataFault(faultLine)}>
      {(ids) => (
        <textarea
          {...ids}
          class="mono metadata-text"
          spellcheck={false}
          aria-invalid={faultLine !== null}
          value={props.value}
          onInput={(event) => props.onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
