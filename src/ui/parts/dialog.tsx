// A dialog over the page: the browser's own, which keeps the focus inside and ends with Escape.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { words } from "../words/words.ts";
import { Field } from "./basics.tsx";
import { Toasts } from "./toasts.tsx";

export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={ref} class={props.wide === true ? "wide" : ""} aria-labelledby={id} onClose={props.onClose}>
      <div class="dialog-head">
        <h2 id={id}>{props.title}</h2>
        <button type="button" class="quiet" onClick={() => ref.current?.close()}>
          {words.common.close}
        </button>
      </div>
      {props.children}
      <Toasts />
    </dialog>
  );
}

/**
 * Asks before what cannot be taken back. `word`: what is to be typed first. `onDone` does it; the dialog stays until it
 * is done, and where it answers false.
 */
export function Confirm(props: {
  title: string;
  text: ComponentChildren;
  action: string;
  word?: string;
  onDone: () => Promise<boolean>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const isReady = !busy && (props.word === undefined || typed === props.word);
  const confirm = async (event: Event) => {
    event.preventDefault();
    if (!isReady) return;
    setBusy(true);
    if (await props.onDone()) props.onClose();
    else setBusy(false);
  };
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form onSubmit={confirm}>
        <div class="dialog-text">{props.text}</div>
        {props.word !== undefined && (
          <Field label={words.common.typeToConfirm(props.word)}>
            {(ids) => (
              <input
                {...ids}
                autocomplete="off"
                value={typed}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        <div class="dialog-actions">
          <button type="button" onClick={props.onClose}>
            {words.common.cancel}
          </button>
          <button type="submit" class="danger" disabled={!isReady}>
            {props.action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
