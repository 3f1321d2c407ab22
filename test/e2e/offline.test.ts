// Nothing is fetched from the network: the loop where there is none, and the page of documents.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { openLab } from "./executable.ts";

const lab = openLab();
/** A network of its own in which only the loopback is up. */
const ALONE = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];

function canBeAlone(): boolean {
  if (Bun.which("unshare") === null || Bun.which("ip") === null) return false;
  return Bun.spawnSync([...ALONE, "true"]).exitCode === 0;
}

const alone = canBeAlone();
if (!alone) console.log("SKIPPED: without `unshare --net` (root) and `ip` nothing can be cut off from the network.");

test.skipIf(!alone)("without any network the whole loop works, over restarts too", async () => {
  // The tests of the loop run once more, tester and server together in a network that leads nowhere.
  const child = Bun.spawn([...ALONE, process.execPath, "test", join(import.meta.dir, "turn-loop.test.ts")], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stderr, code] = await Promise.all([child.stderr.text(), child.exited]);
  expect({ code, tail: code === 0 ? "" : stderr.slice(-3000) }).toEqual({ code: 0, tail: "" });
  expect(stderr).toMatch(/ [1-9]\d* pass\n/);
});

test.skipIf(!alone)("without any network embed works: the model is inside the executable", async () => {
  const { code, stdout } = await lab.run(["embed"], { through: ALONE, stdin: "hello\n" });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).embedding).toHaveLength(384);
});

test("the page of documents and what it loads come from the service itself, and name no other host", async () => {
  const server = await lab.start();
  const page = await fetch(`${server.url}/docs`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")] as never);
  const html = await page.text();
  const loaded = [...html.matchAll(/\b(?:src|href|action|data-url|srcset|poster)\s*=\s*["']?([^"'\s>]+)/gi)].map(
    (match) => match[1] ?? "",
  );
  expect(loaded.length).toBeGreaterThanOrEqual(2);
  for (const address of loaded) {
    const target = new URL(address, `${server.url}/docs`);
    expect(target.origin).toBe(server.url);
    expect((await fetch(target)).status).toBe(200);
  }
  expect(html).not.toMatch(/https?:\/\/|url\(|@import|fetch\(|["'(]\/\//i);
  const script = await fetch(new URL(loaded.find((address) => address.endsWith(".js")) ?? "", `${server.url}/docs`));
  expect(script.headers.get("content-type")).toContain("javascript");
  expect((await script.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/https?:|\*/);
});
