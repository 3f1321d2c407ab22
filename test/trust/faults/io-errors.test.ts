// A disk that fails: what was acknowledged stays, what was not is refused with a sentence, and nothing is taken on trust.
import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openLab, type Server } from "../../e2e/executable.ts";
import { logBegin } from "../../e2e/log-begin.ts";
import { memoryTexts, record, tokenOf } from "../../e2e/turns.ts";
import { until } from "../../e2e/until.ts";
import { askAnything } from "./ask-anything.ts";
import { buildFaultShim, canBuildFaultShim, type Faults, faultEnvironment, faultsAt } from "./fault-shim.ts";

const lab = openLab({ model: "tiny" });
const shim = canBuildFaultShim ? await buildFaultShim(lab.directory()) : "";

async function startFaulty(): Promise<{ server: Server; faults: Faults }> {
  const cwd = lab.directory();
  const dataDir = join(cwd, "memoryd-data");
  const faults = faultsAt(join(cwd, "faults"));
  const server = await lab.start({ cwd, env: faultEnvironment({ shim, dataDir, control: faults.path }) });
  await server.ready();
  return { server, faults };
}

/** That of the tests that need no kill; the last of them stops it. */
let shared: { server: Server; faults: Faults };
if (canBuildFaultShim) {
  beforeAll(async () => {
    shared = await startFaulty();
  });
}

/** Restarted without the faults. */
async function startAgain(before: Server): Promise<Server> {
  before.kill("SIGKILL");
  await before.exited;
  return lab.start({ cwd: before.cwd });
}

/** Turns whose outcome is written down: acknowledged ones, and those that were refused. */
async function turnsDuring(
  server: Server,
  faults: Faults,
  { name, rules }: { name: string; rules: readonly string[] },
) {
  const kept: string[] = [];
  const refused: { status: number; code: string | undefined }[] = [];
  const turn = async (text: string) => {
    const prepared = await askAnything(server, "POST", "/prepare", { body: { input: text } });
    const token = prepared.body.turn_token;
    const reply =
      prepared.status === 200
        ? await askAnything(server, "POST", "/record", { body: { turn_token: token, answer: "Noted." } })
        : prepared;
    if (reply.status === 200) kept.push(`${text}\nNoted.`);
    else refused.push({ status: reply.status, code: reply.code });
    return reply;
  };
  await turn(`Before ${name}`);
  const open = await tokenOf(server, `Across ${name}`);
  faults.set(...rules);
  for (let number = 0; number < 6; number++) await turn(`During ${name}, ${number}`);
  const across = await record(server, open, "Kept.");
  if (across.status === 200) kept.push(`Across ${name}\nKept.`);
  else refused.push({ status: across.status, code: across.body.code });
  const readiness = await askAnything(server, "GET", "/readyz");
  faults.set();
  await until("writing to work again", async () => (await turn(`After ${name}`)).status === 200 || undefined);
  if (across.status !== 200) {
    expect((await record(server, open, "Kept.")).status).toBe(200);
    kept.push(`Across ${name}\nKept.`);
  }
  return { kept, refused, readiness };
}

const FAULTS: readonly { readonly name: string; readonly rules: readonly string[]; readonly code: string }[] = [
  { name: "EIO at every write", rules: ["write error=EIO"], code: "not_ready" },
  { name: "EIO at every fsync", rules: ["sync error=EIO"], code: "not_ready" },
  { name: "a file system that became read-only", rules: readOnly(), code: "not_ready" },
  { name: "ENOSPC at every write", rules: ["write error=ENOSPC"], code: "storage_full" },
  {
    name: "writes that are cut short, by a full disk",
    rules: ["write short=1", "write error=ENOSPC after=1"],
    code: "storage_full",
  },
];

function readOnly(): readonly string[] {
  return ["write", "openw", "truncate"].map((operation) => `${operation} error=EROFS`);
}

test.skipIf(!canBuildFaultShim)(
  "while the disk takes nothing writes are 503, reads go on, and nothing acknowledged is lost",
  async () => {
    const { server, faults } = await startFaulty();
    const everything: string[] = [];
    for (const { name, rules, code } of FAULTS) {
      const { kept, refused, readiness } = await turnsDuring(server, faults, { name, rules });
      everything.push(...kept);
      expect({ name, many: refused.length >= 7 }).toEqual({ name, many: true });
      for (const each of refused) expect({ name, ...each }).toEqual({ name, status: 503, code });
      expect(readiness).toMatchObject({ status: 503, body: { checks: { storage: "failing" } } });
      expect(readiness.body.details.storage.fault).toBe(code);
      expect((await memoryTexts(server)).sort()).toEqual(everything.toSorted());
    }
    // A fault is told of, and not with every request that meets it.
    const lines = server.written.stderr.split("\n").filter((line) => /storage_fault|_failed/.test(line));
    expect(lines.join()).toContain('"cause":"SQLITE_IOERR_WRITE"');
    expect(lines.length).toBeLessThan(10);
    const again = await startAgain(server);
    const texts = await memoryTexts(again);
    expect(everything.filter((text) => !texts.includes(text))).toEqual([]);
    expect((await lab.run(["verify", "--data-dir", again.dataDir])).code).toBe(0);
  },
);

// The first of those that share a service: a fault is told of once a minute, and this one may show itself in a write.
test.skipIf(!canBuildFaultShim)(
  "a disk that cannot be read: 503 and no crash, and all is there when it can",
  async () => {
    const { server, faults } = shared;
    const logged = server.written.stderr.length;
    const token = await tokenOf(server, "I like metric units");
    expect((await record(server, token, "Noted.")).status).toBe(200);
    faults.set("read error=EIO");
    const seen = new Set<string>();
    for (const path of ["/memory", "/lessons", "/metrics", "/admin/keys", "/admin/users", "/admin/audit", "/cores"]) {
      const { status, code, retryAfter } = await askAnything(server, "GET", path);
      // What is in memory is answered all the same.
      if (status !== 200)
        expect({ path, status, code, retryAfter }).toEqual({ path, status: 503, code: "not_ready", retryAfter: "5" });
      seen.add(String(status));
    }
    expect(seen).toContain("503");
    expect((await askAnything(server, "GET", "/livez")).status).toBe(200);
    const lines = server.written.stderr
      .slice(logged)
      .split("\n")
      .filter((line) => /storage_fault|_failed/.test(line));
    expect(lines.length).toBeLessThan(5);
    expect(lines.join()).toContain('"storage_fault"');
    faults.set();
    expect(await memoryTexts(server)).toEqual(["I like metric units\nNoted."]);
    expect((await tokenOf(server, "Again")).length).toBeGreaterThan(10);
  },
);

test.skipIf(!canBuildFaultShim)(
  "one failed fsync: nothing is added to a log that the disk may lack a part of",
  async () => {
    const { server, faults } = shared;
    await tokenOf(server, "Hello");
    const before = logBegin(server.dataDir);
    // The next fsync fails, and so does copying the log into the database: nothing is acknowledged until that is done.
    faults.set("sync error=EIO file=memoryd.db-wal times=1", "write error=EIO file=memoryd.db");
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await askAnything(server, "POST", "/prepare", { body: { input: "Hello" } })).code).toBe("not_ready");
    }
    faults.set("sync delay=1");
    // The first write after it begins the log anew, and so soon that its emptiness is hardly ever seen.
    const after = await until("a new log", () =>
      logBegin(server.dataDir) === before ? undefined : logBegin(server.dataDir),
    );
    expect(after).not.toBe(before);
    expect(await tokenOf(server, "Hello again")).toBeString();
  },
);

test.skipIf(!canBuildFaultShim)(
  "a record's embedding, which can be made anew, waits for no fsync, and is there after kill -9",
  async () => {
    const { server, faults } = await startFaulty();
    const token = await tokenOf(server, "I like metric units");
    // The record's own is the last that works.
    faults.set("sync error=EIO file=memoryd.db-wal after=1");
    expect((await record(server, token, "Noted.")).status).toBe(200);
    const recall = (at: Server) => askAnything(at, "POST", "/recall", { body: { query: "Which units do I like?" } });
    const found = { status: 200, body: { sources: [{ text: "I like metric units\nNoted." }] } };
    expect(await recall(server)).toMatchObject(found);
    expect(await recall(await startAgain(server))).toMatchObject(found);
  },
);

test.skipIf(!canBuildFaultShim)(
  "a log that cannot be cut: deletions are durable, and the service ends in order",
  async () => {
    const { server, faults } = shared;
    const token = await tokenOf(server, "I like Swedish bread");
    expect((await record(server, token, "Noted.")).status).toBe(200);
    faults.set("truncate error=EIO");
    expect((await askAnything(server, "DELETE", "/memory")).status).toBe(200);
    expect(await memoryTexts(server)).toEqual([]);
    expect(await server.stop()).toBe(0);
    const again = await lab.start({ cwd: server.cwd });
    expect(await memoryTexts(again)).toEqual([]);
    // Whatever the log still held is gone with the next start.
    const bytes = await Promise.all(
      ["memoryd.db", "memoryd.db-wal"].map((name) => Bun.file(join(server.dataDir, name)).text()),
    );
    expect(bytes.join().includes("Swedish bread")).toBe(false);
  },
);
