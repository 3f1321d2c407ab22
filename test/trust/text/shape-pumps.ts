// Pumps of shapes: long words, nesting, very many sentences, lines, numbers, dates, secrets, and slices of our own dialogues.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type SeededRandom, seededRandom } from "../../vectors/seeded-random.ts";
import { dressed } from "./character-pumps.ts";
import { counted, inBlocks, nested, pump, type TextPump } from "./text-pump.ts";

const TEST = resolve(import.meta.dir, "../..");

/** Long enough to hold a whole turn, or a part of one. */
const SLICE_CHARS_MAX = 600;

export function shapePumps(): TextPump[] {
  return [...wordShapes(), ...nestedShapes(), ...manyShapes(), ...secretShapes(), ...markupShapes()];
}

/** Endings that stemmers strip one after another, and words that are as long as the text. */
function wordShapes(): TextPump[] {
  const units = [
    "a",
    "y",
    "s",
    "ing",
    "tion",
    "ness",
    "ли",
    "ость",
    "ung",
    "mente",
    "ий",
    "ات",
    "ال",
    "ların",
    "ssa",
    "y's",
  ];
  return [
    ...units.map((unit) => pump(unit)),
    ...units.map((unit) => inBlocks(pump(unit), 99)),
    counted("different words", (at) => `${at.toString(36)}q `),
    counted("different words without spaces", (at) => `q${at.toString(36)}`),
    counted("different capitalised words", (at) => `Q${at.toString(36)} `),
    counted("words that grow", (at) => `${"a".repeat(at % 400)} `),
    counted("ideographs in turn", (at) => String.fromCodePoint(0x4e00 + (at % 20_000))),
    counted("all of Unicode in turn", (at) => String.fromCodePoint(odd(at))),
    counted("random letters", randomLetters()),
  ];
}

function randomLetters(): (at: number) => string {
  return (at) =>
    seededRandom(at)
      .integer(26 ** 4)
      .toString(26) + (at % 3 === 0 ? " " : "");
}

function odd(at: number): number {
  const point = 1 + ((at * 7_919) % 0x10fffe);
  return point >= 0xd800 && point <= 0xdfff ? 0x20 : point;
}

function nestedShapes(): TextPump[] {
  return [
    ...[nested("(", ")"), nested("[", "]"), nested("{", "}"), nested("“", "”"), nested("«", "»"), nested("‘", "’")],
    ...[nested("[[", "]]"), nested("<div>", "</div>"), nested("**", "**"), nested("> ", "\n"), nested('{"a":', "}")],
    ...[nested("(not ", ")"), nested('"a ', ' b"', "no"), nested("- [", "]"), nested("![", "](x)"), nested("/*", "*/")],
    ...[nested("<", ">"), nested("```\n", "\n```"), nested("((a|", ")*)"), nested("$(", ")"), nested("「", "」")],
  ];
}

function manyShapes(): TextPump[] {
  return [
    counted("many sentences", (at) => `I like number ${at}. `),
    counted("many short sentences", (at) => `No ${at % 7}! `),
    counted("many lines", (at) => `line ${at}\n`),
    counted("many empty lines", (at) => (at % 100 === 0 ? "x\n" : "\n")),
    counted("many numbers", (at) => `${at} `),
    counted("many decimals", (at) => `${at}.${at},`),
    counted("one long number", (at) => String(at % 10)),
    counted("many dates", (at) => `2026-${1 + (at % 12)}-${1 + (at % 28)} `),
    counted("many spoken dates", (at) => `on the ${1 + (at % 28)}th of March ${2000 + (at % 90)}, `),
    counted("many times", (at) => `at ${at % 24}:${10 + (at % 50)} `),
    counted("many weekdays", (at) => ["last Monday ", "next friday ", "two weeks ago ", "in 3 days "][at % 4]!),
    counted("many names", (at) => `My name is Ada${at}. `),
    counted("many occupations", (at) => `I am a nurse and work as an engineer ${at}. `),
    counted("many corrections", (at) => `No, it's ${at}, not ${at + 1}. `),
    counted("many orders", (at) => `Never do thing ${at}, always do ${at + 1}. `),
    counted("many prohibitions in one", (at) => `${at === 0 ? "Never " : " or "}use thing ${at}`),
    counted("many questions", (at) => `What about ${at}? `),
    counted("many list items", (at) => `${at}. item ${at}\n`),
    counted("many bullets", (at) => `- item ${at}\n`),
    counted("many negations", (at) => `I do not like ${at} and never ${at + 1}, `),
  ];
}

function secretShapes(): TextPump[] {
  return [
    ...["4111", "4111 1111 1111 1111 ", "4111-", "4 1 1 1 ", "0", "4242424242424242", "1 ", "1-"].map((unit) =>
      pump(unit),
    ),
    ...["DE89370400440532013000", "DE89 3704 0044 0532 0130 00 ", "GB82", "D1", "A1 ", "DE"].map((unit) => pump(unit)),
    ...["a@", "a@b", "a.b", "a.b@c.d ", "a@b.", "x+y@", "@", "a-.", "_%+-"].map((unit) => pump(unit, "", "@")),
    ...["+49 170 1234567 ", "0170/", "(0)", "+1-555-", "12 34 ", "+"].map((unit) => pump(unit, "", "x")),
    ...["sk-", "sk-a", "ghp_a", "eyJ.", "eyJa.", "AKIA", "xox", "-----BEGIN ", "-----", "aB1", "aB1+/", "A="].map(
      (unit) => pump(unit, "", "!"),
    ),
    ...["password is ", "password: ", "pass ", "pwd=", "my pin is 1", "passwort lautet "].map((unit) => pump(unit)),
    ...["https://", "https://a:", "https://a:b@", "http://a.b/", "a://", "www.", "%20", "?a=", "../"].map((unit) =>
      pump(unit),
    ),
    counted("random base 64", (at) => Buffer.from(String(at * 7_919)).toString("base64")),
    counted("random keys", (at) => `sk-${Bun.hash(String(at)).toString(36)}${Bun.hash(`${at}x`).toString(36)} `),
    counted("hexadecimal", (at) => Bun.hash(String(at)).toString(16)),
    pump("1", "my card is ", "x"),
    pump("9 ", "call me at ", "x"),
  ];
}

function markupShapes(): TextPump[] {
  const units = [
    ...[
      "**",
      "__",
      "~~",
      "``",
      "`",
      "```",
      "```\n",
      "| ",
      "|-",
      "- ",
      "* ",
      "+ ",
      "1. ",
      "# ",
      "#",
      "> ",
      ">",
      "---\n",
      "===",
    ],
    ...[
      "[",
      "[[",
      "]]",
      "](",
      "![",
      "[a](b)",
      "[a][b]",
      "[^1]",
      "<a>",
      "</a>",
      "<!--",
      "-->",
      "&amp;",
      "&#",
      "\\",
      "\\n",
      "$$",
    ],
    ...[
      "- [a] b\n",
      "- [a](b) #c\n",
      "- a [[b]]\n",
      "- a [[",
      "- [",
      "# a #",
      "# #",
      "  - ",
      "a: b\n",
      "a: ",
      "- - ",
      "&a ",
      "*a ",
      "!!",
    ],
    ...[
      '{"a":1},',
      '{"',
      '\\"',
      "\\u0041",
      '["',
      "[[[",
      "{{{",
      ",",
      ":",
      "\t",
      "\r",
      " \n",
      "\n ",
      "\u2028",
      " .",
      ". ",
      "' ",
      " '",
    ],
  ];
  return units.flatMap((unit) => [pump(unit), pump(unit, "", "x"), inBlocks(pump(unit, "", "x"), 395)]);
}

/** Pieces of what people said in our own test data. */
export function drawnSlicePump(random: SeededRandom, texts: readonly string[]): TextPump {
  const text = texts[random.integer(texts.length)]!;
  const from = random.integer(text.length);
  const slice = text
    .slice(from, from + 1 + random.integer(SLICE_CHARS_MAX))
    .toWellFormed()
    .replaceAll("\u0000", " ");
  return dressed(random, slice);
}

export function ownTexts(): string[] {
  const folders: readonly [folder: string, ending: string][] = [
    ["bench/dialogues", ".json"],
    ["understanding/detector-turns", ".tsv"],
    ["redaction/labelled", ".txt"],
  ];
  return folders.flatMap(([folder, ending]) =>
    readdirSync(join(TEST, folder))
      .filter((file) => file.endsWith(ending))
      .map((file) => readFileSync(join(TEST, folder, file), "utf8")),
  );
}

/** What people write, of any length: what the others are compared with. */
export function plainPump(): TextPump {
  const { conversations } = JSON.parse(readFileSync(join(TEST, "bench/dialogues/changed-facts.json"), "utf8")) as {
    conversations: { turns: { input: string; answer: string }[] }[];
  };
  const said = conversations.flatMap(({ turns }) => turns.map(({ input, answer }) => `${input} ${answer}\n`));
  return { ...counted("plain text", (at) => said[at % said.length]!), name: "plain text" };
}
