// Everything of somebody's own as a file, read page by page in the browser.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Brain, Failure } from "../../api.ts";
import { asFailure } from "../../load.ts";
import { FailureNote } from "../../parts/basics.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { fileNameOf, saveFile } from "../../save-file.ts";
import { words } from "../../words/words.ts";
import { type Exported, exportLines } from "./export-lines.ts";
import { exportSource } from "./export-source.ts";

const told = words.mine.export;
const MEDIA = "application/jsonl";

interface ExportProps {
  readonly brain: Brain;
  readonly user: string;
}

export function ExportAll(props: ExportProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {told.action}
      </button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Closing it ends the export. */
function ExportDialog({ brain, user, onClose }: ExportProps & { onClose: () => void }) {
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const [exported, setExported] = useState<Exported | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  const name = useRef("");
  const save = ({ lines }: Exported) => saveFile(name.current, new Blob([...lines], { type: MEDIA }));
  useEffect(() => {
    const end = new AbortController();
    const at = new Date().toISOString();
    name.current = `${fileNameOf("memory", user, brain.core, at.slice(0, 10))}.jsonl`;
    const header = { user, core: brain.core, service: location.origin, exported_at: at };
    const show = (done: number, total: number) => !end.signal.aborted && setProgress({ done, total });
    exportLines(exportSource(brain), header, show, end.signal).then(
      (all) => {
        if (end.signal.aborted) return;
        setExported(all);
        save(all);
      },
      (error: unknown) => !end.signal.aborted && setFailure(asFailure(error)),
    );
    return () => end.abort();
  }, [round]);
  const retry = () => {
    setFailure(null);
    setRound((old) => old + 1);
  };
  return (
    <Dialog title={told.title} onClose={onClose}>
      <div class="form">
        <p>{told.text}</p>
        {failure !== null && <FailureNote failure={failure} onRetry={retry} />}
        <progress
          aria-label={told.progress}
          value={exported === null ? progress.done : 1}
          max={exported === null ? Math.max(1, progress.total) : 1}
        />
        <p role="status">
          {exported === null
            ? told.sofar(progress.done, progress.total)
            : told.saved(exported.memories, exported.lessons)}
        </p>
        {exported !== null && (
          <div class="actions">
            <button type="button" onClick={() => save(exported)}>
              {told.again}
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
