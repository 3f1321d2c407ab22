// memoryd backup, as an operator runs it, and the drill: backup under load, restore elsewhere, everything is there.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "./executable.ts";
import { converse, memoryTexts, prepare } from "./turns.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });
/** For who embeds nothing: the model inside is opened after the listening line, one of a folder before it. */
const LISTENS_SOONER = ["--model-dir", ""];
const CLIENTS = 8;
/** Turns that are acknowledged before the backup begins, and those that have to follow while it is made. */
const BEFORE = 60;
const AFTER = 10;

const THINGS = ["bicycle", "violin", "garden", "kettle", "novel", "jacket", "recipe", "camera"];
const PLACES = ["Lisbon", "Oslo", "Kyoto", "Quito", "Cairo", "Perth", "Dublin", "Hanoi", "Lima", "Riga"];

interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly sealed: null;
  readonly in_audit: boolean;
  readonly manifest: {
    readonly memoryd_version: string;
    readonly schema_version: number;
    readonly taken_at: string;
    readonly model: { readonly id: string };
    readonly rows: Readonly<Record<string, number>>;
    readonly database_sha256: string;
  };
}

interface Said {
  readonly user: string;
  readonly input: string;
  readonly answer: string;
}

/** Clients record, each for a user of its own, until they are told to stop; what was acknowledged is kept in order. */
function converseUntil(server: Server, acknowledged: Said[], isOver: () => boolean): Promise<unknown> {
  return Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const user = `client-${client}`;
      for (let turn = 0; !isOver(); turn++) {
        const thing = THINGS[(turn + client) % THINGS.length];
        const input = `My ${thing} number ${turn} is from ${PLACES[(turn * 3 + client) % PLACES.length]}`;
        const answer = `So the ${thing} has come a long way.`;
        await converse(server, input, answer, { user });
        acknowledged.push({ user, input, answer });
      }
    }),
  );
}

test("every record acknowledged before a backup under load began is there after restoring it elsewhere", async () => {
  const server = await lab.start();
  await server.ready();
  const acknowledged: Said[] = [];
  let over = false;
  const clients = converseUntil(server, acknowledged, () => over);
  await until("turns to be recorded", () => acknowledged.length >= BEFORE || undefined);
  const before = [...acknowledged];
  const file = join(server.cwd, "drill.backup");
  const made = await lab.run(["backup", "--data-dir", server.dataDir, "--json", file]);
  expect(made).toMatchObject({ code: 0, stderr: "" });
  const atEnd = acknowledged.length;
  await until("recording to go on", () => acknowledged.length >= atEnd + AFTER || undefined);
  over = true;
  await clients;
  const { manifest } = JSON.parse(made.stdout) as Backup;
  expect(manifest.rows.packets).toBeGreaterThanOrEqual(before.length);
  // The service has no schedule, and knows of the one made by hand.
  const headers = { "X-API-Key": server.adminKey };
  // What the audit says of it is remembered for a moment.
  const outcome = await until("the service to know of it", async () => {
    const { checks } = (await (await fetch(`${server.url}/readyz`, { headers })).json()) as {
      checks: { backup?: string };
    };
    return checks.backup;
  });
  expect(outcome).toBe("ok");
  const metrics = await (await fetch(`${server.url}/prometheus`, { headers })).text();
  const shown = Number(/^memoryd_last_backup_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]);
  expect(shown).toBe(Date.parse(manifest.taken_at) / 1_000);
  expect(metrics).not.toMatch(/^memoryd_last_backup_success /m);
  expect(await server.stop()).toBe(0);

  const elsewhere = join(lab.directory(), "memoryd-data");
  expect(await lab.run(["restore", "--data-dir", elsewhere, file])).toMatchObject({ code: 0, stderr: "" });
  writeFileSync(join(elsewhere, "admin.key"), `${server.adminKey}\n`);
  const restored = await lab.start({ cwd: join(elsewhere, "..") });
  for (let client = 0; client < CLIENTS; client++) {
    const user = `client-${client}`;
    const kept = await memoryTexts(restored, { user });
    const mine = before.filter((said) => said.user === user).map(({ input, answer }) => `${input}\n${answer}`);
    expect(mine.filter((text) => !kept.includes(text))).toEqual([]);
  }
  for (const { user, input, answer } of before.slice(0, 10)) {
    const { sources } = await prepare(restored, input, { user });
    expect(sources.map(({ text }) => text)).toContain(`${input}\n${answer}`);
  }
  expect(await lab.run(["verify", "--data-dir", elsewhere])).toMatchObject({ code: 0, stderr: "" });
  expect(await restored.stop()).toBe(0);
});

test("a backup of a stopped server says what it holds, and leaves the directory as it was", async () => {
  const server = await lab.start();
  await converse(server, "The boiler was serviced in May.", "Noted.", { user: "ada" });
  expect(await server.stop()).toBe(0);
  const before = readdirSync(server.dataDir).sort();
  const file = join(lab.directory(), "a.backup");
  const { code, stdout, stderr } = await lab.run(["backup", "--data-dir", server.dataDir, "--json", file]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { bytes, manifest, ...rest } = JSON.parse(stdout) as Backup;
  expect(rest).toEqual({ file, sealed: null, in_audit: true });
  expect(bytes).toBe(statSync(file).size);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(manifest.rows).toMatchObject({ packets: 1, brains: 1 });
  expect(manifest.model.id).toBe("tiny-1");
  expect(manifest.database_sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(Math.abs(Date.parse(manifest.taken_at) - Date.now())).toBeLessThan(3_600_000);
  expect(readdirSync(server.dataDir).sort()).toEqual(before);
  const plain = await lab.run(["backup", "--data-dir", server.dataDir, "--force", file]);
  expect(plain).toMatchObject({ code: 0, stderr: "" });
  expect(plain.stdout).toMatch(
    /^\/\S+a\.backup: \d+ KiB, 1 packet, 0 lessons, 1 brain as of \S+Z, signed and checked\n$/,
  );
});

test("a backup is refused in one sentence where it would harm, and fails where it cannot be made", async () => {
  const server = await lab.start({ args: LISTENS_SOONER });
  expect(await server.stop()).toBe(0);
  const data = ["--data-dir", server.dataDir];
  const file = join(lab.directory(), "a.backup");
  writeFileSync(file, "somebody's");
  expect(await lab.run(["backup", ...data, file])).toEqual({
    code: 3,
    stdout: "",
    stderr: `memoryd: ${file} exists already: give another name, or --force to replace it\n`,
  });
  const onItself = await lab.run(["backup", ...data, "--force", join(server.dataDir, "memoryd.db")]);
  expect(onItself).toMatchObject({ code: 3, stdout: "" });
  expect(onItself.stderr).toContain("memoryd.db is a file of the data directory itself");
  const nowhere = await lab.run(["backup", ...data, join(server.dataDir, "no-folder", "a.backup")]);
  expect(nowhere).toMatchObject({ code: 1, stdout: "" });
  expect(nowhere.stderr).toContain("does not exist");
  const noData = await lab.run(["backup", "--data-dir", lab.directory(), join(lab.directory(), "b.backup")]);
  expect(noData).toMatchObject({ code: 1, stdout: "" });
  expect(noData.stderr).toContain("there is no memoryd data in");
  expect((await lab.run(["backup"])).code).toBe(2);
});

test("scheduled backups are made while the server runs, and the newest stay", async () => {
  const cwd = lab.directory();
  const folder = join(cwd, "backups");
  mkdirSync(folder);
  for (const day of [1, 2, 3]) writeFileSync(join(folder, `memoryd-2025010${day}T000000Z.backup`), "older");
  const args = ["--backup-cron", "30 2 * * *", "--backup-dir", folder, "--backup-keep", "2"];
  const server = await lab.start({ cwd, args });
  await until("the backup that was missed", () => server.written.stderr.includes('"backups_removed"') || undefined);
  expect(server.written.stderr).toContain('"event":"backup_made"');
  const names = readdirSync(folder).sort();
  expect(names).toHaveLength(2);
  expect(names[0]).toBe("memoryd-20250103T000000Z.backup");
  expect(await lab.run(["verify", join(folder, names[1] ?? "")])).toMatchObject({ code: 0, stderr: "" });
  expect(await server.stop()).toBe(0);
  // The next start finds it and makes none.
  const again = await lab.start({ cwd, args });
  await again.ready();
  expect(await again.stop()).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(names);
});

test("a scheduled backup that cannot be made is logged, and the service goes on", async () => {
  const cwd = lab.directory();
  writeFileSync(join(cwd, "file"), "");
  const server = await lab.start({
    cwd,
    args: ["--backup-cron", "@daily", "--backup-dir", join(cwd, "file", "below")],
  });
  await until("the failure", () => server.written.stderr.includes('"event":"backup_failed"') || undefined);
  await converse(server, "The boiler was serviced in May.", "Noted.");
  expect(await memoryTexts(server)).toHaveLength(1);
  expect(await server.stop()).toBe(0);
  expect(existsSync(join(server.dataDir, "backups"))).toBe(false);
});

test("a reload takes a schedule over: the first backup is made at once", async () => {
  const cwd = lab.directory();
  const config = join(cwd, "memoryd.toml");
  writeFileSync(config, "");
  const server = await lab.start({ cwd, args: [...LISTENS_SOONER, "--config", config] });
  expect(existsSync(join(server.dataDir, "backups"))).toBe(false);
  writeFileSync(config, 'backup_cron = "@weekly"\n');
  server.kill("SIGHUP");
  await until("the first backup", () => server.written.stderr.includes('"event":"backup_made"') || undefined);
  expect(readdirSync(join(server.dataDir, "backups"))).toHaveLength(1);
  expect(await server.stop()).toBe(0);
});

test("a schedule that is none is an error of the settings", async () => {
  const { code, stderr } = await lab.run(["serve", "--backup-cron", "every night"]);
  expect(code).toBe(2);
  expect(stderr).toContain("backup_cron: ");
});
