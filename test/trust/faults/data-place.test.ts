// The data directory taken away, closed or replaced under the running service: nothing is acknowledged that would be lost.
import { expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab } from "../../e2e/executable.ts";
import { converse, memoryTexts } from "../../e2e/turns.ts";
import { until } from "../../e2e/until.ts";
import { askAnything } from "./ask-anything.ts";

const lab = openLab({ model: "tiny" });
/** What is refused at its start has opened no model. */
const plainLab = openLab();
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const mayDrop = !isRoot || Bun.which("setpriv") !== null;
if (!mayDrop) console.log("SKIPPED: without setpriv root cannot lose the rights on a directory.");
const AS_NOBODY = isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
const HELLO = { body: { input: "Hello" } };

test("a data directory that is moved away and back: nothing is recorded meanwhile, reads go on, and it recovers", async () => {
  const server = await lab.start();
  await server.ready();
  await converse(server, "I like metric units", "Noted.");
  const away = `${server.dataDir}-away`;
  renameSync(server.dataDir, away);
  expect(await askAnything(server, "POST", "/prepare", HELLO)).toMatchObject({ status: 503, code: "not_ready" });
  // A new directory of that name is not the data.
  mkdirSync(server.dataDir);
  writeFileSync(join(server.dataDir, "memoryd.db"), "");
  expect(await askAnything(server, "POST", "/prepare", HELLO)).toMatchObject({ status: 503, code: "not_ready" });
  expect(await memoryTexts(server)).toEqual(["I like metric units\nNoted."]);
  expect((await askAnything(server, "GET", "/readyz")).body.checks.storage).toBe("failing");
  expect(server.written.stderr).toContain("the data directory is not where it was");
  rmSync(server.dataDir, { recursive: true });
  renameSync(away, server.dataDir);
  await converse(server, "I keep bees", "Noted.");
  await server.ready();
  expect(await server.stop()).toBe(0);
  expect(await memoryTexts(await lab.start({ cwd: server.cwd }))).toHaveLength(2);
});

test("a data directory that is deleted: 503 for what would be lost, reads go on, and the service ends in order", async () => {
  const server = await lab.start();
  await converse(server, "I like metric units", "Noted.");
  rmSync(server.dataDir, { recursive: true });
  expect(await askAnything(server, "POST", "/prepare", HELLO)).toMatchObject({ status: 503, code: "not_ready" });
  expect(await memoryTexts(server)).toEqual(["I like metric units\nNoted."]);
  expect((await askAnything(server, "GET", "/livez")).status).toBe(200);
  expect((await askAnything(server, "GET", "/readyz")).status).toBe(503);
  expect(await server.stop()).toBe(0);
});

test.skipIf(!mayDrop)("a data directory that is closed under the service, and at its start", async () => {
  const cwd = lab.directory();
  chmodSync(cwd, 0o755);
  const dataDir = join(cwd, "memoryd-data");
  mkdirSync(dataDir, { mode: 0o700 });
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
  const server = await lab.start({ cwd, through: AS_NOBODY });
  await server.ready();
  await converse(server, "I like metric units", "Noted.");
  chmodSync(dataDir, 0o000);
  expect(await askAnything(server, "POST", "/prepare", HELLO)).toMatchObject({ status: 503, code: "not_ready" });
  expect(await memoryTexts(server)).toEqual(["I like metric units\nNoted."]);
  chmodSync(dataDir, 0o700);
  await until("writing to work again", async () => {
    return (await askAnything(server, "POST", "/prepare", HELLO)).status === 200 || undefined;
  });
  expect(await server.stop()).toBe(0);

  chmodSync(dataDir, 0o000);
  const closed = await plainLab.run(["serve", "--port", "0"], { cwd, through: AS_NOBODY });
  expect({ code: closed.code, stdout: closed.stdout }).toEqual({ code: 1, stdout: "" });
  expect(closed.stderr).toMatch(/^memoryd: the data directory .* cannot be used: no permission to write there\n$/);
  chmodSync(dataDir, 0o700);
  chmodSync(join(dataDir, "memoryd.db"), 0o000);
  const locked = await plainLab.run(["serve", "--port", "0"], { cwd, through: AS_NOBODY });
  expect({ code: locked.code !== 0, stdout: locked.stdout }).toEqual({ code: true, stdout: "" });
  expect(locked.stderr).toMatch(/^memoryd: [^\n]+\n$/);
  chmodSync(join(dataDir, "memoryd.db"), 0o600);
  expect(await memoryTexts(await lab.start({ cwd, through: AS_NOBODY }))).toEqual(["I like metric units\nNoted."]);
});
