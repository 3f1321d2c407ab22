// What follows from what was told is no contradiction: what a question asks to be worked out, a time or a day reckoned from another.
import { describe, expect, test } from "bun:test";
import { judgeTold } from "./judge-told.ts";

const QUOTES = ["Garage Uno asks 380 for the gate.", "DoorDoctors asks 295 for the gate, going with them."];
const FARRIER = ["The farrier comes on Thursday, 75 euros, my sister and I split it."];
const TRIAL = ["A trial lesson at my studio is 25,000 naira."];
const UNIFORMS = ["Orla's uniform came to 240 euro and Fintan's to 185."];
const FERRY = ["The ferry to Hvar leaves at 11:00 and takes an hour."];
const CONCERT = ["The concert is on 8 December; dress rehearsal the evening before."];
const PITCH = ["The pitch to the mayor is on the 12th, rehearsal two days before."];
const DINNER = ["My daughter Franca and her husband Ugo come to dinner."];
const MATES = ["My flatmates are Yuki from Sapporo and Mateus from Recife."];
const SEEDS = ["I planted six tomato seedlings along the fence."];

describe("an answer passes", () => {
  test.each([
    [QUOTES, "How much do I save with the second quote?", "Eighty-five."],
    [FARRIER, "What's my share of the farrier?", "37.50 euros."],
    [TRIAL, "What do two trial lessons come to?", "50,000 naira for the pair."],
    [UNIFORMS, "What did I spend on the two uniforms?", "Together the two uniforms cost you 425 euro."],
    [FERRY, "When does the ferry get to Hvar?", "At twelve, an hour after it leaves."],
    [CONCERT, "When is the dress rehearsal?", "On 7 December."],
    [PITCH, "When is the rehearsal?", "On the 10th."],
    [DINNER, "Who is Ugo to me?", "Ugo is your son-in-law."],
    [MATES, "Where does Mateus come from?", "From Recife, in Brazil."],
    [SEEDS, "How many tomato seedlings did I plant?", "Half a dozen."],
  ])("%#: %j", (told, question, answer) => {
    expect(judgeTold(told, question, answer)).toBeUndefined();
  });
});

describe("what nobody can work out is refused", () => {
  test.each([
    [TRIAL, "What is a trial lesson at my studio?", "50,000 naira."],
    [FARRIER, "What's my share of the farrier?", "45 euros."],
    [PITCH, "When is the pitch to the mayor?", "The pitch to the mayor is on the 18th."],
    [SEEDS, "How many tomato seedlings did I plant?", "A dozen tomato seedlings."],
  ])("%#: %j", (told, question, answer) => {
    expect(judgeTold(told, question, answer)).toBeDefined();
  });
});
