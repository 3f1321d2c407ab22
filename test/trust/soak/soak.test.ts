// The soak in small: everything of the mix happens, nothing unexpected is answered, and samples are taken and judged.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runSoak, sampleLine, writeResult } from "./run-soak.ts";
import { callAs, newTally } from "./soak-caller.ts";

setDefaultTimeout(180_000);

const EXECUTABLE = resolve(import.meta.dir, "../../../dist/memoryd");
const CHORES = ["exchangeKey", "coreLife", "rule", "lists", "reload"];
const folder = mkdtempSync(join(tmpdir(), "memoryd-soak-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Without /proc nothing of the process can be sampled.
test.skipIf(!existsSync("/proc/self/status"))("a soak of seconds has users come and go, and is judged", async () => {
  const lines: string[] = [];
  const options = {
    executable: EXECUTABLE,
    folder: join(folder, "run"),
    // It ends when everything has happened.
    minutes: 2,
    warmUpMinutes: 0.01,
    clients: 3,
    usersPerClient: 2,
    userTurnsMax: 3,
    pauseMs: 20,
    sampleMs: 500,
    choreMs: 500,
    memoryMib: 1,
    seed: 1,
    nightEveryMinutes: 1,
  };
  const result = await runSoak({
    ...options,
    onSample: (sample, tally) => lines.push(sampleLine(sample, tally)),
    isEnough: ({ samples, chores, usersErased }) =>
      samples.length > 5 && usersErased > 0 && CHORES.every((chore) => (chores[chore] ?? 0) > 0),
  });
  expect(result.tally.unexpected).toEqual([]);
  expect(result.errorLines).toEqual([]);
  expect(result.exitCode).toBe(0);
  expect(result.usersErased).toBeGreaterThan(0);
  for (const chore of CHORES) expect(result.chores[chore]).toBeGreaterThan(0);
  const kinds = new Set(result.tally.timings.map(({ kind }) => kind));
  for (const kind of ["prepare", "record", "erase", "core", "key", "revoked", "rule"]) expect(kinds).toContain(kind);
  expect(result.samples.length).toBeGreaterThan(3);
  for (const sample of result.samples) {
    expect(sample.rssBytes).toBeGreaterThan(50_000_000);
    expect(sample.descriptors).toBeGreaterThan(5);
    expect(sample.shown.memoryd_words_bytes).toBeGreaterThanOrEqual(0);
  }
  expect(lines[0]).toContain("rss ");
  expect(result.verdict.checks.map(({ what }) => what)).toHaveLength(7);
  expect(Number.isFinite(result.verdict.rssSlope.perX)).toBe(true);
  const file = join(folder, "soak.json");
  writeResult(file, "this machine", options, result);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ unexpectedCount: 0, usersErased: result.usersErased });
});

test("an answer that the mix does not expect, and none at all, is kept and counted", async () => {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("no", { status: 500 }) });
  const tally = newTally();
  const call = { method: "GET", path: "/metrics", key: "k" } as const;
  expect(await callAs(server.url.origin, tally, "metrics", { ...call, expect: [500] })).toEqual({
    status: 500,
    text: "no",
  });
  expect(await callAs(server.url.origin, tally, "metrics", call)).toBeNull();
  await server.stop(true);
  expect(await callAs(server.url.origin, tally, "metrics", call)).toBeNull();
  expect(tally.unexpectedCount).toBe(2);
  expect(tally.unexpected[0]).toMatchObject({ kind: "metrics", what: "500 no" });
  expect(tally.timings).toHaveLength(3);
});
