// What was remembered wrongly is put right.
import { useState } from "preact/hooks";
import { ask, type Brain, brainHeaders, client, type Model } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Field } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";
import { MetadataField } from "./metadata-field.tsx";
import { metadataText, readMetadata } from "./metadata-text.ts";

export interface EditMemoryProps {
  readonly brain: Brain;
  readonly turn: Model["MemoryDetail"];
  readonly onSaved: (turn: Model["MemoryDetail"]) => void;
  readonly onCancel: () => void;
}

export function EditMemory({ brain, turn, onSaved, onCancel }: EditMemoryProps) {
  const [input, setInput] = useState(turn.input);
  const [answer, setAnswer] = useState(turn.answer);
  const [metadata, setMetadata] = useState(() => metadataText(turn.metadata));
  const { busy, run } = useAction();
  const told = words.people;
  const change = changeOf(turn, { input, answer, metadata });
  const isReady = !busy && input.trim() !== "" && change !== null && Object.keys(change).length > 0;
  const save = (event: Event) => {
    event.preventDefault();
    if (!isReady) return;
    run(async () => {
      const params = { path: { id: turn.id } };
      onSaved(await ask(client.PATCH("/memory/{id}", { params, headers: brainHeaders(brain), body: change })));
    }, told.memory.saved);
  };
  return (
    <form class="form" onSubmit={save}>
      <Field label={told.input} hint={told.memory.editHint}>
        {(ids) => <textarea {...ids} value={input} onInput={(event) => setInput(event.currentTarget.value)} />}
      </Field>
      <Field label={told.answer} hint={told.memory.answerHint}>
        {(ids) => <textarea {...ids} value={answer} onInput={(event) => setAnswer(event.currentTarget.value)} />}
      </Field>
      <MetadataField value={metadata} onInput={setMetadata} />
      <div class="dialog-actions">
        <button type="button" onClick={onCancel}>
          {words.common.cancel}
        </button>
        <button type="submit" class="primary" disabled={!isReady}>
          {words.common.save}
        </button>
      </div>
    </form>
  );
}

/** Only what is another than before; null: the metadata cannot be read. */
function changeOf(turn: Model["MemoryDetail"], typed: { input: string; answer: string; metadata: string }) {
  const { metadata, faultLine } = readMetadata(typed.metadata);
  if (faultLine !== null) return null;
  const isSame = metadataText(metadata) === metadataText(turn.metadata);
  return {
    ...(typed.input === turn.input ? {} : { input: typed.input }),
    ...(typed.answer === turn.answer ? {} : { answer: typed.answer }),
    ...(isSame ? {} : { metadata }),
  };
}
