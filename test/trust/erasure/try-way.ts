// Erases from marked data in one of the ways that there are, and says what is left and what it cost.
import type { Database } from "bun:sqlite";
import { fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { walBytes } from "../../../src/storage/files/data-directory.ts";
import { openDrizzle, openWriter } from "../../../src/storage/sqlite/engine/open-database.ts";
import { createPageScrubber } from "../../../src/storage/sqlite/engine/scrub-pages.ts";
import { runOperation } from "../../../src/storage/sqlite/writes/write-operations.ts";
import { countMarks, type Remains } from "./count-marks.ts";
import { goOnPlaying, type Made, type Mark } from "./make-marked-data.ts";

/** `secure`: SQLite's own overwriting alone, which all the others have as well. */
export const WAYS = ["secure", "scrub", "into", "vacuum"] as const;
export type Way = (typeof WAYS)[number];

export interface Tried {
  readonly way: Way;
  readonly mark: Mark;
  readonly erased: number;
  /** The erasure itself, the same in every way. */
  readonly eraseMs: number;
  readonly left: Remains;
  /** From the erasure's end until the way is done. */
  readonly doneMs: number;
  /** The longest that a write waited meanwhile, beyond its own time. */
  readonly heldMs: number;
  readonly cpuMs: number;
  /** Disk and memory needed meanwhile beyond what was there. */
  readonly roomBytes: number;
  readonly memoryBytes: number;
  /** With `secure`: after so many turns more. */
  readonly later: readonly { readonly turns: number; readonly left: Remains }[];
}

export async function tryWay(path: string, way: Way, mark: Mark, made: Made, turnsLater: number[]): Promise<Tried> {
  let db = openWriter(path);
  const requests = requestsOf(mark, made);
  const startedAt = performance.now();
  erase(db, requests);
  const eraseMs = performance.now() - startedAt;
  const memoryBefore = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  const done = await WORK[way](db, path);
  const doneMs = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpuBefore);
  const memoryBytes = Math.max(0, peakRss() - memoryBefore);
  db = done.db;
  const later: { turns: number; left: Remains }[] = [];
  const left = countMarks(path, mark);
  if (way === "secure") {
    const workload = goOnPlaying(db, 77);
    let played = 0;
    for (const turns of turnsLater) {
      workload.play(turns - played);
      played = turns;
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      later.push({ turns, left: countMarks(path, mark) });
    }
  }
  db.close();
  const { heldMs, roomBytes } = done;
  const cpuMs = (user + system) / 1000;
  return { way, mark, erased: requests.length, eraseMs, left, doneMs, heldMs, cpuMs, roomBytes, memoryBytes, later };
}

type Request = Parameters<typeof runOperation>[1];

function requestsOf(mark: Mark, made: Made): Request[] {
  if (mark === "single") return made.singles.map((input) => ({ name: "removePacket", input }));
  return [{ name: "eraseMemory", input: { key: { account: "default", core: "default", user: "user1" } } }];
}

/** As the service does: one transaction each, and the log is empty before it answers. */
function erase(db: Database, requests: readonly Request[]): void {
  const drizzle = openDrizzle(db);
  for (const request of requests) {
    db.run(`PRAGMA foreign_keys = ${request.name === "eraseMemory" ? "OFF" : "ON"}`);
    db.transaction(() => runOperation(drizzle, request)).immediate();
    db.run("PRAGMA foreign_keys = ON");
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  }
}

interface Worked {
  /** Open for what comes next. */
  readonly db: Database;
  readonly heldMs: number;
  readonly roomBytes: number;
}

const WORK: Readonly<Record<Way, (db: Database, path: string) => Promise<Worked>>> = {
  secure: async (db) => ({ db, heldMs: 0, roomBytes: 0 }),
  scrub: scrubWhileOthersWrite,
  into: async (db, path) => held(() => rewriteInto(db, path)),
  vacuum: async (db, path) =>
    held(() => {
      db.run("VACUUM");
      const roomBytes = walBytes(path);
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      return { db, roomBytes };
    }),
};

/** Nobody writes before it is over. */
function held(work: () => Omit<Worked, "heldMs">): Worked {
  const startedAt = performance.now();
  const worked = work();
  return { ...worked, heldMs: performance.now() - startedAt };
}

function rewriteInto(db: Database, path: string): Omit<Worked, "heldMs"> {
  const made = `${path}-new`;
  rmSync(made, { force: true });
  db.query("VACUUM INTO ?").run(made);
  fsyncSync(openSync(made, "r+"));
  const roomBytes = statSync(made).size;
  db.close(false);
  for (const side of ["-wal", "-shm"]) rmSync(path + side, { force: true });
  renameSync(made, path);
  return { db: openWriter(path), roomBytes };
}

/** A write of one row every 2 ms on the writer's thread: how late one comes because the file was looked through. */
async function scrubWhileOthersWrite(db: Database, path: string): Promise<Worked> {
  const scrubber = createPageScrubber(db, path);
  const write = db.prepare("UPDATE brains SET coherence_count = coherence_count + 1 WHERE id = 2");
  const askedAt = performance.now();
  scrubber.ask();
  let heldMs = performance.now() - askedAt;
  while (scrubber.progress.pagesLeft > 0) {
    const due = performance.now() + 2;
    await Bun.sleep(2);
    const now = performance.now();
    heldMs = Math.max(heldMs, now - due);
    write.run();
  }
  write.finalize();
  scrubber.finish();
  return { db, heldMs, roomBytes: 0 };
}

/** Since the process began, in bytes. */
function peakRss(): number {
  return process.resourceUsage().maxRSS * (process.platform === "darwin" ? 1 : 1024);
}
