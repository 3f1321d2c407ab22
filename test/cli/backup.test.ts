// The commands backup, restore and verify: what they ask for, and what they tell of it.
import { describe, expect, test } from "bun:test";
import type { ShownManifest, ShownSealedManifest } from "../../src/cli/backup.ts";
import type { RestoredBackup } from "../../src/cli/restore.ts";
import { FaultyDataError, type VerifiedData } from "../../src/cli/verify.ts";
import { runJson, runLine, runText, usageOf } from "../support/command-line.ts";

const MANIFEST: ShownManifest = {
  ...{ format: 1, memoryd_version: "1", schema_version: 2, model: null, taken_at: "T", page_bytes: 4096, pages: 3 },
  ...{ rows: { packets: 1_234, lessons: 1, brains: 0 }, database_sha256: "x", public_key: "KEY", signature: "S" },
};
const SEALED: ShownSealedManifest = {
  ...{ sealed_backup: 1, data_id: "D", memoryd_version: "1", taken_at: "T", rows: { packets: 1_234, lessons: 1 } },
  ...{ sealed_to: ["age1a"], sealed_bytes: 9, sealed_sha256: "y", public_key: "KEY", signature: "S" },
};
const HELD = "1,234 packets, 1 lesson, 0 brains as of T";

describe("backup", () => {
  const made = { file: "f", bytes: 5 * 1024 * 1024 + 1, manifest: MANIFEST, sealed: null, in_audit: true };

  function maker() {
    const asked: unknown[] = [];
    const backup = async ({ dataDir }: { dataDir?: string }, file: string, mayReplace: boolean) => {
      asked.push([dataDir, file, mayReplace]);
      return made;
    };
    return { asked, backup };
  }

  test("replaces no file unless that is asked for, and tells what the new one holds", async () => {
    const { asked, ...context } = maker();
    expect(await runText(["backup", "f"], context)).toEqual([`f: 5 MiB, ${HELD}, signed and checked`]);
    await runText(["backup", "--force", "--data-dir", "d", "f"], context);
    expect(asked).toEqual([
      [undefined, "f", false],
      ["d", "f", true],
    ]);
    expect(await runJson(["backup", "f"], context)).toEqual(made);
  });

  test("says what it could not do to data that cannot be written to", async () => {
    const unsigned = { ...made, manifest: { ...MANIFEST, public_key: null, signature: null }, in_audit: false };
    expect(await runText(["backup", "f"], { backup: async () => unsigned })).toEqual([
      `f: 5 MiB, ${HELD}, checked, not signed`,
      "it bears no signature: audit.key is not there, or may not be read",
      "the audit has no entry of it: the data cannot be written to at present, or keeps no audit yet",
    ]);
  });

  test("is told what to seal with in one way, and says what it was sealed with", async () => {
    const given: unknown[] = [];
    const backup = async (options: { sealTo?: readonly string[] }) => {
      given.push(options);
      return { ...made, sealed: { ...SEALED, sealed_to: options.sealTo === undefined ? null : ["age1a", "age1b"] } };
    };
    const keys = await runText(["backup", "f", "--seal-to", "age1a", "--seal-to", "age1b"], { backup });
    expect(keys).toEqual([`f: 5 MiB, ${HELD}, signed and checked`, "sealed to age1a, age1b"]);
    const passphrase = await runText(["backup", "f", "--passphrase-file", "p"], { backup });
    expect(passphrase[1]).toBe("sealed with a passphrase");
    await runText(["backup", "f", "--passphrase"], { backup });
    await runText(["backup", "f", "--unsealed"], { backup });
    expect(given).toEqual([
      { sealTo: ["age1a", "age1b"] },
      { passphraseFile: "p" },
      { passphrase: true },
      { unsealed: true },
    ]);
    expect(await usageOf(["backup", "f", "--seal-to", "age1a", "--unsealed"])).toContain("exclude each other");
  });

  test("needs a file", async () => {
    expect(await usageOf(["backup"])).toContain("file");
  });
});

describe("backup-identity", () => {
  test("prints the public key alone, and warns of the loss of the file", async () => {
    const makeBackupIdentity = async (file: string) => ({ file, public_key: "age1a" });
    const { printed, warned } = await runLine(["backup-identity", "k"], { makeBackupIdentity });
    expect(printed).toEqual(["age1a"]);
    expect(warned.join()).toContain("WHO LOSES IT HAS LOST THEM");
    expect(await runJson(["backup-identity", "k"], { makeBackupIdentity })).toEqual({ file: "k", public_key: "age1a" });
  });
});

describe("restore", () => {
  const done: RestoredBackup = {
    ...{ data_dir: "d", manifest: MANIFEST, signature: "valid", moved_aside: ["old", "old-wal"], has_key_file: true },
    audit_key: "same",
  };

  function restorer(found = done) {
    const asked: unknown[] = [];
    const restore = async (
      _: object,
      { file, publicKeyFile }: { file: string; publicKeyFile: string | null },
      dryRun: boolean,
    ) => {
      asked.push([file, publicKeyFile, dryRun]);
      return found;
    };
    return { asked, restore };
  }

  test("tells what is there now, whose signature it bears and where the old data went", async () => {
    const { asked, ...context } = restorer();
    expect(await runText(["restore", "f"], context)).toEqual([
      `restored ${HELD} into d`,
      "signature valid: it is signed with this data's key",
      "the data that stood there is now old",
    ]);
    expect(await runText(["restore", "--dry-run", "--public-key", "k", "f"], context)).toEqual([
      `would restore ${HELD} into d`,
      "signature valid: it is signed with this data's key",
      "the data that stood there would become old",
    ]);
    expect(asked).toEqual([
      ["f", null, false],
      ["f", "k", true],
    ]);
  });

  test("says that nobody's key is made, and that the signature was not checked or is missing", async () => {
    const bare = restorer({ ...done, moved_aside: [], has_key_file: false, signature: "none" });
    const lines = await runText(["restore", "f"], bare);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toStartWith("WARNING: it bears no signature");
    expect(lines[2]).toContain("no admin.key stands there");
    const lost = await runText(["restore", "f"], restorer({ ...done, audit_key: "missing" }));
    expect(lost.at(-1)).toStartWith("no audit.key stands there, which no backup holds: put the copy");
    const other = await runText(["restore", "f"], restorer({ ...done, audit_key: "other" }));
    expect(other.at(-1)).toContain("is not the one that the backup was signed with");
    const unknown = restorer({ ...done, signature: "unknown_key" });
    expect((await runText(["restore", "f"], unknown))[1]).toContain("the key KEY is unknown here");
  });

  test("tells in JSON whether it was done", async () => {
    expect(await runJson(["restore", "f"], restorer())).toEqual({ dry_run: false, ...done });
    expect(await runJson(["restore", "f", "--dry-run"], restorer())).toMatchObject({ dry_run: true });
  });
});

describe("verify", () => {
  const rows = { packets: 2, lessons: 0, brains: 1 };
  const sound: VerifiedData = {
    ...{ target: "d", schema_version: 2, rows, manifest: null, signature: null, sealed: null, findings: [] },
  };

  function verifier(found: VerifiedData) {
    const asked: unknown[] = [];
    const verify = async (_: object, of: unknown) => {
      asked.push(of);
      return found;
    };
    return { asked, verify };
  }

  test("of the data tells how much there is; of a backup also what it says of itself and who signed it", async () => {
    const { asked, ...context } = verifier(sound);
    expect(await runText(["verify"], context)).toEqual(["d: no faults, 2 packets, 0 lessons, 1 brain"]);
    const backup = verifier({ ...sound, manifest: MANIFEST, signature: "valid" });
    const lines = await runText(["verify", "f", "--public-key", "k"], backup);
    expect(lines).toEqual([`d: no faults, ${HELD}`, "signature valid: it is signed with this data's key"]);
    expect([asked, backup.asked]).toEqual([[null], [{ file: "f", publicKeyFile: "k", opener: {} }]]);
    expect(await runJson(["verify"], context)).toEqual({ ok: true, ...sound });
  });

  test("prints every fault and fails, with and without JSON", async () => {
    const findings = [
      { check: "pages", message: "page 3 is broken" },
      { check: "rows", message: "one too many" },
    ];
    const context = verifier({ ...sound, findings });
    const text = await runLine(["verify"], context);
    expect(text.printed).toEqual(["pages: page 3 is broken", "rows: one too many"]);
    expect(text.error).toEqual(new FaultyDataError("2 faults in d"));
    const json = await runLine(["verify", "--json"], context);
    expect(json.printed.map((line) => JSON.parse(line) as object)).toMatchObject([{ ok: false, findings }]);
    expect(json.error).toBeInstanceOf(FaultyDataError);
  });

  test("of a sealed backup that nothing opened tells what was seen, and what was not looked at", async () => {
    const seal = { opens_with: "keys", manifest: SEALED, unchecked: ["its inside"] } as const;
    const seen = verifier({ ...sound, schema_version: null, signature: "valid", sealed: seal });
    expect(await runText(["verify", "f"], seen)).toEqual([
      "d: no faults from outside, 1,234 packets, 1 lesson as of T, sealed to age1a",
      "signature valid: it is signed with this data's key",
      "not checked: its inside",
    ]);
    const bare = verifier({ ...sound, signature: "none", sealed: { ...seal, manifest: null } });
    const lines = await runText(["verify", "f"], bare);
    expect(lines[1]).toStartWith("WARNING: d.manifest is missing");
    expect(lines).toHaveLength(3);
  });

  test("takes keys and passphrases only for a backup, and in one way", async () => {
    for (const flag of ["--public-key", "--identity", "--passphrase-file"]) {
      expect(await usageOf(["verify", flag, "k"])).toContain(`${flag} belongs to a backup`);
    }
    expect(await usageOf(["verify", "f", "--identity", "k", "--passphrase-file", "p"])).toContain("exclude each other");
    const { asked, ...context } = verifier(sound);
    await runText(["verify", "f", "--identity", "k", "--identity", "l"], context);
    expect(asked).toEqual([{ file: "f", publicKeyFile: null, opener: { identity: ["k", "l"] } }]);
  });
});
