import { expect, test } from "bun:test";
import { join } from "node:path";
import { readLocomo, sessionInstant, turnKeysIn } from "./locomo.ts";
import { temporaryFolder } from "./run-script.ts";

const folder = temporaryFolder();

async function fileOf(content: unknown): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  await Bun.write(path, JSON.stringify(content));
  return path;
}

const turn = (dia_id: string) => ({ dia_id, speaker: "Ann", text: `Text of ${dia_id}.` });
const question = (evidence: string[]) => ({ question: "What?", category: 1, evidence, answer: 2022 });
const sample = {
  sample_id: "conv-a",
  conversation: {
    speaker_a: "Ann",
    session_10_date_time: "12:05 am on 1 January, 2024",
    session_10: [turn("D10:1")],
    session_2_date_time: "1:56 pm on 8 May, 2023",
    session_2: [{ ...turn("D2:1"), blip_caption: "a photo of a cat", query: "cat" }, turn("D2:05")],
    session_11_date_time: "9:00 am on 2 January, 2024",
  },
  qa: [question(["D2:5"]), question(["D02:1; D10:1", "D9:9"]), question(["D9:9"]), question([]), question(["D"])],
};

test("evidence is compared by its numbers, several in one entry are several, and each counts once", () => {
  expect(turnKeysIn(["D30:05"])).toEqual(["30:5"]);
  expect(turnKeysIn(["D8:6; D9:17", "D8:06", "D1:1 D1:2"])).toEqual(["8:6", "9:17", "1:1", "1:2"]);
  expect(turnKeysIn(["D", "D:11:26", "D8", ""])).toEqual([]);
});

test("sessions come in the order of their numbers, with caption and date; a date without a session is nothing", async () => {
  const [conversation] = await readLocomo(await fileOf([sample]));
  expect(conversation?.sessions).toEqual([
    {
      number: 2,
      date: "1:56 pm on 8 May, 2023",
      turns: [
        { key: "2:1", speaker: "Ann", text: "Text of D2:1.", caption: "a photo of a cat" },
        { key: "2:5", speaker: "Ann", text: "Text of D2:05.", caption: null },
      ],
    },
    {
      number: 10,
      date: "12:05 am on 1 January, 2024",
      turns: [{ key: "10:1", speaker: "Ann", text: "Text of D10:1.", caption: null }],
    },
  ]);
});

test("evidence that names no turn is dropped, and so is a question left with none", async () => {
  const [conversation] = await readLocomo(await fileOf([sample]));
  expect(conversation?.questions.map(({ evidence }) => evidence)).toEqual([["2:5"], ["2:1", "10:1"]]);
  expect(conversation?.questionsDropped).toBe(3);
});

test("a file of another shape is refused with the place where it differs", async () => {
  const reading = readLocomo(await fileOf([{ ...sample, qa: [{ question: "What?", category: "one", evidence: [] }] }]));
  expect(await reading.then(String, String)).toContain("is not as in locomo10.json: /0/qa/0/category");
  const undated = { ...sample, conversation: { session_1: [turn("D1:1")] } };
  expect(await readLocomo(await fileOf([undated])).then(String, String)).toContain("conv-a, date of session 1");
});

test("a session's date is an instant in UTC", () => {
  expect(sessionInstant("1:56 pm on 8 May, 2023")).toBe("2023-05-08T13:56:00.000Z");
  expect(sessionInstant("12:20 am on 8 December, 2023")).toBe("2023-12-08T00:20:00.000Z");
  expect(sessionInstant("12:09 pm on 13 September, 2023")).toBe("2023-09-13T12:09:00.000Z");
  expect(() => sessionInstant("8 May, 2023")).toThrow("is not a date");
  expect(() => sessionInstant("1:56 pm on 8 Someday, 2023")).toThrow("is not a date");
});
