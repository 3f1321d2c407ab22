// The deployment of docs/deploy/nodes as processes: its secrets, its two PostgreSQL servers, three nodes and the proxy.
import { appendFileSync, chmodSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Lab, Server } from "../e2e/executable.ts";
import { until } from "../e2e/until.ts";
import { asPostgres, freePort, ownFolder, POSTGRES_PROGRAMS, runAsServer } from "../support/postgres.ts";

export const NODES_FOLDER = resolve(import.meta.dir, "../../docs/deploy/nodes");
/** null: there is none on this machine. */
export const HAPROXY = Bun.which("haproxy") ?? Bun.which("/usr/sbin/haproxy");

export interface Deployment {
  /** By the names that haproxy.cfg gives them: a, b, c. Those that are ended are replaced by `replace`. */
  readonly nodes: Map<string, Server>;
  /** Starts the node anew, where it was before. */
  replace(name: string): Promise<void>;
  /** Of the proxy. */
  readonly url: string;
  readonly adminKey: string;
}

/** Ends what was started, last first. */
export type Closers = (() => unknown)[];

export async function startDeployment(lab: Lab, closers: Closers): Promise<Deployment> {
  const port = freePort();
  const secrets = makeSecrets(lab, port);
  startPrimary(secrets, port, closers);
  startStandby(secrets, port, closers);
  const env = {
    MEMORYD_DATABASE_URL_FILE: join(secrets, "database-url"),
    MEMORYD_AUDIT_KEY_FILE: join(secrets, "audit.key"),
    MEMORYD_ADMIN_KEY_FILE: join(secrets, "admin.key"),
    MEMORYD_TRUSTED_PROXIES: "127.0.0.1",
  };
  // All at once, on an empty database. Their first commit waits for the standby.
  const started = ["a", "b", "c"].map(async (name): Promise<[string, Server]> => [name, await lab.start({ env })]);
  const nodes = new Map(await Promise.all(started));
  await Promise.all([...nodes.values()].map((node) => node.ready()));
  const url = await startProxy(nodes, closers);
  const replace = async (name: string) => {
    const { dataDir, port: own } = nodes.get(name)!;
    const node = await lab.start({ env, dataDir, args: ["--port", String(own)] });
    await node.ready();
    nodes.set(name, node);
  };
  return { nodes, replace, url, adminKey: readFileSync(join(secrets, "admin.key"), "utf8").trim() };
}

function makeSecrets(lab: Lab, port: number): string {
  const folder = join(lab.directory(), "secrets");
  const owner = Bun.spawnSync(["id", "-u", "postgres"]).stdout.toString().trim();
  const env = { MEMORYD: lab.executable, PRIMARY: `127.0.0.1:${port}`, POSTGRES_UID: owner };
  succeed([join(NODES_FOLDER, "make-secrets.sh"), folder], env);
  // In a container each file is mounted by itself.
  chmodSync(folder, 0o711);
  return folder;
}

/** As the image of PostgreSQL does: makes the data, runs the script on a server of its own, and starts anew. */
function startPrimary(secrets: string, port: number, closers: Closers): void {
  const folder = ownFolder();
  const data = join(folder, "data");
  const password = `--pwfile=${join(secrets, "superuser-password")}`;
  runAsServer(
    "initdb",
    "-D",
    data,
    "-U",
    "postgres",
    "--auth-local=trust",
    "--auth-host=scram-sha-256",
    password,
    "-N",
  );
  const own = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    "fsync = off",
  ];
  appendFileSync(join(data, "postgresql.conf"), `${own.join("\n")}\n`);
  closers.push(() => {
    runAsServer("pg_ctl", "-D", data, "-m", "immediate", "stop");
    rmSync(folder, { recursive: true, force: true });
  });
  const start = () => runAsServer("pg_ctl", "-D", data, "-l", join(folder, "log"), "-w", "start");
  start();
  const env = { PGHOST: folder, PGPORT: String(port), PGDATA: data, SECRETS: secrets };
  succeed(asPostgres([join(NODES_FOLDER, "primary.sh")]), env);
  runAsServer("pg_ctl", "-D", data, "-w", "stop");
  start();
}

function startStandby(secrets: string, primaryPort: number, closers: Closers): void {
  const folder = ownFolder();
  const data = join(folder, "data");
  const primary = { PRIMARY_HOST: "127.0.0.1", PRIMARY_PORT: String(primaryPort) };
  const settings = { port: freePort(), unix_socket_directories: folder };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = Bun.spawn(asPostgres([join(NODES_FOLDER, "standby.sh"), ...flags]), {
    ...{ cwd: "/", stdio: ["ignore", "ignore", "ignore"] },
    env: { ...environment(), ...primary, PGDATA: data, SECRETS: secrets },
  });
  closers.push(async () => {
    child.kill("SIGINT");
    await child.exited;
    rmSync(folder, { recursive: true, force: true });
  });
}

async function startProxy(nodes: ReadonlyMap<string, Server>, closers: Closers): Promise<string> {
  const listen = `127.0.0.1:${freePort()}`;
  const named = [...nodes].map(([name, { port }]) => [`NODE_${name.toUpperCase()}`, `127.0.0.1:${port}`]);
  const child = Bun.spawn([HAPROXY ?? "", "-f", join(NODES_FOLDER, "haproxy.cfg")], {
    ...{ cwd: "/", stdio: ["ignore", "ignore", "ignore"] },
    env: { ...environment(), ...Object.fromEntries(named), PROXY_LISTEN: listen },
  });
  closers.push(async () => {
    child.kill("SIGTERM");
    await child.exited;
  });
  await until("the proxy", async () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
    const ready = await fetch(`http://${listen}/readyz`).catch(() => null);
    return ready?.status === 200 || undefined;
  });
  return `http://${listen}`;
}

/** The server's programs are in the path of its image. */
function environment() {
  return { PATH: `${POSTGRES_PROGRAMS}:${process.env.PATH}` };
}

/** Throws what the command said. */
function succeed(command: readonly string[], env: Readonly<Record<string, string>>): void {
  const { exitCode, stderr } = Bun.spawnSync([...command], { cwd: "/", env: { ...environment(), ...env } });
  if (exitCode !== 0) throw new Error(`${command.join(" ")} failed: ${stderr}`);
}
