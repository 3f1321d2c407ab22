// The protocol's own suite for servers. What it finds beyond the baseline fails, and so does a baseline that is too long.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Served, serve } from "./served.ts";

const SUITE = new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url).pathname;
const BASELINE = join(import.meta.dir, "conformance.yml");
/** What is about servers in general, and must pass. */
const APPLY = ["server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"];

let served: Served;
const folder = mkdtempSync(join(tmpdir(), "memoryd-conformance-"));
beforeAll(async () => {
  served = await serve();
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

test("every scenario passes that applies, and no other is expected to", async () => {
  const { url } = served.open(served.account.admin.at({ user: "ada" }));
  const args = ["server", "--url", url, "--suite", "all", "--expected-failures", BASELINE];
  const suite = Bun.spawn([process.execPath, SUITE, ...args], { cwd: folder, stdout: "pipe", stderr: "pipe" });
  const [told, code] = await Promise.all([suite.stdout.text(), suite.exited]);
  const passed = [...told.matchAll(/^✓ ([\w-]+): ([1-9]\d*) passed, 0 failed$/gm)].map(([, name]) => name);
  expect({ code, passed }, told).toEqual({ code: 0, passed: APPLY });
}, 120_000);
