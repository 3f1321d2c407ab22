import { describe, expect, test } from "bun:test";
import { judgeTold } from "./judge-told.ts";

/** What the user told that a refused answer leaves out; "": it passes. */
function refusedBy(turns: readonly string[], question: string, answer: string): string {
  return judgeTold(turns, question, answer)?.remembered ?? "";
}

const CAPTAIN = ["our captain is Marek, training is at the quarry", "Marek is moving to Oslo so Ilse is captain"];
const HOTEL = ["we booked the Larkspur for the Brecon weekend", "the Larkspur is full, we're at the Old Mill instead"];
const VAN = ["my Berlingo needs new tyres", "sold the Berlingo, got a Kangoo"];
const PIANO = ["Grete has piano with me on mondays, Ole has drums", "Grete is quitting piano, it's the ukulele now"];
const LODGER = ["our lodger Pim pays for the attic room", "Pim moved out on sunday"];

describe("who or what gave way", () => {
  test.each([
    [CAPTAIN, "who is our captain?", "Your captain is Marek.", CAPTAIN[1]!],
    [CAPTAIN, "who is our captain?", "Ilse, since Marek is off to Oslo.", ""],
    [CAPTAIN, "what should I give Marek for the move?", "A good scarf, Oslo is cold.", ""],
    [HOTEL, "where do we stay on the Brecon weekend?", "At the Larkspur, booked for the whole weekend.", HOTEL[1]!],
    [HOTEL, "where did we want to stay?", "At the Larkspur, before it turned out to be full.", ""],
    [VAN, "which car do I put on the form?", "Your Berlingo.", "sold the Berlingo, got a Kangoo"],
    [VAN, "what happened to my car?", "You sold the Berlingo.", ""],
    [PIANO, "what does Grete play?", "Grete plays the piano.", "Grete is quitting piano, it's the ukulele now"],
    [PIANO, "who plays what?", "Ole plays the drums on mondays.", ""],
    [LODGER, "who lives in the attic?", "Your lodger Pim has the attic room.", "Pim moved out on sunday"],
  ])("told %j and asked %j, %j: %p", (turns, question, answer, expected) => {
    expect(refusedBy(turns, question, answer)).toBe(expected);
  });

  test.each([
    // Told again since.
    [[...CAPTAIN, "Marek is back as captain!"], "who is our captain?", "Your captain is Marek."],
    // It may not have come to that.
    [[CAPTAIN[0]!, "Marek might be moving to Oslo"], "who is our captain?", "Your captain is Marek."],
    [[LODGER[0]!, "Pim left his keys on the stairs"], "who lives in the attic?", "Your lodger Pim has the attic room."],
    [["our cook Ada does the soup", "Ada is out of hospital"], "who does the soup?", "Your cook Ada does the soup."],
    [["my aunt Rosa lives in Lund", "Rosa can't come to the party"], "where is Rosa?", "Your aunt Rosa lives in Lund."],
    // A pupil of one thing has another all the same.
    [PIANO, "when does Grete come?", "Grete comes on mondays."],
  ])("told %j and asked %j, %j passes", (turns, question, answer) => {
    expect(refusedBy(turns, question, answer)).toBe("");
  });
});
