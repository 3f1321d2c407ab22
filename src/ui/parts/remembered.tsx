// One memory, fetched where it is shown: what was said, when, and the way to it.
import type { Brain } from "../api.ts";
import { readMemory } from "../brain-requests.ts";
import { useLoad } from "../load.ts";
import { happenedAt } from "../turn-rows.ts";
import { MemoryText, Shown, Time } from "./basics.tsx";
import { MemoryLink } from "./memory-link.tsx";

export function Remembered(props: { brain: Brain; id: string }) {
  const { brain, id } = props;
  const memory = useLoad(() => readMemory(brain, id), [brain, id]);
  return (
    <Shown of={memory}>
      {(turn) => (
        <div class="remembered">
          <MemoryText text={turn.text} />
          <p class="row hint">
            <Time at={happenedAt(turn)} />
            <MemoryLink brain={brain} id={id} />
          </p>
        </div>
      )}
    </Shown>
  );
}
