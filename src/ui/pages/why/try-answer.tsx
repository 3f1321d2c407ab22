// Tries an answer to the message before anybody gets it.
import { useState } from "preact/hooks";
import { ask, brainHeaders, client, type Model } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Card, Field } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";
import type { Asked } from "./load-why.ts";
import { VerdictView } from "./verdict-view.tsx";

export function TryAnswer(props: { asked: Asked; lessons: readonly Model["Lesson"][] }) {
  const { brain, message } = props.asked;
  const [answer, setAnswer] = useState("");
  const [verdict, setVerdict] = useState<Model["VerifyResult"] | null>(null);
  const action = useAction();
  const check = async (event: Event) => {
    event.preventDefault();
    setVerdict(null);
    const body = { answer, input: message, explain: true };
    await action.run(async () => setVerdict(await ask(client.POST("/verify", { headers: brainHeaders(brain), body }))));
  };
  return (
    <Card title={words.why.tryAnswer}>
      <form class="form" onSubmit={check}>
        <Field label={words.why.answer} hint={words.why.answerHint}>
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              dir="auto"
              required
              value={answer}
              onInput={(event) => {
                setAnswer(event.currentTarget.value);
                // What was told is told of another text.
                setVerdict(null);
              }}
            />
          )}
        </Field>
        <div>
          <button type="submit" class="primary" disabled={action.busy || answer.trim() === ""}>
            {words.why.check}
          </button>
        </div>
      </form>
      <div role="status">
        {verdict !== null && <VerdictView brain={brain} verdict={verdict} lessons={props.lessons} />}
      </div>
    </Card>
  );
}
