// A whole export: what is not whole, was changed or is out of order is told with its line.
import { describe, expect, test } from "bun:test";
import { DEFAULT_LIMITS } from "../../src/domain/limits.ts";
import * as lines from "../../src/portability/export-lines.ts";
import { type ExportRules, type Place, readExport } from "../../src/portability/read-export.ts";
import { LineFault } from "../../src/portability/read-fields.ts";
import {
  brainOf,
  collect,
  constitutionOf,
  coreOf,
  exportText,
  fileOf,
  HEADER,
  lessonOf,
  packetOf,
  ruleOf,
} from "../support/portable-samples.ts";

const BRAIN = lines.brainLine(brainOf());
const PACKET = lines.packetLine(packetOf(), false);
const LESSON = lines.lessonLine(lessonOf(), false);
const RULE = lines.forgottenRuleLine(ruleOf());
const BODY = [
  lines.constitutionLine(constitutionOf()),
  lines.coreLine(coreOf()),
  BRAIN,
  PACKET,
  LESSON,
  RULE,
  lines.brainLine(brainOf({ user: null })),
  lines.packetLine(packetOf({ id: "mem_2" }), false),
];
const WHOLE = exportText(BODY);

function rulesOf(steps = 0): ExportRules {
  const checkPatterns: ExportRules["reading"]["checkPatterns"] = async ({ patterns }) => ({
    faults: patterns.map((pattern) => (pattern === "bad" ? "is no pattern" : null)),
    steps,
  });
  return { limits: DEFAULT_LIMITS, reading: { checkPatterns } };
}

/** What is wrong with the text, and in which line; null where nothing is. */
async function faultOf(text: string, rules = rulesOf()): Promise<[number, string] | null> {
  const place: Place = { line: 0 };
  try {
    await collect(readExport(fileOf(text), rules, place));
    return null;
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    return [place.line, error.reason];
  }
}

test("every entry but the last line comes with its number, in order", async () => {
  const entries = await collect(readExport(fileOf(WHOLE, 100), rulesOf(), { line: 0 }));
  expect(entries.map(({ line, entry }) => `${line} ${entry.type}`)).toEqual([
    "1 header",
    "2 constitution",
    "3 core",
    "4 brain",
    "5 packet",
    "6 lesson",
    "7 forgotten_rule",
    "8 brain",
    "9 packet",
  ]);
});

test("white space behind the last line is nothing, also where the line end is missing", async () => {
  for (const text of [WHOLE, WHOLE.trimEnd(), `${WHOLE}\n \t\r\n\n`]) expect(await faultOf(text)).toBeNull();
});

describe("refused is a file", () => {
  test("that breaks off, wherever that is", async () => {
    const all = WHOLE.trimEnd().split("\n");
    for (let kept = 1; kept < all.length; kept += 1) {
      const cut = `${all.slice(0, kept).join("\n")}\n`;
      expect(await faultOf(cut)).toEqual([kept + 1, "the file breaks off: its last line is missing"]);
    }
    expect((await faultOf(WHOLE.slice(0, -20)))?.[1]).toBe("it is not valid JSON");
    expect(await faultOf("")).toEqual([1, "the file breaks off: its last line is missing"]);
  });

  test("of which a character was changed, or of which two lines changed places", async () => {
    const changed = [10, "the file is not as it was written: the hash of its lines differs"] as const;
    expect(await faultOf(WHOLE.replace("Lisbon", "London"))).toEqual([...changed]);
    expect(await faultOf(WHOLE.replace(PACKET + LESSON, LESSON + PACKET))).toEqual([...changed]);
  });

  test("that holds another number of anything than it says", async () => {
    for (const name of ["brains", "packets", "lessons", "forgottenRules"] as const) {
      for (const count of [0, 7]) {
        const told = exportText(BODY, { [name]: count });
        expect(await faultOf(told)).toEqual([10, "the file does not hold as many entries as it says"]);
      }
    }
  });

  test("with something behind its last line", async () => {
    expect(await faultOf(`${WHOLE}\n${PACKET}`)).toEqual([12, "nothing may follow the last line of an export"]);
  });

  test("without a header, with two, or with one that is not the first", async () => {
    const reason = "the header must be the first line, and only that";
    expect(await faultOf(PACKET)).toEqual([1, reason]);
    expect(await faultOf(HEADER + HEADER)).toEqual([2, reason]);
    expect(await faultOf(BRAIN + HEADER)).toEqual([1, reason]);
  });

  test("in which memory stands before the line of a brain", async () => {
    for (const line of [PACKET, LESSON, RULE]) {
      expect(await faultOf(exportText([line, BRAIN]))).toEqual([2, "a brain's line must come first"]);
    }
    expect(await faultOf(exportText([lines.coreLine(coreOf()), BRAIN]))).toBeNull();
  });

  test("with a line that is no JSON, blank, or says a field twice", async () => {
    for (const line of ["{", "\n", '{"type":"core","type":"brain"}', "\u0001"]) {
      expect((await faultOf(`${HEADER}${BRAIN}${line}`))?.[0]).toBe(3);
    }
  });

  test("whose constitution has a faulty pattern, or too much of them", async () => {
    const [constitution] = BODY;
    const gates = [
      { pattern: "rude", reason: "be kind" },
      { pattern: "bad", reason: "be kind" },
    ];
    const faulty = lines.constitutionLine({ ...constitutionOf(), gates });
    expect(await faultOf(exportText([faulty]))).toEqual([2, "`gates[1].pattern` is no pattern"]);
    const [line, reason] = (await faultOf(exportText([constitution ?? ""]), rulesOf(10_001))) ?? [];
    expect([line, reason]).toEqual([2, expect.stringContaining("too large a program")]);
  });
});
