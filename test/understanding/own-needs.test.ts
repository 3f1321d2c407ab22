import { expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { tellsLastingNeed } from "../../src/understanding/own-needs.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";

const read = (input: string) => finish(readWishes(createRuleWriter(), input));

test.each([
  "I got nine years sober in April.",
  "proud to say i'm five months off the booze, so no beer tents",
  "two years sober on monday!! what goes in the sauce instead of port",
  "been teetotal since the wedding",
  "I've been in a wheelchair since the crash",
  "not much use with a rollator, those cobbles",
  "ich sitze seit drei Jahren im Rollstuhl",
  "llevo dos años sin beber",
  "je ne bois plus depuis mars",
])("%j is a need that lasts", (sentence) => {
  expect(tellsLastingNeed(sentence)).toBeTrue();
});

test.each([
  "my brother is two years sober in May",
  "she's been off the drink for a year",
  "my neighbour uses a wheelchair",
  "I pushed a wheelchair all day",
  "if I were sober I'd remember",
  "is eight weeks sober a long time?",
  "the chair is in the hall since Friday",
])("%j is none of the user's own", (sentence) => {
  expect(tellsLastingNeed(sentence)).toBeFalse();
});

test("a face ends a sentence", () => {
  const said = (input: string) => read(input).map(({ text }) => text);
  expect(said("I've been in a wheelchair since 2011 :) try again?")).toEqual([
    "I've been in a wheelchair since 2011 :)",
    "try again?",
  ]);
  expect(said("ha 😄 no stairs for me please 🙏")).toEqual(["ha 😄", "no stairs for me please 🙏"]);
  expect(said("I bake 🍕 on fridays, ratio 3 :) 4")).toHaveLength(2);
});

test("what a doctor says of the user is not somebody else's word", () => {
  expect(read("on blood thinners for life, the haematologist says.")).toHaveLength(1);
  expect(read("no salt in anything, my boss says.")).toHaveLength(0);
});

test.each([
  ["Sag ruhig du zu mir", "informal"],
  ["me hace sentir viejo, tutéame hombre", "informal"],
  ["il vaudrait mieux me vouvoyer", "formal"],
])("%j orders how the user is spoken to", (input, value) => {
  expect(read(input)).toMatchObject([{ stands: "order", kinds: [{ kind: "address", value }] }]);
});

test("an allergy may be told without a subject", () => {
  expect(read("Brötchen fallen flach, hab Zöliakie")).toMatchObject([{ stands: "need" }]);
  expect(read("Haben Sie eine Allergie")).toMatchObject([{ stands: null }]);
});
