// The third step: a question about what was said.
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Brain, brainHeaders, client, type Model } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Card, Field } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";
import { questionAbout } from "./suggest.ts";

const told = words.start.ask;

interface AskStepProps {
  readonly brain: Brain;
  readonly said: string;
  readonly onAsked: (question: string, back: Model["Turn"]) => void;
}

/** Stays open: whoever does not find it asks in other words. */
export function AskStep({ brain, said, onAsked }: AskStepProps) {
  const [question, setQuestion] = useState(() => questionAbout(said));
  const field = useRef<HTMLTextAreaElement>(null);
  const action = useAction();
  useEffect(() => field.current?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    void action.run(async () => {
      const body = { input: question };
      onAsked(question, await ask(client.POST("/prepare", { headers: brainHeaders(brain), body })));
    });
  };
  return (
    <Card title={told.title}>
      <p class="muted">{told.text}</p>
      <form class="form" onSubmit={submit}>
        <Field label={told.question}>
          {(ids) => (
            <textarea
              {...ids}
              ref={field}
              class="start-question"
              required
              dir="auto"
              value={question}
              onInput={(event) => setQuestion(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="actions">
          <button type="submit" class="primary" disabled={action.busy || question.trim() === ""}>
            {told.submit}
          </button>
        </div>
      </form>
    </Card>
  );
}
