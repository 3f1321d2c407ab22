// Asks before a turn is deleted.
import type { Brain, Model } from "../../api.ts";
import { deleteMemory } from "../../brain-requests.ts";
import { useAction } from "../../load.ts";
import { MemoryText } from "../../parts/basics.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { beginningOf } from "../../turn-rows.ts";
import { words } from "../../words/words.ts";

const SHOWN_CHARS = 300;
const told = words.mine.erase;

interface DeleteTurnProps {
  readonly brain: Brain;
  readonly item: Model["MemoryItem"];
  readonly onDeleted: (id: string) => void;
  readonly onClose: () => void;
}

export function DeleteTurn({ brain, item, onDeleted, onClose }: DeleteTurnProps) {
  const action = useAction();
  const run = async () => {
    const isDone = await action.run(() => deleteMemory(brain, item.id), told.done);
    if (isDone) onDeleted(item.id);
    return isDone;
  };
  const text = (
    <>
      <MemoryText text={beginningOf(item.text, SHOWN_CHARS)} class="mine-quoted" />
      <p>{told.text}</p>
    </>
  );
  return <Confirm title={told.title} text={text} action={told.action} onDone={run} onClose={onClose} />;
}
