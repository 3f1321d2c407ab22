// Finds slips: a number with its digits exchanged, a name that is nearly another.
import type { Difference, Draft } from "./draft.ts";
import { isWrittenAsName } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statements.ts";
import { plainWord, type Statement } from "./statement.ts";
import { type Amount, sameValue } from "./value.ts";

/** What the sentence and the question must share with the statement: a word that few turns have. */
const TOPIC_LEAST = 0.5;
/** Numbers of fewer digits are like one another by chance. */
const DIGITS_LEAST = 3;
const NAME_LETTERS_LEAST = 5;
const NAME_EDITS_MAX = 2;

export function judgeSlip(draft: Draft, statement: Statement): Difference | null {
  if (draft.question.general || statement.general) return null;
  const topics = draft.memory.topics(new Set([...statement.stems, ...draft.focus]));
  return slippedNumber(draft, statement, topics) ?? slippedName(draft, statement);
}

/** £830 where memory has £380. */
function slippedNumber({ memory, asked }: Draft, statement: Statement, topics: Float64Array): Difference | null {
  const amounts = statement.values.filter((value) => value.type === "amount" && digitsOf(value).length >= DIGITS_LEAST);
  for (const said of amounts as Amount[]) {
    if (statement.conditional.has(said) || statement.denied.has(said)) continue;
    if (asked.some(({ values }) => values.some((value) => sameValue(said, value)))) continue;
    let slipped: RememberedStatement | null = null;
    let known = false;
    for (const remembered of memory.all) {
      for (const value of remembered.values) {
        if (value.type !== "amount") continue;
        if (value.number === said.number) known = true;
        else if (topics[remembered.at]! >= TOPIC_LEAST && isSlip(said, value)) slipped = remembered;
      }
    }
    if (slipped !== null && !known) return { kind: "number", remembered: slipped };
  }
  return null;
}

function digitsOf({ number }: Amount): string {
  return String(number).replace(".", "");
}

/** The same digits in another order, in the same kind of unit. */
function isSlip(said: Amount, known: Amount): boolean {
  if (said.unit?.dimension !== known.unit?.dimension && said.unit !== null && known.unit !== null) return false;
  const [one, other] = [digitsOf(said), digitsOf(known)];
  if (String(said.number).indexOf(".") !== String(known.number).indexOf(".")) return false;
  return one.length === other.length && [...one].sort().join("") === [...other].sort().join("");
}

/** "Rashad" where memory has a Rashid, and no Rashad. */
function slippedName({ memory, asked }: Draft, { tokens }: Statement): Difference | null {
  const inQuestion = new Set(asked.flatMap((statement) => statement.tokens.map(plainWord)));
  for (const [at, token] of tokens.entries()) {
    const name = plainWord(token);
    if (
      !isWrittenAsName(tokens, at) ||
      name.length < NAME_LETTERS_LEAST ||
      memory.words.has(name) ||
      inQuestion.has(name)
    )
      continue;
    const meant = [...memory.names].find((known) => isNearlyName(name, known));
    if (meant === undefined || tokens.some((other) => plainWord(other) === meant)) continue;
    const remembered = memory.all.find((statement) => statement.tokens.some((other) => plainWord(other) === meant));
    if (remembered !== undefined) return { kind: "name", remembered };
  }
  return null;
}

function isNearlyName(name: string, known: string): boolean {
  if (known.length < NAME_LETTERS_LEAST || name[0] !== known[0]) return false;
  if (Math.abs(name.length - known.length) > NAME_EDITS_MAX) return false;
  // Short forms and other forms of one word are no slips.
  if (name.startsWith(known) || known.startsWith(name)) return false;
  return editsBetween(name, known) <= NAME_EDITS_MAX;
}

/** Levenshtein's distance of two names. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, against] of [...other].entries()) {
      next.push(Math.min(next[place]! + 1, row[place + 1]! + 1, row[place]! + (letter === against ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? one.length;
}
