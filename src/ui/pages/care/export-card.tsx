// An export: what of, how far it is, and the file.
import { useRef, useState } from "preact/hooks";
import { asFailure, toldOf } from "../../load.ts";
import { Card, Field } from "../../parts/basics.tsx";
import { Note } from "../../parts/note.tsx";
import { fileNameOf, saveFile } from "../../save-file.ts";
import { useSession } from "../../session.ts";
import { bytesOf } from "../../times.ts";
import { words } from "../../words/words.ts";
import { CoreField } from "./core-field.tsx";
import { type ExportPart, readExport } from "./export-stream.ts";

const told = words.care.transfer;
type What = keyof typeof told.whats;
const WHATS = Object.keys(told.whats) as What[];
/** The page is not drawn for every piece. */
const DRAWN_EVERY_MS = 100;

type Phase =
  | { readonly is: "idle" | "reading" | "saved"; readonly bytes: number }
  | { readonly is: "failed"; readonly why: string };

export function ExportCard() {
  const session = useSession();
  const isBound = session.core !== null || session.user !== null;
  const [what, setWhat] = useState<What>("account");
  const [part, setPart] = useState<ExportPart>({ core: "", user: "", hasEmbeddings: true });
  const [phase, setPhase] = useState<Phase>({ is: "idle", bytes: 0 });
  const stop = useRef<AbortController | null>(null);
  const set = (change: Partial<ExportPart>) => setPart({ ...part, ...change });
  const choose = (chosen: What) => {
    setWhat(chosen);
    set({ user: "", core: chosen === "core" ? "default" : "" });
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    stop.current = new AbortController();
    setPhase(await exported(part, stop.current.signal, (bytes) => setPhase({ is: "reading", bytes })));
  };
  const isReading = phase.is === "reading";
  return (
    <Card title={told.exportTitle}>
      <p class="lead">{told.exportLead}</p>
      <form class="form" onSubmit={submit}>
        {isBound ? <p>{told.ownPart}</p> : <WhatField what={what} onChange={choose} />}
        {!isBound && what === "user" && (
          <Field label={told.user}>
            {(ids) => (
              <input
                {...ids}
                required
                autocomplete="off"
                spellcheck={false}
                value={part.user}
                onInput={(event) => set({ user: event.currentTarget.value.trim() })}
              />
            )}
          </Field>
        )}
        {!isBound && what !== "account" && (
          <CoreField
            label={told.core}
            none={what === "user" ? told.anyCore : null}
            value={part.core}
            onChange={(core) => set({ core })}
          />
        )}
        <label class="row">
          <input
            type="checkbox"
            checked={part.hasEmbeddings}
            onChange={(event) => set({ hasEmbeddings: event.currentTarget.checked })}
          />
          {told.embeddings}
        </label>
        <p class="hint">{told.embeddingsHint}</p>
        <div class="stop-row">
          <button type="submit" class="primary" disabled={isReading}>
            {told.export}
          </button>
          {isReading && (
            <button type="button" onClick={() => stop.current?.abort()}>
              {told.stop}
            </button>
          )}
          <ExportPhase of={phase} />
        </div>
      </form>
    </Card>
  );
}

function WhatField(props: { what: What; onChange: (what: What) => void }) {
  return (
    <Field label={told.what}>
      {(ids) => (
        <select {...ids} value={props.what} onChange={(event) => props.onChange(event.currentTarget.value as What)}>
          {WHATS.map((each) => (
            <option key={each} value={each}>
              {told.whats[each]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

async function exported(part: ExportPart, signal: AbortSignal, onRead: (bytes: number) => void): Promise<Phase> {
  let drawnAt = 0;
  onRead(0);
  try {
    const blob = await readExport(
      part,
      (bytes) => {
        if (performance.now() - drawnAt < DRAWN_EVERY_MS) return;
        drawnAt = performance.now();
        onRead(bytes);
      },
      signal,
    );
    const day = new Date().toISOString().slice(0, 10);
    const named = [part.user, part.core].filter((name) => name !== "");
    saveFile(`${fileNameOf("memoryd", ...(named.length === 0 ? ["account"] : named), day)}.jsonl`, blob);
    return { is: "saved", bytes: blob.size };
  } catch (error) {
    const failure = asFailure(error);
    if (signal.aborted) return { is: "idle", bytes: 0 };
    return { is: "failed", why: failure.code === "broke_off" ? told.brokeOff : toldOf(failure) };
  }
}

function ExportPhase(props: { of: Phase }) {
  const { of: phase } = props;
  return (
    <div role="status">
      {phase.is === "reading" && <span class="muted">{told.exporting(bytesOf(phase.bytes))}</span>}
      {phase.is === "saved" && <Note tone="good">{told.exported(bytesOf(phase.bytes))}</Note>}
      {phase.is === "failed" && <Note tone="bad">{phase.why}</Note>}
    </div>
  );
}
