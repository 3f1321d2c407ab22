// Vectors in Gaussian clusters: their centres are real embeddings, so that real questions come near them.

import { DIMENSION } from "../../../src/domain/model-spec.ts";
import type { SeededRandom } from "../../vectors/seeded-random.ts";
import { modelFlags } from "../start-executable.ts";
import { TOPICS, type TurnText, topicSentence, turnAbout } from "./seed-texts.ts";

/** Length of the noise where the centre has length 1: two vectors of a cluster have a cosine of about 0.64. */
const NOISE = 0.75;
/** Noise is the sum or difference of two of so many Gaussian vectors: it need not be drawn anew for each row. */
const NOISES = 2_048;

/** Different turns about a topic; what is said further repeats one of them. */
const TURNS_PER_TOPIC = 400;

export interface MemoryMaker {
  readonly random: SeededRandom;
  /** One of 25,600 objects. */
  turn(topic: number): TurnText;
  /** Writes a vector of length 1 near the topic's centre into `rows`, from `at` on. */
  vector(topic: number, rows: Float32Array, at: number): void;
}

/** Centres by the executable's own model or that of a folder, a row of 384 numbers for each topic. */
export async function embedTopics(executable: string, modelDir: string | null = null): Promise<Float32Array> {
  const texts = Array.from({ length: TOPICS }, (_, topic) => `${JSON.stringify(topicSentence(topic))}\n`);
  const child = Bun.spawn([executable, "embed", ...modelFlags(modelDir)], {
    stdin: new Blob(texts),
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${executable} embed failed with exit code ${child.exitCode}.`);
  const rows = new Float32Array(TOPICS * DIMENSION);
  for (const [topic, line] of output.trimEnd().split("\n").entries()) {
    rows.set(JSON.parse(line).embedding, topic * DIMENSION);
  }
  return rows;
}

export function createMemoryMaker(centres: Float32Array, random: SeededRandom): MemoryMaker {
  const noises = gaussians(random, NOISES * DIMENSION, NOISE / Math.sqrt(2 * DIMENSION));
  const turns = Array.from({ length: TOPICS }, (): TurnText[] => []);
  return {
    random,
    turn(topic) {
      const known = turns[topic]!;
      if (known.length === TURNS_PER_TOPIC) return known[random.integer(TURNS_PER_TOPIC)]!;
      const turn = turnAbout(random, topic);
      known.push(turn);
      return turn;
    },
    vector(topic, rows, at) {
      const centre = topic * DIMENSION;
      const first = random.integer(NOISES) * DIMENSION;
      const second = random.integer(NOISES) * DIMENSION;
      const sign = random.next() < 0.5 ? -1 : 1;
      let squares = 0;
      for (let i = 0; i < DIMENSION; i++) {
        const value = centres[centre + i]! + noises[first + i]! + sign * noises[second + i]!;
        rows[at + i] = value;
        squares += value * value;
      }
      const scale = 1 / Math.sqrt(squares);
      for (let i = at; i < at + DIMENSION; i++) rows[i] = rows[i]! * scale;
    },
  };
}

/** Box and Muller's pairs. */
function gaussians(random: SeededRandom, count: number, deviation: number): Float32Array {
  const values = new Float32Array(count);
  for (let i = 0; i < count; i += 2) {
    const radius = deviation * Math.sqrt(-2 * Math.log(1 - random.next()));
    const angle = 2 * Math.PI * random.next();
    values[i] = radius * Math.cos(angle);
    if (i + 1 < count) values[i + 1] = radius * Math.sin(angle);
  }
  return values;
}
