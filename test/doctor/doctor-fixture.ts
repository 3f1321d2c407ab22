// Data of a service that was closed, copied for each test, and the doctor's facts of a machine that is well.
import { Database } from "bun:sqlite";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateKey } from "../../src/accounts/key-format.ts";
import type { DoctorFacts, JudgedSettings, Machine } from "../../src/doctor/facts.ts";
import { runDoctor } from "../../src/doctor/run-doctor.ts";
import type { Finding } from "../../src/domain/finding.ts";
import { dataFilesAt } from "../../src/storage/sqlite/data-files.ts";
import { seededRandom } from "../support/chance.ts";
import { startTestService } from "../support/test-service.ts";

export const MIB = 1024 * 1024;
export const DAY_MS = 24 * 60 * 60 * 1000;
export const MODEL = { id: "word-embedder", sha256: "a".repeat(64) };

export interface Changes {
  readonly settings?: Partial<JudgedSettings> | null;
  readonly settingsFault?: string;
  readonly program?: Partial<DoctorFacts["program"]>;
  readonly machine?: Partial<Machine>;
  readonly isDeep?: boolean;
  /** Ms after the data was made. */
  readonly later?: number;
}

export interface Patient {
  readonly dataDir: string;
  /** Changes the data past the program, references unchecked. */
  sql(statements: string): void;
  change(work: (db: Database) => void): void;
  write(name: string, text: string, mode?: number): void;
  examine(changes?: Changes): Promise<readonly Finding[]>;
  /** Codes of what is found, notes included. */
  codes(changes?: Changes): Promise<string[]>;
}

export interface Ward {
  /** A copy of the healthy data, mode and all, gone when the tests are done. */
  admit(): Patient;
  close(): void;
}

export async function openWard(): Promise<Ward> {
  const root = mkdtempSync(join(tmpdir(), "memoryd-doctor-"));
  const healthy = join(root, "healthy");
  const now = await makeData(healthy);
  let patients = 0;
  return {
    admit() {
      const dataDir = join(root, `patient-${++patients}`);
      cpSync(healthy, dataDir, { recursive: true });
      chmodSync(dataDir, 0o700);
      const examine = async (changes: Changes = {}) => (await runDoctor(factsOf(dataDir, now, changes))).findings;
      return {
        dataDir,
        sql: (statements) => change(dataDir, (db) => void db.run(statements)),
        change: (work) => change(dataDir, work),
        write(name, text, mode = 0o600) {
          writeFileSync(join(dataDir, name), text);
          chmodSync(join(dataDir, name), mode);
        },
        examine,
        codes: async (changes) => (await examine(changes)).map(({ code }) => code),
      };
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Returns when it was made: turns, a lesson, a core, a key. */
async function makeData(dataDir: string): Promise<number> {
  mkdirSync(dataDir, { mode: 0o700 });
  const t = await startTestService({ dataDir });
  await t.operator.post("/cores", { slug: "atlas", name: "Atlas" });
  const ada = t.operator.at({ core: "atlas", user: "ada" });
  await ada.remember("I like green tea");
  await ada.remember("My bicycle is red");
  await t.operator.teach("Answer in short sentences.");
  // Waits for the embeddings.
  await ada.post("/recall", { query: "tea" });
  await t.flushKeyUses();
  const now = t.clock.now();
  await t.close();
  chmodSync(join(dataDir, "memoryd.db"), 0o600);
  change(dataDir, (db) => {
    db.query("INSERT OR REPLACE INTO model (one, id, sha256) VALUES (1, ?, ?)").run(MODEL.id, MODEL.sha256);
  });
  writeFileSync(join(dataDir, "memoryd.lock"), "");
  chmodSync(join(dataDir, "memoryd.lock"), 0o600);
  writeFileSync(join(dataDir, "admin.key"), `${generateKey(seededRandom(7)).text}\n`);
  chmodSync(join(dataDir, "admin.key"), 0o600);
  return now;
}

/** Past the program, with references unchecked; leaves the file alone, as a service that was stopped does. */
function change(dataDir: string, work: (db: Database) => void): void {
  const path = join(dataDir, "memoryd.db");
  const db = new Database(path);
  db.run("PRAGMA foreign_keys = OFF");
  work(db);
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  for (const side of ["-wal", "-shm"]) rmSync(path + side, { force: true });
}

function factsOf(dataDir: string, now: number, changes: Changes): DoctorFacts {
  const settings: JudgedSettings = {
    host: "127.0.0.1",
    port: 8787,
    isTls: false,
    isLoopback: true,
    allowsRemote: false,
    certificate: null,
    openMetrics: null,
    adminKeyFile: join(dataDir, "admin.key"),
    memoryBytes: 512 * MIB,
    embeddingWorkers: 2,
    backups: { folder: "/proc/none/backups", everyMs: DAY_MS, newest: () => now, fault: null },
    ...changes.settings,
  };
  return {
    dataDir,
    data: dataFilesAt(dataDir),
    now: now + (changes.later ?? 0),
    isInDatabase: false,
    isDeep: changes.isDeep ?? false,
    settings: changes.settings === null ? null : settings,
    settingsFault: changes.settingsFault ?? null,
    serviceAddress: null,
    program: {
      model: MODEL,
      modelFault: null,
      sqliteVersion: "3.54.1",
      sqliteFault: null,
      ...changes.program,
    },
    machine: {
      isReadOnly: () => false,
      uid: process.getuid?.() ?? -1,
      freeBytes: () => 100 * 1024 * MIB,
      fileSystem: () => 0xef53,
      memoryBytes: 8 * 1024 * MIB,
      openFilesMax: () => 65_536,
      answers: async () => true,
      ...changes.machine,
    },
  };
}
