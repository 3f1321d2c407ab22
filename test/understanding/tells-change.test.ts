import { expect, test } from "bun:test";
import { tellsChange } from "../../src/understanding/tells-change.ts";

test.each([
  "berlingo's gone. bought a Vivaro off a joiner",
  "The talk has been put off. It is now the 26th.",
  "we don't eat meat any more",
  "went for 74 in the end",
  "Priya switched to days this week",
  "chor ist jetzt mittwochs",
  "sie hat gekündigt",
])("may end what was said before: %s", (text) => expect(tellsChange(text)).toBe(true));

test.each([
  "can you reword this for the ward whatsapp",
  "my flatmate Lorcan plays drums",
  "how long does it keep in the fridge",
  "wie schreibt man einer kundin",
  "",
])("tells none: %s", (text) => expect(tellsChange(text)).toBe(false));

test("what stands after a page is not read", () => {
  expect(tellsChange(`${"a ".repeat(600)}moved`)).toBe(false);
});
