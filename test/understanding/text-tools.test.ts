import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";
import { PatternReader } from "../../src/understanding/patterns.ts";

const reader = createSentenceReader();

describe("patterns", () => {
  const patterns = new PatternReader();
  const finds = (pattern: string, text: string) => finish(patterns.find([pattern], text)) === 0;

  test("match anywhere and without regard to case, unless the pattern says otherwise", () => {
    expect(finds("\\bpass(word|phrase)\\b", "My PASSWORD is here")).toBe(true);
    expect(finds("\\bpass(word|phrase)\\b", "passwords")).toBe(false);
    expect(finds("(?-i)ACME", "acme")).toBe(false);
    expect(finds("straße|東京", "Ich bin in 東京")).toBe(true);
  });

  test("that no engine of linear time can run are refused", () => {
    for (const pattern of ["(?=a)", "(a)\\1", "(", "*", "[z-a]", "a{2,1}"]) {
      const { faults } = finish(patterns.check([pattern, "a"]));
      expect([pattern, faults]).toEqual([pattern, [expect.stringContaining("RE2"), null]]);
      expect(() => finds(pattern, "a")).toThrow();
    }
  });

  test("that take others exponential time end on a long text", () => {
    expect(finds("(a+)+$", `${"a".repeat(50_000)}b`)).toBe(false);
  });
});

describe("sentences", () => {
  test("end at their marks and at line ends, and keep their words", () => {
    const found = reader.sentences("I live in Lisbon. Do you?\nNo! It's 3.5 km away");
    expect(found.map((each) => each.text)).toEqual(["I live in Lisbon.", "Do you?", "No!", "It's 3.5 km away"]);
    expect(reader.sentences(" \n\n ")).toEqual([]);
  });

  test("are read by stem, without words that carry no content", () => {
    const [sentence] = reader.sentences("She was recommending the steaks to all of them.");
    expect([...(sentence?.stems ?? [])].sort()).toEqual(["recommend", "steak"]);
  });

  test("know their numbers, written or spelt", () => {
    const [sentence] = reader.sentences("Room 12 at 9:30 costs 1,200.50 for three people");
    expect([...(sentence?.numbers ?? [])].sort()).toEqual(["1,200.50", "12", "3", "9:30"]);
  });

  test.each([
    ["I do not eat meat.", true],
    ["I don’t eat meat.", true],
    ["I can't come.", true],
    ["You never ask.", true],
    ["Tea without sugar.", true],
    ["I eat meat.", false],
    ["The knot is tied.", false],
    ["Note the notice.", false],
  ])("%p denies something: %p", (text, negated) => {
    expect(reader.sentences(text)[0]?.negated).toBe(negated);
  });
});
