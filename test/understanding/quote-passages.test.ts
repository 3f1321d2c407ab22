// What is quoted of a long turn: what the user said, and what of the answer has to do with the question.
import { describe, expect, test } from "bun:test";
import { countTokens } from "../../src/base/count-tokens.ts";
import type { LongTurn } from "../../src/domain/ports/text-reading.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";
import { expectLinearUpTo } from "../support/growth.ts";

const TIMEOUT_MS = 300_000;

const reading = readInPlace();

function turnOf(input: string, answer: string, tokensMax: number, isWhole = true): LongTurn {
  return { input: { text: input, isWhole: true }, answer: { text: answer, isWhole }, tokensMax };
}

async function quote(
  question: string,
  answer: string,
  tokensMax: number,
  more: { input?: string; isWhole?: boolean } = {},
) {
  const turn = turnOf(more.input ?? "Tell me all about it.", answer, tokensMax, more.isWhole);
  const [text = ""] = await reading.quotePassages({ question, turns: [turn] }, "a");
  expect(countTokens(text)).toBeLessThanOrEqual(tokensMax);
  return text;
}

const FILLER = "There is a good deal to be said about other things as well. ".repeat(20).trim();

describe("of a long answer", () => {
  test("the sentence with the question's words is quoted, in its place, with marks for what is left out", async () => {
    const answer = "Glazes come in many colours. The kiln permit is due in spring. Clay is cheap over there.";
    const text = await quote("When must I ask for the kiln permit?", answer, 22);
    expect(text).toBe("Tell me all about it.\n[…] The kiln permit is due in spring. […]");
  });

  test("all of it is quoted where it fits after all", async () => {
    const answer = "Glazes come in many colours.\n\nThe kiln permit is due in spring.";
    expect(await quote("the permit", answer, 200)).toBe(`Tell me all about it.\n${answer}`);
    expect(await quote("the permit", answer, 200, { isWhole: false })).toBe(`Tell me all about it.\n${answer} […]`);
  });

  test("of sentences about the same the one with the kind of value asked for goes first", async () => {
    const vague = "The deposit for the workshop is something that people tend to forget.";
    const answer = `${FILLER} ${vague} ${FILLER} You pay 340 euros as the workshop's deposit to the owner. ${FILLER}`;
    const text = await quote("How much is the deposit for the workshop?", answer, 40);
    expect(text).toContain("340 euros");
    const dated = `${FILLER} ${vague} ${FILLER} Pay the workshop's deposit on a Monday in March please. ${FILLER}`;
    expect(await quote("When is the deposit for the workshop due?", dated, 40)).toContain("a Monday in March");
  });

  test("an item comes with the heading that its list has", async () => {
    const lists = "**Tools**\n- two levers\n- a pump with a gauge\n\n**Food**\n- bread\n- dried apricots";
    const text = await quote("Which apricots did we want to take?", `${FILLER}\n\n${lists}\n\n${FILLER}`, 21);
    expect(text).toContain("[…]\n**Food**\n");
    expect(text).toContain("\n- dried apricots");
    expect(text).not.toContain("levers");
  });

  test("a heading with the question's words brings what stands below it", async () => {
    const lists = "**Tools**\n- two levers\n- a pump\n\n**Provisions**\n- bread\n- dried apricots";
    const text = await quote("What provisions do we take?", `${FILLER}\n\n${lists}\n\n${FILLER}`, 28);
    expect(text).toContain("- bread\n- dried apricots");
  });

  test("a row of a table comes with the table's head", async () => {
    const table = "| Stage | Length |\n|---|---|\n| Passau | 42 |\n| Grein | 37 |\n| Melk | 48 |";
    const text = await quote("How long is the stage to Grein?", `${FILLER}\n\n${table}\n\n${FILLER}`, 25);
    expect(text).toContain("[…]\n| Stage | Length |\n|---|---|\n");
    expect(text).toContain("| Grein | 37 | […]");
    expect(text).not.toContain("Melk");
  });

  test("code is quoted whole or not at all", async () => {
    const code = "```sql\nSELECT id FROM kilns;\nSELECT 1;\n```";
    const long = `\`\`\`sql\n${"SELECT id FROM kilns;\n".repeat(60)}\`\`\``;
    expect(await quote("the query for kilns", `${FILLER}\n\n${code}\n\n${FILLER}`, 60)).toContain(code);
    expect(await quote("the query for kilns", `${FILLER}\n\n${long}\n\n${FILLER}`, 60)).not.toContain("SELECT");
  });

  test("where nothing has to do with the question, it begins at the beginning", async () => {
    const text = await quote("zebra", `First comes this about the clay. ${FILLER}`, 40);
    expect(text).toStartWith("Tell me all about it.\nFirst comes this about the clay.");
  });

  test("words are found in other languages and forms", async () => {
    const german = "Der Ofen braucht eine Genehmigung vom Amt. Die Glasuren kommen später dran. Ton ist dort billig.";
    expect(await quote("Welche Glasur wollte ich?", german, 26)).toContain("Die Glasuren kommen später dran.");
    const japanese = "窯には役所の許可が必要なのです。釉薬は来週の月曜日に届く予定です。粘土はあちらでとても安いです。";
    expect(await quote("釉薬はいつ届きますか", japanese, 34)).toContain("釉薬は来週の月曜日に届く予定です。");
  });
});

describe("what the user said", () => {
  test("stands first and whole where it is short, whatever the answer has", async () => {
    const text = await quote("permit", "The permit. ".repeat(200), 60, { input: "I have a red kiln." });
    expect(text).toStartWith("I have a red kiln.\n");
  });

  test("gives its best sentences where it is long, and leaves half of the room to the answer", async () => {
    const input = `${FILLER} My kiln is red and stands in Delft. ${FILLER}`;
    const text = await quote("Where does my kiln stand?", `${FILLER} The kiln in Delft is old.`, 60, { input });
    expect(text).toContain("My kiln is red and stands in Delft.");
    expect(text).toContain("The kiln in Delft is old.");
  });
});

test("what one turn leaves over goes to the best of the others", async () => {
  const code = `\`\`\`\n${"x\n".repeat(2_000)}\`\`\``;
  const turns = [turnOf("one", FILLER, 60), turnOf("two", `Short.\n${code}`, 100)];
  const texts = await reading.quotePassages({ question: "zebra", turns }, "a");
  const [first = 0, second = 0] = texts.map(countTokens);
  expect(first).toBeGreaterThan(100);
  expect(first + second).toBeLessThanOrEqual(160);
});

test("the same is quoted each time", async () => {
  const answer = `${FILLER} The kiln permit is due. ${FILLER}`;
  const once = await quote("When is the permit due?", answer, 80);
  expect(await quote("When is the permit due?", answer, 80)).toBe(once);
});

const ODD = [
  ["nothing but white space", " \n\t "],
  ["one word", "x".repeat(5_000)],
  ["signs of a script without spaces", "漢字".repeat(900)],
  ["pairs of units", "🙂".repeat(900)],
  ["nothing but code", `\`\`\`\n${"const kiln = 1;\n".repeat(300)}\`\`\``],
  ["an open fence", `\`\`\`\n${"const kiln = 1;\n".repeat(300)}`],
  ["marks", ". ! ? … ".repeat(500)],
  ["line ends of all kinds", "kiln\r\nkiln\rkiln\u2028kiln\u2029kiln\u0085kiln\vkiln ".repeat(60)],
  ["marks of left out text", "[…] ".repeat(500)],
  ["list markers", "- \n1. \n* ".repeat(300)],
] as const;

test.each(ODD)("an odd text keeps to its tokens and is well-formed: %s", async (_, odd) => {
  for (const tokensMax of [3, 10, 57, 200, 100_000]) {
    for (const more of [{ input: odd }, { isWhole: false }, {}]) {
      const text = await quote("Where is the kiln?", odd, tokensMax, more);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toBe("");
    }
  }
});

test.each([
  ["short sentences", "The kiln is red. "],
  ["items", "- kiln\n"],
  ["items ever deeper", " - kiln\n  "],
  ["rows of a table", "| kiln |\n"],
  ["fences", "```\n"],
  ["one word", "kiln"],
  ["other scripts", "窯は赤い。"],
])(
  "the time is in proportion to the length: %s",
  async (_, part) => {
    await expectLinearUpTo(16_384, (length) => {
      const text = part.repeat(Math.ceil(length / part.length));
      const turns = [turnOf(text, text, Math.ceil(length / 8))];
      return reading.quotePassages({ question: text.slice(0, 8_192), turns }, "a");
    });
  },
  TIMEOUT_MS,
);
