// What came of an import: counts, or the line that is wrong.
import type { Failure, Model } from "../../api.ts";
import { FailureNote } from "../../parts/basics.tsx";
import { Note } from "../../parts/note.tsx";
import { DataTable } from "../../parts/table.tsx";
import { numberOf } from "../../times.ts";
import { words } from "../../words/words.ts";

const told = words.care.transfer.report;
const wrong = words.care.transfer.wrong;
const { formats } = words.care.transfer;

export function ImportReport(props: { report: Model["ImportResult"] }) {
  const { format, brains, packets, lessons, forgotten_rules: forgotten, to_embed: toEmbed } = props.report;
  const rows = [
    { what: told.packets, ...packets },
    { what: told.lessons, ...lessons },
    { what: told.forgotten, ...forgotten },
  ];
  const made = madeIn(props.report);
  return (
    <section class="form" aria-label={told.title}>
      <Note tone="good">
        <strong>{told.title}.</strong> {told.lead(formats[format], brains)}
      </Note>
      <DataTable
        label={told.title}
        rows={rows}
        keyOf={({ what }) => what}
        columns={[
          { label: told.columns.what, show: ({ what }) => what },
          { label: told.columns.stored, kind: "number", show: ({ stored }) => numberOf(stored) },
          { label: told.columns.skipped, kind: "number", show: ({ skipped }) => numberOf(skipped) },
        ]}
      />
      {made.length > 0 && (
        <p>
          {told.made}: {made.join(", ")}.
        </p>
      )}
      {lessons.expired > 0 && <p>{told.expired(lessons.expired)}</p>}
      {toEmbed > 0 && <p class="hint">{told.toEmbed(toEmbed)}</p>}
    </section>
  );
}

function madeIn({ cores, constitutions, settings }: Model["ImportResult"]): readonly string[] {
  return [
    ...(cores > 0 ? [told.cores(cores)] : []),
    ...(constitutions > 0 ? [told.constitutions(constitutions)] : []),
    ...(settings > 0 ? [told.settings(settings)] : []),
  ];
}

/** `line`: the text of the line that is at fault, where it is known. */
export function ImportWrong(props: { failure: Failure; line: string | null }) {
  const { failure, line } = props;
  const { line: at, entry } = failure.details;
  return (
    <div class="form">
      <h3>{wrong.title}</h3>
      <FailureNote failure={failure} />
      {typeof at === "number" && line !== null && (
        <>
          <p>{wrong.line(at)}</p>
          <pre class="wrong-line" dir="auto">
            {line}
          </pre>
        </>
      )}
      {typeof entry === "number" && <p>{wrong.entry(entry)}</p>}
    </div>
  );
}
