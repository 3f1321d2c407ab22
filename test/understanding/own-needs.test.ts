import { expect, test } from "bun:test";
import { tellsLastingNeed } from "../../src/understanding/own-needs.ts";

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
