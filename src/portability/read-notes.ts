// basic-memory's notes: Markdown with front matter, or the same as JSON; each observation, relation and paragraph a fact.
import { NO_METADATA } from "../domain/metadata.ts";
import { type ForeignTurn, sessionOf, textOf, timeOf } from "./foreign-turn.ts";
import { type Fields, isFields, LineFault } from "./read-fields.ts";

// No two quantifiers that may take the same characters stand side by side here: the time would grow with the square.
/** The line above and below front matter. */
const FENCE = /^---[ \t]*$/;
const HEADING_MARKS = /^#{1,6}\s/;
/** Those that do not end a line of Markdown. */
const OTHER_LINE_ENDS = /[\r\u2028\u2029]/;
/** `- [category] what was observed`; `[ ]` and `[x]` are boxes to tick. */
const OBSERVATION = /^\s*[-*]\s+\[([^[\]()\n]{2,})\]\s+(\S.*)$/;
/** `- relates_to [[Another note]]` */
const RELATION = /^\s*[-*]\s([^[\]\n]*)\[\[([^[\]\n]+)\]\]/;
/** Headings that say what stands below them, not what it is about. */
const PLAIN_HEADING = /^(observations|relations)$/i;
/** A fact is a statement, not a page. */
const FACT_CHARS_MAX = 1_000;
/** It stands before each fact, so that a long one would make the facts of a file far larger than the file. */
const TITLE_CHARS_MAX = 200;
/** YAML may refer to itself: what a parser makes of it grows faster than its length. */
const FRONT_MATTER_CHARS_MAX = 16 * 1024;

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
  const rest = {
    entry,
    sourceId: null,
    user: null,
    answer: "",
    session,
    occurredAt,
    metadata: NO_METADATA,
    isSaid: false,
  };
  return statementsOf(body, shortened(title.trim())).map((input) => ({ ...rest, input }));
}

function split(text: string): { front: Fields; body: readonly string[] } {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (!FENCE.test(lines[0] ?? "")) return { front: {}, body: lines };
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
  if (end === -1) return { front: {}, body: lines };
  return { front: parseFrontMatter(lines.slice(1, end).join("\n")), body: lines.slice(end + 1) };
}

function parseFrontMatter(source: string): Fields {
  if (source.length > FRONT_MATTER_CHARS_MAX) {
    throw new LineFault(`its front matter has more than ${FRONT_MATTER_CHARS_MAX} characters`);
  }
  try {
    const parsed: unknown = Bun.YAML.parse(source);
    return isFields(parsed) ? parsed : {};
  } catch {
    throw new LineFault("its front matter is not valid YAML");
  }
}

function headingOf(body: readonly string[]): string | null {
  for (const line of body) {
    const heading = headingIn(line.trim());
    if (heading !== null) return heading;
  }
  return null;
}

/** `## What it is about ##`, without its marks; null for a line that is none. */
function headingIn(line: string): string | null {
  const marks = HEADING_MARKS.exec(line)?.[0];
  if (marks === undefined) return null;
  const words = line.slice(marks.length).trim();
  let end = words.length;
  while (end > 0 && words[end - 1] === "#") end -= 1;
  // Marks alone are what it says.
  const heading = end === 0 ? "#" : words.slice(0, end).trimEnd();
  return OTHER_LINE_ENDS.test(heading) ? null : heading;
}

function shortened(title: string): string {
  return title.length <= TITLE_CHARS_MAX ? title : `${title.slice(0, wholeEnd(title, TITLE_CHARS_MAX)).trim()}…`;
}

function statementsOf(body: readonly string[], title: string): string[] {
  const found: string[] = [];
  let about = title;
  let paragraph: string[] = [];
  const add = (start: string, text: string) => {
    for (const piece of cut(text)) found.push(`${start}: ${piece}`);
  };
  const close = () => {
    add(about, paragraph.join(" "));
    paragraph = [];
  };
  for (const line of body) {
    const heading = headingIn(line.trim());
    const observation = OBSERVATION.exec(line);
    const relation = RELATION.exec(line);
    if (heading === null && observation === null && relation === null && line.trim() !== "") {
      paragraph.push(line.trim());
      continue;
    }
    close();
    if (heading !== null) {
      const short = shortened(heading);
      about = short === title || PLAIN_HEADING.test(heading) ? title : `${title}, ${short}`;
    } else if (observation !== null) add(`${title} (${shortened(observation[1] ?? "")})`, observation[2] ?? "");
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
  const whole = text.trim();
  let from = 0;
  while (whole.length - from > FACT_CHARS_MAX) {
    const end = from + firstPiece(whole.slice(from, from + FACT_CHARS_MAX + 1));
    pieces.push(whole.slice(from, end).trim());
    from = end;
    while (whole.charAt(from).trim() === "") from += 1;
  }
  if (from < whole.length) pieces.push(whole.slice(from));
  return pieces;
}

/** How much of the text is the first piece: at most FACT_CHARS_MAX. */
function firstPiece(text: string): number {
  const head = text.slice(0, FACT_CHARS_MAX);
  const sentence = Math.max(head.lastIndexOf(". "), head.lastIndexOf("! "), head.lastIndexOf("? "));
  if (sentence > 0) return sentence + 1;
  const word = head.lastIndexOf(" ");
  return word > 0 ? word : wholeEnd(text, FACT_CHARS_MAX);
}

/** `end`, or one less where it would cut a character in two. */
function wholeEnd(text: string, end: number): number {
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
}
