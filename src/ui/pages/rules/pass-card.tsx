// What a learning pass would do now, and one that is run.
import { useState } from "preact/hooks";
import { ask, type Brain, brainHeaders, client, type Model } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Card, MemoryText } from "../../parts/basics.tsx";
import { hrefOf } from "../../place.ts";
import { words } from "../../words/words.ts";
import { RuleSources } from "./rule-sources.tsx";

type Synced = Model["Synced"];

export function PassCard(props: { brain: Brain; onLearned: () => void }) {
  const { brain } = props;
  const told = words.rules.pass;
  const [result, setResult] = useState<Synced | null>(null);
  const action = useAction();
  const headers = brainHeaders(brain);
  const run = (isDry: boolean) =>
    action.run(async () => {
      setResult(null);
      setResult(await ask(client.POST("/sync", isDry ? { headers, body: { dry_run: true } } : { headers })));
      if (!isDry) props.onLearned();
    });
  return (
    <Card title={told.title}>
      <p class="hint">{told.lead}</p>
      <div class="actions">
        <button type="button" disabled={action.busy} onClick={() => run(true)}>
          {told.look}
        </button>
        <button type="button" disabled={action.busy} onClick={() => run(false)}>
          {told.run}
        </button>
      </div>
      <div role="status" class="pass-result">
        {action.busy && <p class="muted">{told.working}</p>}
        {result !== null && <PassResult brain={brain} result={result} />}
      </div>
    </Card>
  );
}

function PassResult(props: { brain: Brain; result: Synced }) {
  const { brain, result } = props;
  const { ok, lessons, would_learn: foreseen } = result;
  return (
    <>
      <p>
        <strong>{headOf(result)}</strong>
      </p>
      {ok && (
        <ul class="pass-found">
          {foreseen?.map(({ response_text: text, source_ids: sources }) => (
            <li key={`${text} ${sources.join(" ")}`}>
              <MemoryText class="rule-text" text={text} />
              <RuleSources brain={brain} ids={sources} />
            </li>
          ))}
          {lessons.map(({ id, response_text: text }) => (
            <li key={id}>
              <MemoryText class="rule-text" text={text} />
              <a href={hrefOf(["rules"], { ...brain, rule: id })}>{words.rules.pass.openRule}</a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function headOf({ ok, learned, would_learn: foreseen }: Synced): string {
  const told = words.rules.pass;
  if (foreseen !== undefined) {
    if (!ok) return told.wouldFail;
    return foreseen.length === 0 ? told.wouldNothing : told.would(foreseen.length);
  }
  if (!ok) return told.failed;
  return learned === 0 ? told.learnedNothing : told.learned(learned);
}
