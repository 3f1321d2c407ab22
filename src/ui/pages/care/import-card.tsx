// An import: the file, where it goes, how far it is, and what came of it.
import { useRef, useState } from "preact/hooks";
import type { Failure, Model } from "../../api.ts";
import { asFailure } from "../../load.ts";
import { Card, Field } from "../../parts/basics.tsx";
import { Note } from "../../parts/note.tsx";
import { useSession } from "../../session.ts";
import { bytesOf } from "../../times.ts";
import { upload } from "../../upload.ts";
import { words } from "../../words/words.ts";
import { CoreField } from "./core-field.tsx";
import { FileDrop } from "./file-drop.tsx";
import { importBody, lineOf } from "./import-file.ts";
import { ImportReport, ImportWrong } from "./import-report.tsx";

const told = words.care.transfer;
type Format = keyof typeof told.formats;
const FORMATS = Object.keys(told.formats) as Format[];
const MEDIA = "application/octet-stream";

interface Target {
  readonly format: Format;
  readonly core: string;
  readonly user: string;
}

type Phase =
  | { readonly is: "idle" | "stopped" | "not-together" }
  | { readonly is: "sending"; readonly sent: number; readonly all: number }
  | { readonly is: "done"; readonly report: Model["ImportResult"] }
  | { readonly is: "wrong"; readonly failure: Failure; readonly line: string | null };

export function ImportCard() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [target, setTarget] = useState<Target>({ format: "", core: "", user: "" });
  const [phase, setPhase] = useState<Phase>({ is: "idle" });
  const stop = useRef<AbortController | null>(null);
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen);
    setPhase({ is: "idle" });
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    stop.current = new AbortController();
    setPhase(await imported(files, target, stop.current.signal, setPhase));
  };
  const isBusy = phase.is === "sending";
  return (
    <Card title={told.importTitle}>
      <p class="lead">{told.importLead}</p>
      <form class="form" onSubmit={submit}>
        <FileDrop files={files} onChoose={choose} />
        <TargetFields target={target} onChange={setTarget} />
        <div class="stop-row">
          <button type="submit" class="primary" disabled={isBusy || files.length === 0}>
            {told.import}
          </button>
          {isBusy && (
            <button type="button" onClick={() => stop.current?.abort()}>
              {told.stop}
            </button>
          )}
        </div>
      </form>
      <ImportPhase of={phase} />
    </Card>
  );
}

async function imported(
  files: readonly File[],
  target: Target,
  signal: AbortSignal,
  onPhase: (phase: Phase) => void,
): Promise<Phase> {
  const body = await importBody(files);
  if (body === null) return { is: "not-together" };
  const query = new URLSearchParams(Object.entries(target).filter(([, value]) => value !== ""));
  const onSent = (sent: number) => onPhase({ is: "sending", sent: Math.min(sent, body.size), all: body.size });
  onSent(0);
  try {
    const path = `/admin/import${query.size === 0 ? "" : `?${query}`}`;
    return { is: "done", report: await upload({ path, file: body, type: MEDIA, onSent, signal }) };
  } catch (error) {
    if (signal.aborted) return { is: "stopped" };
    const failure = asFailure(error);
    const { line } = failure.details;
    return { is: "wrong", failure, line: typeof line === "number" ? await lineOf(body, line) : null };
  }
}

function TargetFields(props: { target: Target; onChange: (target: Target) => void }) {
  const { target, onChange } = props;
  const session = useSession();
  const set = (change: Partial<Target>) => onChange({ ...target, ...change });
  return (
    <>
      <Field label={told.format}>
        {(ids) => (
          <select
            {...ids}
            value={target.format}
            onChange={(event) => set({ format: event.currentTarget.value as Format })}
          >
            {FORMATS.map((format) => (
              <option key={format} value={format}>
                {told.formats[format]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {session.core === null && (
        <CoreField label={told.intoCore} none={told.asInFile} value={target.core} onChange={(core) => set({ core })} />
      )}
      {session.user === null && (
        <Field label={told.intoUser} hint={told.intoUserHint}>
          {(ids) => (
            <input
              {...ids}
              autocomplete="off"
              spellcheck={false}
              value={target.user}
              onInput={(event) => set({ user: event.currentTarget.value.trim() })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function ImportPhase(props: { of: Phase }) {
  const { of: phase } = props;
  return (
    <div aria-live="polite">
      {phase.is === "sending" && <Sending sent={phase.sent} all={phase.all} />}
      {phase.is === "stopped" && <Note>{told.stopped}</Note>}
      {phase.is === "not-together" && <Note tone="bad">{told.notTogether}</Note>}
      {phase.is === "done" && <ImportReport report={phase.report} />}
      {phase.is === "wrong" && <ImportWrong failure={phase.failure} line={phase.line} />}
    </div>
  );
}

function Sending(props: { sent: number; all: number }) {
  const { sent, all } = props;
  return (
    <div class="field">
      <progress aria-label={told.sendingLabel} max={Math.max(1, all)} value={sent} />
      <p class="muted">{sent >= all ? told.storing : told.sending(bytesOf(sent), bytesOf(all))}</p>
    </div>
  );
}
