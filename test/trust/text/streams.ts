// What is tried, in which order, and what share of the time each kind of text has.
import { type SeededRandom, seededRandom } from "../../vectors/seeded-random.ts";
import type { Stream, Task } from "./attack.ts";
import { drawn, drawnCharacterPump, openedPumps, pairPumps, singlePumps } from "./character-pumps.ts";
import { exportedAgain, IMPORT_TEXTS, imported } from "./import-scenarios.ts";
import { gated, HOSTILE_PATTERNS, sent, written } from "./operator-scenarios.ts";
import type { Scenario } from "./scenario.ts";
import { drawnSlicePump, ownTexts, shapePumps } from "./shape-pumps.ts";
import { pump, type TextPump } from "./text-pump.ts";
import { life, reading } from "./turn-scenarios.ts";
import { collectWords, drawnWordPump, wordPumps } from "./word-pumps.ts";

const TURN_LENGTHS = [8, 64, 1_024, 4_096, 32_768, 131_072];
/** Readers of sentences look at so much of a text at most: no other length is worse for them. */
const BROAD_LENGTHS = [1_024, 4_096];
const EVERY_LENGTH = Array.from({ length: 18 }, (_, at) => 2 ** at);
const FILE_LENGTHS = [4_096, 32_768, 262_144];
const LONG_FILE_LENGTHS = [262_144, 2_097_152];
const WRITTEN_LENGTHS = [30, 250, 1_000, 8_000];
const SENT_LENGTHS = [64, 1_000, 12_000, 131_072, 1_048_576];
const GATED_LENGTHS = [256, 2_048, 16_384, 131_072];

export function streamsOf(seed: number): Stream[] {
  const random = seededRandom(seed);
  const words = collectWords();
  const texts = ownTexts();
  const any = (): TextPump => {
    const kind = random.integer(4);
    if (kind === 0) return drawn(random, singles);
    if (kind === 1) return drawn(random, shapes);
    return kind === 2 ? drawnWordPump(random, words) : drawnSlicePump(random, texts);
  };
  const singles = singlePumps();
  const shapes = shapePumps();
  const lives = [life("rich"), life("plain")];
  const files = [...IMPORT_TEXTS.map(imported), exportedAgain];
  const gates = HOSTILE_PATTERNS.map((_, at) => gated(at));
  return [
    finite("single characters, to the limits", 6, random, across(shuffled(random, singles), lives, TURN_LENGTHS)),
    finite("shapes, to the limits", 6, random, across(shapes, lives, TURN_LENGTHS)),
    endless("words and slices, to the limits", 4, () => {
      const made = random.integer(2) === 0 ? drawnWordPump(random, words) : drawnSlicePump(random, texts);
      return task(drawn(random, lives), made, TURN_LENGTHS);
    }),
    finite("every length", 1, random, across(shuffled(random, singles).slice(0, 100), [reading], EVERY_LENGTH)),
    finite("single characters, 4,096 of them", 2, random, across(singles, [reading], BROAD_LENGTHS)),
    finite("shapes, 4,096 characters", 2, random, across(shapes, [reading], BROAD_LENGTHS)),
    finite("openers of patterns", 3, random, across(openedPumps(random), [reading], BROAD_LENGTHS)),
    finite("pairs of ASCII characters", 6, random, across(pairPumps(random), [reading], BROAD_LENGTHS)),
    finite("words of the sources", 4, random, across([...wordPumps(random, words)], [reading], BROAD_LENGTHS)),
    endless("drawn characters", 3, () => task(reading, drawnCharacterPump(random), BROAD_LENGTHS)),
    endless("pairs of words", 3, () => task(reading, drawnWordPump(random, words), BROAD_LENGTHS)),
    endless("slices of dialogues", 2, () => task(reading, drawnSlicePump(random, texts), BROAD_LENGTHS)),
    endless("imported files", 6, () => task(drawn(random, files), any(), FILE_LENGTHS)),
    endless("long imported files", 3, () => task(drawn(random, files), any(), LONG_FILE_LENGTHS)),
    endless("written by operators", 2, () => task(written, any(), WRITTEN_LENGTHS)),
    endless("sent askew", 2, () => task(sent, any(), SENT_LENGTHS)),
    endless("hostile gates", 3, () => task(drawn(random, gates), drawn(random, gateTexts(random)), GATED_LENGTHS)),
  ];
}

function gateTexts(random: SeededRandom): TextPump[] {
  return [
    pump("a"),
    pump("x"),
    pump("ab", "", "x"),
    pump("a "),
    pump("\n"),
    pump("é"),
    pump("k"),
    drawnCharacterPump(random),
  ];
}

function task(scenario: Scenario, made: TextPump, lengths: readonly number[]): Task {
  return { scenario, pump: made, lengths };
}

function across(pumps: readonly TextPump[], scenarios: readonly Scenario[], lengths: readonly number[]): Task[] {
  return scenarios.flatMap((scenario) => pumps.map((each) => task(scenario, each, lengths)));
}

function finite(name: string, share: number, random: SeededRandom, tasks: readonly Task[]): Stream {
  return { name, share, tasks: shuffled(random, tasks).values(), count: tasks.length };
}

function endless(name: string, share: number, next: () => Task): Stream {
  function* tasks(): Generator<Task> {
    for (;;) yield next();
  }
  return { name, share, tasks: tasks(), count: null };
}

function shuffled<T>(random: SeededRandom, items: readonly T[]): T[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = random.integer(at + 1);
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all;
}
