// The pages of the documentation as a test sees them: the README, and every page below docs.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dir, "../..");

export interface Page {
  /** From the root, such as `docs/api.md`. */
  readonly path: string;
  readonly text: string;
}

export interface Block {
  /** The heading above it. */
  readonly heading: string;
  /** What follows the fence: `sh`, `json`, … */
  readonly language: string;
  /** Of the comment right above it, such as `first-conversation: sh`; null where there is none. */
  readonly marker: string | null;
  readonly text: string;
}

export function readPages(): Page[] {
  const below = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  const paths = ["README.md", ...below.sort().map((name) => `docs/${name}`)];
  return paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

export function blocksOf({ text }: Page): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  let open: { language: string; marker: string | null; lines: string[] } | null = null;
  let above = "";
  for (const line of text.split("\n")) {
    if (open === null && line.startsWith("```")) {
      open = { language: line.slice(3), marker: /^<!-- (.*) -->$/.exec(above)?.[1] ?? null, lines: [] };
    } else if (open !== null && line === "```") {
      const { language, marker, lines } = open;
      blocks.push({ heading, language, marker, text: `${lines.join("\n")}\n` });
      open = null;
    } else if (open !== null) open.lines.push(line);
    else if (/^#+ /.test(line)) heading = line.replace(/^#+ /, "");
    above = line;
  }
  return blocks;
}

/** The page without its code blocks: headings, links and tables are read from this alone. */
export function proseOf({ text }: Page): string {
  return text.replace(/^```.*\n[\s\S]*?^```$/gm, "");
}

/** The lines between `<!-- name: begin -->` and `<!-- name: end -->`. */
export function between(page: Page, name: string): string {
  const found = new RegExp(`<!-- ${name}: begin -->\n([\\s\\S]*?)<!-- ${name}: end -->`).exec(page.text)?.[1];
  if (found === undefined) throw new Error(`${page.path} has no part ${name}`);
  return found;
}

/** The rows below a table's head, cell by cell, of the table under a heading. */
export function tableUnder(page: Page, heading: string): string[][] {
  const section = proseOf(page)
    .split(/^#+ /m)
    .find((part) => part.startsWith(`${heading}\n`));
  const lines = (section ?? "").split("\n").filter((line) => line.startsWith("|"));
  if (lines.length < 3) throw new Error(`${page.path} has no table under ${heading}`);
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
