// HEAD is GET without its body: the same checks and the same outcome, and nothing made, counted or entered.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestService } from "../support/test-service.ts";

const dataDir = mkdtempSync(join(tmpdir(), "memoryd-head-"));
const t = await startTestService({ dataDir });
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const audited = async () => (await t.service.audit.list(null, { limit: 100_000, before: null })).length;

test("HEAD /admin/export makes no export: none is read, held, entered in the audit or laid aside", async () => {
  const { admin, agent, name } = await t.account();
  await admin.turn("alpha", "beta");
  const before = await audited();
  const files = () => readdirSync(dataDir).sort();
  const there = files();
  const { brains } = t.service.exports;
  let reads = 0;
  t.service.exports.brains = (...asked) => {
    reads += 1;
    return brains(...asked);
  };
  // So many exports that no other finds a place.
  const leaves: (() => void)[] = [];
  try {
    for (;;) leaves.push(t.service.gate.enterExport(name));
  } catch {
    expect(leaves.length).toBeGreaterThan(0);
  }
  const asked = await admin.text("/admin/export", "HEAD");
  expect(asked.status).toBe(200);
  expect(asked.headers.get("content-type")).toBe("application/x-ndjson");
  expect(asked.headers.get("content-disposition")).toContain("memoryd-export.jsonl");
  expect(asked.headers.get("content-length")).toBeNull();
  for (const [client, path] of [
    [admin, "/admin/export?core=nope"],
    [admin, "/admin/export?core=NO"],
    [agent, "/admin/export"],
    [t.stranger, "/admin/export"],
  ] as const) {
    expect((await client.text(path, "HEAD")).status).toBe((await client.get(path)).status);
  }
  // Refused for want of a place, it is not entered either.
  expect((await admin.get("/admin/export")).status).toBe(503);
  expect([reads, (await audited()) - before, files()]).toEqual([0, 0, there]);
  for (const leave of leaves) leave();
  expect((await admin.text("/admin/export")).status).toBe(200);
  expect([reads > 0, (await audited()) - before]).toEqual([true, 1]);
});

test("every path that GET answers, HEAD answers with the same status and type, and leaves no trace", async () => {
  const { admin } = await t.account();
  const document = (await t.stranger.get<{ paths: Record<string, Record<string, object>> }>("/openapi.json")).body;
  const paths = Object.entries(document.paths).flatMap(([path, operations]) => ("get" in operations ? [path] : []));
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const concrete = path.replace(/\{\w+\}/g, "nothing");
    const before = await audited();
    const asked = await admin.text(concrete, "HEAD");
    expect([path, asked.text, await audited()]).toEqual([path, "", before]);
    const got = await admin.text(concrete);
    const isChunked = ({ headers }: typeof got) => headers.get("transfer-encoding") === "chunked";
    // Metrics change from one look to the next, and their length with them; an export is sent in pieces.
    const length = ({ headers }: typeof got) => headers.get("content-length") !== null || path === "/admin/export";
    expect([path, isChunked(asked), length(asked)]).toEqual([path, path === "/admin/export", true]);
    const shown = ({ status, headers }: typeof got) => [path, status, headers.get("content-type")];
    expect(shown(asked)).toEqual(shown(got));
  }
});
