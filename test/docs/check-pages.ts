// What a program can check of a page: its links, the files it names, the commands it names. Each gives its findings.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { blocksOf, type Page, proseOf, ROOT } from "./pages.ts";

const README_LINES_MAX = 250;

/** As GitHub makes them: a heading that stands there twice gets a number. */
function anchorsOf(page: Page): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of proseOf(page).matchAll(/^#+ (.*)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
      .replaceAll(" ", "-");
    let unique = slug;
    for (let nth = 1; anchors.has(unique); nth += 1) unique = `${slug}-${nth}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Targets of links, without what stands as code. */
function linksOf(page: Page): string[] {
  const prose = proseOf(page).replace(/`[^`\n]*`/g, "code");
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => target);
}

export function brokenLinks(page: Page, pages: readonly Page[]): string[] {
  return linksOf(page).flatMap((link) => {
    if (/^https?:/.test(link)) return [];
    const [file = "", anchor] = link.split("#");
    const path = file === "" ? page.path : normalize(join(dirname(page.path), file));
    if (!existsSync(join(ROOT, path)) && !pages.some((each) => each.path === path))
      return [`${page.path}: ${link} leads nowhere`];
    if (anchor === undefined) return [];
    const target = pages.find((each) => each.path === path);
    return target !== undefined && anchorsOf(target).has(anchor) ? [] : [`${page.path}: ${link} has no such heading`];
  });
}

/** Whatever looks like a path of the repository must be one, in text and in blocks. */
export function missingPaths(page: Page): string[] {
  const named = page.text.matchAll(/(?<![\w./-])(?:src|test|wasm|docs|\.ci)\/[\w./-]*/g);
  const paths = new Set([...named].map(([path]) => path.replace(/[.]+$/, "")));
  return [...paths].filter((path) => !existsSync(join(ROOT, path))).map((path) => `${page.path}: there is no ${path}`);
}

type Scripts = Readonly<Record<string, string>>;

export function packageScripts(): Scripts {
  return (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Scripts }).scripts;
}

/** `bun run NAME` names a script, and each option after it stands in the script's file. */
export function unknownScripts(page: Page, scripts: Scripts): string[] {
  const commands = page.text.matchAll(/\bbun(?:@[\d.]+)? (?:run ([\w:-]+)|(start))([^`\n#]*)/g);
  return [...commands].flatMap(([, run, start, rest = ""]) => {
    const name = run ?? start ?? "";
    const script = scripts[name];
    if (script === undefined) return [`${page.path}: there is no script ${name}`];
    const file = /\bbun (\S+\.ts)$/.exec(script)?.[1];
    const source = file === undefined ? "" : readFileSync(join(ROOT, file), "utf8");
    const options = [...rest.matchAll(/--([a-z][a-z-]*)/g)].map(([, option = ""]) => option);
    // Declared as a key, with or without quotes, or named in the help.
    const isKnown = (option: string) => new RegExp(`--${option}\\b|"${option}"|^ *${option}:`, "m").test(source);
    return options.filter((option) => !isKnown(option)).map((option) => `${page.path}: ${name} knows no --${option}`);
  });
}

/** In a page of numbers every part of its own has a command. */
export function numbersWithoutCommand(page: Page): string[] {
  return page.text
    .split(/^## /m)
    .slice(1)
    .filter((part) => /\d/.test(part) && !/\bbun (?:run|test) /.test(part))
    .map((part) => `${page.path}: "${part.split("\n")[0]}" names no command`);
}

export function missingFromIndex(pages: readonly Page[]): string[] {
  const index = pages.find(({ path }) => path === "docs/README.md");
  const linked = new Set(index === undefined ? [] : linksOf(index).map((link) => `docs/${link.split("#")[0]}`));
  return pages
    .map(({ path }) => path)
    .filter((path) => path.startsWith("docs/") && path !== "docs/README.md" && !linked.has(path));
}

export function tooLong({ path, text }: Page): string[] {
  const lines = text.replace(/\n$/, "").split("\n").length;
  return path === "README.md" && lines > README_LINES_MAX ? [`${path} has ${lines} lines`] : [];
}

/** A block that no test knows how to run must say that it is no shell: an unnamed fence is a fault. */
export function unnamedBlocks(page: Page): string[] {
  return blocksOf(page)
    .filter(({ language }) => language === "")
    .map(({ heading }) => `${page.path}: a block under ${heading} has no language`);
}
