// A disk that is full: writes are refused with a sentence, everything else goes on, and so do writes once there is room.
import { expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "../../e2e/executable.ts";
import { converse, memoryTexts, tokenOf } from "../../e2e/turns.ts";
import { until } from "../../e2e/until.ts";
import { askAnything } from "./ask-anything.ts";
import { canMount, smallDisk, startOn } from "./small-disk.ts";

const lab = openLab();
const quickLab = openLab({ model: "tiny" });
const FULL = { status: 503, code: "storage_full", retryAfter: "60" };
const LONG = "The kettle, the violin and the carpet came from three different towns.";
const PACKETS = 300;

/** Turns until the disk takes no more, so that what is left in the log and in free pages is used up too. */
async function recordUntilFull(server: Server, user: string): Promise<string[]> {
  const kept: string[] = [];
  for (let turn = 0; ; turn++) {
    const prepared = await askAnything(server, "POST", "/prepare", { user, body: { input: `Thing ${turn}: ${LONG}` } });
    if (prepared.status !== 200) {
      expect(prepared).toMatchObject(FULL);
      return kept;
    }
    const answer = `Noted as ${turn}.`;
    const { status, code } = await askAnything(server, "POST", "/record", {
      user,
      body: { turn_token: prepared.body.turn_token, answer },
    });
    if (status !== 200) {
      expect({ status, code }).toEqual({ status: 503, code: "storage_full" });
      return kept;
    }
    kept.push(`Thing ${turn}: ${LONG}\n${answer}`);
  }
}

async function importTurns(server: Server, core: string, count: number): Promise<void> {
  const memories = Array.from({ length: count }, (_, number) => ({ id: `m${number}`, memory: `${number}: ${LONG}` }));
  const response = await fetch(`${server.url}/admin/import?core=${core}`, {
    method: "POST",
    headers: { "X-API-Key": server.adminKey, "Content-Type": "application/json" },
    body: JSON.stringify(memories),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(`"stored":${count}`)]);
}

async function checksOf(server: Server, path: string): Promise<Record<string, unknown>> {
  const { status, body } = await askAnything(server, "GET", path);
  return { status, storage: body.checks.storage, fault: body.details?.storage?.fault };
}

async function embedded(server: Server): Promise<void> {
  await until("embeddings to be made", async () => {
    const { body } = await askAnything(server, "GET", "/prometheus");
    return /^memoryd_embeddings_pending 0$/m.test(body) || undefined;
  });
}

test.skipIf(!canMount)(
  "on a full disk writes are 503 storage_full, reads and deletions go on, and it recovers by itself",
  async () => {
    const disk = smallDisk(lab, "100m");
    const { server, fill, makeRoom, dataDir, run } = await startOn(lab, disk);
    await server.ready();
    await converse(server, "I like metric units", "Noted.");
    await converse(server, "I keep bees", "Noted.", { user: "bee" });
    expect((await askAnything(server, "POST", "/cores", { body: { slug: "work", name: "Work" } })).status).toBe(201);
    await importTurns(server, "work", PACKETS);
    const open = await tokenOf(server, "A turn that is under way");
    const lesson = await askAnything(server, "POST", "/lessons", { body: { text: "Use metric units." } });
    expect(lesson.status).toBe(201);
    const key = await askAnything(server, "POST", "/admin/keys", { body: { name: "leaked", scope: "agent" } });

    // An erasure empties the log: what it holds on to is room as well.
    const gone = await askAnything(server, "POST", "/lessons", { body: { text: "Use old units." } });
    expect((await askAnything(server, "DELETE", `/lessons/${gone.body.id}`)).status).toBe(200);
    await embedded(server);
    fill();
    const kept = await recordUntilFull(server, "writer");
    // Every way to write.
    for (const [method, path, body] of [
      ["POST", "/prepare", { input: LONG }],
      ["POST", "/record", { turn_token: open, answer: LONG }],
      ["POST", "/lessons", { text: "Answer in verse." }],
      ["POST", "/cores", { slug: "late", name: "Late" }],
      ["POST", "/admin/keys", { name: "late", scope: "agent" }],
      ["POST", "/admin/import", [{ id: "late", memory: LONG }]],
      // More than is held in memory while it comes.
      ["POST", "/admin/import", [{ id: "long", memory: LONG.repeat(30_000) }]],
      ["PUT", "/admin/constitutions/late", { text: LONG, gates: [], prohibitions: [] }],
    ] as const) {
      const reply = await askAnything(server, method, path, { body });
      expect({ path, ...reply }).toMatchObject({ path, ...FULL });
      expect(Object.keys(reply.body).sort()).toEqual(["code", "message", "request_id"]);
    }
    // A pass cannot note what it has looked at.
    expect(await askAnything(server, "POST", "/sync", { user: "bee", body: {} })).toMatchObject(FULL);
    const made = await run(["backup", join(disk.folder, "full.backup")]);
    expect(made).toMatchObject({ code: 1, stdout: "" });
    expect(made.stderr).toMatch(/^memoryd: the backup needs \d+ MiB on the disk of [^\n]+, and 0 MiB are free\n$/);
    expect(readdirSync(join(dataDir, "..")).filter((name) => name.includes("backup"))).toEqual([]);
    // Reads.
    expect(await memoryTexts(server)).toEqual(["I like metric units\nNoted."]);
    expect((await memoryTexts(server, { user: "writer" })).sort()).toEqual(kept.toSorted());
    expect((await askAnything(server, "POST", "/recall", { body: { query: "metric units" } })).status).toBe(200);
    for (const path of ["/lessons", "/metrics", "/cores", "/admin/export", "/prometheus", "/admin/users"]) {
      expect({ path, status: (await askAnything(server, "GET", path)).status }).toEqual({ path, status: 200 });
    }
    const failing = { status: 503, storage: "failing", fault: "storage_full" };
    expect(await checksOf(server, "/readyz")).toEqual(failing);
    expect(await checksOf(server, "/healthz")).toEqual(failing);
    expect((await askAnything(server, "GET", "/livez")).status).toBe(200);

    // Deletions, while other programs take whatever comes free.
    const [first] = (await askAnything(server, "GET", "/memory")).body.items;
    expect((await askAnything(server, "DELETE", `/memory/${first.id}`)).status).toBe(200);
    fill();
    expect((await askAnything(server, "DELETE", `/lessons/${lesson.body.id}`)).status).toBe(200);
    fill();
    expect((await askAnything(server, "DELETE", "/cores/work")).status).toBe(200);
    fill();
    expect((await askAnything(server, "DELETE", "/admin/users/bee")).status).toBe(200);
    fill();
    expect((await askAnything(server, "DELETE", `/admin/keys/${key.body.id}`)).status).toBe(200);
    expect((await askAnything(server, "GET", "/metrics", { key: key.body.key })).status).toBe(401);
    fill();
    expect((await askAnything(server, "DELETE", "/memory")).status).toBe(200);
    expect(await memoryTexts(server)).toEqual([]);
    expect(await memoryTexts(server, { user: "bee" })).toEqual([]);
    expect((await memoryTexts(server, { user: "writer" })).sort()).toEqual(kept.toSorted());

    // The log tells of the fault, not of every request.
    const faults = server.written.stderr.split("\n").filter((line) => /storage_fault|_failed/.test(line));
    expect(faults.length).toBeLessThan(10);
    expect(faults.join()).toContain('"storage_fault"');

    makeRoom();
    await until("writing to work again", async () => {
      const { status } = await askAnything(server, "POST", "/prepare", { body: { input: "Hello again" } });
      return status === 200 || undefined;
    });
    await server.ready();
    await embedded(server);
    expect(existsSync(`${dataDir}/memoryd.reserve`)).toBe(true);
    expect(server.written.stderr).toContain('"storage_recovered"');
    // What was recorded last, found by its embedding.
    const last = kept.at(-1) ?? "";
    const found = await askAnything(server, "POST", "/recall", { user: "writer", body: { query: last.slice(0, 200) } });
    expect(found.body.items ?? found.body.sources).not.toEqual([]);
    expect((await memoryTexts(server, { user: "writer" })).sort()).toEqual(kept.toSorted());
    expect(readdirSync(dataDir).filter((name) => name.endsWith(".tmp") || name.endsWith(".trial"))).toEqual([]);
    expect(await server.stop()).toBe(0);
  },
);

test.skipIf(!canMount)("a first start on a full disk: exit code 1 and a sentence", async () => {
  for (const freeKib of [0, 20, 150]) {
    // Two megabytes, of which so much is left free.
    const fill = `head -c $((2048 - ${freeKib}))k /dev/zero > "$1/filler"`;
    const disk = smallDisk(lab, "2m", fill);
    const data = `${disk.folder}/data`;
    const { code, stdout, stderr } = await lab.run(["serve", "--port", "0", "--data-dir", data], {
      through: disk.through,
    });
    expect({ freeKib, code, stdout }).toEqual({ freeKib, code: 1, stdout: "" });
    expect(stderr).toMatch(/^memoryd: [^\n]*(cannot be (locked|opened|used|written)[^\n]*)the disk is full[^\n]*\n$/);
  }
});

/** A stopped server's data, on a disk without a free page. */
const FILL = 'head -c 64m /dev/zero > "$1/filler" 2>/dev/null; true';

test.skipIf(!canMount)(
  "a start on a disk that has filled up meanwhile serves reads and deletions, and later writes",
  async () => {
    const before = await quickLab.start();
    await converse(before, "I like metric units", "Noted.");
    expect(await before.stop()).toBe(0);
    const disk = smallDisk(quickLab, "64m", `cp -r "${before.dataDir}" "$1/data" && ${FILL}`);
    const { server, dataDir } = await startOn(quickLab, disk);
    const asked = { key: before.adminKey };
    const reply = await askAnything(server, "GET", "/memory", asked);
    expect([reply.status, reply.body.items?.length]).toEqual([200, 1]);
    expect((await askAnything(server, "GET", "/readyz")).status).toBe(503);
    expect((await askAnything(server, "DELETE", "/memory", asked)).status).toBe(200);
    rmSync(join(dataDir, "..", "filler"));
    await until("writing to work", async () => {
      const { status } = await askAnything(server, "POST", "/prepare", { ...asked, body: { input: "Hello" } });
      return status === 200 || undefined;
    });
    expect(await server.stop()).toBe(0);
  },
);
