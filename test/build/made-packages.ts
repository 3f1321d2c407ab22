// Makes the packages of the built executable as a person does, for tests: unpacked, which costs next to nothing.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../..");

export interface MadePackages {
  readonly folder: string;
  remove(): void;
}

/** 2026-01-01. */
export const SOURCE_DATE = "1767225600";

export function makePackages(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  folder = mkdtempSync(join(tmpdir(), "memoryd-packages-")),
): MadePackages {
  const cmd = [process.execPath, join(ROOT, "src/build/package.ts"), "--level", "0", "--out", folder, ...args];
  const { exitCode, stderr } = Bun.spawnSync(cmd, {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? "", SOURCE_DATE_EPOCH: SOURCE_DATE, ...env },
  });
  if (exitCode !== 0) throw new Error(`the packages were not made: ${stderr}`);
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
