// How the database is reached: what the operator's URL says, and what holds where it says nothing.
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { CommandFault } from "../../../domain/command-fault.ts";

/** The URL cannot be used; the message holds no password. */
export class DatabaseUrlError extends CommandFault {
  override readonly name = "DatabaseUrlError";
  readonly kind = "usage";
}

/** `verify-full`: the certificate is checked, and that it is this host's. `disable`: no TLS. */
export type TlsMode = "verify-full" | "verify-ca" | "require" | "disable";

export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: TlsMode;
  /** PEM of the authorities that the server's certificate is checked against; null: the system's. */
  readonly authorities: string | null;
  /** Whether a pooler in transaction mode stands between: no named statements, and no settings of a connection. */
  readonly isPooled: boolean;
  /** Connections that this node opens at most. */
  readonly connectionsMax: number;
}

const TLS_MODES: readonly TlsMode[] = ["verify-full", "verify-ca", "require", "disable"];
export const CONNECTIONS_DEFAULT = 10;
const CONNECTIONS_MIN = 2;
const CONNECTIONS_MAX = 200;
const PARAMETERS: ReadonlySet<string> = new Set(["sslmode", "sslrootcert", "pgbouncer", "connections", "host"]);

/** `postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…&sslrootcert=…&pgbouncer=true&connections=…`. Throws DatabaseUrlError. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new DatabaseUrlError("the database's URL must have the form postgres://USER:PASSWORD@HOST:PORT/DATABASE");
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) {
    throw new DatabaseUrlError(`the database's URL has a parameter that means nothing here: ${unknown}`);
  }
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, "$1");
  const database = decodeURIComponent(url.pathname.slice(1));
  const user = decodeURIComponent(url.username);
  if (host === "" || database === "" || user === "") {
    throw new DatabaseUrlError("the database's URL must name a user, a host and a database");
  }
  return {
    ...{ host, database, user },
    port: url.port === "" ? 5432 : Number(url.port),
    password: decodeURIComponent(url.password),
    tls: tlsModeOf(url.searchParams.get("sslmode"), host),
    authorities: readAuthorities(url.searchParams.get("sslrootcert")),
    isPooled: readFlag(url.searchParams.get("pgbouncer"), "pgbouncer"),
    connectionsMax: readConnections(url.searchParams.get("connections")),
  };
}

/** Without its password, for people and logs. */
export function showDatabase({ user, host, port, database }: DatabaseAddress): string {
  const shownHost = isIP(host) === 6 ? `[${host}]` : host.startsWith("/") ? encodeURIComponent(host) : host;
  return `postgres://${encodeURIComponent(user)}@${shownHost}:${port}/${encodeURIComponent(database)}`;
}

/** A socket of this machine, or its loopback: nothing crosses a network. */
export function isOnThisMachine(host: string): boolean {
  return host.startsWith("/") || host === "localhost" || host === "::1" || /^127\./.test(host);
}

function tlsModeOf(named: string | null, host: string): TlsMode {
  if (named === null) return isOnThisMachine(host) ? "disable" : "verify-full";
  const mode = TLS_MODES.find((each) => each === named);
  if (mode === undefined) throw new DatabaseUrlError(`sslmode must be one of ${TLS_MODES.join(", ")}`);
  return mode;
}

function readAuthorities(file: string | null): string | null {
  if (file === null) return null;
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new DatabaseUrlError(`the file that sslrootcert names cannot be read: ${file}`);
  }
}

function readFlag(value: string | null, name: string): boolean {
  if (value === null || value === "false") return false;
  if (value === "true") return true;
  throw new DatabaseUrlError(`${name} must be true or false`);
}

function readConnections(value: string | null): number {
  if (value === null) return CONNECTIONS_DEFAULT;
  const count = Number(value);
  if (Number.isInteger(count) && count >= CONNECTIONS_MIN && count <= CONNECTIONS_MAX) return count;
  throw new DatabaseUrlError(`connections must be a whole number from ${CONNECTIONS_MIN} to ${CONNECTIONS_MAX}`);
}
