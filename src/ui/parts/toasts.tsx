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
let draw: (() => void) | null = null;

export function tell(tone: Tone, text: string): void {
  const id = ++lastId;
  toasts = [...toasts, { id, tone, text }];
  draw?.();
  setTimeout(() => {
    toasts = toasts.filter((each) => each.id !== id);
    draw?.();
  }, SHOWN_MS);
}

export function Toasts() {
  const [, redraw] = useState(0);
  useEffect(() => {
    draw = () => redraw((old) => old + 1);
    return () => {
      draw = null;
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
