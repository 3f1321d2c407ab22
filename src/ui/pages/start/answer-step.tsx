// The second step: what a model would get, and what it answers.
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Brain, brainHeaders, client, type Model } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Card, Field } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";
import { Brief } from "./brief.tsx";
import { answerTo } from "./suggest.ts";

const told = words.start.answer;

interface AnswerStepProps {
  readonly brain: Brain;
  readonly said: string;
  readonly prepared: Model["Turn"];
  readonly isDone: boolean;
  readonly onRecorded: (answer: string) => void;
}

export function AnswerStep({ brain, said, prepared, isDone, onRecorded }: AnswerStepProps) {
  const [answer, setAnswer] = useState(() => answerTo(said));
  const field = useRef<HTMLTextAreaElement>(null);
  const action = useAction();
  useEffect(() => field.current?.focus(), []);
  const record = async () => {
    const body = { turn_token: prepared.turn_token ?? "", answer };
    await ask(client.POST("/record", { headers: brainHeaders(brain), body }));
    onRecorded(answer);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void action.run(record);
  };
  return (
    <Card title={told.title}>
      <p class="muted">
        {told.text} {told.empty(prepared.sources.length)}
      </p>
      <Brief title={told.brief} messages={prepared.messages} isOpen />
      <form class="form" onSubmit={submit}>
        <Field label={told.answer} hint={told.hint}>
          {(ids) => (
            <textarea
              {...ids}
              ref={field}
              required
              dir="auto"
              readOnly={isDone}
              value={answer}
              onInput={(event) => setAnswer(event.currentTarget.value)}
            />
          )}
        </Field>
        {!isDone && (
          <div class="actions">
            <button type="submit" class="primary" disabled={action.busy || answer.trim() === ""}>
              {told.submit}
            </button>
          </div>
        )}
      </form>
    </Card>
  );
}
