// The files that run in threads of their own, once: main.ts starts them, the build carries them.

/** Below src/, where they also stand in the executable. */
export const THREADS = {
  embedding: "embedding/worker.ts",
  writer: "storage/sqlite/engine/writer-worker.ts",
  scan: "vectors/scan-thread.ts",
  backup: "storage/sqlite/backup/backup-worker.ts",
  checks: "storage/sqlite/checks/checks-worker.ts",
  document: "reading/document-worker.ts",
  reading: "reading/reading-worker.ts",
} as const;

export type ThreadFiles = Readonly<Record<keyof typeof THREADS, URL>>;

/** `src`: the folder, or any file right in it. */
export function threadFilesBelow(src: string | URL): ThreadFiles {
  const files = Object.entries(THREADS).map(([name, file]) => [name, new URL(`./${file}`, src)]);
  return Object.fromEntries(files) as ThreadFiles;
}
