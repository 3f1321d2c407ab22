// Writes a rule, or words one anew.
import { useState } from "preact/hooks";
import { ask, type Brain, brainHeaders, client, type Failure, type Model } from "../../api.ts";
import { asFailure } from "../../load.ts";
import { FailureNote, Field } from "../../parts/basics.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { tell } from "../../parts/toasts.tsx";
import { words } from "../../words/words.ts";

/** `lesson` null: a new one. */
export function RuleDialog(props: {
  brain: Brain;
  lesson: Model["Lesson"] | null;
  onDone: () => void;
  onClose: () => void;
}) {
  const { brain, lesson } = props;
  const [text, setText] = useState(lesson?.response_text ?? "");
  const [pinned, setPinned] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const headers = brainHeaders(brain);
  const write = () =>
    lesson === null
      ? ask(client.POST("/lessons", { headers, body: { text, pinned } }))
      : ask(client.PATCH("/lessons/{id}", { params: { path: { id: lesson.id } }, headers, body: { text } }));
  const save = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await write();
      tell("good", lesson === null ? words.rules.written : words.rules.saved);
      props.onDone();
      props.onClose();
    } catch (error) {
      setFailure(asFailure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={lesson === null ? words.rules.write : words.rules.edit} onClose={props.onClose}>
      <form class="form" onSubmit={save}>
        {failure !== null && <FailureNote failure={failure} />}
        <Field label={words.rules.text} hint={words.rules.textHint}>
          {(ids) => (
            <textarea
              {...ids}
              required
              dir="auto"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        {lesson === null && (
          <label class="row">
            <input type="checkbox" checked={pinned} onChange={(event) => setPinned(event.currentTarget.checked)} />
            {words.rules.pinIt}
          </label>
        )}
        <div class="dialog-actions">
          <button type="button" onClick={props.onClose}>
            {words.common.cancel}
          </button>
          <button type="submit" class="primary" disabled={busy || text.trim() === ""}>
            {words.common.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
