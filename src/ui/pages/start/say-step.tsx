// The first step: who says what.
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Brain, brainHeaders, client, type Model } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Card, Field } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";

const USER = "me";
const told = words.start.say;

interface SayStepProps {
  readonly core: string;
  /** The user that the key is bound to. */
  readonly bound: string | null;
  readonly isDone: boolean;
  readonly onPrepared: (brain: Brain, said: string, prepared: Model["Turn"]) => void;
}

export function SayStep({ core, bound, isDone, onPrepared }: SayStepProps) {
  const [user, setUser] = useState(bound ?? USER);
  const [said, setSaid] = useState("");
  const [reason, setReason] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const action = useAction();
  useEffect(() => field.current?.focus(), []);
  const prepare = async () => {
    const brain = { core, user };
    const turn = await ask(client.POST("/prepare", { headers: brainHeaders(brain), body: { input: said } }));
    setReason(turn.allowed ? null : (turn.reason ?? ""));
    if (turn.allowed) onPrepared(brain, said, turn);
  };
  const take = (example: string) => {
    setSaid(example);
    field.current?.focus();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void action.run(prepare);
  };
  return (
    <Card title={told.title}>
      <p class="muted">{told.text}</p>
      <form class="form" onSubmit={submit}>
        <Field label={told.user} hint={bound === null ? told.userHint : told.bound}>
          {(ids) => (
            <input
              {...ids}
              class="start-user"
              required
              pattern="[\x21-\x7e]{1,128}"
              title={told.userForm}
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              readOnly={isDone || bound !== null}
              value={user}
              onInput={(event) => setUser(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={told.said}>
          {(ids) => (
            <textarea
              {...ids}
              ref={field}
              required
              dir="auto"
              readOnly={isDone}
              value={said}
              onInput={(event) => setSaid(event.currentTarget.value)}
            />
          )}
        </Field>
        {!isDone && <Examples onTake={take} />}
        {reason !== null && (
          <p class="start-gated" role="alert">
            {told.gated(reason)}
          </p>
        )}
        {!isDone && (
          <div class="actions">
            <button type="submit" class="primary" disabled={action.busy || said.trim() === ""}>
              {told.submit}
            </button>
          </div>
        )}
      </form>
    </Card>
  );
}

function Examples({ onTake }: { onTake: (said: string) => void }) {
  return (
    <fieldset class="start-examples">
      <legend class="muted">{told.examples}</legend>
      {words.start.examples.map(({ said }) => (
        <button key={said} type="button" onClick={() => onTake(said)}>
          {said}
        </button>
      ))}
    </fieldset>
  );
}
