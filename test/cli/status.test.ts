import { expect, test } from "bun:test";
import type { SeenService, StatusBody } from "../../src/cli/seen-service.ts";
import { NotReadyError } from "../../src/cli/status.ts";
import { fixedClock } from "../support/account-ports.ts";
import { runJson, runLine, runText, usageOf } from "../support/command-line.ts";

const NOW = fixedClock().now();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const before = (ms: number) => new Date(NOW - ms).toISOString();

const endpoint = (name: string, count: number) => ({
  ...{ endpoint: name, count, p50_ms: 12, p95_ms: 1_900, refused: 3, failed: 0 },
});

const BODY: StatusBody = {
  ...{ checks: { disk: "ok" }, details: { disk: {} }, version: "1.2.3", started_at: before(2 * DAY_MS), model: "m" },
  ...{ accounts: 2, users: 1_200, turns: 9_999, memories: 9_000, lessons: 1 },
  requests: { seconds: 300, endpoints: [endpoint("POST /prepare", 1_500), endpoint("other", 1)] },
  backlog: { embeddings: 0, reembedding: null, brains_to_learn: 0 },
  last_pass: { at: before(5 * MINUTE_MS), status: "ok", lessons: 2 },
  last_backup: { at: before(5 * 60 * MINUTE_MS), ok: true },
  disk: { free_bytes: 3 * 1024 ** 3, database_bytes: 1024 ** 2, wal_bytes: 1024 ** 2 },
  database: null,
  certificate_ends_at: new Date(NOW + 20.5 * DAY_MS).toISOString(),
};

function contextOf(seen: Partial<SeenService> = {}, findings: readonly { level: "warning" | "note" }[] = []) {
  const asked: unknown[] = [];
  const well: SeenService = { isRunning: true, isReady: true, reason: null, dataDir: "d", url: "http://x", body: BODY };
  const told = findings.map(({ level }) => ({
    level,
    code: "old",
    where: "w",
    what: "It is old\u001b.",
    fix: "renew",
  }));
  return {
    asked,
    statusHere: async (...of: unknown[]) => {
      asked.push(of);
      return { ...well, ...seen };
    },
    statusOf: async (...of: unknown[]) => {
      asked.push(of);
      return { ...well, dataDir: null, ...seen };
    },
    examine: async () => ({ dataDir: "d", isRunning: true, findings: told }),
  };
}

test("a service that is well is one screen, aligned", async () => {
  expect(await runText(["status"], contextOf())).toEqual([
    `memoryd 1.2.3 at http://x is ready, since ${before(2 * DAY_MS)
      .slice(0, 16)
      .replace("T", " ")} UTC (2 days)`,
    "",
    "data      d",
    "model     m",
    "accounts  2, with 1,200 users",
    "memory    9,000 turns and 1 lesson; 9,999 turns recorded ever",
    "requests  in the last 5 min  count    p50      p95  4xx  5xx",
    "          POST /prepare      1,500  12 ms  1900 ms    3    0",
    "          other                  1  12 ms  1900 ms    3    0",
    "backlog   nothing waits",
    "learning  last pass 5 min ago: ok, 2 lessons made",
    "backup    the last is of 5 h ago",
    "disk      3 GiB free; the data has 2 MiB",
    "TLS       the certificate ends in 20 days",
    "doctor    nothing to mend",
  ]);
});

test("what needs somebody stands out, and notes of the doctor are left to the doctor", async () => {
  const body: StatusBody = {
    ...BODY,
    requests: { seconds: 20, endpoints: [] },
    backlog: { embeddings: 3, reembedding: { done: 1, total: 5 }, brains_to_learn: 1 },
    ...{ last_pass: null, last_backup: { at: null, ok: false }, disk: null },
    certificate_ends_at: before(DAY_MS),
  };
  const lines = await runText(["status"], contextOf({ body }, [{ level: "note" }, { level: "warning" }]));
  expect(lines.slice(6)).toEqual([
    "requests  none in the last 20 s",
    "backlog   3 embeddings; embedding anew, 1 of 5 done; 1 brain with turns for the next learning pass",
    "learning  no pass yet",
    "backup    THE LAST ATTEMPT FAILED; there is none yet",
    `TLS       the certificate HAS ENDED on ${before(DAY_MS).slice(0, 10)}`,
    "doctor    warning old: It is old\\u001b.",
    "            fix: renew",
  ]);
});

test("of many endpoints those asked for most are shown, and how many more there are", async () => {
  const endpoints = Array.from({ length: 11 }, (_, at) => endpoint(`GET /${at}`, 20 - at));
  const lines = await runText(["status"], contextOf({ body: { ...BODY, requests: { seconds: 300, endpoints } } }));
  expect(lines.filter((line) => line.includes("GET /"))).toHaveLength(8);
  expect(lines).toContain("          and 3 endpoints more");
});

test("a service that is not ready says why, and fails after all is printed", async () => {
  const { printed, error } = await runLine(["status"], contextOf({ isReady: false, reason: "disk (free_bytes 1)" }));
  expect(printed[0]).toContain("is NOT READY: disk (free_bytes 1), since");
  expect(printed.at(-1)).toStartWith("doctor");
  expect(error).toEqual(new NotReadyError("disk (free_bytes 1)"));
});

test("where none runs the first line says so, and what only a service knows is left out", async () => {
  const body = { ...BODY, started_at: null, requests: null, checks: null, details: null };
  const stopped = { isRunning: false, isReady: false, url: null, reason: "no service runs on d", body };
  const { printed, error } = await runLine(["status"], contextOf(stopped));
  expect(printed[0]).toBe("No service runs on d");
  expect(printed.some((line) => line.startsWith("requests"))).toBe(false);
  expect(error).toBeInstanceOf(NotReadyError);
});

test("as JSON it is the answer of the service, with what was found around it", async () => {
  expect(await runJson(["status"], contextOf({}, [{ level: "note" }]))).toEqual({
    ...{ running: true, ready: true, reason: null, data_dir: "d", url: "http://x" },
    ...BODY,
    doctor: { errors: 0, warnings: 0, notes: 1, findings: [expect.objectContaining({ code: "old" })] },
  });
});

test("a service elsewhere is asked with the key that is named, and its machine is not looked at", async () => {
  const context = contextOf();
  const { asked, ...rest } = context;
  const args = ["status", "--url", "https://x", "--key-file", "k"];
  expect((await runText(args, rest)).at(-1)).toBe("doctor    not asked: run `memoryd doctor` on that machine");
  await runText(["status", "--data-dir", "d", "--key-file", "k"], rest);
  expect(asked).toEqual([[{ url: "https://x", keyFile: "k", caFile: null }], [{ dataDir: "d", keyFile: "k" }, "k"]]);
  expect(await usageOf(["status", "--url", "https://x"], rest)).toContain("belong together");
  expect(await usageOf([...args, "--data-dir", "d"], rest)).toContain("leave --account and --data-dir out");
});
