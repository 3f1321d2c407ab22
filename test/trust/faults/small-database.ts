// A PostgreSQL server with its tables on one small disk and its write-ahead log on another, each of which can be filled.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { POSTGRES_PROGRAMS, type PostgresServer, startPostgres } from "../../support/postgres.ts";
import { canMount, fillUp } from "./small-disk.ts";

/** PostgreSQL refuses to run as the root that one is in a namespace of one's own. */
export const canFillDatabase = canMount && POSTGRES_PROGRAMS !== null && process.getuid?.() === 0;
if (!canFillDatabase) console.log("SKIPPED: the disks of a PostgreSQL server are filled by root, where there is one.");

export interface FilledDisk {
  /** Leaves no page free. */
  fill(): void;
  makeRoom(): void;
}

export interface SmallDatabase {
  readonly server: PostgresServer;
  /** Of its database. */
  readonly url: string;
  readonly tables: FilledDisk;
  readonly log: FilledDisk;
  close(): Promise<void>;
}

const TABLES_SIZE = "64m";
const LOG_SIZE = "32m";
const SETTINGS = [
  "fsync = off",
  "autovacuum = off",
  "max_wal_size = '4MB'",
  "min_wal_size = '2MB'",
  "wal_recycle = off",
];

/** Both disks are mounted in a namespace that ends with this process. */
export async function startSmallDatabase(): Promise<SmallDatabase> {
  const root = mkdtempSync(join(tmpdir(), "memoryd-small-"));
  chmodSync(root, 0o755);
  const mount = (size: string, at: string) =>
    `mkdir ${at} && mount -t tmpfs -o size=${size},mode=0700,uid=$(id -u postgres),gid=$(id -g postgres) tmpfs ${at}`;
  const [tables, log] = [join(root, "tables"), join(root, "log")];
  const script = `${mount(TABLES_SIZE, tables)} && ${mount(LOG_SIZE, log)} && echo mounted && cat`;
  const keeper = Bun.spawn(["unshare", "--mount", "sh", "-c", script], { stdio: ["pipe", "pipe", "inherit"] });
  await keeper.stdout.getReader().read();
  const server = await startPostgres(SETTINGS, undefined, {
    through: ["nsenter", "--mount", `--target=${keeper.pid}`],
    initdb: ["--waldir", join(log, "wal"), "--wal-segsize=1"],
  });
  await server.run(`CREATE TABLESPACE small LOCATION '${tables}'`);
  await server.run("CREATE DATABASE small TABLESPACE small");
  const diskAt = (folder: string): FilledDisk => {
    const filler = join(`/proc/${keeper.pid}/root`, folder, "filler");
    return { fill: () => fillUp(filler), makeRoom: () => rmSync(filler, { force: true }) };
  };
  return {
    ...{ server, url: server.url("small"), tables: diskAt(tables), log: diskAt(log) },
    async close() {
      if (server.isUp()) server.stop("immediate");
      keeper.kill();
      await keeper.exited;
      for (const folder of [root, server.folder]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
