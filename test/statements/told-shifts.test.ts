import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { readStatement } from "../../src/statements/read-statements.ts";
import { RememberedStatements } from "../../src/statements/remembered-statements.ts";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";
import { shiftsOf } from "../../src/statements/told-shifts.ts";
import type { Value } from "../../src/statements/value.ts";

function shown(text: string): string {
  const shifts = shiftsOf(readStatement(text)).map(({ by, times, movesTime, either }) => {
    const amount = by === null ? "x" : `${by.number}${by.unit === null ? "" : ` ${by.unit.name}`}`;
    return `${amount} ${times}${movesTime ? " in time" : ""}${either ? " or back" : ""}`;
  });
  return shifts.join(", ");
}

describe("what a statement adds, takes away or multiplies by", () => {
  test.each([
    ["they put the sack up by three pounds", "3 GBP 1"],
    ["union got us 40p more an hour", "40 cent 1"],
    ["the milk price dropped 3 cent", "3 cent -1"],
    ["we're four beds up on before", "4 1"],
    ["24 beds up there, never an empty one", ""],
    ["he's lost four kilos", "4 kg -1"],
    ["threw out 6 tunes that needed keys", "6 -1"],
    ["the vet put him up 2", "2 1"],
    ["bumped the quote 2,400", "2400 1"],
    ["put the rent up to 820", ""],
    ["went from 14 to 20", ""],
    ["more than 20 came", ""],
    ["not doing enough so she doubled it", "x 2"],
    ["the tablet has been cut in half", "x 0.5"],
    ["double it please", ""],
    ["we lost 3-1 away", ""],
    ["would it be 10 more?", ""],
  ])("%j: %p", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    ["we begin half an hour earlier", "0.5 hour -1 in time"],
    ["Swimming's an hour earlier from this week", "1 hour -1 in time"],
    ["the wedding has been pushed back one week", "1 week 1 in time"],
    ["they gave me a 2 week extension", "2 week 1 in time"],
    ["shifted it by 45 minutes", "45 minute 1 in time or back"],
    ["same days but half an hour later", "0.5 hour 1 in time"],
    ["deliveries come an hour later now", "1 hour 1 in time"],
    ["an hour later the vet rang", ""],
    ["two days later we went home", ""],
  ])("%j moves: %p", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

/** What each turn's change made of what was told before it. */
function made(...turns: readonly string[]): string[] {
  const told = turns.map((input) => ({ input, answer: "Noted." }));
  const memory = finish(RememberedStatements.read(createSentenceReader(), told));
  return memory.all.flatMap(({ replaced }) =>
    [...replaced].flatMap(([gone, { by }]) => (by === null ? [] : [`${plain(gone)} > ${plain(by)}`])),
  );
}

function plain(value: Value): string {
  if (value.type === "amount") return String(value.number);
  if (value.type === "time") return `${Math.floor(value.minutes / 60)}:${String(value.minutes % 60).padStart(2, "0")}`;
  return value.type === "date" ? `${value.day}.${value.month}.` : value.member;
}

describe("what becomes of what was told", () => {
  test.each([
    [["rent is £925 a month, deposit £1100", "they put the rent up by £50"], ["925 > 975"]],
    [["he takes 3 mg of warfarin and 40 mg of furosemide", "the warfarin is up a milligram"], ["3 > 4"]],
    [["doctor started me on 50 mg of sertraline", "had my review and she doubled it"], ["50 > 100"]],
    [["our concert is on the 30th of May", "we pushed the concert back by one week"], ["30.5. > 6.6."]],
    [["choir meets at 7.30 pm in the hall", "choir begins half an hour earlier"], ["19:30 > 19:00"]],
    [
      ["I owe my brother £3000 for the car", "the car debt is down by £400", "the car debt is down by another £600"],
      ["3000 > 2600", "2600 > 2000"],
    ],
    // It may be of either, and of none.
    [["the boat costs £40 a week, the berth £60", "they put it up by £5"], []],
    [["my sister's rent is £700", "my rent goes up by £50"], []],
    // What is told itself needs no reckoning.
    [["nine hives at the start", "lost 4 hives over winter, so 5 hives"], []],
    [["the cave is 3 years old", "it happened 99999999999 years earlier"], []],
  ])("%j: %j", (turns, expected) => {
    expect(made(...turns)).toEqual(expected);
  });
});
