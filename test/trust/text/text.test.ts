// The short form of torture:text: no text costs the main thread much more than ordinary text of its length does, on any path.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { seededRandom } from "../../vectors/seeded-random.ts";
import { type AttackedService, type Sample, startAttacked } from "./attacked-service.ts";
import { drawn, drawnCharacterPump, openedPumps, singlePumps } from "./character-pumps.ts";
import { exportedAgain, IMPORT_TEXTS, imported } from "./import-scenarios.ts";
import { gated, HOSTILE_PATTERNS, sent, written } from "./operator-scenarios.ts";
import type { Scenario } from "./scenario.ts";
import { drawnSlicePump, ownTexts, plainPump, shapePumps } from "./shape-pumps.ts";
import { pump, type TextPump } from "./text-pump.ts";
import { life, reading } from "./turn-scenarios.ts";
import { collectWords, drawnWordPump } from "./word-pumps.ts";

const SEED = 11;
/** Times what ordinary text of that length costs: work that grows with the square is a hundred times as dear. */
const DEARER_MAX = 12;
const ROUNDS = 3;
/** Below this the measure itself errs: the clock of threads ticks, and the witness's own requests are taken off. */
const UNIT_MIN_MS = 4;
/** What a reader of sentences looks at. */
const READ_LENGTH = 4_096;

setDefaultTimeout(300_000);
const folder = mkdtempSync(join(tmpdir(), "memoryd-text-"));
const plain = plainPump();
const random = seededRandom(SEED);
const ordinary = new Map<string, Promise<Costs>>();
let service: AttackedService;
/** An ordinary question of that length, ms: what is dearer by less than some of these says nothing. */
let unitMs = 0;
let worst = { stallMs: 0, path: "", text: "" };

beforeAll(async () => {
  const executable = resolve(import.meta.dir, "../../../dist/memoryd");
  const flags = ["--embedding-workers", "1"];
  service = await startAttacked({ executable, folder, withOthers: false, pingPauseMs: 50, realModel: false, flags });
  // The compilers' time is not the text's.
  for (let round = 0; round < 2 * ROUNDS; round++) await once(reading, plain, READ_LENGTH);
  unitMs = Math.max(UNIT_MIN_MS, (await ordinaryCosts(reading, READ_LENGTH)).get("/prepare")!);
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
  const { stallMs, path, text } = worst;
  console.log(`/livez waited ${stallMs.toFixed(0)} ms at most, on ${path} of ${text}`);
});

async function once(scenario: Scenario, made: TextPump, length: number): Promise<Sample[]> {
  service.samples();
  await scenario.run(service, made.text(length));
  const samples = service.samples().filter(({ path }) => path !== "");
  for (const { stallMs, path } of samples) if (stallMs > worst.stallMs) worst = { stallMs, path, text: made.name };
  expect(samples.filter(({ status }) => status === 0 || status >= 500)).toEqual([]);
  return samples;
}

/** Of the main thread, ms: the dearest request of each path. */
type Costs = ReadonlyMap<string, number>;

function costs(samples: readonly Sample[]): Costs {
  const byPath = new Map<string, number>();
  for (const { path, mainMs } of samples) byPath.set(path, Math.max(mainMs, byPath.get(path) ?? 0));
  return byPath;
}

function ordinaryCosts(scenario: Scenario, length: number): Promise<Costs> {
  const key = `${scenario.name} ${length}`;
  const known = ordinary.get(key) ?? leastCosts(scenario, plain, length, () => true);
  ordinary.set(key, known);
  return known;
}

/** Of some rounds the cheapest, for as long as it is `tooDear`; `first`: what the first one cost, where it is done. */
async function leastCosts(
  scenario: Scenario,
  made: TextPump,
  length: number,
  tooDear: (costs: Costs) => boolean,
  first?: Costs,
): Promise<Costs> {
  let least = first ?? costs(await once(scenario, made, length));
  for (let round = 1; round < ROUNDS && tooDear(least); round++) {
    const next = costs(await once(scenario, made, length));
    least = new Map([...least].map(([path, ms]) => [path, Math.min(ms, next.get(path) ?? ms)]));
  }
  return least;
}

/** The paths on which the text costs too much, with how many times more. */
async function tooDear(scenario: Scenario, made: TextPump, length: number): Promise<string[]> {
  const overOf = (usual: ReadonlyMap<string, number>) => {
    const limitOf = (path: string) => DEARER_MAX * (unitMs + (usual.get(path) ?? 0));
    // What is dearer by far is not tried again.
    const isClear = (costs: Costs) => [...costs].some(([path, ms]) => ms > 4 * limitOf(path));
    const over = (costs: Costs) => [...costs].filter(([path, ms]) => ms > limitOf(path));
    return { limitOf, over, mayTryAgain: (costs: Costs) => over(costs).length > 0 && !isClear(costs) };
  };
  // What is cheap beside an ordinary question is within the limit, whatever ordinary text of that length costs.
  const first = costs(await once(scenario, made, length));
  if (overOf(new Map()).over(first).length === 0) return [];
  const { limitOf, over, mayTryAgain } = overOf(await ordinaryCosts(scenario, length));
  const found = await leastCosts(scenario, made, length, mayTryAgain, first);
  return over(found).map(([path, ms]) => {
    const times = (ms / limitOf(path)) * DEARER_MAX;
    return `${path}, ${length} characters of ${made.name}: ${times.toFixed(0)} times as dear as ordinary text`;
  });
}

/** One that goes wrong takes seconds: a few say enough. */
const SHOWN_MAX = 3;

async function expectCheap(scenario: Scenario, pumps: readonly TextPump[], length: number): Promise<void> {
  const found: string[] = [];
  for (const made of pumps) {
    // What goes wrong where texts are short would take minutes when it is longer.
    const short = length > LONG_LENGTH ? await tooDear(scenario, made, READ_LENGTH) : [];
    found.push(...(short.length > 0 ? short : await tooDear(scenario, made, length)));
    if (found.length >= SHOWN_MAX) break;
  }
  expect(found).toEqual([]);
}

function some<T>(items: readonly T[], count: number): T[] {
  return Array.from({ length: count }, () => drawn(random, items));
}

/** The longest question, and files long enough to tell work that grows with the square. */
const LONG_LENGTH = 32_768;
/** Punctuation and space are what patterns turn on: each of them is tried, and of the others some. */
const TURNED_ON = /^"(?:[!-/:-@[-`{-~ ]|\\[nt"\\])" over/;
/** For the longest texts; the torture tries all texts on all paths. */
const LONG = [
  ...["!", "a", " ", "\n", ".", "…", "。", "1", "’", "\u0301", "😀", "一", "4111 ", "a@b.", "- [a] b\n"].map((unit) =>
    pump(unit),
  ),
  ...[pump("(", "never "), pump("[[", "- x "), pump("a ", "my password is ", "x"), pump("-", "sk-"), pump("ность")],
];

test("a character over and over costs a turn no more than a sentence does", async () => {
  const missed = singlePumps().filter(({ name }) => !name.includes("in lines"));
  const others = missed.filter(({ name }) => !TURNED_ON.test(name));
  await expectCheap(reading, [...missed.filter((each) => !others.includes(each)), ...some(others, 25)], READ_LENGTH);
});

test("nor do characters in turn, shapes, and what opens a pattern and never ends it", async () => {
  const mixed = Array.from({ length: 20 }, () => drawnCharacterPump(random));
  await expectCheap(reading, [...some(shapePumps(), 40), ...mixed, ...some(openedPumps(random), 20)], READ_LENGTH);
});

test("nor do the words and cues that the sources know, and slices of dialogues", async () => {
  const words = collectWords();
  const texts = ownTexts();
  const pumps = Array.from({ length: 20 }, () => [drawnWordPump(random, words), drawnSlicePump(random, texts)]).flat();
  await expectCheap(reading, pumps, READ_LENGTH);
});

test("the longest texts are asked, recorded, checked and learned from at the price of ordinary ones", async () => {
  await expectCheap(reading, LONG, LONG_LENGTH);
  await expectCheap(life("rich"), some(LONG, 3), 131_072);
});

test("imports in every format read them at that price too", async () => {
  for (const each of IMPORT_TEXTS) await expectCheap(imported(each), some(LONG, 2), LONG_LENGTH);
  await expectCheap(exportedAgain, some(LONG, 2), LONG_LENGTH);
});

test("so do cores, constitutions, patterns, headers, queries and bodies that are none", async () => {
  await expectCheap(written, some(LONG, 6), 8_000);
  await expectCheap(sent, some(LONG, 4), 1_048_576);
});

test("a hundred gates of the dearest forms that the rules allow do not stop the others", async () => {
  const found: string[] = [];
  const over = (costs: Costs) =>
    [...costs].filter(([path, ms]) => path.includes("100 ") && ms > 2 * DEARER_MAX * unitMs);
  for (const [at] of HOSTILE_PATTERNS.entries()) {
    // A collector's pause may fall on one round, not on all.
    const least = await leastCosts(gated(at), pump("ab", "", "x"), READ_LENGTH, (each) => over(each).length > 0);
    for (const [path, ms] of over(least)) found.push(`${path}: ${(ms / unitMs).toFixed(0)} ordinary turns`);
    if (found.length >= SHOWN_MAX) break;
  }
  expect(found).toEqual([]);
});
