// Erases everything of somebody's own, with a receipt.
import { useState } from "preact/hooks";
import type { Model } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { ReceiptDialog } from "../../parts/receipt.tsx";
import { fileNameOf, saveFile } from "../../save-file.ts";
import { words } from "../../words/words.ts";
import { eraseAll } from "./own-memory.ts";

const told = words.mine.eraseAll;

export function EraseAll({ core, user, onErased }: { core: string; user: string; onErased: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const [receipt, setReceipt] = useState<Model["Receipt"] | null>(null);
  const action = useAction();
  const run = () =>
    action.run(async () => {
      const made = await eraseAll(core);
      // It is made once: whoever closes the page has it.
      saveFile(`${fileNameOf("receipt", user, String(made.audit_seq))}.json`, JSON.stringify(made, null, 2));
      setReceipt(made);
      onErased();
    });
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsked(true)}>
        {told.action}
      </button>
      {isAsked && (
        <Confirm
          title={told.title}
          text={
            <>
              <p>{told.text}</p>
              {core !== "default" && <p>{told.inCore(core)}</p>}
            </>
          }
          word={user}
          action={told.confirm}
          onDone={run}
          onClose={() => setAsked(false)}
        />
      )}
      {receipt !== null && !isAsked && (
        <ReceiptDialog erased={{ receipt, keys_revoked: 0 }} onClose={() => setReceipt(null)} />
      )}
    </>
  );
}
