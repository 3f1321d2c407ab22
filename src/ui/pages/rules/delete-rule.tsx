// Deletes a rule: for good, or so that it may be learned again.
import { useState } from "preact/hooks";
import { ask, type Brain, brainHeaders, client, type Model } from "../../api.ts";
import { useAction } from "../../load.ts";
import { MemoryText } from "../../parts/basics.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { words } from "../../words/words.ts";

export function DeleteRule(props: {
  brain: Brain;
  lesson: Model["Lesson"];
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { brain, lesson } = props;
  const [isForGood, setForGood] = useState(true);
  const { run } = useAction();
  const told = words.rules.remove;
  const remove = async () => {
    const params = { path: { id: lesson.id }, query: { forget: isForGood } };
    const asked = () => ask(client.DELETE("/lessons/{id}", { params, headers: brainHeaders(brain) }));
    const isDone = await run(asked, isForGood ? told.done : told.doneAgain);
    if (isDone) props.onDeleted();
    return isDone;
  };
  const choice = (forGood: boolean, label: string) => (
    <label class="choice">
      <input type="radio" name="forget" checked={isForGood === forGood} onChange={() => setForGood(forGood)} />
      <span>{label}</span>
    </label>
  );
  return (
    <Confirm
      title={told.title}
      action={words.common.delete}
      onDone={remove}
      onClose={props.onClose}
      text={
        <>
          <MemoryText class="rule-text" text={lesson.response_text} />
          <fieldset class="choices">
            <legend>{told.how}</legend>
            {choice(true, told.forGood)}
            {choice(false, told.again)}
          </fieldset>
        </>
      }
    />
  );
}
