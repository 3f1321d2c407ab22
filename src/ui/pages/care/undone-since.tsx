// What a restore undoes that has to be done again: everything revoked and erased since the backup.
import { ask, client, type Model } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { Shown } from "../../parts/basics.tsx";
import { Note } from "../../parts/note.tsx";
import { words } from "../../words/words.ts";
import { AuditEntry } from "./audit-entry.tsx";

const told = words.care.restore;
const PAGE = 100;
const LOOKED_AT_MAX = 1_000;

const TO_BE_DONE_AGAIN: ReadonlySet<string> = new Set([
  ...["key.revoked", "memory.erased", "memory.deleted", "user.erased", "core.deleted", "account.deleted"],
  ...["lesson.deleted", "constitution.deleted"],
]);

interface Undone {
  readonly entries: readonly Model["AuditEntry"][];
  readonly isAll: boolean;
}

/** `at`: when the backup was made, to the second. Throws Failure. */
async function undoneSince(at: string): Promise<Undone> {
  const since = Date.parse(at);
  const entries: Model["AuditEntry"][] = [];
  let cursor: { cursor?: string } = {};
  for (let looked = 0; looked < LOOKED_AT_MAX; looked += PAGE) {
    const page = await ask(client.GET("/admin/audit", { params: { query: { limit: PAGE, ...cursor } } }));
    const later = page.items.filter((entry) => Date.parse(entry.at) >= since);
    entries.push(...later.filter(({ action }) => TO_BE_DONE_AGAIN.has(action)));
    if (later.length < page.items.length || page.next_cursor === null) return { entries, isAll: true };
    cursor = { cursor: page.next_cursor };
  }
  return { entries, isAll: false };
}

export function UndoneSince(props: { at: string }) {
  const undone = useLoad(() => undoneSince(props.at), [props.at]);
  return (
    <>
      <p class="hint">{told.beforeText}</p>
      <Shown of={undone}>
        {({ entries, isAll }) => (
          <>
            {entries.length === 0 && <p>{told.beforeNothing}</p>}
            {entries.length > 0 && (
              <ul class="undone" aria-label={told.beforeLabel}>
                {entries.map((entry) => (
                  <li key={entry.seq}>
                    <AuditEntry entry={entry} />
                  </li>
                ))}
              </ul>
            )}
            {!isAll && <Note tone="warn">{told.beforeMany}</Note>}
          </>
        )}
      </Shown>
    </>
  );
}
