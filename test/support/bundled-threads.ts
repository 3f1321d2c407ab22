// The files of threads as the executable has them, each in one piece and compiled: one of the source reads dozens of files.
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { THREADS, type ThreadFiles, threadFilesBelow } from "../../src/config/threads.ts";

const SOURCE = resolve(import.meta.dir, "../../src");

const ALL = Object.keys(THREADS) as (keyof ThreadFiles)[];

/**
 * To be called at the head of a test file that starts threads again and again; what it makes is gone at the end. No
 * names: all of them.
 */
export async function bundledThreads(...names: (keyof ThreadFiles)[]): Promise<ThreadFiles> {
  const outdir = mkdtempSync(join(tmpdir(), "memoryd-threads-"));
  afterAll(() => rmSync(outdir, { recursive: true }));
  const files = (names.length === 0 ? ALL : names).map((name) => join(SOURCE, THREADS[name]));
  const form = { target: "bun", format: "cjs", minify: true, bytecode: true } as const;
  // The bytecode stands beside the file, under its name and another ending.
  await Bun.build({ entrypoints: files, root: SOURCE, outdir, naming: "[dir]/[name].ts", ...form });
  return threadFilesBelow(pathToFileURL(`${outdir}/`));
}
