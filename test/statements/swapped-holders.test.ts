import { expect, test } from "bun:test";
import { judgeTold } from "./judge-told.ts";

function against(turns: readonly string[], question: string, answer: string): string {
  return judgeTold(turns, question, answer)?.remembered ?? "";
}

const KIDS = ["Oskar turns 9 in may", "my eldest, Minna, is 13"];
const SITTERS = ["we pay £30 a week for Ben, 45 for Ella"];
const CUPS = ["Blue for Lene and yellow for Emil"];
const TEAM = ["our goalkeeper is Tarik, striker is Jonas"];
const CREW = ["my friend Bruno and his daughter Alma come along"];

test.each([
  [KIDS, "ages?", "Your kids are Oskar, who is 13, and Minna, who is 9.", KIDS[0]!],
  [KIDS, "ages?", "Oskar is 9 and Minna is 13.", ""],
  // A year has passed.
  [["Oskar is 12", "Minna is 13"], "ages?", "Oskar is 13 and Minna is 14.", ""],
  [SITTERS, "who costs what?", "It's £45 for Ben and £30 for Ella.", SITTERS[0]!],
  [SITTERS, "who costs what?", "It's £30 for Ben and £45 for Ella, £75 in all.", ""],
  [CUPS, "which cup for whom?", "Lene has the yellow cup and Emil the blue one.", CUPS[0]!],
  [CUPS, "which cup for whom?", "Lene has the blue cup and Emil the yellow one.", ""],
  [TEAM, "positions?", "Tarik: striker. Jonas: goalkeeper.", TEAM[0]!],
  [TEAM, "positions?", "Tarik: goalkeeper. Jonas: striker.", ""],
  [CREW, "who comes along?", "Alma and her daughter Bruno.", CREW[0]!],
  [CREW, "who comes along?", "Bruno and his daughter Alma.", ""],
  // What counts others, or somebody without a name, is nobody's.
  [["we were ten", "my sizes: Mia 10, Lou 12"], "how many?", "You are ten now that Lou has left.", ""],
  [["two pupils stay, Theo (9) and Marga (71)"], "who?", "One boy, Theo, and one lady of seventy-one, Marga.", ""],
])("told %j, asked %j, %j: %p", (turns, question, answer, expected) => {
  expect(against(turns, question, answer)).toBe(expected);
});
