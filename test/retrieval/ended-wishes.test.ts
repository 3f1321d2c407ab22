import { expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import type { Packet } from "../../src/domain/packet.ts";
import type { TextReading } from "../../src/domain/ports/text-reading.ts";
import { findEndedWishes } from "../../src/retrieval/ended-wishes.ts";
import type { Question } from "../../src/retrieval/lookup.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";

const rules = createRuleWriter();
const CUES = ["order"];

interface Told {
  readonly cues?: readonly (readonly string[])[];
  /** Ids of turns whose rules live. */
  readonly taughtBy?: readonly string[];
  readonly question?: string;
}

/** By which turn each of them is ended; "part": only a part of it is. */
async function endsOf(inputs: readonly string[], told: Told = {}) {
  const { cues = inputs.map(() => CUES), taughtBy = [], question = "hello there" } = told;
  const read: string[] = [];
  const reading: Pick<TextReading, "readWishes"> = {
    readWishes: async (input) => {
      read.push(input);
      return finish(readWishes(rules, input));
    },
  };
  const teachingPackets = async (_: number, ids: readonly string[]) => ids.filter((id) => taughtBy.includes(id));
  const turns = inputs.map((input, at) => ({ id: `turn-${at}`, input, cues: cues[at]! }));
  const find = async (_: number, id: string) => (id === "elsewhere" ? ({ id } as Packet) : null);
  const deps = { reading, lessons: { teachingPackets }, packets: { find }, clock: { now: () => 0 } };
  const asked = { text: question, account: "acme" } as Question;
  const ends = await findEndedWishes(deps, turns, { brain: 1, question: asked });
  const place = (id: string) => Number(id.replace("turn-", "")) || id;
  return { read, ends: ends.map((end) => (end === null ? null : end.isWhole ? place(end.by) : `part ${end.by}`)) };
}

test.each([
  ["From now on answer me in French please.", "ok you can go back to English now, no more French please"],
  ["always use metric units for me", "actually I moved to Texas, use miles and fahrenheit from now on"],
  ["no emojis please", "emojis are fine again"],
  ["no emojis please", "love the emojis, keep them coming from now on"],
  ["call me Dot", "call me Dorothy from now on"],
  ["never use bullet points", "bullet points are ok after all, use them"],
  ["respóndeme siempre en español", "a partir de ahora en inglés, por favor"],
])("%p is ended by %p", async (wish, end) => {
  expect((await endsOf([wish, "what is a monad", end])).ends).toEqual([2, null, null]);
});

test.each([
  ["no emojis please", "what's the weather like"],
  ["answer in French from now on", "answer this one in German"],
  ["keep it short", "keep it short please, always"],
  ["stop apologising all the time", "no tables please"],
  ["answer in English from now on", "when I send you a letter from my aunt, answer in Polish"],
  ["answer in French from now on", "can you say that in English?"],
  ["My name is Tomek.", "My name is Jonas."],
  ["I live in Lisbon", "I live in Porto"],
])("%p stands after %p", async (wish, later) => {
  expect((await endsOf([wish, later])).ends).toEqual([null, null]);
});

test("a turn that says more than its wish is ended in part for a question about the rest, and by the last that speaks of it", async () => {
  const inputs = [
    "From now on answer in French. What's the capital of Chile?",
    "always answer in German now",
    "answer in English from now on",
  ];
  expect((await endsOf(inputs)).ends).toEqual([2, 2, null]);
  expect((await endsOf(inputs, { question: "is the capital of Chile large?" })).ends).toEqual(["part turn-2", 2, null]);
  expect((await endsOf(inputs, { question: "the capital of Chile, in French?" })).ends).toEqual([2, 2, null]);
});

test("what a pass has found ended is, whatever the words say, as long as that which ended it is there", async () => {
  const inputs = ["im pregnant so no raw fish", "baby is here!!", "no sugar in my coffee"];
  const endsBy = async (by: string) => (await endsOf(inputs, { cues: [["order", `ended-by:${by}`], [], CUES] })).ends;
  expect(await endsBy("turn-1")).toEqual([1, null, null]);
  expect(await endsBy("elsewhere")).toEqual(["elsewhere", null, null]);
  expect(await endsBy("erased")).toEqual([null, null, null]);
});

test("a wish that was ended, and is wished again, stands", async () => {
  const inputs = ["answer in French from now on", "answer in English from now on", "always answer in French after all"];
  expect((await endsOf(inputs)).ends).toEqual([null, 2, null]);
});

test("only turns recorded as a wish may be ended by words, and nothing is read before the first of them", async () => {
  const inputs = ["no emojis please", "emojis are fine again", "hello"];
  const none = [null, null, null];
  expect(await endsOf(inputs, { cues: [["actually"], [], []] })).toEqual({ read: [], ends: none });
  expect(await endsOf(inputs, { cues: [[], CUES, []] })).toEqual({ read: inputs.slice(1), ends: none });
  expect(await endsOf(inputs, { cues: [CUES, CUES, []], taughtBy: ["turn-0", "turn-1"] })).toEqual({
    read: [],
    ends: none,
  });
});

test("words end no wish whose rule lives: a pass knows better what was meant", async () => {
  const inputs = ["always answer in French", "my sister answers in German always"];
  const cues = [CUES, []];
  expect((await endsOf(inputs, { cues })).ends).toEqual([1, null]);
  expect((await endsOf(inputs, { cues, taughtBy: ["turn-7"] })).ends).toEqual([1, null]);
  expect((await endsOf(inputs, { cues, taughtBy: ["turn-0"] })).ends).toEqual([null, null]);
});

test.each([
  ["Please keep answers under 50 words.", "You can be as long as you like again."],
  ["three sentences at most, always", "more detail from now on please"],
  ["antworte mir ab jetzt auf Deutsch", "Please switch to English for good"],
  ["höchstens fünf Sätze bitte, immer", "schreib ruhig so lang du willst"],
  ["max 40 words per answer from now on", "any length is fine from now on"],
])("%p: whoever says %p says otherwise", async (wish, end) => {
  expect((await endsOf([wish, end])).ends).toEqual([1, null]);
});
