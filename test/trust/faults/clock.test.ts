// A clock that jumps: nothing crashes, nothing is lost, nothing is refused for ever, and nothing is done over and over.
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "../../e2e/executable.ts";
import { converse, memoryTexts, prepare, record, tokenOf } from "../../e2e/turns.ts";
import { until } from "../../e2e/until.ts";
import { askAnything } from "./ask-anything.ts";
import { buildFaultShim, canBuildFaultShim, faultEnvironment, faultsAt } from "./fault-shim.ts";

const lab = openLab({ model: "tiny" });
const shim = canBuildFaultShim ? await buildFaultShim(lab.directory()) : "";
const DAY_S = 24 * 60 * 60;
const YEAR_S = 366 * DAY_S;
/** Passes and backups would come every minute; a storm of them would show. */
const SETTINGS = { MEMORYD_NIGHTLY_CRON: "* * * * *", MEMORYD_BACKUP_CRON: "* * * * *", MEMORYD_BACKUP_KEEP: "3" };

/** How far the service's clock is from ours. */
async function clockOf(server: Server, offsetS: number): Promise<void> {
  await until(`the clock to be ${offsetS} s off`, async () => {
    await askAnything(server, "GET", "/livez");
    await tokenOf(server, "What time is it?");
    const times = [...server.written.stderr.matchAll(/"time":"([^"]+)"/g)].map((match) => Date.parse(match[1] ?? ""));
    const off = (times.at(-1) ?? 0) - Date.now();
    return Math.abs(off - offsetS * 1_000) < 60_000 || undefined;
  });
}

/** A turn, a lesson, a search and a list, as at any other time. */
async function useAll(server: Server, name: string): Promise<void> {
  await converse(server, `I am ${name}`, "Noted.");
  expect((await prepare(server, `I am ${name}`)).sources.map(({ text }) => text)).toContain(`I am ${name}\nNoted.`);
  const lesson = await askAnything(server, "POST", "/lessons", { body: { text: `Mention ${name}.` } });
  expect(lesson.status).toBe(201);
  for (const path of [
    "/memory",
    "/lessons",
    "/metrics",
    "/admin/keys",
    "/admin/users",
    "/admin/audit",
    "/prometheus",
  ]) {
    expect({ path, status: (await askAnything(server, "GET", path)).status }).toEqual({ path, status: 200 });
  }
  expect((await askAnything(server, "POST", "/sync")).status).toBe(200);
}

test.skipIf(!canBuildFaultShim)(
  "the clock goes back a day and forward a year while it runs, and between runs",
  async () => {
    const cwd = lab.directory();
    const dataDir = join(cwd, "memoryd-data");
    const clock = faultsAt(join(cwd, "clock"));
    const env = { ...SETTINGS, ...faultEnvironment({ shim, dataDir, control: clock.path }) };
    let server = await lab.start({ cwd, env });
    await server.ready();
    const plan = await askAnything(server, "PUT", "/admin/constitutions/quiet", {
      body: { text: "Be quiet.", gates: [], prohibitions: [] },
    });
    expect(plan.status).toBe(200);
    await useAll(server, "Ada today");
    const open = await tokenOf(server, "A turn that is under way");

    clock.set(`clock offset=-${DAY_S}`);
    await clockOf(server, -DAY_S);
    await useAll(server, "Bea of yesterday");
    // What was prepared in what is now the future is recorded all the same.
    const kept = await tokenOf(server, "A turn of yesterday");
    expect((await record(server, kept, "Kept.")).status).toBe(200);

    clock.set(`clock offset=${YEAR_S}`);
    await clockOf(server, YEAR_S);
    await useAll(server, "Cleo of next year");
    // A token of a year ago has expired, and says so.
    expect(await record(server, open, "Late.")).toMatchObject({ status: 410, body: { code: "token_expired" } });
    const lessons = (await askAnything(server, "GET", "/lessons")).body.lessons.map(
      (each: { rule?: string; text?: string }) => JSON.stringify(each),
    );
    expect(lessons.join()).toContain("Cleo");

    clock.set();
    await clockOf(server, 0);
    await useAll(server, "Dora of today again");
    expect(await server.stop()).toBe(0);

    // Between runs: a year on, and back again with data of the future.
    for (const [offset, name] of [
      [YEAR_S, "Eve of the year after"],
      [-DAY_S, "Fay of the day before"],
    ] as const) {
      clock.set(`clock offset=${offset}`);
      server = await lab.start({ cwd, env });
      await server.ready();
      await useAll(server, name);
      expect(await server.stop()).toBe(0);
    }
    clock.set();
    server = await lab.start({ cwd, env });
    const texts = await memoryTexts(server);
    const names = [
      "Ada today",
      "Bea of yesterday",
      "Cleo of next year",
      "Dora of today again",
      "Eve of the year after",
    ];
    expect(names.filter((name) => !texts.includes(`I am ${name}\nNoted.`))).toEqual([]);
    // Newest first means by the order of recording, whatever the clock said.
    expect(texts.indexOf("I am Fay of the day before\nNoted.")).toBeLessThan(texts.indexOf("I am Ada today\nNoted."));
    expect(readdirSync(join(dataDir, "backups")).length).toBeLessThanOrEqual(3);
    const { stderr } = server.written;
    expect(stderr.match(/"event":"backup_made"/g)?.length ?? 0).toBeLessThan(5);
    expect(stderr).not.toMatch(/"status":500|_failed"/);
  },
);
