// What is told of somebody in the words that memory has of somebody else.
import { expect, test } from "bun:test";
import { judgeTold } from "./judge-told.ts";

const KIDS = ["Emil cant have milk and Sofie cant have eggs"];
const TEAM = ["Priya is on backend, Owen does design. DB is Postgres"];
const TWINS = ["Nora does ballet on Mondays, Max does judo on Wednesdays."];

test.each([
  [KIDS, "who can't have milk", "Sofie can't have milk."],
  [TEAM, "Who's backend and who's design?", "Owen handles the backend, and Priya handles design."],
  [TWINS, "Who goes to judo?", "Nora goes to judo."],
  [["I read the story and Fergal does the songs"], "who does what?", "Fergal reads the story and you do the songs."],
])("%p, asked %s: not %s", (told, question, answer) => {
  expect(judgeTold(told, question, answer)?.kind).toBe("value");
});

test.each([
  [KIDS, "who can't have milk", "Emil can't have milk."],
  [KIDS, "what can Sofie drink?", "Sofie can have milk."],
  [KIDS, "who are the picky ones?", "Sofie and Emil: no eggs, no milk."],
  [TEAM, "who's on design?", "Owen does design, Priya the backend."],
  // Exchanged since.
  [[...TWINS, "the twins swapped clubs: Nora does judo now"], "Who goes to judo?", "Nora goes to judo."],
  [TWINS, "who does judo?", "Nora, since the two swapped."],
  // Of several.
  [[...TWINS, "Nora and Max both love judo camp"], "Who goes to judo?", "Nora goes to judo."],
])("%p, asked %s: %s passes", (told, question, answer) => {
  expect(judgeTold(told, question, answer)).toBeUndefined();
});
