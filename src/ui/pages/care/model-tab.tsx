// The embedding model, and what waits for it.
import { ask, client, type Model } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { Card, Figure, Shown } from "../../parts/basics.tsx";
import { Note } from "../../parts/note.tsx";
import { numberOf } from "../../times.ts";
import { words } from "../../words/words.ts";

const told = words.care.model;
const EVERY_MS = 2_000;

export function ModelTab() {
  const status = useLoad(() => ask(client.GET("/admin/status")), [], EVERY_MS);
  return (
    <Card title={told.title}>
      <p class="lead">{told.lead}</p>
      <Shown of={status}>{(data) => <Standing of={data} />}</Shown>
      <p class="hint">{told.change}</p>
    </Card>
  );
}

function Standing(props: { of: Model["Status"] }) {
  const { model, memories, backlog } = props.of;
  const { embeddings, reembedding } = backlog;
  return (
    <>
      <div class="figures">
        <Figure label={told.name} value={<code class="path">{model}</code>} />
        <Figure label={told.memories} value={numberOf(memories)} />
        <Figure label={told.waiting} value={numberOf(embeddings)} note={told.waitingNote} />
      </div>
      {reembedding !== null && <Reembedding of={reembedding} />}
      {reembedding === null && embeddings === 0 && <Note tone="good">{told.allDone}</Note>}
    </>
  );
}

function Reembedding(props: { of: Model["Reembedding"] }) {
  const { done, total } = props.of;
  return (
    <div class="field">
      <label for="reembedding">{told.reembedding}</label>
      <progress id="reembedding" max={Math.max(1, total)} value={done} />
      <p class="muted">{told.reembeddingNow(numberOf(done), numberOf(total))}</p>
    </div>
  );
}
