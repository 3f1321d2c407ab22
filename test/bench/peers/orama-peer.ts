// Orama in its process, everything in memory. Argument: the folder of the package.
import { join } from "node:path";
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import { readInChunks } from "./clustered-vectors.ts";
import { servePeer } from "./peer-program.ts";

interface OramaPackage {
  create(options: object): object;
  insertMultiple(database: object, documents: object[]): unknown;
  insert(database: object, document: object): unknown;
  search(database: object, request: object): Promise<{ hits: { id: string }[] }>;
}

const [folder] = Bun.argv.slice(2);
if (folder === undefined) throw new Error("the package's folder is missing");
const { version, main } = await Bun.file(join(folder, "package.json")).json();
const orama: OramaPackage = await import(join(folder, main));
const database = orama.create({ schema: { embedding: `vector[${DIMENSION}]` } });

// A document's vector is an array in its types; it takes a Float32Array too, and copies it.
const documentOf = (row: number, vector: Float32Array) => ({ id: String(row), embedding: Array.from(vector) });

await servePeer({
  version,
  async build({ vectors, count }) {
    for await (const chunk of readInChunks(vectors, 0, count)) {
      const documents = Array.from({ length: chunk.count }, (_, at) =>
        documentOf(chunk.first + at, chunk.vectors.subarray(at * DIMENSION, (at + 1) * DIMENSION)),
      );
      await orama.insertMultiple(database, documents);
    }
  },
  async add(row, vector) {
    await orama.insert(database, documentOf(row, vector));
  },
  async search(query, limit) {
    const vector = { value: Array.from(query), property: "embedding" };
    // Without a similarity it would leave out whatever is below 0.8.
    const { hits } = await orama.search(database, { mode: "vector", vector, similarity: 0, limit });
    return hits.map(({ id }) => Number(id));
  },
});
