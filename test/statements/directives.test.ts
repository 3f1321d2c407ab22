import { expect, test } from "bun:test";
import { isDirective } from "../../src/statements/directives.ts";
import { cutTokens } from "../../src/statements/tokens.ts";

test.each([
  ["Ask the neighbours", true],
  ["Please just bring a coat", true],
  ["How about a picnic", true],
  ["You could wear the blue one", true],
  ["Don't forget the keys", true],
  ["You wear the blue one", false],
  ["Call is at nine", false],
  ["The neighbours ask", false],
  ["", false],
])("%j says what to do: %p", (clause, expected) => {
  expect(isDirective(cutTokens(clause))).toBe(expected);
});
