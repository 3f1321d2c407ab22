// An input and an answer are tried against patterns that need not be saved.
import { useState } from "preact/hooks";
import { ask, client, type Failure, type Model } from "../../api.ts";
import { asFailure } from "../../load.ts";
import { Badge, Card, FailureNote, Field } from "../../parts/basics.tsx";
import { Note } from "../../parts/note.tsx";
import { words } from "../../words/words.ts";

const told = words.setup.constitutions.test;
type Pattern = Model["GuardPattern"];
type Tried = Model["TriedPattern"];

/** A pattern that is still being written may lack its reason, and one without a pattern finds nothing. */
function triable(patterns: readonly Pattern[]): Pattern[] {
  return patterns
    .filter(({ pattern }) => pattern !== "")
    .map(({ pattern, reason }) => ({ pattern, reason: reason === "" ? pattern : reason }));
}

/** Where all patterns are sent, whatever is stored under the name does not count. Throws Failure. */
function tryOut(draft: Model["Constitution"], input: string, answer: string): Promise<Model["TestedConstitution"]> {
  const body = {
    ...(input === "" ? {} : { input }),
    ...(answer === "" ? {} : { answer }),
    ...{ gates: triable(draft.gates), prohibitions: triable(draft.prohibitions) },
  };
  const name = draft.name === "" ? "default" : draft.name;
  return ask(client.POST("/admin/constitutions/{name}/test", { params: { path: { name } }, body }));
}

export function ConstitutionTester(props: { draft: Model["Constitution"] }) {
  const [input, setInput] = useState("");
  const [answer, setAnswer] = useState("");
  const [found, setFound] = useState<Model["TestedConstitution"] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    setFound(null);
    setFailure(null);
    try {
      setFound(await tryOut(props.draft, input, answer));
    } catch (error) {
      setFailure(asFailure(error));
    }
  };
  return (
    <Card title={told.title}>
      <p class="lead">{told.lead}</p>
      <form class="form" onSubmit={submit}>
        <div class="grid">
          <TriedText label={told.input} value={input} onChange={setInput} />
          <TriedText label={told.answer} value={answer} onChange={setAnswer} />
        </div>
        <div class="actions">
          <button type="submit" disabled={input === "" && answer === ""}>
            {told.action}
          </button>
        </div>
      </form>
      <div class="form" aria-live="polite">
        {failure !== null && <FailureNote failure={failure} />}
        {found !== null && input !== "" && <Outcome tried={found.gates} passes={told.allowed} fails={told.refused} />}
        {found !== null && answer !== "" && (
          <Outcome tried={found.prohibitions} passes={told.right} fails={told.wrong} />
        )}
      </div>
    </Card>
  );
}

function TriedText(props: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <Field label={props.label}>
      {(ids) => (
        <textarea
          {...ids}
          dir="auto"
          value={props.value}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function Outcome(props: { tried: readonly Tried[]; passes: string; fails: (count: number) => string }) {
  const matched = props.tried.filter((each) => each.matched === true);
  if (matched.length === 0) return <Note tone="good">{props.passes}</Note>;
  return (
    <Note tone="bad">
      <p>{props.fails(matched.length)}</p>
      <ul class="matches">
        {matched.map(({ pattern, reason }, at) => (
          <li key={`${at}-${pattern}`}>
            <Badge tone="bad">{told.matched}</Badge> <code class="path">{pattern}</code> <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
    </Note>
  );
}
