// One memory over the page, with all that is kept of it: to look at, to mend, to erase.
import { useState } from "preact/hooks";
import type { Brain, Model } from "../../api.ts";
import { deleteMemory, readMemory } from "../../brain-requests.ts";
import { useAction, useLoad } from "../../load.ts";
import { Shown } from "../../parts/basics.tsx";
import { Confirm, Dialog } from "../../parts/dialog.tsx";
import { hrefOf, namedCore } from "../../place.ts";
import { isAdmin, useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { EditMemory } from "./edit-memory.tsx";
import { MemoryFacts } from "./memory-facts.tsx";
import { ReplacedBy } from "./replaced-by.tsx";

export interface MemoryDialogProps {
  readonly brain: Brain;
  readonly id: string;
  /** null: it was erased. */
  readonly onChanged: (id: string, turn: Model["MemoryDetail"] | null) => void;
  readonly onClose: () => void;
}

export function MemoryDialog({ brain, id, onChanged, onClose }: MemoryDialogProps) {
  const [mode, setMode] = useState<"look" | "edit" | "erase">("look");
  const { run } = useAction();
  const memory = useLoad(() => readMemory(brain, id), [brain, id]);
  const told = words.people.memory;
  const erase = () =>
    run(async () => {
      await deleteMemory(brain, id);
      onChanged(id, null);
    }, told.erased);
  const saved = (turn: Model["MemoryDetail"]) => {
    onChanged(id, turn);
    memory.reload();
    setMode("look");
  };
  if (mode === "erase") {
    return (
      <Confirm
        title={told.eraseTitle}
        text={told.eraseText}
        action={words.common.delete}
        onDone={erase}
        // Not to what is gone.
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={told.title} onClose={onClose} wide>
      <Shown of={memory}>
        {(turn) =>
          mode === "edit" ? (
            <EditMemory brain={brain} turn={turn} onSaved={saved} onCancel={() => setMode("look")} />
          ) : (
            <div class="form">
              <MemoryFacts brain={brain} turn={turn} />
              <div class="actions">
                <button type="button" class="primary" onClick={() => setMode("edit")}>
                  {told.edit}
                </button>
                <WhyLink brain={brain} input={turn.input} />
                <button type="button" class="danger" onClick={() => setMode("erase")}>
                  {told.erase}
                </button>
              </div>
              <ReplacedBy brain={brain} turn={turn} />
            </div>
          )
        }
      </Shown>
    </Dialog>
  );
}

function WhyLink({ brain, input }: { brain: Brain; input: string }) {
  if (!isAdmin(useSession())) return null;
  return (
    <a class="button" href={hrefOf(["why"], { user: brain.user, core: namedCore(brain.core), q: input })}>
      {words.people.memory.why}
    </a>
  );
}
