// Short messages at the edge of the page, read out by screen readers.
import { useEffect, useState } from "preact/hooks";

type Tone = "good" | "bad";

interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
}

const SHOWN_MS = 6_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
/** What shows them: the page, and the dialog over it, which nothing of the page is seen or heard through. */
const shown = new Set<() => void>();

export function tell(tone: Tone, text: string): void {
  const id = ++lastId;
  toasts = [...toasts, { id, tone, text }];
  redrawAll();
  setTimeout(() => {
    toasts = toasts.filter((each) => each.id !== id);
    redrawAll();
  }, SHOWN_MS);
}

function redrawAll(): void {
  for (const draw of shown) draw();
}

export function Toasts() {
  const [, redraw] = useState(0);
  useEffect(() => {
    const draw = () => redraw((old) => old + 1);
    shown.add(draw);
    return () => {
      shown.delete(draw);
    };
  }, []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, tone, text }) => (
        <p key={id} class={`toast ${tone}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
