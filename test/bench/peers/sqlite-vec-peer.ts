// sqlite-vec in its process: a vec0 table in a file, as durable as our own store. Argument: the extension's file.
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import { readInChunks } from "./clustered-vectors.ts";
import { servePeer } from "./peer-program.ts";

const [extension] = Bun.argv.slice(2);
if (extension === undefined) throw new Error("the extension's file is missing");

function open(path: string): Database {
  const db = new Database(path);
  db.loadExtension(extension!);
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = FULL");
  return db;
}

const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
let db = open(":memory:");
const { version } = db.query<{ version: string }, []>("SELECT vec_version() AS version").get()!;

// vec0 takes no number of JavaScript for a rowid, only what SQLite holds as an integer.
const INSERT = "INSERT INTO rows (rowid, embedding) VALUES (CAST(? AS INTEGER), ?)";
const SEARCH = "SELECT rowid FROM rows WHERE embedding MATCH ? AND k = ? ORDER BY distance";

await servePeer({
  version,
  async build({ vectors, count, folder }) {
    db = open(join(folder, "rows.db"));
    db.run(`CREATE VIRTUAL TABLE rows USING vec0(embedding float[${DIMENSION}] distance_metric=cosine)`);
    for await (const chunk of readInChunks(vectors, 0, count)) {
      db.transaction(() => {
        for (let at = 0; at < chunk.count; at++) {
          const vector = chunk.vectors.subarray(at * DIMENSION, (at + 1) * DIMENSION);
          db.query(INSERT).run(chunk.first + at + 1, bytesOf(vector));
        }
      })();
    }
  },
  add(row, vector) {
    db.query(INSERT).run(row + 1, bytesOf(vector));
  },
  search(query, limit) {
    const found = db.query<{ rowid: number }, [Uint8Array, number]>(SEARCH).all(bytesOf(query), limit);
    return found.map(({ rowid }) => rowid - 1);
  },
});
