import { expect, test } from "bun:test";
import { parseRule } from "../../src/learning/parse-rule.ts";
import { expectLinear } from "../support/growth.ts";

test.each([
  null,
  "",
  "  \n",
  "NONE",
  "none.",
  " None \n",
  '"NONE"',
  "`none`",
  "**NONE**",
  "Rule: NONE",
  "- NONE.",
  "'None'.",
  "```\nNONE\n```",
  "null",
  "“NONE”",
  "NONE\n\nThere is nothing durable in these turns.",
  "NONE - only small talk",
  "<think>Is it durable? No.</think>\n\nNONE",
])("%j is no rule", (text) => {
  expect(parseRule(text)).toBeNull();
});

test.each([
  ["Always use metric units.", "Always use metric units."],
  ["  Always use\nmetric\r\n\tunits. ", "Always use metric units."],
  ['"Always use metric units."', "Always use metric units."],
  ['"Always use metric units".', "Always use metric units."],
  ["`Always use metric units.`", "Always use metric units."],
  ["- Always use metric units.", "Always use metric units."],
  ["1. Always use metric units.", "Always use metric units."],
  ["Rule: Always use metric units.", "Always use metric units."],
  ["**Rule:** Always use metric units.", "Always use metric units."],
  ['Rule 1: "Always use metric units."', "Always use metric units."],
  ["> Always use metric units.", "Always use metric units."],
  ["```text\nAlways use metric units.\n```", "Always use metric units."],
  ["<think>\nunits\n</think>\n\nAlways use metric units.", "Always use metric units."],
  ["Use none of the imperial units.", "Use none of the imperial units."],
  ["None of the answers may be long.", "None of the answers may be long."],
  ['"Hi" and "Bye" are welcome.', '"Hi" and "Bye" are welcome.'],
  ["Call the user 'Bo'.", "Call the user 'Bo'."],
  ["Use 24. as it is", "Use 24. as it is"],
  ["Line\u2028separator\u0085and next line", "Line separator and next line"],
])("%j is the rule %j", (text, rule) => {
  expect(parseRule(text)).toBe(rule);
});

test("a page of text is no rule", () => {
  expect(parseRule("Always be brief. ".repeat(200))).toBeNull();
});

test("marks without end are read in linear time", () => {
  for (const mark of ["- ", '"', "`", "1. ", "> ", "Rule: ", "*"]) {
    expectLinear(100_000, (length) => void parseRule(mark.repeat(length / mark.length)));
  }
});
