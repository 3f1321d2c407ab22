// The keys of the account: which there are, a new one, and the end of one.
import { useState } from "preact/hooks";
import { ask, client, type Model } from "../../api.ts";
import { useAction, useLoad } from "../../load.ts";
import { loadAll } from "../../load-all.ts";
import { Card, Shown } from "../../parts/basics.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Note } from "../../parts/note.tsx";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { keysToShow } from "./key-state.ts";
import { KeyTable } from "./key-table.tsx";
import { NewKey, Secret } from "./new-key.tsx";

const told = words.setup.keys;
/** Rows that are shown at a time. */
const SHOWN = 100;

export function KeysTab() {
  const keys = useLoad(() => loadAll((query) => ask(client.GET("/admin/keys", { params: { query } }))), []);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Model["NewKey"] | null>(null);
  const [revoking, setRevoking] = useState<Model["Key"] | null>(null);
  const [find, setFind] = useState("");
  const [isAll, setAll] = useState(false);
  const [shown, setShown] = useState(SHOWN);
  const rows = keysToShow(keys.data ?? [], { find, isAll, now: Date.now() });
  const isMade = (key: Model["NewKey"]) => {
    setMade(key);
    keys.reload();
  };
  return (
    <Card
      title={told.title}
      actions={
        <button type="button" class="primary" onClick={() => setMaking(true)}>
          {told.make}
        </button>
      }
    >
      <p class="lead">{told.lead}</p>
      <KeyFilter find={find} isAll={isAll} onFind={setFind} onAll={setAll} />
      <Shown of={keys}>{() => <KeyTable keys={rows.slice(0, shown)} onRevoke={setRevoking} />}</Shown>
      {rows.length > shown && (
        <button type="button" onClick={() => setShown(shown + SHOWN)}>
          {told.more(rows.length - shown)}
        </button>
      )}
      {isMaking && <NewKey onClose={() => setMaking(false)} onDone={isMade} />}
      {made !== null && <Secret made={made} onClose={() => setMade(null)} />}
      {revoking !== null && <Revoke of={revoking} onClose={() => setRevoking(null)} onDone={keys.reload} />}
    </Card>
  );
}

function KeyFilter(props: {
  find: string;
  isAll: boolean;
  onFind: (find: string) => void;
  onAll: (isAll: boolean) => void;
}) {
  return (
    <search class="row">
      <input
        type="search"
        class="find"
        aria-label={told.find}
        placeholder={told.find}
        value={props.find}
        onInput={(event) => props.onFind(event.currentTarget.value)}
      />
      <select
        aria-label={told.filter}
        value={props.isAll ? "all" : "working"}
        onChange={(event) => props.onAll(event.currentTarget.value === "all")}
      >
        <option value="working">{told.working}</option>
        <option value="all">{told.all}</option>
      </select>
    </search>
  );
}

function Revoke(props: { of: Model["Key"]; onClose: () => void; onDone: () => void }) {
  const { id, name } = props.of;
  const session = useSession();
  const { run } = useAction();
  return (
    <Confirm
      title={told.revokeTitle(name)}
      text={
        <>
          <p>{told.revokeText}</p>
          {id === session.key_id && <Note tone="warn">{told.revokeOwn}</Note>}
        </>
      }
      action={told.revoke}
      onClose={props.onClose}
      onDone={() =>
        run(async () => {
          await ask(client.DELETE("/admin/keys/{id}", { params: { path: { id } } }));
          props.onDone();
        }, told.revoked)
      }
    />
  );
}
