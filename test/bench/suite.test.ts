import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { POSTGRES_PROGRAMS } from "../support/postgres.ts";
import { makeTinyModel } from "../support/tiny-model.ts";
import { canBuildFaultShim } from "../trust/faults/fault-shim.ts";
import { seededRandom } from "../vectors/seeded-random.ts";
import type { Measured } from "./capacity/measured.ts";
import { type Finished, runScript, runScriptOnModel, SCRIPT_TIMEOUT_MS, temporaryFolder } from "./run-script.ts";
import { MICRO } from "./suite/part.ts";
import { createInputs, questionsFor, TOPICS, turnAbout } from "./suite/seed-texts.ts";
import { createMemoryMaker } from "./suite/seed-vectors.ts";

const PARTS = ["prepare", "changes", "record", "brains", "footprint", "learning", "ranking"];

type Row = Record<string, string | number | null>;

interface Report {
  readonly machine: string;
  readonly parts: Record<string, { seconds: number; tables: { title: string; rows: Row[] }[]; numbers?: Measured }>;
  readonly goals: { what: string; measured: number | null; kept: boolean | null }[];
}

const folder = temporaryFolder();
/** That everything is measured is shown here, not what: a model that opens and embeds in no time does. */
const model = join(folder, "model");

describe("a whole run in small", () => {
  let finished: Finished;
  let report: Report;

  beforeAll(async () => {
    const json = join(folder, "bench.json");
    makeTinyModel(model, { seed: 1 });
    finished = await runScriptOnModel(model, "suite/suite.ts", "--micro", "--json", json, "--folder", folder);
    if (finished.code !== 0) throw new Error(finished.stderr);
    report = await Bun.file(json).json();
  }, SCRIPT_TIMEOUT_MS);

  function rowsOf(part: string, title: string): Row[] {
    const table = report.parts[part]!.tables.find((each) => each.title === title);
    if (table === undefined) throw new Error(`the part ${part} has no table ${title}`);
    return table.rows;
  }

  /** Each of the fields is a number above 0 in every row. */
  function expectPositive(rows: readonly Row[], ...fields: string[]): void {
    expect(rows).not.toBeEmpty();
    for (const row of rows) for (const field of fields) expect(row[field]).toBeGreaterThan(0);
  }

  test("prints every part under its name, and writes the same as JSON", () => {
    expect(finished.stdout).toStartWith(`Machine: ${report.machine}\n`);
    expect(Object.keys(report.parts)).toEqual(PARTS);
    for (const [name, { tables }] of Object.entries(report.parts)) {
      expect(finished.stdout).toContain(`\n== ${name} (`);
      for (const { title } of tables) expect(finished.stdout).toContain(`\n${title}\n`);
    }
    expect(finished.stdout).toContain("\nGoals\n");
    expect(report.goals.length).toBeGreaterThan(5);
  });

  test("a prepare is measured beside the embedding of the same inputs, in both modes", () => {
    const rows = rowsOf("prepare", "Prepare, warm");
    expect(rows.map(({ mode, packets }) => [mode, packets])).toEqual([
      ["cosine", 200],
      ["hybrid", 200],
    ]);
    expectPositive(
      rows,
      "sources",
      "embedding p50 ms",
      "recall p50 ms",
      "prepare p50 ms",
      "prepare / embedding",
      "p99 / p50",
    );
    expectPositive(rowsOf("prepare", "Prepare, cold"), "first prepare ms", "warm prepare ms");
    expectPositive(rowsOf("prepare", "Prepare, one input again and again"), "again p50 ms");
  });

  test("a question is measured after every kind of change, and others while a brain is read in", () => {
    const rows = rowsOf("changes", "Prepare after a change");
    const kinds = ["nothing", "a record", "a removed memory", "a confirmed name", "a reworded lesson"];
    expect(rows.map((row) => row["prepare after"])).toEqual([...kinds, ...kinds]);
    expectPositive(rows, "p50 ms");
    expectPositive(
      rowsOf("changes", "Others while a brain is read into memory"),
      "first prepare ms",
      "calls",
      "longest ms",
    );
  });

  test("every record is remembered, and all are embedded in the end", () => {
    expect(rowsOf("record", "Record").map(({ count }) => count)).toEqual([5, 5, 5, 24]);
    const [row] = rowsOf("record", "Record, 4 clients");
    expect(row).toMatchObject({ errors: 0, recorded: 39, remembered: 39, "without embedding": 0 });
    expect(row!["records/s"]).toBeGreaterThan(0);
  });

  test.skipIf(!canBuildFaultShim)("a slow disk shows in the record, and in what a bare server takes", () => {
    const slow = rowsOf("record", "Record on a slow disk").filter((row) => row["sync takes more ms"] === 5);
    expect(slow.map(({ what }) => what)).toEqual([
      "write and fsync of 4 KiB",
      "a bare server: one row a request",
      "record, one after another",
    ]);
    for (const row of slow) expect(row["p50 ms"]).toBeGreaterThan(5);
    expectPositive(rowsOf("record", "Others while 8 clients record"), "p95 before ms", "p95 during ms");
  });

  test("a random user among many is measured beside the only one", () => {
    const rows = rowsOf("brains", "Prepare among many brains");
    expect(rows.map(({ count }) => count)).toEqual([6, 6]);
    expectPositive(rows, "p50 ms");
    expect(rowsOf("brains", "Memory budget")[0]).toMatchObject({ "users asked": 20 });
  });

  test("starts, memory and disk are measured", () => {
    const starts = rowsOf("footprint", "Start");
    expectPositive(starts, "listening ms", "ready ms");
    for (const row of starts) expect(row["ready ms"]).toBeGreaterThanOrEqual(Number(row["listening ms"]));
    if (process.platform === "linux") {
      expectPositive(starts, "idle RSS MiB");
      expectPositive(rowsOf("footprint", "Memory after one question"), "RSS MiB", "peak RSS MiB");
    }
    // A packet's vector alone has 1,536.
    expect(rowsOf("footprint", "Disk")[0]!["bytes a packet"]).toBeGreaterThan(1_536);
  });

  test("a learning pass scans what is new and finds the topics", () => {
    expectPositive(rowsOf("learning", "A learning pass"), "sync ms", "longest during ms");
    const [alike, apart] = rowsOf("learning", "Clustering, the kernel alone");
    expect(Number(alike!.clusters)).toBeLessThan(40);
    expect(apart!.clusters).toBe(40);
  });

  test("both scans rank the same rows", () => {
    const rows = rowsOf("ranking", "Ranking");
    expect(rows.map((row) => row.rows)).toEqual([200, 1_000]);
    expectPositive(rows, "float32 ms", "codes ms", "reading the codes ms", "candidates read");
  });
});

test(
  "bench runs the parts that are named, and says how it is used",
  async () => {
    const json = join(folder, "one.json");
    const options = ["--micro", "--only", "ranking", "--json", json, "--folder", folder];
    const one = await runScriptOnModel(model, "suite/suite.ts", ...options);
    expect(one.code).toBe(0);
    expect(Object.keys((await Bun.file(json).json()).parts)).toEqual(["ranking"]);
    expect((await runScript("suite/suite.ts", "--help")).stdout).toContain("--only LIST");
    expect((await runScript("suite/suite.ts", "--only", "nothing")).code).toBe(2);
    expect((await runScript("suite/suite.ts", "--records", "0")).code).toBe(2);
  },
  SCRIPT_TIMEOUT_MS,
);

describe.skipIf(POSTGRES_PROGRAMS === null)("parts with a PostgreSQL of their own", () => {
  let report: Report;

  beforeAll(async () => {
    const json = join(folder, "postgres.json");
    makeTinyModel(model, { seed: 1 });
    const options = ["--micro", "--only", "database,moving,capacity", "--json", json, "--folder", folder];
    const finished = await runScriptOnModel(model, "suite/suite.ts", ...options);
    if (finished.code !== 0) throw new Error(finished.stderr);
    report = await Bun.file(json).json();
  }, SCRIPT_TIMEOUT_MS);

  const titlesOf = (part: string) => report.parts[part]!.tables.map(({ title }) => title);
  const rowsOf = (part: string, title: string) =>
    report.parts[part]!.tables.find((table) => table.title === title)?.rows ?? [];

  test("database asks both engines the same, and then several nodes", () => {
    expect(titlesOf("database")).toEqual([
      "/prepare, warm",
      "the first question to a brain, hybrid mode",
      "/record",
      "/record, by nodes",
      "/prepare with and without affinity",
    ]);
    const nodes = rowsOf("database", "/record, by nodes");
    expect(nodes.map((row) => row.nodes)).toEqual([1, 2, 3]);
    for (const row of nodes) expect(row["records a second, 64 clients"]).toBeGreaterThan(0);
    for (const row of rowsOf("database", "/prepare with and without affinity"))
      expect(row["in whole turns p50 ms"]).toBeGreaterThan(0);
  });

  test("moving goes there and back, with all packets", () => {
    const rows = rowsOf("moving", "memoryd move");
    expect(rows.map(({ move, packets }) => [move, packets])).toEqual([
      ["SQLite to PostgreSQL", MICRO.movedPackets],
      ["PostgreSQL to SQLite", MICRO.movedPackets],
    ]);
    for (const { s } of rows) expect(s).toBeGreaterThan(0);
  });

  test("capacity measures every number of the model, each above 0 where it must be", () => {
    const { turns, times, memory, disk, log, accountRow, commitMs } = report.parts.capacity!.numbers!;
    const places = ["cosine", "hybrid"].flatMap((mode) => MICRO.brainSizes.map((packets) => `${mode} ${packets}`));
    for (const rows of [turns, times]) expect(rows.map(({ mode, packets }) => `${mode} ${packets}`)).toEqual(places);
    for (const { prepare, first, memoryBytes } of turns) {
      expect(prepare.statements).toBeGreaterThan(3);
      expect(prepare.transactions).toBeWithin(1, prepare.statements);
      // A vector of each packet comes with the first question.
      expect(first.fromDatabaseBytes).toBeGreaterThan(prepare.fromDatabaseBytes + 1_536);
      expect(memoryBytes).toBeGreaterThan(0);
    }
    for (const { p50Ms, p95Ms } of times.map(({ record }) => record)) expect(p95Ms).toBeGreaterThanOrEqual(p50Ms);
    expect(memory.idleNodeBytes).toBeGreaterThan(1e6);
    expect(disk.packetBytes).toBeGreaterThan(1_536);
    expect(disk.freshTurnBytes).toBeGreaterThan(0);
    expect(disk.pagesAmongOthers).toBeGreaterThan(disk.pagesTogether);
    expect(log.afterCheckpointBytes).toBeGreaterThan(log.againBytes);
    const { limitedASecond, oneAccountASecond, manyAccountsASecond } = accountRow;
    for (const rate of [limitedASecond, oneAccountASecond, manyAccountsASecond]) expect(rate).toBeGreaterThan(0);
    expect(commitMs).toBeGreaterThan(0);
  });
});

describe("the seeded memory", () => {
  test("is the same for the same seed", () => {
    const turns = (seed: number) => {
      const random = seededRandom(seed);
      return Array.from({ length: 20 }, (_, at) => turnAbout(random, at));
    };
    expect(turns(1)).toEqual(turns(1));
    expect(turns(1)).not.toEqual(turns(2));
  });

  test("gives each input in another spelling of the same words every time", () => {
    const [text] = questionsFor(seededRandom(1), 1);
    const inputs = createInputs([text!]);
    const spellings = Array.from({ length: 5 }, (_, at) => inputs.fresh(at));
    expect(new Set(spellings).size).toBe(5);
    for (const spelling of spellings) expect(spelling.split(/ +/)).toEqual(text!.split(" "));
  });

  test("has vectors of length 1, nearer to others of their topic than to those of another", () => {
    const random = seededRandom(1);
    const centres = Float32Array.from(Array.from({ length: TOPICS }, () => [...random.unitVector(384)]).flat());
    const maker = createMemoryMaker(centres, random);
    const rows = new Float32Array(3 * 384);
    for (const [row, topic] of [4, 4, 5].entries()) maker.vector(topic, rows, row * 384);
    const dot = (a: number, b: number) =>
      rows.subarray(a * 384, (a + 1) * 384).reduce((sum, value, at) => sum + value * rows[b * 384 + at]!, 0);
    expect(dot(0, 0)).toBeCloseTo(1, 5);
    expect(dot(0, 1)).toBeGreaterThan(0.5);
    expect(dot(0, 2)).toBeLessThan(0.3);
  });
});
