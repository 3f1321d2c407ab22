// A PgBouncer in transaction mode before a PostgreSQL server of the tests' own; the caller stops it.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../e2e/until.ts";
import { asPostgres, freePort, ownFolder, type PostgresServer } from "./postgres.ts";

/** null: there is none on this machine. */
export const PGBOUNCER = Bun.which("pgbouncer") ?? (Bun.which("/usr/sbin/pgbouncer") as string | null);

export interface Pooler {
  /** Of a database behind it. */
  url(database: string): string;
  start(): Promise<void>;
  /** At once, whoever is connected. */
  stop(): Promise<void>;
  /** Stops it for good. */
  remove(): Promise<void>;
}

/** `settings`: lines of pgbouncer.ini beside what docs/postgresql.md asks for. */
export async function startPooler(server: PostgresServer, settings: readonly string[]): Promise<Pooler> {
  const folder = ownFolder();
  const port = freePort();
  const file = join(folder, "pgbouncer.ini");
  const users = join(folder, "users.txt");
  writeFileSync(users, '"memoryd" ""\n', { mode: 0o644 });
  const own = [`listen_port = ${port}`, "listen_addr = 127.0.0.1", "unix_socket_dir =", "auth_type = trust"];
  const lines = ["[databases]", `* = host=127.0.0.1 port=${server.port}`, "[pgbouncer]", "pool_mode = transaction"];
  writeFileSync(file, [...lines, ...own, `auth_file = ${users}`, ...settings, ""].join("\n"), { mode: 0o644 });
  let child: Bun.Subprocess | null = null;
  const start = async () => {
    const started = Bun.spawn(asPostgres([PGBOUNCER ?? "", file]), { cwd: "/", stdio: ["ignore", "ignore", "ignore"] });
    child = started;
    await until("the pooler", async () => {
      if (started.exitCode !== null) throw new Error(`pgbouncer ended with ${started.exitCode}`);
      return (await listens(port)) || undefined;
    });
  };
  const stop = async () => {
    child?.kill("SIGKILL");
    await child?.exited;
    child = null;
  };
  await start();
  return {
    url: (database) => `postgres://memoryd@127.0.0.1:${port}/${database}?pgbouncer=true`,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
    socket.end();
    return true;
  } catch {
    return false;
  }
}
