// The memories that a rule was made of.
import { useState } from "preact/hooks";
import type { Brain } from "../../api.ts";
import { Remembered } from "../../parts/remembered.tsx";
import { words } from "../../words/words.ts";

const STEP = 10;

export function RuleSources(props: { brain: Brain; ids: readonly string[] }) {
  const { brain, ids } = props;
  const [count, setCount] = useState(STEP);
  return (
    <div class="rule-sources">
      {ids.slice(0, count).map((id) => (
        <Remembered key={id} brain={brain} id={id} />
      ))}
      {ids.length > count && (
        <button type="button" onClick={() => setCount(count + STEP)}>
          {words.rules.showMore(Math.min(STEP, ids.length - count))}
        </button>
      )}
    </div>
  );
}
