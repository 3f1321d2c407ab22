// What is over, without a value in its place.
import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { findReplaced } from "../../src/statements/find-replaced.ts";
import { judgeAnswer } from "../../src/statements/judge-answer.ts";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";

const reader = createSentenceReader();

function kind(turns: readonly string[], question: string | null, answer: string): string {
  const memories = turns.map((input) => ({ input, answer: "Noted." }));
  return finish(judgeAnswer(reader, { question, answer, memories })).contradictions[0]?.kind ?? "";
}

const VENUE = ["The reunion is in the lighthouse near Husum, 40 of us", "The lighthouse bailed on us, roof leaks"];
const JOB = ["I work nights at the Brandt printing house", "my back is ruined", "so that's why I resigned yesterday"];
const GRANT = ["our interview at the Halden Trust went well", "no news yet", "they turned us down"];

describe("what is over", () => {
  test.each([
    [VENUE, "Where is the reunion?", "The reunion is in the lighthouse near Husum.", "outdated"],
    [VENUE, "Where is the reunion?", "The lighthouse bailed on you, so it needs a new place.", ""],
    [VENUE, "Where was the reunion to be?", "The reunion was to be in the lighthouse near Husum.", ""],
    [VENUE, "How many are we?", "40 of you.", ""],
    [[...VENUE, "good news: the lighthouse near Husum works after all"], "Where?", "In the lighthouse near Husum.", ""],
    [JOB, "What do I do?", "You work nights at the Brandt printing house.", "outdated"],
    [JOB, "What do I do?", "You worked nights at the Brandt printing house.", ""],
    [JOB, "What did I do before?", "You work nights at the Brandt printing house.", ""],
    [["I work at the quarry", "I quit sugar"], "What do I do?", "You work at the quarry.", ""],
    [["I work with Tove at the quarry", "told Tove I quit sugar"], "Who is she?", "Tove works at the quarry.", ""],
    [GRANT, "How are things?", "The Halden Trust has approved you.", "outdated"],
    [GRANT, "How are things?", "The Halden Trust is in Oslo.", ""],
    [["the sister on the ward is called Imke", "they turned me down as a donor"], "Who?", "The sister is Imke.", ""],
    [
      ["Lisbon in spring, we thought, with Ada", "Lisbon is out"],
      "Where to?",
      "You're off to Lisbon with Ada in spring.",
      "outdated",
    ],
    [
      ["Lisbon in spring, we thought, with Ada", "Ada is out of hospital"],
      "Where to?",
      "To Lisbon with Ada in spring.",
      "",
    ],
  ])("told %j, asked %j, %j: %p", (turns, question, answer, expected) => {
    expect(kind(turns, question, answer)).toBe(expected);
  });

  test.each([
    // Whose ending it is must fit whose fact it is.
    ["I work at Bosch", "my neighbour resigned from Bosch", false],
    ["Priya works at Bosch", "Priya quit Bosch", true],
    ["I drive a Golf", "My brother sold his Golf", false],
    ["we have a Golf", "my wife sold our Golf", true],
    ["Ich arbeite bei der Sparkasse", "Meine Kollegin hat bei der Sparkasse gekündigt", false],
    ["Ich arbeite bei der Sparkasse", "Ich habe bei der Sparkasse gekündigt", true],
    ["Ich bin mit Lea verheiratet", "Lea hat ihren Friseurtermin abgesagt", false],
    ["Mein Friseurtermin ist am Montag", "Leas Bruder hat seinen Friseurtermin abgesagt", false],
    ["Je travaille chez Orange", "Mon frère a démissionné", false],
    ["Je travaille chez Orange", "J'ai démissionné hier", true],
    ["Trabajo en Correos", "Mi prima ha dejado su trabajo", false],
    ["Trabajo en Correos", "He dejado el trabajo", true],
    // What names something of its own ends nothing else.
    ["Vivo en Málaga con mi novia", "He dejado la bici en el garaje", false],
    ["Marta viene el lunes", "Dejé la cartera en casa de Marta", false],
    ["Mi primo se mudó el lunes", "Se murió el canario de la vecina", false],
    ["Ich wohne in Bonn", "Ich hab mein Netflix gekündigt", false],
    ["I live in Oslo", "gave up on chess years ago", false],
  ])("of what was told by %j, %j ends something: %p", (told, by, ends) => {
    const turns = [told, by].map((input) => ({ input, answer: "Noted." }));
    expect(finish(findReplaced(reader, turns, ""))[0] !== null).toBe(ends);
  });

  test("is shown as replaced, where not more of its turn still stands", () => {
    const replaced = (turns: readonly string[]) =>
      finish(
        findReplaced(
          reader,
          turns.map((input) => ({ input, answer: "Noted." })),
          "",
        ),
      ).map((each) => (each?.isWhole === true ? each.by : null));
    expect(replaced(["The reunion is in the lighthouse near Husum", "The lighthouse bailed on us"])).toEqual([1, null]);
    expect(replaced(JOB)).toEqual([2, null, null]);
    expect(replaced(["Lighthouse in Husum on 3 May at 4 pm", "The lighthouse bailed on us"])).toEqual([null, null]);
  });
});
