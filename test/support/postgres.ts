// A PostgreSQL server of the tests' own: in a directory of its own, on a socket and a free port, gone with the process.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SQL } from "bun";

const USER = "memoryd";
const TEMPLATE = "memoryd_template";

const PROGRAMS = ["initdb", "pg_ctl", "psql", "pg_dump"];

/** Where the server's programs are; null: there are none on this machine. */
export const POSTGRES_PROGRAMS = findPrograms();

function findPrograms(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(debian, version, "bin"));
  const initdb = Bun.which("initdb");
  const known = initdb === null ? folders : [...folders, dirname(realpathSync(initdb))];
  return known.find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program)))) ?? null;
}

export interface PostgresServer {
  readonly port: number;
  readonly folder: string;
  /** Of a database on it, by TCP on the loopback. */
  url(database: string): string;
  /** A statement of its administrator. */
  run(statement: string): Promise<void>;
  /** Makes an empty database, or a copy of one. */
  create(database: string, from?: string): Promise<void>;
  drop(database: string): Promise<void>;
  /** A copy of a database that is in use, whose connections it ends. */
  keep(database: string, as: string): Promise<void>;
  stop(how?: "fast" | "immediate"): void;
  start(): void;
  /** Whether it has not ended. */
  isUp(): boolean;
  /** All that it has said. */
  log(): string;
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export function asPostgres(command: readonly string[]): string[] {
  const asOther = process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
  return [...asOther, ...command];
}

function asServer(program: string, ...values: string[]): string[] {
  return asPostgres([join(POSTGRES_PROGRAMS ?? "", program), ...values]);
}

/** Throws what the program said. */
export function runAsServer(program: string, ...values: string[]): void {
  runThrough([], program, ...values);
}

function runThrough(through: readonly string[], program: string, ...values: string[]): void {
  const [command = program, ...rest] = [...through, ...asServer(program, ...values)];
  const { status, stderr } = spawnSync(command, rest, { cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/** One that nobody listens on just now. */
export function freePort(): number {
  const probe = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = probe;
  probe.stop(true);
  return port;
}

/** A new directory that the server may use. */
export function ownFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, "memoryd-postgres-"));
  if (process.getuid?.() === 0) {
    const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"]).stdout.toString());
    chownSync(folder, id("-u"), id("-g"));
  }
  chmodSync(folder, 0o700);
  return folder;
}

export interface ServerPlace {
  /** Commands that the server is started through. */
  readonly through?: readonly string[];
  /** Further arguments of initdb. */
  readonly initdb?: readonly string[];
}

/** `settings`: lines of postgresql.conf; `parent`: of its directory. The caller stops it. */
export async function startPostgres(
  settings: readonly string[] = [],
  parent?: string,
  { through = [], initdb = [] }: ServerPlace = {},
): Promise<PostgresServer> {
  const folder = ownFolder(parent);
  const data = join(folder, "data");
  const port = freePort();
  const plain = ["-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"];
  runThrough(through, "initdb", "-D", data, "-A", "trust", "-U", USER, ...plain, ...initdb);
  const own = [`port = ${port}`, "listen_addresses = '127.0.0.1'", `unix_socket_directories = '${folder}'`];
  appendFileSync(join(data, "postgresql.conf"), `${[...own, ...settings].join("\n")}\n`);
  const server = serverAt(folder, port, through);
  server.start();
  return server;
}

function serverAt(folder: string, port: number, through: readonly string[] = []): PostgresServer {
  const data = join(folder, "data");
  const url = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  const run = async (statement: string) => {
    const client = new SQL(url("postgres"), { max: 1 });
    try {
      await client.unsafe(statement);
    } finally {
      await client.close();
    }
  };
  return {
    ...{ port, folder, url, run },
    create: (database, from) => run(`CREATE DATABASE ${database}${from === undefined ? "" : ` TEMPLATE ${from}`}`),
    async keep(database, as) {
      await run(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
      await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
      await run(`CREATE DATABASE ${as} TEMPLATE ${database}`);
      await run(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    },
    drop: (database) => run(`DROP DATABASE ${database} WITH (FORCE)`),
    stop: (how = "fast") => runAsServer("pg_ctl", "-D", data, "-m", how, "-w", "stop"),
    start: () => runThrough(through, "pg_ctl", "-D", data, "-l", join(folder, "log"), "-w", "start"),
    isUp: () => existsSync(join(data, "postmaster.pid")),
    log: () => readFileSync(join(folder, "log"), "utf8"),
  };
}

/** A copy of the server that follows it, and is waited for where the server's settings say so. The caller stops it. */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const folder = ownFolder();
  const data = join(folder, "data");
  const port = freePort();
  runAsServer("pg_basebackup", "-D", data, "-R", "-X", "stream", "-d", primary.url("postgres"), "-c", "fast");
  appendFileSync(join(data, "postgresql.conf"), `port = ${port}\nunix_socket_directories = '${folder}'\n`);
  const server = serverAt(folder, port);
  server.start();
  return server;
}

/** What is fast, and lost in a power cut: no test here has one. */
const FAST = ["fsync = off", "full_page_writes = off", "autovacuum = off", "max_connections = 200"];

/** A database is two thousand files, which a disk makes in a second and memory at once. */
const MEMORY_FOLDER = "/dev/shm";
const MEMORY_BYTES = 4 * 1024 ** 3;

/** In memory where there is enough of it: a container often has none. */
export function fastFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize < MEMORY_BYTES ? tmpdir() : MEMORY_FOLDER;
}

let shared: Promise<PostgresServer> | null = null;

/** One server for all tests of this process. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<PostgresServer> {
  const server = await startPostgres(FAST, fastFolder());
  endWithProcess(server.folder);
  return server;
}

/** Whoever runs tests tells nobody of its end: a process beside it waits for the end of what it is piped. */
function endWithProcess(folder: string): void {
  const stop = asServer("pg_ctl", "-D", join(folder, "data"), "-m", "immediate", "-w", "stop");
  const wait = 'trap "" HUP INT TERM; cat; "$@"; rm -rf "$0"';
  const keeper = Bun.spawn(["sh", "-c", wait, folder, ...stop], {
    ...{ cwd: "/", stdin: "pipe", stdout: "ignore", stderr: "ignore" },
  });
  keeper.unref();
}

let databases = 0;

/** The URL of a new database, with whatever `make` puts in at the first time it is asked for by this name. */
export async function freshDatabase(
  make?: (url: string) => Promise<void>,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = await sharedPostgres();
  if (make !== undefined) {
    template ??= server.create(TEMPLATE).then(() => make(server.url(TEMPLATE)));
    await template;
  }
  databases += 1;
  const name = `memoryd_${databases}`;
  await server.create(name, make === undefined ? undefined : TEMPLATE);
  return { url: server.url(name), drop: () => server.drop(name) };
}

let template: Promise<void> | null = null;
