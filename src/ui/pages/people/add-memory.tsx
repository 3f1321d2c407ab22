// Something is remembered without a turn.
import { useState } from "preact/hooks";
import { ask, type Brain, brainHeaders, client } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Field } from "../../parts/basics.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { words } from "../../words/words.ts";
import { MetadataField } from "./metadata-field.tsx";
import { readMetadata } from "./metadata-text.ts";

const EMPTY = { input: "", answer: "", session: "", occurred: "", metadata: "" };

export function AddMemory(props: { brain: Brain; onAdded: () => void; onClose: () => void }) {
  const [typed, setTyped] = useState(EMPTY);
  const { busy, run } = useAction();
  const set = (name: keyof typeof EMPTY) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setTyped((old) => ({ ...old, [name]: value }));
  };
  const told = words.people.add;
  const isReady = !busy && typed.input.trim() !== "" && readMetadata(typed.metadata).faultLine === null;
  const add = async (event: Event) => {
    event.preventDefault();
    if (!isReady) return;
    const headers = brainHeaders(props.brain);
    const isDone = await run(() => ask(client.POST("/memory", { headers, body: bodyOf(typed) })), told.done);
    if (!isDone) return;
    props.onAdded();
    props.onClose();
  };
  return (
    <Dialog title={told.title} onClose={props.onClose} wide>
      <form class="form" onSubmit={add}>
        <Field label={words.people.input} hint={told.inputHint}>
          {(ids) => <textarea {...ids} required value={typed.input} onInput={set("input")} />}
        </Field>
        <Field label={told.answer}>
          {(ids) => <textarea {...ids} class="low" value={typed.answer} onInput={set("answer")} />}
        </Field>
        <div class="grid">
          <Field label={told.session}>
            {(ids) => <input {...ids} autocomplete="off" value={typed.session} onInput={set("session")} />}
          </Field>
          <Field label={told.occurred}>
            {(ids) => <input {...ids} type="datetime-local" value={typed.occurred} onInput={set("occurred")} />}
          </Field>
        </div>
        <MetadataField value={typed.metadata} onInput={(metadata) => setTyped((old) => ({ ...old, metadata }))} />
        <div class="dialog-actions">
          <button type="button" onClick={props.onClose}>
            {words.common.cancel}
          </button>
          <button type="submit" class="primary" disabled={!isReady}>
            {told.action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function bodyOf({ input, answer, session, occurred, metadata: lines }: typeof EMPTY) {
  const { metadata } = readMetadata(lines);
  return {
    input,
    ...(answer === "" ? {} : { answer }),
    ...(session === "" ? {} : { session }),
    // The field has no zone: the viewer's is meant.
    ...(occurred === "" ? {} : { occurred_at: new Date(occurred).toISOString() }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}
