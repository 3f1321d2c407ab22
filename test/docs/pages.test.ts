// README and docs against what is there: links, paths, commands, and the tables of settings, operations and errors.

import { beforeAll, describe, expect, test } from "bun:test";
import { SETTING_NAMES } from "../../src/config/settings.ts";
import { DEFAULT_ACCOUNT_SETTINGS, SOURCES_MAX, SOURCES_MOST } from "../../src/domain/account-settings.ts";
import { ROUTE_SPECS, readDocument } from "../support/api-document.ts";
import {
  brokenLinks,
  missingFromIndex,
  missingPaths,
  numbersWithoutCommand,
  packageScripts,
  tooLong,
  unknownScripts,
  unnamedBlocks,
} from "./check-pages.ts";
import { errorsTable, settingsTable, shownDefault } from "./code-tables.ts";
import { between, type Page, readPages, tableUnder } from "./pages.ts";

const PAGES = readPages();
const SCRIPTS = packageScripts();

function pageOf(path: string): Page {
  const page = PAGES.find((each) => each.path === path);
  if (page === undefined) throw new Error(`there is no ${path}`);
  return page;
}

/** Operation -> who may call it, from the document and the routes. */
const accessOf = new Map<string, string>();

beforeAll(async () => {
  const document = await readDocument();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of Object.keys(methods)) {
      const spec = ROUTE_SPECS.find((each) => isRoute(each, method, path));
      accessOf.set(`${method.toUpperCase()} ${path}`, spec?.access ?? "public");
    }
  }
});

function isRoute(spec: { readonly method: string; readonly path: string }, method: string, path: string): boolean {
  return spec.method === method.toUpperCase() && spec.path.replace(/:(\w+)/g, "{$1}") === path;
}

/** `GET POST /lessons` is two operations. */
function operationsIn(cell: string): string[] {
  return [...cell.matchAll(/`([A-Z ]+) (\/[^`]*)`/g)].flatMap(([, methods = "", path = ""]) =>
    methods.split(" ").map((method) => `${method} ${path}`),
  );
}

describe("every page", () => {
  test("has links that lead somewhere", () => {
    expect(PAGES.flatMap((page) => brokenLinks(page, PAGES))).toEqual([]);
  });

  test("names files and folders that are there", () => {
    expect(PAGES.flatMap(missingPaths)).toEqual([]);
  });

  test("names scripts of package.json, with options that they know", () => {
    expect(PAGES.flatMap((page) => unknownScripts(page, SCRIPTS))).toEqual([]);
  });

  test("says of each block what language it is in", () => {
    expect(PAGES.flatMap(unnamedBlocks)).toEqual([]);
  });

  test("stands in the index", () => {
    expect(PAGES.length).toBeGreaterThan(15);
    expect(missingFromIndex(PAGES)).toEqual([]);
  });
});

test("the README is a door, not a house", () => {
  expect(tooLong(pageOf("README.md"))).toEqual([]);
});

test("each of the README's numbers has a command", () => {
  const rows = tableUnder(pageOf("README.md"), "Ten numbers");
  expect(rows).toHaveLength(10);
  expect(rows.filter(([, , command = ""]) => !/^`bun run [^`]+`$/.test(command))).toEqual([]);
});

test.each(["benchmarks", "scaling"])("each part of %s has a command", (page) => {
  expect(numbersWithoutCommand(pageOf(`docs/${page}.md`))).toEqual([]);
});

describe("tables that follow the code", () => {
  test("settings: `bun test/docs/code-tables.ts` prints them", () => {
    expect(between(pageOf("docs/settings.md"), "settings")).toBe(settingsTable());
  });

  test("the README's settings have the defaults that are declared", () => {
    const rows = tableUnder(pageOf("README.md"), "Settings that matter");
    const declared = SETTING_NAMES.map((name) => [`\`${name}\``, shownDefault(name)]);
    expect(rows).toHaveLength(6);
    for (const row of rows) expect(declared).toContainEqual(row.slice(0, 2));
  });

  test("an account's settings have the defaults that are declared", () => {
    const rows = tableUnder(pageOf("docs/accounts.md"), "Account settings");
    const unchosen: Readonly<Record<string, string>> = {
      retrievalMode: "the server's",
      sourcesMax: `${SOURCES_MAX}, in hybrid mode ${SOURCES_MOST}`,
      redact: "`off`",
    };
    const declared = Object.entries(DEFAULT_ACCOUNT_SETTINGS).map(([name, standard]) => [
      `\`${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}\``,
      unchosen[name] ?? (String(standard) === "" ? "none" : `\`${standard}\``),
    ]);
    expect(rows.map((row) => row.slice(0, 2)).sort()).toEqual(declared.sort());
  });

  test("errors: `bun test/docs/code-tables.ts` prints them", () => {
    expect(between(pageOf("docs/api.md"), "errors")).toBe(errorsTable());
  });

  test("operations: each of the OpenAPI document, with the key that it takes, and no other", () => {
    const rows = tableUnder(pageOf("docs/api.md"), "Operations");
    const shown = rows.flatMap(([cell = "", key = ""]) => operationsIn(cell).map((operation) => `${operation} ${key}`));
    const declared = [...accessOf].map(([operation, access]) => `${operation} ${access}`);
    expect(declared.length).toBeGreaterThan(40);
    expect(shown.sort()).toEqual(declared.sort());
  });

  test("the README's table of the API holds each operation once", () => {
    const rows = tableUnder(pageOf("README.md"), "The API");
    expect(rows.flatMap(([cell = ""]) => operationsIn(cell)).sort()).toEqual([...accessOf.keys()].sort());
  });
});

describe("a planted fault is found", () => {
  const planted = (text: string, path = "docs/planted.md"): Page => ({ path, text });

  test("in links and anchors", () => {
    const page = planted("[a](gone.md) [b](api.md#gone) [c](api.md#notes) [d](#here) `[e](gone.md)`\n\n# There\n");
    expect(brokenLinks(page, [...PAGES, page])).toEqual([
      "docs/planted.md: gone.md leads nowhere",
      "docs/planted.md: api.md#gone has no such heading",
      "docs/planted.md: #here has no such heading",
    ]);
  });

  test("in paths, in text and in blocks", () => {
    const page = planted("`src/gone.ts`, test/docs/pages.ts.\n\n```sh\nbun test test/gone\n```\n");
    expect(missingPaths(page)).toEqual([
      "docs/planted.md: there is no src/gone.ts",
      "docs/planted.md: there is no test/gone",
    ]);
  });

  test("in scripts and their options", () => {
    const page = planted("`bun run bensch` `bun run bench -- --onyl ranking` `bun run bench -- --only ranking`");
    expect(unknownScripts(page, SCRIPTS)).toEqual([
      "docs/planted.md: there is no script bensch",
      "docs/planted.md: bench knows no --onyl",
    ]);
  });

  test("in the length of the README, in the index, in numbers and blocks", () => {
    expect(tooLong(planted("line\n".repeat(251), "README.md"))).toEqual(["README.md has 251 lines"]);
    expect(tooLong(planted("line\n".repeat(250), "README.md"))).toEqual([]);
    expect(missingFromIndex([...PAGES, planted("")])).toEqual(["docs/planted.md"]);
    expect(numbersWithoutCommand(planted("# Head\n\n## Speed\n\n12 ms\n"))).toEqual([
      'docs/planted.md: "Speed" names no command',
    ]);
    expect(unnamedBlocks(planted("## Part\n\n```\nx\n```\n"))).toEqual([
      "docs/planted.md: a block under Part has no language",
    ]);
  });
});
