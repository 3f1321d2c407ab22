// The vectors that every peer gets: seeded clusters of unit vectors in a file, and the exact answers to its queries.
import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import { type SeededRandom, seededRandom } from "../../vectors/seeded-random.ts";

/** Results asked for. */
export const LIMIT = 8;
/** A row's noise is so long, its topic's centre 1: rows of a topic lie at cosines of about .5 to .9. */
const ROW_NOISE = [0.4, 1] as const;
const QUERY_NOISE = [0.3, 0.6] as const;
const TOPICS_MAX = 200;
const ROWS_PER_TOPIC = 50;
const CHUNK_ROWS = 4_000;
const ROW_BYTES = DIMENSION * 4;
/** Goes up with every change to what is generated, so that files of before are left alone. */
const GENERATION = 1;

export interface VectorData {
  readonly rows: number;
  readonly queries: number;
  /** float32, row after row, no header. */
  readonly vectorsFile: string;
  readonly queriesFile: string;
  /** Of each query the rows nearest to it, in float64. */
  readonly exact: readonly ExactAnswer[];
}

export interface ExactAnswer {
  /** Row and cosine, nearest first; more than LIMIT, so that rows equal in float32 can be told. */
  readonly nearest: readonly (readonly [row: number, cosine: number])[];
}

/** Makes the files in the folder, or finds those of an earlier run. */
export async function prepareVectors(folder: string, rows: number, queries: number): Promise<VectorData> {
  await mkdir(folder, { recursive: true });
  const name = `${GENERATION}-${rows}-${queries}`;
  const vectorsFile = join(folder, `vectors-${name}.f32`);
  const queriesFile = join(folder, `queries-${name}.f32`);
  const exactFile = join(folder, `exact-${name}.json`);
  // The answers are written last: where they are, the rest is whole.
  if (!existsSync(exactFile)) {
    await writeVectors(vectorsFile, queriesFile, rows, queries);
    await Bun.write(exactFile, JSON.stringify(await answerExactly(vectorsFile, queriesFile, rows, queries)));
  }
  return { rows, queries, vectorsFile, queriesFile, exact: await Bun.file(exactFile).json() };
}

export async function readRows(file: string, from: number, to: number): Promise<Float32Array> {
  const bytes = await Bun.file(file)
    .slice(from * ROW_BYTES, to * ROW_BYTES)
    .arrayBuffer();
  if (bytes.byteLength !== (to - from) * ROW_BYTES) throw new Error(`${file} has no rows ${from} to ${to}.`);
  return new Float32Array(bytes);
}

/** All rows from `from` to `to` in pieces, so that no reader ever holds the whole file. */
export async function* readInChunks(file: string, from: number, to: number) {
  for (let first = from; first < to; first += CHUNK_ROWS) {
    const end = Math.min(to, first + CHUNK_ROWS);
    yield { first, count: end - first, vectors: await readRows(file, first, end) };
  }
}

async function writeVectors(vectorsFile: string, queriesFile: string, rows: number, queries: number): Promise<void> {
  const random = seededRandom(rows);
  const topics = Math.min(TOPICS_MAX, Math.ceil(rows / ROWS_PER_TOPIC));
  const centres = Array.from({ length: topics }, () => noisy(random, null, 1));
  const draw = ([least, most]: readonly [number, number]) =>
    noisy(random, centres[random.integer(topics)]!, least + random.next() * (most - least));
  const asked = new Float32Array(queries * DIMENSION);
  for (let query = 0; query < queries; query++) asked.set(draw(QUERY_NOISE), query * DIMENSION);
  await Bun.write(queriesFile, asked);
  const writer = Bun.file(`${vectorsFile}.part`).writer();
  for (let first = 0; first < rows; first += CHUNK_ROWS) {
    const chunk = new Float32Array(Math.min(CHUNK_ROWS, rows - first) * DIMENSION);
    for (let at = 0; at < chunk.length; at += DIMENSION) chunk.set(draw(ROW_NOISE), at);
    writer.write(chunk);
    await writer.flush();
  }
  await writer.end();
  await rename(`${vectorsFile}.part`, vectorsFile);
}

/** Gaussian noise of about the length given around the centre, scaled to length 1. */
function noisy(random: SeededRandom, centre: Float32Array | null, length: number): Float32Array {
  const vector = new Float64Array(DIMENSION);
  const deviation = length / Math.sqrt(DIMENSION);
  let square = 0;
  for (let i = 0; i < DIMENSION; i += 2) {
    // Box-Muller: two gaussians of two uniform numbers, the first of them never 0.
    const radius = deviation * Math.sqrt(-2 * Math.log(1 - random.next()));
    const angle = 2 * Math.PI * random.next();
    vector[i] = (centre?.[i] ?? 0) + radius * Math.cos(angle);
    vector[i + 1] = (centre?.[i + 1] ?? 0) + radius * Math.sin(angle);
    square += vector[i]! ** 2 + vector[i + 1]! ** 2;
  }
  const norm = Math.sqrt(square);
  return Float32Array.from(vector, (x) => x / norm);
}

async function answerExactly(
  vectorsFile: string,
  queriesFile: string,
  rows: number,
  queries: number,
): Promise<ExactAnswer[]> {
  const asked = await readRows(queriesFile, 0, queries);
  const best = Array.from({ length: queries }, (): [number, number][] => []);
  for await (const { first, count, vectors } of readInChunks(vectorsFile, 0, rows)) {
    const norms = Float64Array.from({ length: count }, (_, row) => Math.sqrt(dot(vectors, row, vectors, row)));
    for (let query = 0; query < queries; query++) {
      const queryNorm = Math.sqrt(dot(asked, query, asked, query));
      const list = best[query]!;
      for (let row = 0; row < count; row++) {
        const cosine = dot(vectors, row, asked, query) / (norms[row]! * queryNorm);
        if (list.length < 2 * LIMIT || cosine > list.at(-1)![1]) insert(list, [first + row, cosine]);
      }
    }
  }
  return best.map((nearest) => ({ nearest }));
}

function insert(list: [number, number][], entry: [number, number]): void {
  const place = list.findIndex(([, cosine]) => cosine < entry[1]);
  list.splice(place < 0 ? list.length : place, 0, entry);
  if (list.length > 2 * LIMIT) list.pop();
}

/** In float64: the products of float32 numbers are exact, their sum is off by 1e-14 at most. */
function dot(a: Float32Array, aRow: number, b: Float32Array, bRow: number): number {
  const [aFirst, bFirst] = [aRow * DIMENSION, bRow * DIMENSION];
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let i = 0; i < DIMENSION; i += 4) {
    s0 += a[aFirst + i]! * b[bFirst + i]!;
    s1 += a[aFirst + i + 1]! * b[bFirst + i + 1]!;
    s2 += a[aFirst + i + 2]! * b[bFirst + i + 2]!;
    s3 += a[aFirst + i + 3]! * b[bFirst + i + 3]!;
  }
  return s0 + s1 + (s2 + s3);
}

/** Two rows whose cosines differ by less are equal in float32: either may be found. */
const SAME_COSINE = 1e-6;

/** Share of the LIMIT nearest rows that were found, over all the queries asked; `found`: rows by query. */
export function recallOf(data: VectorData, found: ReadonlyMap<number, readonly number[]>): number {
  let hits = 0;
  for (const [query, rows] of found) {
    const { nearest } = data.exact[query]!;
    const last = nearest[Math.min(LIMIT, nearest.length) - 1]![1];
    const good = new Set(nearest.filter(([, cosine]) => cosine >= last - SAME_COSINE).map(([row]) => row));
    hits += new Set(rows.slice(0, LIMIT).filter((row) => good.has(row))).size;
  }
  return hits / (found.size * Math.min(LIMIT, data.rows));
}

/** Cosines of the nearest and of the LIMIT-th row, each the median of all queries. */
export function typicalCosines({ exact }: VectorData): { first: number; last: number } {
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  return {
    first: median(exact.map(({ nearest }) => nearest[0]![1])),
    last: median(exact.map(({ nearest }) => nearest[Math.min(LIMIT, nearest.length) - 1]![1])),
  };
}
