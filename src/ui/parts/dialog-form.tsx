// A form in a dialog: what goes wrong is told inside it, where the eyes are.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Failure } from "../api.ts";
import { asFailure } from "../load.ts";
import { words } from "../words/words.ts";
import { FailureNote } from "./basics.tsx";
import { Dialog } from "./dialog.tsx";

export interface DialogFormProps<T> {
  readonly title: string;
  readonly submit: string;
  /** Throws Failure: the dialog stays. */
  readonly onSubmit: () => Promise<T>;
  readonly onDone?: (result: T) => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}

export function DialogForm<T>(props: DialogFormProps<T>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const result = await props.onSubmit();
      // Closed first: another dialog that opens now gives the focus back to where this one was opened.
      props.onClose();
      props.onDone?.(result);
    } catch (error) {
      setFailure(asFailure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={props.title} onClose={props.onClose} {...(props.wide === true ? { wide: true } : {})}>
      <form class="form" onSubmit={submit}>
        {props.children}
        {failure !== null && <FailureNote failure={failure} />}
        <div class="dialog-actions">
          <button type="button" onClick={props.onClose}>
            {words.common.cancel}
          </button>
          <button type="submit" class="primary" disabled={busy}>
            {props.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
