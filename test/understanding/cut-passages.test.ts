import { expect, test } from "bun:test";
import { cutPassages } from "../../src/understanding/cut-passages.ts";
import { expectLinear } from "../support/growth.ts";

/** Each passage, with what it leans on behind it. */
function cut(text: string): string[] {
  const passages = cutPassages(text);
  return passages.map(({ start, end, leansOn }) => {
    const above = passages[leansOn];
    return text.slice(start, end) + (above === undefined ? "" : ` <- ${text.slice(above.start, above.end)}`);
  });
}

test("prose is cut at sentences", () => {
  expect(cut("The kiln needs a permit. Glaze comes later on. Nothing else is due.")).toEqual([
    "The kiln needs a permit.",
    "Glaze comes later on. Nothing else is due.",
  ]);
  expect(cut("Ask Dr. Weber for the 3.50 euros today! Then go and sleep for a while?")).toEqual([
    "Ask Dr. Weber for the 3.50 euros today!",
    "Then go and sleep for a while? <- Ask Dr. Weber for the 3.50 euros today!",
  ]);
  expect(cut("これは一つ目のとても長い文であり、まだ終わらないのです。これは文です。")).toEqual([
    "これは一つ目のとても長い文であり、まだ終わらないのです。",
    "これは文です。",
  ]);
});

test("a sentence that begins with a pronoun leans on the one before it", () => {
  expect(cut("The deposit is due in spring time. It is 400 euros in all of it.")[1]).toBe(
    "It is 400 euros in all of it. <- The deposit is due in spring time.",
  );
});

test("an item is a passage, and leans on what heads its list", () => {
  expect(cut("## Packing\n- a tent\n  - its pegs\n- two mats\n\nTake these tools:\n1. a pump\n2. a key")).toEqual([
    "## Packing",
    "- a tent <- ## Packing",
    "  - its pegs <-   - a tent".replace("  - a tent", "- a tent"),
    "- two mats <- ## Packing",
    "Take these tools: <- ## Packing",
    "1. a pump <- Take these tools:",
    "2. a key <- Take these tools:",
  ]);
});

test("a row of a table leans on its head, and the rule below the head belongs to it", () => {
  expect(cut("| day | km |\n|---|---|\n| 1 | 42 |\n| 2 | 46 |")).toEqual([
    "| day | km |\n|---|---|",
    "| 1 | 42 | <- | day | km |\n|---|---|",
    "| 2 | 46 | <- | day | km |\n|---|---|",
  ]);
});

test("a block of code is one passage, however long; one that is never closed is none", () => {
  const block = `\`\`\`ts\n${"const a = 1; // first.\n".repeat(200)}\`\`\``;
  expect(cut(`Write this:\n${block}\nThen run it on the machine.`)).toEqual([
    "Write this:",
    `${block} <- Write this:`,
    "Then run it on the machine.",
  ]);
  expect(cut("```\nfirst line of it\nsecond line of it")).toEqual(["```", "first line of it", "second line of it"]);
});

test("a sentence that is too long is cut between words, and no character is split", () => {
  const words = cutPassages("alpha beta ".repeat(200));
  expect(words.length).toBeGreaterThan(3);
  const text = `a${"🙂".repeat(500)}`;
  for (const { start, end } of cutPassages(text)) expect(text.slice(start, end).isWellFormed()).toBe(true);
});

test("passages are in order, hold more than white space, and leave nothing but white space between them", () => {
  const texts = [
    "",
    " \n\t\n",
    "a",
    "  - x\r\n\r\n> y. Z\u2028| t |\n```\n\n```  \n# h",
    ". . . ! 。。 a.b.c... d",
    "**x** y",
  ];
  for (const text of texts) {
    let at = 0;
    for (const [index, { start, end, leansOn }] of cutPassages(text).entries()) {
      expect(text.slice(at, start).trim()).toBe("");
      expect(text.slice(start, end).trim()).not.toBe("");
      expect(leansOn).toBeLessThan(index);
      at = end;
    }
    expect(text.slice(at).trim()).toBe("");
  }
});

test.each([
  ["letters", "a"],
  ["full stops", "."],
  ["wide full stops", "。"],
  ["marks that close", '."'],
  ["spaces", " "],
  ["line ends", "\n"],
  ["items", "- a\n"],
  ["items ever deeper", " - a\n  "],
  ["fences", "```\n"],
  ["fences of two kinds", "```\n~~~ a\n"],
  ["rows", "| a |\n"],
  ["pipes", "|"],
  ["asterisks", "**"],
  ["colons", "a:\n"],
])("is cut in time in proportion to its length: %s", (_, part) => {
  expectLinear(262_144, (length) => cutPassages(part.repeat(Math.ceil(length / part.length))));
});
