import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { finish } from "../../src/base/steps.ts";
import { ANALYSIS_VERSION, createTextAnalyzer } from "../../src/lexical/analyze-text.ts";
import { countTerms } from "../../src/lexical/read-terms.ts";
import { createAccountTasks } from "../../src/reading/text-tasks.ts";

const DIALOGUES = join(import.meta.dir, "../bench/dialogues");
const ODD = [
  "ERR-1042 in config.yaml at 14:05, v2.3.1, snake_case and camelCase, C++ and C#, 1,000 = 1000",
  "O'Brien's state-of-the-art rock'n'roll; user@example.com, #tag, 2025-03-04, ½ of 3.5 kg",
  "Zu müßig? Straße, Mueller und Müller. ¿Qué habitación? Ёлка и елка. \u202fدَرَسَ الطالبُ",
  "",
];

/** Every text of the dialogues, in six languages, and some odd ones. */
async function corpus(): Promise<[string, string][]> {
  const found: [string, string][] = ODD.map((text) => [text, text]);
  for (const name of readdirSync(DIALOGUES).sort()) {
    const { conversations } = await Bun.file(join(DIALOGUES, name)).json();
    for (const { turns } of conversations) for (const { input, answer } of turns) found.push([input, answer]);
  }
  return found;
}

function listOf(terms: Uint8Array): string[] {
  return terms.length === 0 ? [] : new TextDecoder().decode(terms).split("\n");
}

// Where this fails, texts give other terms than those that were stored: raise ANALYSIS_VERSION, and write down the new hash.
test("the terms of texts are those of this version", async () => {
  const tasks = createAccountTasks();
  const hash = new Bun.CryptoHasher("sha256");
  for (const [input, answer] of await corpus()) {
    const { counts, terms, ...others } = finish(tasks.readTerms({ input, answer }));
    hash.update(JSON.stringify([{ ...others, terms: listOf(terms) }, [...counts]]));
  }
  expect(`${ANALYSIS_VERSION}: ${hash.digest("hex")}`).toBe(
    "4: 601f24f2e2d1c4399eae750d44f95859dc783e1bf46d40465fdbabf5d42461eb",
  );
});

test("no term holds a line end, by which stored terms are told apart: there is a pair of counts for each", async () => {
  const analyzer = createTextAnalyzer();
  const ends = ["\n", "\r", "\u2028", "\u0085", "\v"];
  for (const [input, answer] of await corpus()) {
    const said = ends.map((end) => `${input}${end}x`).join("");
    const { terms, counts } = countTerms(finish(analyzer.analyzeStored([said, answer])));
    expect(listOf(terms)).toHaveLength(counts.length / 2);
    for (const term of listOf(terms)) expect(term).not.toMatch(/[\n\r]/);
  }
});
