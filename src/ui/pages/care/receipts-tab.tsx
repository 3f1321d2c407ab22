// The receipt of an erasure checked, and the key that others check it with.
import { useState } from "preact/hooks";
import { ask, askRaw, client, type Model } from "../../api.ts";
import { useAction, useLoad } from "../../load.ts";
import { Card, CopyButton, Field, Shown } from "../../parts/basics.tsx";
import { Note } from "../../parts/note.tsx";
import { saveFile } from "../../save-file.ts";
import { words } from "../../words/words.ts";

const told = words.care.receipts;

export function ReceiptsTab() {
  return (
    <>
      <CheckReceipt />
      <PublicKey />
    </>
  );
}

/** Sent as it is written: a field that stands there twice is for the service to refuse. */
async function check(text: string): Promise<Model["ReceiptCheck"]> {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: text };
  return (await askRaw("/admin/receipts/check", init)).json();
}

function CheckReceipt() {
  const [text, setText] = useState("");
  const [found, setFound] = useState<Model["ReceiptCheck"] | null>(null);
  const { busy, run } = useAction();
  const write = (written: string) => {
    setText(written);
    setFound(null);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    run(async () => setFound(await check(text)));
  };
  const takeFile = async (file: File | undefined) => file !== undefined && write(await file.text());
  return (
    <Card title={told.title}>
      <p class="lead">{told.lead}</p>
      <form class="form" onSubmit={submit}>
        <Field label={told.paste}>
          {(ids) => (
            <textarea
              {...ids}
              class="mono"
              rows={9}
              required
              spellcheck={false}
              value={text}
              onInput={(event) => write(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={told.file}>
          {(ids) => (
            <input
              {...ids}
              type="file"
              accept=".json,application/json"
              onChange={(event) => takeFile(event.currentTarget.files?.[0])}
            />
          )}
        </Field>
        <div class="actions">
          <button type="submit" class="primary" disabled={busy || text.trim() === ""}>
            {told.check}
          </button>
        </div>
      </form>
      <div aria-live="polite">{found !== null && <Verdict of={found} />}</div>
    </Card>
  );
}

function Verdict(props: { of: Model["ReceiptCheck"] }) {
  const { valid, reason } = props.of;
  if (valid) return <Note tone="good">{told.valid}</Note>;
  return (
    <Note tone="bad">
      <strong>{told.invalid}</strong> {reason}
    </Note>
  );
}

function PublicKey() {
  const key = useLoad(() => ask(client.GET("/admin/audit/key")), []);
  return (
    <Card title={told.keyTitle}>
      <p class="lead">{told.keyLead}</p>
      <Shown of={key}>
        {({ pem, data_id: dataId }) => (
          <>
            <pre>{pem}</pre>
            <div class="actions">
              <CopyButton text={pem} label={told.copyKey} />
              <button type="button" onClick={() => saveFile("memoryd.pem", pem, "application/x-pem-file")}>
                {told.saveKey}
              </button>
            </div>
            <p class="muted">
              {told.dataId}: <code class="path">{dataId}</code>
            </p>
          </>
        )}
      </Shown>
    </Card>
  );
}
