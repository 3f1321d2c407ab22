// Erases everything of somebody's own, with a receipt.
import { useState } from "preact/hooks";
import type { Brain } from "../../api.ts";
import { eraseBrain } from "../../brain-requests.ts";
import { useAction } from "../../load.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { type Erased, ReceiptDialog } from "../../parts/receipt.tsx";
import { fileNameOf, saveFile } from "../../save-file.ts";
import { words } from "../../words/words.ts";

const told = words.mine.eraseAll;

export function EraseAll({ brain, user, onErased }: { brain: Brain; user: string; onErased: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const [erased, setErased] = useState<Erased | null>(null);
  const action = useAction();
  const run = () =>
    action.run(async () => {
      const made = await eraseBrain(brain);
      // It is made once: whoever closes the page has it.
      const { receipt } = made;
      saveFile(`${fileNameOf("receipt", user, String(receipt.audit_seq))}.json`, JSON.stringify(receipt, null, 2));
      setErased(made);
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
              {brain.core !== "default" && <p>{told.inCore(brain.core)}</p>}
            </>
          }
          word={user}
          action={told.confirm}
          onDone={run}
          onClose={() => setAsked(false)}
        />
      )}
      {erased !== null && !isAsked && <ReceiptDialog erased={erased} onClose={() => setErased(null)} />}
    </>
  );
}
