import { expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";
import { looksOf } from "../../src/understanding/answer-looks.ts";
import { AnswerComparer } from "../../src/understanding/compare-answer.ts";
import { bansIn } from "../../src/understanding/forbidden-by-lesson.ts";
import { createTurnReader } from "../../src/understanding/turn-reader.ts";
import { FOOD_EXAMPLES, FORM_EXAMPLES, WORD_EXAMPLES } from "./ban-examples.ts";
import { BAN_WORDINGS } from "./ban-wordings.ts";

const reader = createSentenceReader();
const comparer = new AnswerComparer(reader, createTurnReader());

function isBroken(rule: string, answer: string): boolean {
  const texts = { question: null, answer, rules: [rule], memories: [], explain: false };
  return finish(comparer.compare(texts)).brokenRule === 0;
}

const EXAMPLES = [...WORD_EXAMPLES, ...FORM_EXAMPLES, ...FOOD_EXAMPLES].map(
  ({ rule, breaks, keeps }) => [rule, breaks, keeps] as const,
);

test.each([...EXAMPLES, ...BAN_WORDINGS])("%s", (rule, breaks, keeps) => {
  expect(breaks.filter((answer) => !isBroken(rule, answer))).toEqual([]);
  expect(keeps.filter((answer) => isBroken(rule, answer))).toEqual([]);
});

const LOOKED_UNITS = 65_536;
/** Far beyond what any of them takes, and far below what a square of the length would take. */
const MS_MAX = 2_000;

test.each([
  "almond ",
  "add milk ",
  "5 miles ",
  "$5 ",
  "Joanna, ",
  "**a ",
  "`a",
  "in the oven ",
  "Add.\n",
  "instead of porridge ",
])("every rule is held against a whole text of %j in a moment", (piece) => {
  const answer = piece.repeat(Math.ceil(LOOKED_UNITS / piece.length));
  const bans = EXAMPLES.flatMap(([rule]) => bansIn(reader, rule));
  const start = performance.now();
  const looks = looksOf(answer, reader.sentences(answer));
  for (const ban of bans) ban(looks);
  expect(performance.now() - start).toBeLessThan(MS_MAX);
});
