// Files that an import would take, changed at random: their bytes, their lines, or values deep inside.
import { createHash } from "node:crypto";
import type { SeededRandom } from "../../vectors/seeded-random.ts";

export interface Sound {
  readonly format: string;
  readonly text: string;
}

const DEEP = 20_000;
const LONG = 200_000;

/** As JSON, so that numbers and surrogates stand there that `JSON.stringify` would not write. */
const ODD_VALUES = [
  ..."null true false -1 0 1.5 1e308 1e999 -0 9007199254740993 99999999999999999999999".split(" "),
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\ufeff"',
    '"\\u202e"',
    '"__proto__"',
    '"constructor"',
  ],
  ...["[]", "{}", "[[]]", '{"__proto__":{"a":1}}', '{"a":1,"a":2}', '"2026-13-45T99:99:99Z"', '"0000-01-01T00:00:00Z"'],
  `${"[".repeat(DEEP)}${"]".repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`,
  `"${"a".repeat(LONG)}"`,
  `[${"0,".repeat(LONG)}0]`,
  `"${"\\u0301".repeat(LONG / 10)}"`,
];
const ODD_BYTES = [
  "\n",
  "\r\n",
  "\0",
  "\xff",
  "\xc3",
  "\xed\xa0\x80",
  "\xef\xbb\xbf",
  "{",
  "}",
  "[",
  '"',
  "\\",
  ",",
  "---\n",
  "# ",
];

/** Text whose every character is a byte. */
export function mutatedImport(random: SeededRandom, sound: readonly Sound[]): string {
  let { text } = sound[random.integer(sound.length)]!;
  for (let changes = 1 + random.integer(3); changes > 0; changes--) text = changed(random, text, sound);
  // Otherwise the hash at an export's end would hide all that comes after it.
  return random.integer(4) === 0 ? text : withEnd(text);
}

function changed(random: SeededRandom, text: string, sound: readonly Sound[]): string {
  const at = random.integer(text.length + 1);
  const lines = text.split("\n");
  const line = random.integer(lines.length);
  const other = sound[random.integer(sound.length)]!.text;
  switch (random.integer(9)) {
    case 0:
      return text.slice(0, at) + ODD_BYTES[random.integer(ODD_BYTES.length)] + text.slice(at + random.integer(3));
    case 1:
      return text.slice(0, at);
    case 2:
      return lines.toSpliced(line, 1).join("\n");
    case 3:
      return lines.toSpliced(random.integer(lines.length), 0, lines[line]!).join("\n");
    case 4:
      return lines.toSpliced(line, 0, other.split("\n")[0]!).join("\n");
    case 5:
      return text + other;
    default:
      return withOddValue(random, text);
  }
}

/** One value of the JSON in the text, wherever it stands, exchanged for another. */
function withOddValue(random: SeededRandom, text: string): string {
  const values = [...text.matchAll(/:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/g)];
  if (values.length === 0) return text;
  const value = values[random.integer(values.length)]!;
  const start = value.index + value[0].length - value[1]!.length;
  const odd = ODD_VALUES[random.integer(ODD_VALUES.length)]!;
  return text.slice(0, start) + odd + text.slice(start + value[1]!.length);
}

function withEnd(text: string): string {
  const start = text.lastIndexOf('{"type":"end"');
  if (start === -1) return text;
  const sha256 = createHash("sha256")
    .update(Buffer.from(text.slice(0, start), "latin1"))
    .digest("hex");
  return text.slice(0, start) + text.slice(start).replace(/"sha256":"[0-9a-f]*"/, `"sha256":"${sha256}"`);
}
