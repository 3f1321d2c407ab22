// basic-memory's notes: Markdown with front matter, or the same as JSON; each observation, relation and paragraph a fact.
import { type ForeignTurn, sessionOf, textOf, timeOf } from "./foreign-turn.ts";
import { type Fields, isFields, LineFault } from "./read-fields.ts";

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const HEADING = /^#{1,6}\s+(.+?)\s*#*$/;
/** `- [category] what was observed`; `[ ]` and `[x]` are boxes to tick. */
const OBSERVATION = /^\s*[-*]\s+\[([^[\]()\n]{2,})\]\s+(\S.*)$/;
/** `- relates_to [[Another note]]` */
const RELATION = /^\s*[-*]\s+([^[\]\n]*?)\s*\[\[([^[\]\n]+)\]\]/;
/** Headings that say what stands below them, not what it is about. */
const PLAIN_HEADING = /^(observations|relations)$/i;
/** A fact is a statement, not a page. */
const FACT_CHARS_MAX = 1_000;

/** The list of notes, wherever it stands; null where the document is none of basic-memory's. */
export function noteList(document: unknown): readonly Fields[] | null {
  const list = isFields(document) ? (document.notes ?? document.results ?? document.entities ?? [document]) : document;
  if (!Array.isArray(list) || list.length === 0 || !list.every(isNote)) return null;
  return list;
}

function isNote(value: unknown): boolean {
  return (
    isFields(value) &&
    typeof value.content === "string" &&
    ("title" in value || "permalink" in value || "file_path" in value)
  );
}

export function readNotes(document: unknown, onEntry: (entry: number) => void): ForeignTurn[] {
  const list = typeof document === "string" ? [{ content: document }] : noteList(document);
  if (list === null) throw new LineFault("it must be a note in Markdown, or a list of notes");
  return list.flatMap((note, at) => {
    onEntry(at + 1);
    return factsOf(note, at + 1);
  });
}

function factsOf(note: Fields, entry: number): ForeignTurn[] {
  const { front, body } = split(textOf(note, "content") ?? "");
  const fields = { ...note, ...(isFields(note.frontmatter) ? note.frontmatter : {}), ...front };
  const title = textOf(fields, "title", "permalink", "file_path") ?? headingOf(body) ?? "Note";
  const occurredAt = timeOf(fields, "created", "created_at", "date", "modified", "updated_at");
  const session = sessionOf(textOf(fields, "permalink") ?? title);
  const rest = { entry, sourceId: null, user: null, answer: "", session, occurredAt, isSaid: false };
  return statementsOf(body, title.trim()).map((input) => ({ ...rest, input }));
}

function split(text: string): { front: Fields; body: string } {
  const source = text.replace(/^\uFEFF/, "");
  const match = FRONT_MATTER.exec(source);
  if (match === null) return { front: {}, body: source };
  return { front: parseFrontMatter(match[1] ?? ""), body: source.slice(match[0].length) };
}

function parseFrontMatter(source: string): Fields {
  try {
    const parsed: unknown = Bun.YAML.parse(source);
    return isFields(parsed) ? parsed : {};
  } catch {
    throw new LineFault("its front matter is not valid YAML");
  }
}

function headingOf(body: string): string | null {
  for (const line of body.split("\n")) {
    const heading = HEADING.exec(line.trim())?.[1];
    if (heading !== undefined) return heading;
  }
  return null;
}

function statementsOf(body: string, title: string): string[] {
  const found: string[] = [];
  let about = title;
  let paragraph: string[] = [];
  const close = () => {
    for (const piece of cut(paragraph.join(" ").trim())) found.push(`${about}: ${piece}`);
    paragraph = [];
  };
  for (const line of body.split(/\r?\n/)) {
    const heading = HEADING.exec(line.trim())?.[1];
    const observation = OBSERVATION.exec(line);
    const relation = RELATION.exec(line);
    if (heading === undefined && observation === null && relation === null && line.trim() !== "") {
      paragraph.push(line.trim());
      continue;
    }
    close();
    if (heading !== undefined)
      about = heading === title || PLAIN_HEADING.test(heading) ? title : `${title}, ${heading}`;
    else if (observation !== null)
      found.push(...cut(observation[2] ?? "").map((each) => `${title} (${observation[1]}): ${each}`));
    else if (relation !== null) found.push(relationText(title, relation[1] ?? "", relation[2] ?? ""));
  }
  close();
  return found;
}

function relationText(title: string, kind: string, other: string): string {
  const verb = kind.replaceAll(/[_-]+/g, " ").trim();
  return `${title} ${verb === "" ? "links to" : verb} ${other}`;
}

/** Pieces of at most FACT_CHARS_MAX, cut where a sentence or at least a word ends. */
function cut(text: string): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > FACT_CHARS_MAX) {
    const head = rest.slice(0, FACT_CHARS_MAX);
    const sentence = Math.max(head.lastIndexOf(". "), head.lastIndexOf("! "), head.lastIndexOf("? "));
    const end = sentence > 0 ? sentence + 1 : head.lastIndexOf(" ") > 0 ? head.lastIndexOf(" ") : FACT_CHARS_MAX;
    pieces.push(rest.slice(0, end).toWellFormed().trim());
    rest = rest.slice(end).trim();
  }
  return rest === "" ? pieces : [...pieces, rest];
}
