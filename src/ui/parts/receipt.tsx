// The receipt of an erasure: what went, and the proof of it to be kept.
import type { Model } from "../api.ts";
import { fileNameOf, saveFile } from "../save-file.ts";
import { words } from "../words/words.ts";
import { CopyButton, Time } from "./basics.tsx";
import { Dialog } from "./dialog.tsx";

export function ReceiptNote(props: { receipt: Model["Receipt"]; keysRevoked?: number }) {
  const { receipt, keysRevoked = 0 } = props;
  const text = JSON.stringify(receipt, null, 2);
  const told = words.common.receipt;
  const name = fileNameOf("receipt", receipt.user ?? receipt.core ?? receipt.account, String(receipt.audit_seq));
  return (
    <div class="receipt form">
      <p>
        {told.erased(receipt.brains, receipt.packets, receipt.lessons)} <Time at={receipt.erased_at} />
      </p>
      {keysRevoked > 0 && <p>{told.keysRevoked(keysRevoked)}</p>}
      <p class="muted">{told.keep}</p>
      <pre>{text}</pre>
      <div class="actions">
        <button type="button" class="primary" onClick={() => saveFile(`${name}.json`, text)}>
          {told.save}
        </button>
        <CopyButton text={text} />
      </div>
    </div>
  );
}

export interface Erased {
  readonly receipt: Model["Receipt"];
  readonly keys_revoked: number;
}

export function ReceiptDialog(props: { erased: Erased; onClose: () => void }) {
  return (
    <Dialog title={words.common.receipt.title} onClose={props.onClose} wide>
      <ReceiptNote receipt={props.erased.receipt} keysRevoked={props.erased.keys_revoked} />
    </Dialog>
  );
}
