// Sealed backups: opened by their key alone, checked from outside without it, and never beside a word in the clear.
import { expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BackupReport, Opener, Seal } from "../../../src/domain/ports/data-files.ts";
import { DataRefusedError, databasePath } from "../../../src/storage/files/data-directory.ts";
import { BackupError } from "../../../src/storage/files/durable-files.ts";
import { identitiesIn, makeIdentity } from "../../../src/storage/sealing/age-keys.ts";
import { BackupDamagedError } from "../../../src/storage/sqlite/backup/manifest.ts";
import { dataFilesAt } from "../../../src/storage/sqlite/data-files.ts";
import { NOW } from "../../store/fixture.ts";
import { readRows, seedDataDir } from "./backup-data.ts";
import { withTempDir } from "./temp-data.ts";

// A passphrase is slow to try on purpose.
setDefaultTimeout(120_000);

interface Lab {
  readonly dir: string;
  readonly data: string;
  /** Where backups go. */
  readonly disk: string;
  readonly file: string;
  readonly key: { readonly publicKey: string; readonly opener: Opener };
  readonly made: BackupReport;
}

const MEMORY = "SELECT count(*), min(input), max(answer) FROM packets";

async function keyPair() {
  const { publicKey, text } = await makeIdentity(NOW);
  return { publicKey, opener: { identities: identitiesIn(text) } };
}

function backUp(data: string, target: string, seal: Seal): Promise<BackupReport> {
  return dataFilesAt(data).backup({ target, mayReplace: false, memorydVersion: "1.2.3", now: NOW, seal });
}

function withSealed(use: (lab: Lab) => Promise<void>): Promise<void> {
  return withTempDir(async (dir) => {
    const [data, disk] = [join(dir, "data"), join(dir, "disk")];
    seedDataDir(data);
    mkdirSync(disk);
    const key = await keyPair();
    const file = join(disk, "a.backup.age");
    const made = await backUp(data, file, { recipients: [key.publicKey] });
    await use({ dir, data, disk, file, key, made });
  });
}

const asked = (file: string, opener: Opener | null = null) => ({ file, publicKeyFile: null, opener });

test("a sealed backup is restored with its identity, and nothing in the clear stays anywhere", () =>
  withSealed(async ({ dir, data, disk, file, key, made }) => {
    expect(readdirSync(disk).sort()).toEqual(["a.backup.age", "a.backup.age.manifest"]);
    const [, text] = readRows(databasePath(data), MEMORY)[0] as [number, string];
    for (const name of readdirSync(disk)) expect(readFileSync(join(disk, name)).includes(text)).toBe(false);
    expect(made).toMatchObject({ file, bytes: readFileSync(file).length });
    const checked = await dataFilesAt(data).checkBackup(asked(file, key.opener));
    expect(checked).toMatchObject({ manifest: made.manifest, signature: "valid", chain: { faults: [] } });
    const target = join(dir, "new");
    const files = dataFilesAt(target);
    await files.restore({ ...asked(file, key.opener), dryRun: true, now: NOW });
    expect(readdirSync(dir).sort()).toEqual(["data", "disk"]);
    await files.restore({ ...asked(file, key.opener), dryRun: false, now: NOW });
    expect(readRows(databasePath(target), MEMORY)).toEqual(readRows(databasePath(data), MEMORY));
    for (const folder of [data, target]) {
      expect(readdirSync(folder).filter((name) => name.startsWith("memoryd.clear"))).toEqual([]);
    }
  }));

test("any of several keys opens it, another key does not, and nothing is touched then", () =>
  withTempDir(async (dir) => {
    const data = join(dir, "data");
    seedDataDir(data);
    const [first, second, third] = [await keyPair(), await keyPair(), await keyPair()];
    const file = join(dir, "a.age");
    await backUp(data, file, { recipients: [first.publicKey, second.publicKey] });
    const files = dataFilesAt(join(dir, "new"));
    for (const { opener } of [first, second]) await files.checkBackup(asked(file, opener));
    const closed = files.restore({ ...asked(file, third.opener), dryRun: false, now: NOW });
    await expect(closed).rejects.toThrow(
      new BackupError(`the backup ${file} does not open: it is sealed to other keys`),
    );
    await expect(files.checkBackup(asked(file, { passphrase: "x" }))).rejects.toThrow("sealed to keys");
    await expect(files.restore({ ...asked(file), dryRun: false, now: NOW })).rejects.toThrow(DataRefusedError);
    expect(readdirSync(dir).sort()).toEqual(["a.age", "a.age.manifest", "data"]);
  }));

test("one that is sealed with a passphrase opens with that passphrase alone", () =>
  withTempDir(async (dir) => {
    const data = join(dir, "data");
    seedDataDir(data);
    const file = join(dir, "a.age");
    const made = await backUp(data, file, { passphrase: "violet kettle" });
    expect(made.sealed?.sealedTo).toBeNull();
    const files = dataFilesAt(data);
    expect(await files.sealOf(file)).toBe("passphrase");
    expect((await files.checkBackup(asked(file, { passphrase: "violet kettle" }))).signature).toBe("valid");
    const wrong = files.checkBackup(asked(file, { passphrase: "violet" }));
    await expect(wrong).rejects.toThrow("the passphrase is wrong");
  }));

test("without its key it is checked by the signed manifest beside it: one flipped bit anywhere is found", () =>
  withSealed(async ({ data, file, key, made }) => {
    const files = dataFilesAt(data);
    expect(await files.checkSeal(asked(file))).toEqual({ kind: "keys", manifest: made.sealed, signature: "valid" });
    expect(made.sealed).toMatchObject({ dataId: made.manifest.dataId, sealedTo: [key.publicKey] });
    expect(made.sealed?.rows).toEqual({ packets: 9, lessons: made.manifest.rows.lessons ?? 0 });
    const whole = readFileSync(file);
    const bytes = whole.length;
    for (const at of [30, 400, Math.floor(bytes / 2), bytes - 1]) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      writeFileSync(file, flipped);
      await expect(files.checkSeal(asked(file))).rejects.toThrow(BackupDamagedError);
      await expect(files.checkBackup(asked(file, key.opener))).rejects.toThrow(/header|content|does not open/);
    }
    // Cut where one chunk ends: only the key or the manifest tells it.
    writeFileSync(file, whole.subarray(0, bytes - 1 - ((bytes - 1) % 65_552)));
    await expect(files.checkSeal(asked(file))).rejects.toThrow(BackupDamagedError);
    await expect(files.checkBackup(asked(file, key.opener))).rejects.toThrow(BackupDamagedError);
  }));

test("without a manifest only its form can be told, and a cut off end where no chunk ends there", () =>
  withSealed(async ({ data, file }) => {
    rmSync(`${file}.manifest`);
    const files = dataFilesAt(data);
    expect(await files.checkSeal(asked(file))).toEqual({ kind: "keys", manifest: null, signature: "none" });
    const header = readFileSync(file, "latin1").indexOf("\n--- ");
    const start = readFileSync(file, "latin1").indexOf("\n", header + 1) + 1;
    for (const bytes of [12, header, start, start + 16, start + 32, start + 16 + 65_552 + 5]) {
      writeFileSync(`${file}.cut`, readFileSync(file).subarray(0, bytes));
      if (bytes === 12) expect(await files.sealOf(`${file}.cut`)).toBeNull();
      else await expect(files.checkSeal(asked(`${file}.cut`))).rejects.toThrow(BackupDamagedError);
    }
    writeFileSync(file, `age-encryption.org/v1\n${"x".repeat(2 * 1024 * 1024)}`);
    await expect(files.checkSeal(asked(file))).rejects.toThrow("its header has no end");
  }));

test("a manifest that somebody wrote or changed is found by its signature", () =>
  withSealed(async ({ dir, data, file, key }) => {
    const files = dataFilesAt(data);
    const beside = `${file}.manifest`;
    const signed = readFileSync(beside, "utf8");
    writeFileSync(beside, signed.replace('"packets": 9', '"packets": 8'));
    await expect(files.checkSeal(asked(file))).rejects.toThrow("bears a signature that is not that of what it says");
    for (const text of ["", "{}", "[]", signed.replace('"sealed_bytes": ', '"sealed_bytes": -'), "x".repeat(99_999)]) {
      writeFileSync(beside, text);
      await expect(files.checkSeal(asked(file))).rejects.toThrow(BackupDamagedError);
    }
    // Anybody can seal something else to a public key: what is inside is signed too.
    const other = join(dir, "other");
    seedDataDir(other);
    const forged = join(dir, "forged.age");
    await backUp(other, forged, { recipients: [key.publicKey] });
    copyFileSync(forged, file);
    copyFileSync(`${forged}.manifest`, beside);
    await expect(files.checkSeal(asked(file))).rejects.toThrow("signed with another key");
    await expect(files.checkBackup(asked(file, key.opener))).rejects.toThrow("signed with another key");
  }));

test("a file that is not sealed takes no key, and one that goes on behind its end is refused", () =>
  withSealed(async ({ dir, data, file, key }) => {
    const files = dataFilesAt(data);
    const plain = join(dir, "plain.backup");
    await files.backup({ target: plain, mayReplace: false, memorydVersion: "1.2.3", now: NOW });
    expect((await files.checkBackup(asked(plain, key.opener))).signature).toBe("valid");
    expect(await files.sealOf(plain)).toBeNull();
    appendFileSync(file, createHash("sha256").digest());
    await expect(files.checkBackup(asked(file, key.opener))).rejects.toThrow(BackupDamagedError);
  }));

test("the audit is told that it was finished once it is sealed", () =>
  withSealed(async ({ data, disk, key }) => {
    const actions = () => readRows(databasePath(data), "SELECT action FROM audit").flat();
    const order = { mayReplace: false, memorydVersion: "1.2.3", now: NOW, actor: "shell" };
    const seal = { recipients: [key.publicKey] };
    const before = actions().length;
    await dataFilesAt(data).backup({ ...order, target: join(disk, "b.age"), seal });
    expect(actions().slice(before)).toEqual(["backup.made", "backup.finished"]);
    const broken = { ...order, target: join(disk, "c.age"), seal: { recipients: ["age1nonsense"] } };
    await expect(dataFilesAt(data).backup(broken)).rejects.toThrow();
    expect(actions().slice(before + 2)).toEqual(["backup.made"]);
    expect(readdirSync(disk).filter((name) => name.includes("c.age"))).toEqual([]);
  }));

/** Ends itself with SIGKILL when that part of its work begins. */
async function killedAt(step: string, [what, first, second]: readonly string[], env: Record<string, string>) {
  const cmd = [process.execPath, join(import.meta.dir, "backup-kill.ts"), what ?? "", first ?? "", second ?? "", step];
  const child = Bun.spawn(cmd, { env: { ...process.env, ...env }, stdio: ["ignore", "inherit", "inherit"] });
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
}

test.each(["checking", "sealing", "opening"])(
  "killed while it is made (%s), it leaves no name, and the next takes the rest away",
  (step) =>
    withSealed(async ({ data, disk, file, key }) => {
      const target = join(disk, "b.age");
      const before = readdirSync(data);
      await killedAt(step, ["seal", data, target], { SEAL_TO: key.publicKey });
      expect(readdirSync(data).filter((name) => name.startsWith("memoryd.clear-"))).toHaveLength(1);
      const left = readdirSync(disk).filter((name) => !`${file}.manifest`.includes(name));
      expect(left.every((name) => /^\.b\.age\..*\.part$/.test(name))).toBe(true);
      await backUp(data, target, { recipients: [key.publicKey] });
      expect(readdirSync(data)).toEqual(before);
      expect(readdirSync(disk).sort()).toEqual(["a.backup.age", "a.backup.age.manifest", "b.age", "b.age.manifest"]);
    }),
);

test("killed while it is opened, it leaves nothing in the clear beyond the next time", () =>
  withSealed(async ({ dir, file, key }) => {
    const target = join(dir, "new");
    const [identity = ""] = "identities" in key.opener ? key.opener.identities : [];
    for (const step of ["opening", "copying"]) await killedAt(step, ["open", file, target], { IDENTITY: identity });
    await dataFilesAt(target).restore({ ...asked(file, key.opener), dryRun: false, now: NOW });
    expect(readdirSync(target).filter((name) => name.startsWith("memoryd.clear-"))).toEqual([]);
  }));

test("nothing is sealed over a file that stands there, nor to a folder that is not there", () =>
  withSealed(async ({ dir, data, disk, file, key }) => {
    const seal = { recipients: [key.publicKey] };
    const before = readFileSync(file);
    await expect(backUp(data, file, seal)).rejects.toThrow(DataRefusedError);
    await expect(backUp(data, join(dir, "none", "a.age"), seal)).rejects.toThrow(BackupError);
    await expect(backUp(join(dir, "none"), join(disk, "d.age"), seal)).rejects.toThrow("there is no memoryd data in");
    writeFileSync(join(disk, "b.age.manifest"), "somebody's");
    await expect(backUp(data, join(disk, "b.age"), seal)).rejects.toThrow(DataRefusedError);
    expect(readFileSync(file)).toEqual(before);
    const again = await dataFilesAt(data).backup({
      ...{ target: file, mayReplace: true, memorydVersion: "1.2.3", now: NOW, seal },
    });
    expect(await dataFilesAt(data).checkSeal(asked(file))).toMatchObject({ manifest: again.sealed });
  }));
