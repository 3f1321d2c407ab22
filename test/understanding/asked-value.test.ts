import { expect, test } from "bun:test";
import { valueAskedBy } from "../../src/understanding/asked-value.ts";

const SAYS: readonly (readonly [question: string, holds: string, lacks: string])[] = [
  ["When does the lease end?", "It ends on 31 August.", "You may cancel it in writing."],
  ["Until what time is the shop open?", "It closes at 18:30.", "It is open for long."],
  ["Which weekday is the market?", "It is on Thursdays.", "It is on the square."],
  ["Wann ist der Termin?", "Am 3. Juni.", "Im Rathaus."],
  ["When was it built?", "The house is from 1931.", "The house has 12345 bricks."],
  ["How much is the deposit?", "You pay 340 euros.", "You pay a deposit."],
  ["how many singers are there", "There are fourteen of them.", "There are some of them."],
  ["What temperature does the oven need?", "Set it to 262 degrees.", "Heat it well."],
  ["Combien coûte le billet ?", "Il coûte 12 euros.", "Il est cher."],
  ["Who fixed the pump?", "That was our neighbour Gerda.", "That was our neighbour."],
  ["What is the inn called?", "You stay at *Zum Ankerplatz* there.", "You stay at an inn there."],
];

test.each(SAYS)("%s", (question, holds, lacks) => {
  const value = valueAskedBy(question)!;
  expect([value(holds), value(lacks)]).toEqual([true, false]);
});

test("the number of an item in a list is no value", () => {
  const value = valueAskedBy("How many?")!;
  expect([value("3. Wash the jars."), value("3. Wash 3 jars."), value("**2. Wash** the jars.")]).toEqual([
    false,
    true,
    false,
  ]);
});

test("a question that does not say what kind of value it wants asks for none", () => {
  expect(valueAskedBy("Tell me about the garden.")).toBeNull();
  expect(valueAskedBy("What should I do with the whenever-box?")).toBeNull();
});
