import { describe, expect, test } from "bun:test";
import type { LearnOnce } from "../../src/domain/account-settings.ts";
import { INTENTS, type Intent, type IntentShares } from "../../src/domain/intent.ts";
import type { ClassifierThresholds } from "../../src/domain/ports/message-classifier.ts";
import type { About } from "../../src/domain/wish.ts";
import { decideWishes } from "../../src/learning/decide-wishes.ts";
import type { Wish } from "../../src/learning/find-wishes.ts";
import { messageShares } from "../support/message-classifier.ts";

const thresholds = { plain: 0.8, lasting: 0.5, worded: 0.3 };

function sharesOf(intent: Intent, share: number): IntentShares {
  const rest = (1 - share) / (INTENTS.length - 1);
  return Object.fromEntries(INTENTS.map((each) => [each, each === intent ? share : rest])) as IntentShares;
}

function wishOf(seq: number, text: string, changes: Partial<Wish> = {}): Wish {
  return {
    ...{ seq, text, said: text, masked: text, before: "", rule: null, topic: null, kinds: [] },
    ...{
      isConditional: false,
      isLasting: false,
      isListed: false,
      parted: null,
      isToldAgain: false,
      isOnce: false,
      addresses: true,
      takesBack: false,
      takesBackAll: false,
      onlyTakesBack: false,
      plainEnd: null,
      contrasts: false,
      cue: null,
      explains: false,
      asks: false,
      needsOfHousehold: false,
      pointsBack: false,
      ...{ stands: null, isPlain: false, saysOnlyKinds: false, isRequest: false, deniesNeed: false },
    },
    shares: sharesOf("order", 0.9),
    inputShares: null,
    ownShares: null,
    classified: null,
    orders: [],
    ...changes,
  };
}

const kindOf = (kind: string, value: string) => ({ kinds: [{ kind, value }] });

async function decide(
  wishes: readonly Wish[],
  options: {
    learnOnce?: LearnOnce;
    after?: number;
    standing?: About[];
    changing?: Wish[];
    classifier?: ClassifierThresholds;
    isTalk?: boolean;
  } = {},
) {
  const { learnOnce = "preferences", after = 0, standing = [], isTalk = false } = options;
  const changing = new Map((options.changing ?? []).map((wish) => [wish, { onlyEnds: null }]));
  const { rules, ended } = await decideWishes(wishes, {
    ...{ learnOnce, after, thresholds, classifier: options.classifier ?? null, isTalk, standing, changing },
    takenBack: new Map(),
  });
  return { rules: rules.map(({ text, seqs }) => [text, [...seqs]]), ended: ended.map(({ text }) => text) };
}

describe("what is said once", () => {
  test("is a rule where it is likely enough, in the user's words or in those of the rule", async () => {
    const { rules } = await decide([wishOf(1, "no faces pls"), wishOf(2, "in French", { rule: "Answer in French." })]);
    expect(rules).toEqual([
      ["The user asks: “no faces pls”", [1]],
      ["Answer in French.", [2]],
    ]);
  });

  test("needs no head where its words are an order about the answers themselves, once for all", async () => {
    const order = { ...kindOf("bullets", "no"), cue: "order-never", rule: "Never use bullet points." };
    const talk = sharesOf("talk", 0.95);
    const of = async (changes: Partial<Wish>) =>
      (await decide([wishOf(1, "never use bullet points", { shares: talk, ...changes })])).rules.length;
    expect(await of(order)).toBe(1);
    expect(await of({ ...order, isOnce: true })).toBe(0);
    expect(await of({ ...order, rule: null })).toBe(0);
    expect(await of({ ...order, cue: null })).toBe(0);
    expect(await of({ ...order, kinds: [] })).toBe(0);
    expect(await of({ ...order, addresses: false })).toBe(0);
  });

  test("needs less where it says that it is to last, and less again where its words show a rule", async () => {
    const at = async (share: number, changes: Partial<Wish>) =>
      (await decide([wishOf(1, "x", { shares: sharesOf("order", share), ...changes })])).rules.length;
    expect([await at(0.7, {}), await at(0.82, {})]).toEqual([0, 1]);
    expect([await at(0.4, { isLasting: true }), await at(0.55, { isLasting: true })]).toEqual([0, 1]);
    const worded = { isLasting: true, rule: "X." };
    expect([await at(0.1, worded), await at(0.4, worded)]).toEqual([0, 1]);
  });

  test("teaches nothing for this once, of an older packet, or where it speaks to nobody", async () => {
    expect((await decide([wishOf(1, "x", { isOnce: true })])).rules).toEqual([]);
    expect((await decide([wishOf(1, "x")], { after: 1 })).rules).toEqual([]);
    expect((await decide([wishOf(1, "x", { addresses: false })])).rules).toEqual([]);
  });

  test("is learned as the account chose", async () => {
    const wishes = [wishOf(1, "order"), wishOf(3, "taste", { shares: sharesOf("preference", 0.9) })];
    const learned = async (learnOnce: LearnOnce) => (await decide(wishes, { learnOnce })).rules.map(([text]) => text);
    expect(await learned("preferences")).toEqual(["The user asks: “order”", "The user says: “taste”"]);
    expect(await learned("orders")).toEqual(["The user asks: “order”"]);
    expect(await learned("off")).toEqual([]);
  });

  test("in sentences that follow upon one another is one rule", async () => {
    const { rules } = await decide([
      wishOf(1, "Tables are no good to me."),
      wishOf(1, "Say it in sentences."),
      wishOf(2, "b"),
    ]);
    expect(rules.map(([text]) => text)).toEqual([
      "The user asks: “Tables are no good to me. Say it in sentences.”",
      "The user asks: “b”",
    ]);
  });

  test("takes what is likely beside it into its rule, before it and after it", async () => {
    const beside = { shares: sharesOf("order", 0.6) };
    const { rules } = await decide([
      wishOf(1, "Answer first.", beside),
      wishOf(1, "Do that always."),
      wishOf(1, "Reasons after.", beside),
      wishOf(1, "Thanks!", { shares: sharesOf("talk", 0.9) }),
    ]);
    expect(rules.map(([text]) => text)).toEqual(["The user asks: “Answer first. Do that always. Reasons after.”"]);
  });

  test("is quoted with the sentence that it points back to", async () => {
    const { rules } = await decide([wishOf(1, "Keep it so.", { pointsBack: true, before: "Robin is a they!" })]);
    expect(rules.map(([text]) => text)).toEqual(["The user asks: “Robin is a they! Keep it so.”"]);
  });

  test("is quoted whole where the rule that its words show is only its reason", async () => {
    const said = "recipes for one please, every time, because I live alone";
    const home = { rule: "Remember that the user lives alone.", topic: "home", isLasting: true };
    expect((await decide([wishOf(1, said, home)])).rules).toEqual([[`The user asks: “${said}”`, [1]]]);
    const short = wishOf(1, "I live alone", { ...home, shares: sharesOf("preference", 0.9) });
    expect((await decide([short])).rules).toEqual([[home.rule, [1]]]);
  });

  test("is told in passing where the whole input is chat: then only a sure order counts", async () => {
    const chat = { inputShares: sharesOf("self", 0.7) };
    const of = async (changes: Partial<Wish>) => (await decide([wishOf(1, "x", changes)])).rules.length;
    expect(await of({ ...chat, shares: sharesOf("preference", 0.99) })).toBe(0);
    expect(await of({ ...chat, shares: sharesOf("order", 0.9) })).toBe(0);
    expect(await of({ ...chat, shares: sharesOf("order", 0.96) })).toBe(1);
    expect(await of({ inputShares: sharesOf("question", 0.7), shares: sharesOf("preference", 0.99) })).toBe(1);
  });

  test("may be an allergy of somebody at home", async () => {
    const of = async (changes: Partial<Wish>) =>
      (await decide([wishOf(1, "x", { shares: sharesOf("others", 0.9), ...changes })])).rules.length;
    expect([await of({ needsOfHousehold: true }), await of({})]).toEqual([1, 0]);
  });

  test("is no order where it asks for something now, or is sure enough where it speaks to nobody", async () => {
    expect((await decide([wishOf(1, "should I send it", { asks: true })])).rules).toEqual([]);
    const unaddressed = async (changes: Partial<Wish>) =>
      (await decide([wishOf(1, "x", { addresses: false, ...changes })])).rules.length;
    expect(await unaddressed({ isLasting: true })).toBe(1);
    expect(await unaddressed({ shares: sharesOf("order", 0.97) })).toBe(1);
  });

  test("needs little where it changes a live lesson", async () => {
    const wish = wishOf(1, "tabs it is", { shares: sharesOf("order", 0.3) });
    expect((await decide([wish])).rules).toEqual([]);
    expect((await decide([wish], { changing: [wish] })).rules).toHaveLength(1);
    const asks = wishOf(1, "tabs, is it", { shares: sharesOf("question", 0.9) });
    expect((await decide([asks], { changing: [asks] })).rules).toEqual([]);
    const ends = wishOf(1, "no more tabs", { shares: sharesOf("self", 0.9) });
    expect((await decide([ends], { changing: [ends] })).rules).toEqual([]);
  });

  test("is taken by its words alone where the model has no head", async () => {
    const blind = { shares: null, isLasting: true } as const;
    expect((await decide([wishOf(1, "x", { ...blind, rule: "Answer in French." })])).rules).toHaveLength(1);
    expect((await decide([wishOf(1, "x", blind)])).rules).toEqual([]);
  });
});

describe("who says very much", () => {
  const orders = (seq: number, count: number) =>
    Array.from({ length: count }, (_, at) => wishOf(seq, `order ${seq}.${at}`, { rule: `Rule ${seq}.${at}.` }));

  test("teaches at most five rules with one packet, the first", async () => {
    const { rules } = await decide([...orders(1, 24), ...orders(2, 1)]);
    expect(rules.map(([text]) => text)).toEqual([0, 1, 2, 3, 4].map((at) => `Rule 1.${at}.`).concat("Rule 2.0."));
  });

  test("teaches at most a hundred with one pass, the last, and ends as many", async () => {
    const { rules } = await decide(Array.from({ length: 150 }, (_, at) => orders(at + 1, 1)).flat());
    expect([rules.length, rules[0]?.[0], rules.at(-1)?.[0]]).toEqual([100, "Rule 51.0.", "Rule 150.0."]);
    const back = Array.from({ length: 150 }, (_, at) => wishOf(at + 1, `scrap the ${at}`, { takesBack: true }));
    expect((await decide(back)).ended).toHaveLength(100);
  });
});

describe("of one kind", () => {
  test("the later wish takes the place of the earlier one that says otherwise, and joins one that agrees", async () => {
    const bullets = (seq: number, value: string) => wishOf(seq, `bullets ${value}`, kindOf("bullets", value));
    expect((await decide([bullets(1, "yes"), bullets(3, "no")])).rules).toEqual([["The user asks: “bullets no”", [3]]]);
    expect((await decide([bullets(1, "no"), bullets(3, "no")])).rules).toEqual([
      ["The user asks: “bullets no”", [1, 3]],
    ]);
  });

  test("a wish that says otherwise than a live lesson needs as little as one that says it is to last", async () => {
    const wish = wishOf(1, "miles then", { shares: sharesOf("order", 0.6), ...kindOf("units", "imperial") });
    const standing = [{ topic: null, kinds: [{ kind: "units", value: "metric" }] }];
    expect((await decide([wish])).rules).toEqual([]);
    expect((await decide([wish], { standing })).rules).toEqual([["The user asks: “miles then”", [1]]]);
  });

  test("wishes for once are sources of a rule that says the same, and of none that says otherwise", async () => {
    const once = { ...kindOf("length", "short"), isOnce: true };
    const [before, after] = [wishOf(1, "shorter this time", once), wishOf(5, "short today", once)];
    const talk = (seq: number) => wishOf(seq, "hi", { shares: sharesOf("talk", 0.9) });
    const order = (value: string) => wishOf(3, "keep it that way", { ...kindOf("length", value), rule: "Keep it." });
    expect((await decide([before, talk(2), order("short"), talk(4), after])).rules).toEqual([["Keep it.", [1, 3, 5]]]);
    expect((await decide([before, talk(2), order("long"), talk(4), after])).rules).toEqual([["Keep it.", [3]]]);
  });

  test("two wishes for once are a rule where a turn lies between them and one is new", async () => {
    const short = (seq: number) =>
      wishOf(seq, "shorter", { ...kindOf("length", "short"), shares: sharesOf("once", 0.9) });
    const other = (seq: number) => wishOf(seq, "and you?", { shares: sharesOf("question", 0.9) });
    expect((await decide([short(1), other(2), short(3)])).rules).toEqual([["Keep answers short.", [1, 3]]]);
    expect((await decide([short(1), short(2)])).rules).toEqual([]);
    expect((await decide([short(1), other(2), short(3)], { after: 3 })).rules).toEqual([]);
    const long = wishOf(2, "longer", { ...kindOf("length", "long"), shares: sharesOf("once", 0.9) });
    expect((await decide([short(1), long, short(3)])).rules).toEqual([]);
  });
});

test("what takes something back ends the rule of its kind, and is told for the lessons that live", async () => {
  const wish = wishOf(1, "bullets please", kindOf("bullets", "yes"));
  const back = wishOf(3, "scrap the bullets", { ...kindOf("bullets", "no"), takesBack: true });
  expect(await decide([wish, back])).toEqual({ rules: [], ended: ["scrap the bullets"] });
  // Where it ends nothing here it may be an order itself: "drop the intro".
  expect(await decide([back])).toEqual({
    rules: [["The user asks: “scrap the bullets”", [3]]],
    ended: ["scrap the bullets"],
  });
});

describe("what the classifier takes for the end of something", () => {
  const classifier = { lasting: 0.9, over: 0.5 };
  const input = "stop apologising to me all of the time, would you";
  const stops = (order: number, own?: number) => {
    const message = messageShares("ends", 0.9);
    const classified = { input, message, own: message, tells: true, carries: true };
    const ownShares = own === undefined ? null : sharesOf("order", own);
    return wishOf(1, input, { classified, ownShares, inputShares: sharesOf("order", order) });
  };

  test.each([
    ["is", stops(0.95)],
    ["is, of the sentence alone,", stops(0.3, 0.95)],
  ])("is an order where it ends no rule and the head for intents %s sure of one", async (_, wish) => {
    const { rules } = await decide([wish], { classifier });
    expect(rules).toEqual([[`The user asks: “${input}”`, [1]]]);
  });

  test("is none of news, none of the sentence alone where most is talk, and none where it ends a rule", async () => {
    expect((await decide([stops(0.3)], { classifier })).rules).toEqual([]);
    expect((await decide([stops(0.3, 0.95)], { classifier, isTalk: true })).rules).toEqual([]);
    const ending = stops(0.95);
    expect((await decide([ending], { classifier, changing: [ending] })).rules).toEqual([]);
  });
});

describe("a message with several orders", () => {
  const classifier = { lasting: 0.9, over: 0.5 };
  const message = messageShares("order", 0.95);
  const input = "Till Eid no talk of food by day. And halal only, that is for good.";
  const said = (text: string, own = message) =>
    wishOf(1, text, {
      classified: { input, message, own, tells: true, carries: true },
      shares: sharesOf("order", 0.9),
    });
  const first = said("Till Eid no talk of food by day.");

  test("is a rule for each that is added to the others, so that each may end by itself", async () => {
    const { rules } = await decide([first, said("And halal only, that is for good.")], { classifier });
    expect(rules).toEqual([
      ["The user asks: “Till Eid no talk of food by day.”", [1]],
      ["The user asks: “And halal only, that is for good.”", [1]],
    ]);
  });

  test.each([
    ["nothing is added", said("Halal only, that is for good.")],
    ["what is added is no wish by itself", said("And then we eat well.", messageShares("talk", 0.9))],
    ["it points back", { ...said("And do that at all times."), pointsBack: true }],
  ])("is one where %s", async (_, second) => {
    const { rules } = await decide([first, second], { classifier });
    expect(rules).toHaveLength(1);
  });
});

test("a complaint of what was told before needs less than one of the last answer", async () => {
  const message = messageShares("manner", 0.85);
  const input = "you fixed my commas again and I asked about the plot";
  const wish = wishOf(1, input, { classified: { input, message, own: message, tells: true, carries: true } });
  const classifier = { lasting: 0.95, over: 0.5 };
  expect((await decide([wish], { classifier })).rules).toEqual([]);
  expect((await decide([{ ...wish, isToldAgain: true }], { classifier })).rules).toHaveLength(1);
});
