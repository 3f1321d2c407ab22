// memoryd status on the executable: beside a service, beside one that hangs or was killed, and without one.
import { expect, test } from "bun:test";
import { cpSync, existsSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCertificate, openssl } from "./certificates.ts";
import { openLab } from "./executable.ts";
import { record, tokenOf } from "./turns.ts";

const lab = openLab({ model: "tiny" });

interface Seen {
  readonly running: boolean;
  readonly ready: boolean;
  readonly reason: string | null;
  readonly url: string | null;
  readonly [field: string]: unknown;
}

async function status(dataDir: string, ...args: string[]) {
  const { code, stdout, stderr } = await lab.run(["status", "--json", "--data-dir", dataDir, ...args]);
  return { code, stderr, seen: JSON.parse(stdout) as Seen };
}

test("beside a service on any port it says that it is ready (0); killed or stopped, what the data holds (1)", async () => {
  const server = await lab.start();
  await record(server, await tokenOf(server, "I like metric units"), "Noted.");
  const { dataDir } = server;
  const address = join(dataDir, "memoryd.address");
  expect(lstatSync(address).mode & 0o777).toBe(0o600);
  const ready = await status(dataDir);
  expect(ready).toMatchObject({ code: 0, stderr: "", seen: { running: true, ready: true, url: server.url, turns: 1 } });
  expect(JSON.stringify(ready.seen.requests)).toContain("POST /record");
  // The doctor too looks where the service listens, not where the settings would have it.
  expect(JSON.stringify(ready.seen.doctor)).not.toContain("service_silent");
  const held = { accounts: 1, turns: 1, memories: 1, lessons: 0, requests: null, started_at: null };
  server.kill("SIGKILL");
  await server.exited;
  expect(existsSync(address)).toBe(true);
  const killed = await status(dataDir);
  expect(killed.seen).toMatchObject({ running: false, ready: false, url: null, ...held });
  expect(killed.seen.reason).toBe(`no service runs on ${dataDir}`);
  expect(JSON.parse(killed.stderr)).toEqual({ error: { message: killed.seen.reason, code: "failed" } });
  const again = await lab.start({ dataDir });
  expect((await status(dataDir)).seen.url).toBe(again.url);
  expect(await again.stop()).toBe(0);
  expect(existsSync(address)).toBe(false);
  expect(await status(dataDir)).toMatchObject({ code: 1, seen: { running: false, ...held } });
});

test("a key that the service does not take is told, with what the data says all the same", async () => {
  const server = await lab.start();
  const agent = await lab.run(["keys", "create", "--name", "a", "--scope", "agent", "--data-dir", server.dataDir]);
  const keyFile = join(server.cwd, "agent.key");
  writeFileSync(keyFile, agent.stdout);
  const { code, seen } = await status(server.dataDir, "--key-file", keyFile);
  expect([code, seen.running, seen.ready, seen.accounts]).toEqual([1, true, false, 1]);
  expect(seen.reason).toContain("admin");
  const keyless = join(server.cwd, "keyless");
  cpSync(join(server.dataDir, "admin.key"), keyless);
  rmSync(join(server.dataDir, "admin.key"));
  const unread = await status(server.dataDir);
  expect([unread.code, unread.seen.running, unread.seen.accounts]).toEqual([1, true, 1]);
  expect(unread.seen.reason).toContain("admin.key cannot be read: it is not there; name the file of an admin key with");
  expect((await status(server.dataDir, "--key-file", keyless)).code).toBe(0);
  cpSync(keyless, join(server.dataDir, "admin.key"));
  const elsewhere = await lab.run(["status", "--url", server.url, "--key-file", join(server.dataDir, "admin.key")]);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([0, ""]);
  expect(elsewhere.stdout).toContain(` at ${server.url} is ready, since `);
  expect(elsewhere.stdout).not.toContain("\u001b");
});

test("where there is no data it says so", async () => {
  const { code, seen } = await status(join(lab.directory(), "none"));
  expect([code, seen.running, seen.accounts]).toEqual([1, false, null]);
  expect(seen.reason).toContain("there is no memoryd data in ");
});

test.skipIf(openssl === null)("over HTTPS the very certificate of the service is believed, and no other", async () => {
  const cwd = lab.directory();
  const [own, other] = [makeCertificate(cwd, "own"), makeCertificate(cwd, "other")];
  const server = await lab.start({ cwd, args: ["--tls-cert", own.cert, "--tls-key", own.key] });
  const well = await status(server.dataDir);
  expect(well).toMatchObject({ code: 0, seen: { ready: true, url: server.url } });
  const left = Date.parse(String(well.seen.certificate_ends_at)) - Date.now();
  expect([left > 0, left < 3 * 86_400_000]).toEqual([true, true]);
  const planted = { url: server.url, certificate: other.pem };
  writeFileSync(join(server.dataDir, "memoryd.address"), JSON.stringify(planted));
  const refused = await status(server.dataDir);
  expect([refused.code, refused.seen.running, refused.seen.ready]).toEqual([1, true, false]);
  expect(refused.seen.reason).toContain(`no answer from ${server.url}: its certificate is not trusted here`);
});
