// A peer for the tests: exact and slow; its argument names what goes wrong: nothing, build, search, or die.
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import { readInChunks } from "./clustered-vectors.ts";
import { servePeer } from "./peer-program.ts";

const [fault] = Bun.argv.slice(2);
const held: { row: number; vector: Float32Array }[] = [];

await servePeer({
  version: "0",
  async build({ vectors, count }) {
    if (fault === "build") throw new Error("no room for this index");
    for await (const chunk of readInChunks(vectors, 0, count)) {
      for (let at = 0; at < chunk.count; at++) {
        const vector = chunk.vectors.slice(at * DIMENSION, (at + 1) * DIMENSION);
        held.push({ row: chunk.first + at, vector });
      }
    }
  },
  add(row, vector) {
    held.push({ row, vector });
  },
  search(query, limit) {
    if (fault === "die") process.exit(7);
    const scored = held.map(({ row, vector }) => ({
      row,
      cosine: vector.reduce((sum, x, i) => sum + x * query[i]!, 0),
    }));
    const ranked = scored.sort((a, b) => b.cosine - a.cosine).map(({ row }) => row);
    // Half of what there is, and as many rows that are far away.
    if (fault === "search") return [...ranked.slice(0, limit / 2), ...ranked.slice(-limit / 2)];
    return ranked.slice(0, limit);
  },
});
