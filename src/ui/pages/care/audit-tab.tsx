// The audit: what was done, and whether its chain is whole.
import { useState } from "preact/hooks";
import { ask, client, type Model } from "../../api.ts";
import { useAction, usePages } from "../../load.ts";
import { Card, CopyButton } from "../../parts/basics.tsx";
import { Note } from "../../parts/note.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { isOperator, useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { AuditEntry } from "./audit-entry.tsx";

const told = words.care.audit;
const PAGE = 100;

export function AuditTab() {
  const pages = usePages((cursor) => {
    const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    return ask(client.GET("/admin/audit", { params: { query } }));
  }, []);
  const [found, setFound] = useState<Model["AuditCheck"] | null>(null);
  const { busy, run } = useAction();
  const check = () => run(async () => setFound(await ask(client.GET("/admin/audit/check"))));
  const button = (
    <button type="button" disabled={busy} onClick={check}>
      {busy ? told.checking : told.check}
    </button>
  );
  return (
    <Card title={told.title} actions={isOperator(useSession()) && button}>
      <p class="lead">{told.lead}</p>
      <div aria-live="polite">{found !== null && <Chain of={found} />}</div>
      <VirtualList label={told.listLabel} pages={pages} keyOf={({ seq }) => String(seq)} height={64} empty={told.none}>
        {(entry) => <AuditEntry entry={entry} />}
      </VirtualList>
    </Card>
  );
}

function Chain(props: { of: Model["AuditCheck"] }) {
  const { ok, entries, head, broken_at: brokenAt, reason } = props.of;
  if (!ok) {
    return (
      <Note tone="bad">
        {told.broken(brokenAt ?? 0)} {reason}
      </Note>
    );
  }
  return (
    <Note tone="good">
      <p>{told.sound(entries)}</p>
      <p>{told.head}</p>
      <p class="row">
        <code class="path">{head}</code> <CopyButton text={head} label={told.copyHead} />
      </p>
    </Note>
  );
}
