import { describe, expect, test } from "bun:test";
import { judgeTold } from "./judge-told.ts";

/** What is told between, before and after: beside a few turns alone plainer rules decide. */
const BESIDE = [
  "write me a limerick about a snail",
  "our roof leaks again",
  "how do I boil an egg",
  "the tram was late",
];

/** What the user told later, where an answer is refused for it; "": it passes. */
function refusedBy([before, ...later]: readonly string[], question: string, answer: string): string {
  const found = judgeTold([before!, ...BESIDE, ...later, ...BESIDE], question, answer);
  return found?.kind === "outdated" ? found.remembered : (found?.kind ?? "");
}

const BEANS = ["beans are from Cooper", "beans are from Cloud Picker now"];
const LEAD = ["my shift lead is Aman", "Pooja is my shift lead since june"];
const HALL = ["scrims are in the Kestrel Hall", "scrims are at the Nordic Centre now"];
const PLAN = ["my phone plan is 20 gb for €15, is that dear?", "my phone plan is 30 gb from now on"];

describe("what was told later as news", () => {
  test.each([
    [BEANS, "who do I order the beans from?", "Cooper.", BEANS[1]!],
    [BEANS, "who do I order the beans from?", "Cloud Picker.", ""],
    [BEANS, "who did we buy beans from before?", "From Cooper, until you changed.", ""],
    [LEAD, "write to my shift lead that I'm late", "Hi Aman, I'm running late today!", LEAD[1]!],
    [LEAD, "write to my shift lead that I'm late", "Hi Pooja, I'm running late today!", ""],
    [HALL, "where are the scrims?", "In the Kestrel Hall.", HALL[1]!],
    [HALL, "where are the scrims?", "At the Nordic Centre, not in the Kestrel Hall any more.", ""],
    [["beans are from Cooper", "beans are from Cloud Picker too"], "whose beans do we have?", "Cooper.", ""],
    [["beans are from Cooper", "my aunt's beans are from Cloud Picker"], "whose beans do we have?", "Cooper.", ""],
    // What is told in front of a question is told.
    [PLAN, "how much data do I have?", "You have 20 GB a month.", "my phone plan is 20 gb for €15"],
    [PLAN, "how much data do I have?", "You have 30 GB a month.", ""],
  ])("told %j and asked %j, %j: %p", (turns, question, answer, expected) => {
    expect(refusedBy(turns, question, answer)).toBe(expected);
  });
});
