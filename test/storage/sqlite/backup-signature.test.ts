// Who made a backup is known by its signature, where the key of its data is known.
import { expect, test } from "bun:test";
import { createPublicKey } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { auditKeysAt } from "../../../src/storage/files/audit-keys.ts";
import { DataDirectoryError, DataRefusedError, databasePath } from "../../../src/storage/files/data-directory.ts";
import { checkBackup } from "../../../src/storage/sqlite/backup/check-backup.ts";
import { knownKey } from "../../../src/storage/sqlite/backup/judge-signature.ts";
import { restoreBackup } from "../../../src/storage/sqlite/backup/restore-backup.ts";
import { openStore } from "../../../src/storage/sqlite/open-store.ts";
import { NOW } from "../../store/fixture.ts";
import { backupOf, readRows, seedDataDir } from "./backup-data.ts";
import { forge, forgeDatabase } from "./forge-backup.ts";
import { withTempDir } from "./temp-data.ts";

interface Lab {
  readonly dir: string;
  /** A directory with data, and so with its key. */
  readonly data: string;
  readonly file: string;
}

function withBackup(use: (lab: Lab) => void | Promise<void>): Promise<void> {
  return withTempDir(async (dir) => {
    const data = join(dir, "data");
    seedDataDir(data);
    await use({ dir, data, file: backupOf(data, join(dir, "a.backup")).file });
  });
}

function verdict(file: string, dataDir: string, publicKeyFile: string | null = null) {
  return checkBackup(file, undefined, knownKey(dataDir, publicKeyFile)).signature;
}

function restore(file: string, dataDir: string, publicKeyFile: string | null = null) {
  return restoreBackup({ file, dataDir, publicKeyFile, dryRun: false, now: NOW });
}

test("a backup is signed with the key of its data, and that is said where the key is known", () =>
  withBackup(({ dir, data, file }) => {
    const { publicKey } = auditKeysAt(data);
    expect(checkBackup(file).manifest.signed?.publicKey).toBe(publicKey);
    expect(verdict(file, data)).toBe("valid");
    expect(restore(file, data).signature).toBe("valid");
    const pem = join(dir, "memoryd.pem");
    writeFileSync(pem, createPublicKey(readFileSync(join(data, "audit.key"))).export({ type: "spki", format: "pem" }));
    for (const named of [pem, join(data, "audit.key")]) {
      expect(verdict(file, join(dir, "new"), named)).toBe("valid");
    }
    expect(restore(file, join(dir, "new"), pem).signature).toBe("valid");
    writeFileSync(pem, "no key");
    expect(() => verdict(file, data, pem)).toThrow(DataDirectoryError);
  }));

test("where no key is known that is said, no key is made, and the backup is restored", () =>
  withBackup(({ dir, file }) => {
    const fresh = join(dir, "new");
    expect(verdict(file, fresh)).toBe("unknown_key");
    expect(restore(file, fresh).signature).toBe("unknown_key");
    expect(existsSync(join(fresh, "audit.key"))).toBe(false);
    const [[details]] = readRows(databasePath(fresh), "SELECT details FROM audit ORDER BY seq DESC LIMIT 1") as [
      [string],
    ];
    expect(JSON.parse(details)).toMatchObject({ signature: "unknown_key" });
  }));

test("a changed backup with the old signature is refused, whether the key is known or not", () =>
  withBackup(({ dir, data, file }) => {
    const { publicKey, sign } = auditKeysAt(data);
    const { signature: old } = checkBackup(file).manifest.signed ?? {};
    forge(file, (said) => said, { publicKey, sign });
    expect(verdict(file, data)).toBe("valid");
    forgeDatabase(file, ["UPDATE packets SET answer = 'another'"], { publicKey, sign: () => old });
    for (const dataDir of [data, join(dir, "new")]) {
      expect(() => verdict(file, dataDir)).toThrow("its signature is not that of what it says");
      expect(() => restore(file, dataDir)).toThrow(DataRefusedError);
    }
  }));

test("any change of any byte of the signature or of the key that it names is refused", () =>
  withBackup(({ data, file }) => {
    const bytes = readFileSync(file);
    const { signature = "", publicKey = "" } = checkBackup(file).manifest.signed ?? {};
    const changed = (text: string, at: number) =>
      text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
    for (const [name, text] of [
      ["signature", signature],
      ["public_key", publicKey],
    ] as const) {
      // The last character but two carries bits that Base64 does not use.
      for (let at = 0; at < text.length - 3; at += 5) {
        writeFileSync(file, bytes);
        const signed = {
          publicKey,
          sign: () => signature,
          ...(name === "signature" && { sign: () => changed(text, at) }),
        };
        forge(file, (said) => said, name === "public_key" ? { ...signed, publicKey: changed(text, at) } : signed);
        expect(() => verdict(file, data)).toThrow("its signature is not that of what it says");
      }
    }
  }));

test("a backup that another key signed is refused where the key is known, unless that other is named", () =>
  withBackup(({ dir, data, file }) => {
    const other = join(dir, "other");
    seedDataDir(other);
    forgeDatabase(file, ["UPDATE packets SET answer = 'another'"], auditKeysAt(other));
    expect(() => verdict(file, data)).toThrow("it is signed with another key than that of");
    expect(() => restore(file, data)).toThrow("--public-key");
    expect(() => verdict(file, join(dir, "new"), join(data, "audit.key"))).toThrow("signed with another key");
    expect(restore(file, data, join(other, "audit.key")).signature).toBe("valid");
  }));

test("a backup without a signature is taken and told, and refused where the key is named", () =>
  withBackup(({ dir, data, file }) => {
    const { publicKey } = auditKeysAt(data);
    forge(file, (said) => said, { publicKey, sign: () => undefined });
    expect(() => verdict(file, data)).toThrow("its signature is not that of what it says");
    forge(file, (said) => said);
    expect(checkBackup(file).manifest.signed).toBeNull();
    expect(verdict(file, data)).toBe("none");
    expect(() => restore(file, data, join(data, "audit.key"))).toThrow("it bears no signature");
    expect(restore(file, data).signature).toBe("none");
    expect(restore(file, join(dir, "new")).signature).toBe("none");
  }));

test("a key that cannot be read as one is told, and nothing is restored", () =>
  withBackup(({ data, file }) => {
    writeFileSync(join(data, "audit.key"), "sesame");
    expect(() => restore(file, data)).toThrow(DataDirectoryError);
    expect(() => backupOf(data, join(data, "b.backup"))).toThrow("the audit's key");
  }));

test("the backup before an upgrade is signed with the key that the data has afterwards", () =>
  withTempDir(async (dir) => {
    copyFileSync(resolve(import.meta.dir, "../../upgrades/3/memoryd.db"), databasePath(dir));
    await (await openStore({ dataDir: dir, now: NOW, writerUrl: null })).close();
    expect(verdict(join(dir, "memoryd.db.before-schema-4.backup"), dir)).toBe("valid");
  }));
