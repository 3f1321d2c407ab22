// Reads a list of lines as a sentence: "Rules:\n- no emojis\n- metric units" says "Rules: no emojis; metric units".

const ITEM_MARK = /^(?:[-*•·–—]|[([]?\d{1,2}[.):\]]|[([]?[a-h]\)) /;
/** Within a line, with the letter that follows: "1. no emojis 2. metric units". */
const NUMBER = /(?:^|[ ,;])[([]?(\d{1,2})[.):\]] \p{L}/gu;
const MARKS = ".,;! \t\r";
const SENTENCE_MARKS = ".!?…";
/** A longer item is a text, and a longer line above them no heading. */
const ITEM_CHARS_MAX = 160;

/** Lists of at least two short items; all else is as it was. */
export function withoutListMarks(text: string): string {
  const lines: string[] = [];
  let items: string[] = [];
  const flush = () => {
    const head = items.length > 1 && isHead(lines.at(-1) ?? "") ? `${withoutColon(lines.pop()!)}: ` : "";
    if (items.length > 1) lines.push(head + items.map(itemIn).join("; "));
    else lines.push(...items);
    items = [];
  };
  for (const line of text.split("\n").map(withoutNumbers)) {
    if (line.length <= ITEM_CHARS_MAX && ITEM_MARK.test(spaced(line))) items.push(line);
    else if (items.length === 0 || line.trim() !== "") {
      flush();
      lines.push(line);
    }
  }
  flush();
  return lines.join("\n");
}

/** "My rules for you" above a list, with or without its colon. */
function isHead(line: string): boolean {
  const said = line.trim();
  return said !== "" && said.length <= ITEM_CHARS_MAX && !SENTENCE_MARKS.includes(said.at(-1)!);
}

function withoutColon(line: string): string {
  const said = line.trimEnd();
  return said.endsWith(":") ? said.slice(0, -1).trimEnd() : said;
}

function itemIn(line: string): string {
  return withoutMarks(spaced(line).replace(ITEM_MARK, ""));
}

function spaced(line: string): string {
  return line.trimStart().replaceAll("\t", " ");
}

/** Of an item, or another part of a sentence: the marks at its end, and white space around it. */
export function withoutMarks(part: string): string {
  let end = part.length;
  while (end > 0 && MARKS.includes(part[end - 1]!)) end -= 1;
  return part.slice(0, end).trimStart();
}

/** As it is, where the numbers in the line do not count from 1. */
function withoutNumbers(line: string): string {
  const marks = [...line.matchAll(NUMBER)];
  if (marks.length < 2 || !marks.every(([, number], at) => Number(number) === at + 1)) return line;
  const items = marks.map(({ 0: mark, index }, at) => line.slice(index + mark.length - 1, marks[at + 1]?.index));
  return `${line.slice(0, marks[0]!.index)} ${items.map(withoutMarks).join("; ")}`.trim();
}
