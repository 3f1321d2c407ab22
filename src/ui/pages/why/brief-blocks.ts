// Reads a brief for the eye: its headings, its quotations, and the rules among them.
export interface BriefBlock {
  readonly kind: "heading" | "entry" | "quote" | "text";
  readonly text: string;
}

const RULES_HEADING = "Standing rules";

function read(line: string): BriefBlock {
  if (line.startsWith(">")) return { kind: "quote", text: line.replace(/^> ?/, "") };
  if (line.startsWith("### ")) return { kind: "entry", text: line.slice(4) };
  if (line.startsWith("## ")) return { kind: "heading", text: line.slice(3) };
  return { kind: "text", text: line };
}

/** Lines of one kind that follow each other are one block; an empty line ends it. */
export function blocksOf(content: string): readonly BriefBlock[] {
  const blocks: BriefBlock[] = [];
  let isOpen = false;
  for (const line of content.split("\n")) {
    const block = read(line);
    const last = blocks.at(-1);
    const joins = isOpen && last?.kind === block.kind && (block.kind === "quote" || block.kind === "text");
    isOpen = line !== "";
    if (!isOpen) continue;
    if (joins) blocks[blocks.length - 1] = { kind: block.kind, text: `${last?.text}\n${block.text}` };
    else blocks.push(block);
  }
  return blocks;
}

/** The quotations under the last heading of the rules: what stands before it is the constitution's own text. */
export function rulesOf(blocks: readonly BriefBlock[]): readonly string[] {
  const start = blocks.findLastIndex(({ kind, text }) => kind === "heading" && text === RULES_HEADING);
  if (start < 0) return [];
  const rest = blocks.slice(start + 1);
  const end = rest.findIndex(({ kind }) => kind === "heading");
  return (end < 0 ? rest : rest.slice(0, end)).filter(({ kind }) => kind === "quote").map(({ text }) => text);
}

function plain(text: string): string {
  return text.split(/\s+/).join(" ").trim();
}

/** Whether two texts are the same but for where their lines end. */
export function isSameText(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

export function endsWithText(text: string, end: string): boolean {
  return plain(text).endsWith(plain(end));
}
