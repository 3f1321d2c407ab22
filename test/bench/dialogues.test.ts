import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { briefLines, briefMeansOf } from "./briefs-report.ts";
import { DIALOGUES_FOLDER, dialogueNames, readDialogues } from "./dialogue-sets.ts";
import { changesOf, recallOf } from "./dialogues-report.ts";
import { type AskedQuestion, isNearlyIdentical, playedTurnsOf } from "./measure-dialogues.ts";
import { runScript, SCRIPT_TIMEOUT_MS, temporaryFolder } from "./run-script.ts";

const folder = join(temporaryFolder(), "sets");
mkdirSync(folder);

const turn = (key: string, day: number, input: string) => ({
  key,
  session: "s1",
  occurred_at: `2025-03-${String(day).padStart(2, "0")}T10:00:00Z`,
  input,
  answer: "Noted.",
});
const question = (text: string, evidence: string[], more: object = {}) => ({ text, language: "en", evidence, ...more });
const SET = {
  about: "Two people.",
  language: "en",
  conversations: [
    {
      user: "ada",
      turns: [
        turn("t1", 1, "My dog is a beagle called Biscuit."),
        turn("t2", 5, "I take 50 mg of aspirin every morning."),
        turn("t3", 9, "I take 100 mg of aspirin every morning."),
      ],
      questions: [
        question("What breed is my dog?", ["t1"], { kind: "name", words: ["beagle"] }),
        question("How much aspirin do I take?", ["t3"], { older: "t2", kind: "number", words: ["100 mg"] }),
        question("¿De qué raza es mi perro, el beagle Biscuit?", ["t1"], { language: "es" }),
      ],
    },
    {
      user: "ben",
      turns: [turn("t1", 3, "I practise the cello every morning.")],
      questions: [question("Which instrument do I practise, the cello?", ["t1"])],
    },
  ],
};

async function write(name: string, set: unknown): Promise<void> {
  await Bun.write(join(folder, `${name}.json`), JSON.stringify(set));
}

const asked = (...evidence: number[]): AskedQuestion => ({ acrossLanguages: false, evidence, change: null });
const NOWHERE = Number.POSITIVE_INFINITY;

test("every set of the project can be read", async () => {
  const names = dialogueNames(DIALOGUES_FOLDER);
  const sets = await Promise.all(names.map((name) => readDialogues(DIALOGUES_FOLDER, name)));
  const counts = sets.map(({ conversations }) => conversations.flatMap(({ questions }) => questions).length);
  expect(counts.length).toBeGreaterThan(0);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test("a question that names no turn of its conversation is refused", async () => {
  const [first, second] = SET.conversations;
  await write("broken", { ...SET, conversations: [first, { ...second, questions: [question("What?", ["t2"])] }] });
  expect(await readDialogues(folder, "broken").then(String, String)).toContain("ben: there is no turn t2");
  await Bun.file(join(folder, "broken.json")).delete();
});

test("words that no evidence of the question says are refused", async () => {
  const [first] = SET.conversations;
  const asks = [question("What breed is my dog?", ["t1"], { words: ["poodle"] })];
  await write("mistaken", { ...SET, conversations: [{ ...first, questions: asks }] });
  const refused = await readDialogues(folder, "mistaken").then(String, String);
  expect(refused).toContain('ada: no evidence of "What breed is my dog?" says "poodle".');
  await Bun.file(join(folder, "mistaken.json")).delete();
});

test("what a brief shows is compared with as many sources whole", () => {
  const asked = (sources: number, shown: number, whole: number) => ({ kind: "fact", found: 8, sources, shown, whole });
  expect(briefMeansOf([asked(8, 1, 1), asked(6, 0, 0.5)])).toEqual({
    questions: 2,
    found: 8,
    sources: 7,
    shown: 0.5,
    whole: 0.75,
  });
  expect(briefLines([])).toEqual([]);
});

test("conversations go into one brain in time order, and their sessions stay apart", async () => {
  await write("small", SET);
  const turns = playedTurnsOf(await readDialogues(folder, "small"));
  expect(turns.map(({ turns: [key], session }) => [key, session])).toEqual([
    ["ada/t1", "ada/s1"],
    ["ben/t1", "ben/s1"],
    ["ada/t2", "ada/s1"],
    ["ada/t3", "ada/s1"],
  ]);
});

test("a question counts by its evidence among the first, and by the place of the best", () => {
  const recall = recallOf([asked(1), asked(2, 4), asked(NOWHERE), asked(5, NOWHERE)]);
  expect(recall).toEqual({
    questions: 4,
    recallAt: [1 / 4, 1.5 / 4, 2.5 / 4],
    meanReciprocalRank: (1 + 1 / 2 + 0 + 1 / 5) / 4,
  });
});

test("a newer statement that was not shown stands before nothing", () => {
  const change = (newer: number, older: number) => ({ newer, older, nearlyIdentical: true });
  expect(changesOf([change(1, 2), change(2, 1), change(2, NOWHERE), change(NOWHERE, NOWHERE)])).toEqual({
    questions: 4,
    newerBeforeOlder: 2,
    newerFirst: 1,
  });
});

test("inputs are nearly identical from half of their words on, whatever their numbers", () => {
  const alike = (a: string, b: string) => isNearlyIdentical({ input: a }, { input: b });
  expect(alike("I take 50 mg every morning.", "I take 100 mg every morning.")).toBe(true);
  expect(alike("Lea lives in Graz.", "In Graz works Tom.")).toBe(true);
  expect(alike("Lea lives in Graz.", "Tom works in Bern.")).toBe(false);
  expect(alike("Lea lives in Graz.", "My cousin Lea, who is a vet, has moved to a village in the north.")).toBe(false);
});

test(
  "bench:dialogues prints and writes what must come of a small set",
  async () => {
    await write("small", SET);
    const json = join(folder, "../figures.json");
    const { code, stdout, stderr } = await runScript("dialogues.ts", "--folder", folder, "--json", json);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "small: 4 turns recorded, all questions asked\n" });
    const lines = stdout.split("\n");
    expect(lines[2]).toBe(
      "Dialogues                       questions            mode        @1      @3      @5     MRR",
    );
    expect(lines[3]).toStartWith("small, 4 turns                  3 in en              cosine    ");
    expect(lines[4]).toBe(`${" ".repeat(53)}hybrid    1.000   1.000   1.000   1.000`);
    expect(lines[5]).toContain("1 in English         cosine ");
    const changes = lines.slice(lines.findIndex((line) => line.startsWith("Changed facts")) + 1);
    expect(changes[1]).toBe(
      "small                 nearly identical         1   hybrid                   1             1",
    );
    const briefs = lines.slice(lines.findIndex((line) => line.startsWith("Briefs as by default")) + 1);
    expect(briefs[0]).toMatch(/^small +2 {2}cosine +\d\.\d\d +\d\.\d\d +\d\.\d{3} +\d\.\d{3} +/);
    expect(briefs[1]).toMatch(/^ +hybrid +4\.00 +4\.00 +1\.000 +1\.000 +1\.000$/);
    expect(briefs.filter((line) => line.startsWith("all: ")).map((line) => line.split(/ +/)[1])).toEqual([
      "name",
      "number",
    ]);
    const { sets } = await Bun.file(json).json();
    expect(sets).toMatchObject([{ set: "small", turns: 4, modes: [{ mode: "cosine" }, { mode: "hybrid" }] }]);
  },
  SCRIPT_TIMEOUT_MS,
);

test("bench:dialogues names the sets there are where it is asked for another", async () => {
  const mistaken = await runScript("dialogues.ts", "--sets", "german,klingon");
  expect(mistaken.code).toBe(2);
  expect(mistaken.stdout).toContain("Sets: arabic, ");
});
