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
/** Where they may stand: the page, and each dialog over it, which nothing below is seen or heard through. The last one shows them. */
const places: (() => void)[] = [];

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
  for (const draw of places) draw();
}

export function Toasts() {
  const [, redraw] = useState(0);
  const [draw] = useState(() => () => redraw((old) => old + 1));
  useEffect(() => {
    places.push(draw);
    redrawAll();
    return () => {
      places.splice(places.indexOf(draw), 1);
      redrawAll();
    };
  }, []);
  const shown = places.at(-1) === draw ? toasts : [];
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map(({ id, tone, text }) => (
        <p key={id} class={`toast ${tone}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
