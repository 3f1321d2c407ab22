// What was asked for twice, in other words, and what only looks like it.
import { expect, test } from "bun:test";
import { INTENTS, type IntentShares } from "../../src/domain/intent.ts";
import type { MessageIntent } from "../../src/domain/ports/message-classifier.ts";
import type { WishKind } from "../../src/domain/wish.ts";
import type { Wish } from "../../src/learning/find-wishes.ts";
import { repeatedRules } from "../../src/learning/repeated-rules.ts";
import { messageShares, ScriptedClassifier } from "../support/message-classifier.ts";

const SHARES = Object.fromEntries(INTENTS.map((each) => [each, 1 / INTENTS.length])) as IntentShares;
const TALK = { ...SHARES, talk: 0.9 };

interface Said {
  readonly text: string;
  readonly intent: MessageIntent;
  readonly shares?: IntentShares;
  readonly kinds?: readonly WishKind[];
}

const METRIC: readonly WishKind[] = [{ kind: "units", value: "metric" }];
const once = (text: string, kinds: readonly WishKind[] = []): Said => ({ text, intent: "once", kinds });

/** Each is a packet, numbered from 1; those above `after` are new. All are as near to one another. */
async function repeated(said: readonly Said[], classifier: ScriptedClassifier, after = 0, taught: number[] = []) {
  const wishes = said.map(({ text, intent, shares = SHARES, kinds = [] }, at) => {
    const message = messageShares(intent);
    const classified = { input: text, message, own: message, tells: true };
    return { seq: at + 1, masked: text, text, kinds, inputShares: shares, classified } as unknown as Wish;
  });
  const packets = said.map((_, at) => ({ seq: at + 1, vector: Float32Array.of(1, 0) }));
  const scan = { after, alone: packets.slice(0, after), fresh: packets.slice(after) } as never;
  const rules = await repeatedRules(classifier, wishes, scan, new Set(taught));
  return rules.map(({ text, seqs }) => [text, ...seqs]);
}

const CM = [
  once("in cm?"),
  { text: "what is a joist", intent: "question" } as const,
  once("whats that in metric", METRIC),
];
const SAME = { "whats that in metric / in cm?": "same" } as const;

test("two messages that ask for the same are a rule, by what one of them wants of the answers", async () => {
  const found = await repeated(CM, new ScriptedClassifier({}, SAME));
  expect(found).toEqual([["Use metric units.", 1, 3]]);
  expect(await repeated(CM, new ScriptedClassifier({}, SAME), 2)).toEqual(found);
});

test("where words do not show what that is, in the longer one's, if they are no question by themselves", async () => {
  const said = [once("no skins"), CM[1]!, once("peel the lot for me")];
  const same = { "peel the lot for me / no skins": "same" } as const;
  const found = await repeated(said, new ScriptedClassifier({ "peel the lot for me": "order" }, same));
  expect(found).toEqual([["The user asks: “peel the lot for me”", 1, 3]]);
  expect(await repeated(said, new ScriptedClassifier({ "peel the lot for me": "question" }, same))).toEqual([]);
});

test.each<[string, readonly Said[], number, number[]]>([
  ["of which the later is not new", CM, 3, []],
  ["that follow upon one another", [CM[0]!, CM[2]!], 0, []],
  ["of which one teaches a rule of its own", CM, 0, [1]],
  ["of which the later is news", [CM[0]!, CM[1]!, { text: CM[2]!.text, intent: "self" }], 0, []],
  ["of which the later is talk between friends", [CM[0]!, CM[1]!, { ...CM[2]!, shares: TALK }], 0, []],
])("two messages %s are none", async (_, said, after, taught) => {
  expect(await repeated(said, new ScriptedClassifier({}, SAME), after, taught)).toEqual([]);
});

test("a question of few words may be about the answer, a longer one is about its matter", async () => {
  const long = "what would that come to if you told me in metric";
  for (const [text, rules] of [
    ["whats that in metric", 1],
    [long, 0],
  ] as const) {
    const said = [CM[0]!, CM[1]!, { text, intent: "question", kinds: METRIC } as const];
    const classifier = new ScriptedClassifier({}, { [`${text} / in cm?`]: "same" });
    expect(await repeated(said, classifier)).toHaveLength(rules);
  }
});

test("of the packets before it the nearest three are asked about, and of one pass three hundred pairs", async () => {
  const asked = new ScriptedClassifier();
  await repeated(
    Array.from({ length: 200 }, (_, at) => once(`shorter ${at}`)),
    asked,
  );
  expect(asked.asked).toHaveLength(300);
  const few = new ScriptedClassifier();
  await repeated(
    Array.from({ length: 6 }, (_, at) => once(`shorter ${at}`)),
    few,
    5,
  );
  expect(few.asked).toHaveLength(3);
});
