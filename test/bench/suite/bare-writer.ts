// The thread of bare-service.ts: SQLite as the service uses it, and nothing else.
import { Database } from "bun:sqlite";

declare const self: Worker;

let db: Database | null = null;

self.onmessage = ({ data }: MessageEvent<{ readonly path: string } | { readonly text: string }>) => {
  if ("path" in data) {
    db = new Database(data.path, { create: true, strict: true });
    db.run("PRAGMA journal_mode = WAL");
    db.run("PRAGMA synchronous = FULL");
    db.run("CREATE TABLE texts (text TEXT NOT NULL) STRICT");
  } else {
    db?.query("INSERT INTO texts (text) VALUES (?)").run(data.text);
  }
  self.postMessage("written");
};
