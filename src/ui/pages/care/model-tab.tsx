// The embedding model, and how far memory is embedded by it.
import { ask, client, type Model } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { Card, Figure, Shown } from "../../parts/basics.tsx";
import { Note } from "../../parts/note.tsx";
import { numberOf } from "../../times.ts";
import { words } from "../../words/words.ts";

const told = words.care.model;
const EVERY_MS = 2_000;
/** Enough of a hash to tell two models apart. */
const HASH_CHARS = 12;

export function ModelTab() {
  const embedding = useLoad(() => ask(client.GET("/admin/embedding")), [], EVERY_MS);
  return (
    <Card title={told.title}>
      <p class="lead">{told.lead}</p>
      <Shown of={embedding}>{(data) => <Standing of={data} />}</Shown>
      <p class="hint">{told.change}</p>
    </Card>
  );
}

function Standing(props: { of: Model["Embedding"] }) {
  const { model, total, current, waiting, reembedding } = props.of;
  const hash = <span title={model.sha256}>SHA-256 {model.sha256.slice(0, HASH_CHARS)}…</span>;
  return (
    <>
      <div class="figures">
        <Figure label={told.name} value={<code class="path">{model.id}</code>} note={hash} />
        <Figure label={told.memories} value={numberOf(total)} />
        <Figure label={told.waiting} value={numberOf(waiting)} note={told.waitingNote} />
      </div>
      {current >= total ? (
        <Note tone="good">{told.allDone}</Note>
      ) : (
        <div class="field">
          <label for="embedded">{reembedding ? told.reembedding : told.embedding}</label>
          <progress id="embedded" max={Math.max(1, total)} value={current} />
          <p class="muted">{told.now(numberOf(current), numberOf(total))}</p>
        </div>
      )}
    </>
  );
}
