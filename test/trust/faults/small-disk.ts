// A file system of a few megabytes, in a namespace of its own, that can be filled while the executable works on it.
import { closeSync, existsSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Lab, Server, StartOptions } from "../../e2e/executable.ts";

/** Commands to start through, for whom a mount is their own. */
export const UNSHARE = process.getuid?.() === 0 ? ["unshare", "--mount"] : ["unshare", "--map-root-user", "--mount"];
const ENTER = process.getuid?.() === 0 ? ["nsenter"] : ["nsenter", "--user", "--preserve-credentials"];
const TRY = [...UNSHARE, "sh", "-c", "mount -t tmpfs -o size=1m tmpfs /mnt"];

export const canMount = Bun.which("unshare") !== null && Bun.spawnSync(TRY).exitCode === 0;
if (!canMount) console.log("SKIPPED: without `unshare --mount` there is no small disk to fill.");

export interface SmallDisk {
  /** Where the executable sees it. */
  readonly folder: string;
  /** Commands to start the executable through. */
  readonly through: readonly string[];
}

/** `before` is a shell script that may put something onto the disk, whose folder is $1. */
export function smallDisk(lab: Lab, size: string, before = ":"): SmallDisk {
  const folder = lab.directory();
  const script = `mount -t tmpfs -o size=${size} tmpfs "$1" && chmod 700 "$1" && { ${before}; } || exit 97; shift; exec "$@"`;
  return { folder, through: [...UNSHARE, "sh", "-c", script, "sh", folder] };
}

/** Commands to start the executable through, for which the folder is mounted read-only. */
export function readOnly(folder: string): readonly string[] {
  const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 97; shift; exec "$@"';
  return [...UNSHARE, "sh", "-c", script, "sh", folder];
}

export interface DiskServer {
  readonly server: Server;
  /** The data directory as this process sees it. */
  readonly dataDir: string;
  /** Leaves no page free. */
  fill(): void;
  /** Takes back what fill() wrote. */
  makeRoom(): void;
  freeBytes(): number;
  /** A command on the same data and the same disk. */
  run(args: readonly string[]): ReturnType<Lab["run"]>;
}

/** Starts the executable with its data on the disk, and its key outside. */
export async function startOn(lab: Lab, disk: SmallDisk, options: StartOptions = {}): Promise<DiskServer> {
  const keyFile = join(lab.directory(), "admin.key");
  const started = await lab.start({
    ...options,
    through: disk.through,
    args: ["--data-dir", join(disk.folder, "data"), "--admin-key-file", keyFile, ...(options.args ?? [])],
  });
  // Where the data came with keys, none is made.
  const adminKey = existsSync(keyFile) ? readFileSync(keyFile, "utf8").trim() : "";
  const server: Server = {
    ...started,
    adminKey,
    ask: (method, path, asked = {}) => started.ask(method, path, { key: adminKey, ...asked }),
  };
  const inside = `/proc/${server.pid}/root${disk.folder}`;
  const filler = join(inside, "filler");
  return {
    server,
    dataDir: join(inside, "data"),
    fill: () => fillUp(filler),
    run: ([command = "", ...args]) => {
      const through = [...ENTER, "--mount", `--target=${server.pid}`];
      return lab.run([command, "--data-dir", join(disk.folder, "data"), ...args], { through });
    },
    makeRoom: () => rmSync(filler, { force: true }),
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(inside);
      return bavail * bsize;
    },
  };
}

/** Writes into the file until its disk has no room left. */
export function fillUp(path: string): void {
  writeFileSync(path, "", { flag: "a" });
  const file = openSync(path, "a");
  try {
    for (let bytes = 1024 * 1024; bytes >= 1024; ) {
      try {
        writeSync(file, new Uint8Array(bytes));
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
        bytes /= 2;
      }
    }
  } finally {
    closeSync(file);
  }
}
