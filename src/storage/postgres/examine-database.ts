// What is wrong with the database, or will be: its version, the settings that break promises, and how it fares.
import { sql } from "drizzle-orm";
import { counted, type Finding } from "../../domain/finding.ts";
import type { DatabaseState } from "../../domain/ports/database-care.ts";
import { CONNECTION_SETTINGS, type Drizzle } from "./engine/connections.ts";
import { type DatabaseAddress, isOnThisMachine, showDatabase } from "./engine/database-url.ts";

/** The oldest that the project of PostgreSQL still mends. */
const VERSION_LEAST = 140_000;
const PARTITIONED_TABLES = 20;
const PARTITIONS = 16;
const LAG_BYTES_MANY = 64 * 1024 * 1024;
/** The database stops taking writes at two thousand million. */
const TRANSACTIONS_OLD = 1_000_000_000;
const DEAD_ROWS_MANY = 100_000;
const DEAD_SHARE_MANY = 0.3;
const CONNECTIONS_SHARE_MANY = 0.85;

/** All that a role which may not look is told of standbys is that they are there. */
const UNSEEN_STANDBYS = { synchronousStandbys: null, lagBytes: null, lagSeconds: null };

interface Facts extends Record<string, unknown>, Omit<DatabaseState, "isDurable" | "partitionsDue"> {
  readonly lagBytes: number;
  /** What other roles do: their transactions, and how far standbys are. */
  readonly seesOthers: boolean;
  readonly versionNumber: number;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly standbyNames: string;
  readonly statementTimeout: string;
}

export async function databaseState(db: Drizzle): Promise<DatabaseState> {
  const { version, isStandby, bytes, connections, connectionsMax, ...facts } = await readFacts(db);
  const { seesOthers, standbys, deadRows, liveRows, vacuumedAt, transactionAge, partitions } = facts;
  const { synchronousStandbys, lagBytes, lagSeconds } = facts;
  const seesStandbys = seesOthers || standbys === 0;
  const oldestTransactionSeconds = seesOthers ? facts.oldestTransactionSeconds : null;
  return {
    ...{ version, isStandby, isDurable: isDurable(facts), bytes, connections, connectionsMax },
    ...{ standbys, deadRows, liveRows, vacuumedAt },
    ...(seesStandbys ? { synchronousStandbys, lagBytes, lagSeconds } : UNSEEN_STANDBYS),
    ...{ oldestTransactionSeconds, transactionAge, partitions, partitionsDue: PARTITIONED_TABLES * PARTITIONS },
  };
}

function isDurable({ fsync, fullPageWrites }: Pick<Facts, "fsync" | "fullPageWrites">): boolean {
  return fsync === "on" && fullPageWrites === "on";
}

async function readFacts(db: Drizzle): Promise<Facts> {
  const [facts] = await db.execute<Facts>(sql`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
      pg_is_in_recovery() AS "isStandby", current_setting('fsync') AS fsync,
      current_setting('full_page_writes') AS "fullPageWrites",
      current_setting('synchronous_commit') AS "synchronousCommit",
      current_setting('synchronous_standby_names') AS "standbyNames",
      current_setting('statement_timeout') AS "statementTimeout",
      (SELECT age(datfrozenxid)::int FROM pg_database WHERE datname = current_database()) AS "transactionAge",
      pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') AS "seesOthers",
      (SELECT count(*)::int FROM pg_stat_activity
         WHERE backend_type = 'client backend' OR (backend_type IS NULL AND datid IS NOT NULL)) AS connections,
      current_setting('max_connections')::int AS "connectionsMax",
      (SELECT count(*)::int FROM pg_inherits i JOIN pg_partitioned_table p ON p.partrelid = i.inhparent
         WHERE p.partrelid::regclass::text = ANY(
           SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema())) AS partitions,
      (SELECT coalesce(sum(n_dead_tup), 0)::float8 FROM pg_stat_user_tables) AS "deadRows",
      (SELECT coalesce(sum(n_live_tup), 0)::float8 FROM pg_stat_user_tables) AS "liveRows",
      (SELECT (extract(epoch FROM max(greatest(last_vacuum, last_autovacuum))) * 1000)::float8
         FROM pg_stat_user_tables) AS "vacuumedAt",
      pg_database_size(current_database())::float8 AS bytes,
      (SELECT greatest(coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0), 0)::float8
         FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid())
         AS "oldestTransactionSeconds",
      (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
      (SELECT count(*)::int FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) AS "synchronousStandbys",
      (SELECT coalesce(max(extract(epoch FROM replay_lag)), 0)::float8 FROM pg_stat_replication) AS "lagSeconds",
      (SELECT coalesce(max(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_current_wal_lsn() END,
         replay_lsn)), 0)::float8 FROM pg_stat_replication) AS "lagBytes"`);
  if (facts === undefined) throw new Error("the database said nothing of itself");
  return facts as Facts;
}

/** Findings in no order. */
export async function examineDatabase(db: Drizzle, address: DatabaseAddress): Promise<Finding[]> {
  const where = showDatabase(address);
  const facts = await readFacts(db);
  const found: (Finding | null)[] = [
    ...promises(facts, where),
    ...condition(facts, where),
    facts.seesOthers
      ? null
      : finding("database_unseen", "note", where, {
          what: "The role does not see how far standbys are, nor how long the transactions of others have been open.",
          fix: `run GRANT pg_read_all_stats TO ${roleName(address.user)}; as an administrator of the database`,
        }),
    address.isPooled && facts.statementTimeout === "0"
      ? finding("database_unbounded", "warning", where, {
          what: "Behind the pooler a read takes as long as it likes: only the role can set its limits, and it sets none.",
          fix: `run ${roleSettings(address.user)}, then have the pooler connect anew (RECONNECT)`,
        })
      : null,
    address.tls === "disable" && !isOnThisMachine(address.host)
      ? finding("database_in_the_clear", "warning", where, {
          what: "The database is reached over the network without TLS: memory and password can be read on the way.",
          fix: "leave sslmode out of the URL, or set it to verify-full, with sslrootcert for an authority of your own",
        })
      : null,
    address.tls === "require" || address.tls === "verify-ca"
      ? finding("database_unverified", "warning", where, {
          what: `With sslmode ${address.tls} the database's certificate is not checked to be that of its host.`,
          fix: "set sslmode to verify-full, with sslrootcert for an authority of your own",
        })
      : null,
  ];
  return found.filter((each) => each !== null);
}

/** What memoryd sets itself where it has its connections to itself. */
function roleSettings(user: string): string {
  const settings = Object.entries(CONNECTION_SETTINGS);
  return settings.map(([name, value]) => `ALTER ROLE ${roleName(user)} SET ${name} = ${value};`).join(" ");
}

function roleName(user: string): string {
  return `"${user.replaceAll('"', '""')}"`;
}

function finding(code: string, level: Finding["level"], where: string, said: Pick<Finding, "what" | "fix">): Finding {
  return { code, level, where, ...said };
}

/** What an acknowledged write rests on. */
function promises(facts: Facts, where: string): (Finding | null)[] {
  const { isStandby, standbyNames, synchronousCommit } = facts;
  return [
    isStandby
      ? finding("database_standby", "error", where, {
          what: "The database is a standby, which takes no writes.",
          fix: "name the primary in database_url, or promote this one",
        })
      : null,
    !isDurable(facts)
      ? finding("database_unsafe", "error", where, {
          what: "fsync or full_page_writes is off: acknowledged memory is lost, or all of it, when the machine fails.",
          fix: "set both to on in postgresql.conf",
        })
      : null,
    standbyNames === ""
      ? finding("database_alone", "note", where, {
          what: "A 200 means that the primary's disk has it: no standby is waited for, and with that disk it is lost.",
          fix: "set synchronous_standby_names, and synchronous_commit to on or remote_apply, where that is too little",
        })
      : null,
    synchronousCommit === "on" || synchronousCommit === "remote_apply"
      ? null
      : finding("database_commit", "note", where, {
          what: `synchronous_commit is ${synchronousCommit}: memoryd writes with on all the same.`,
          fix: "set it to on, or to remote_apply",
        }),
  ];
}

function condition(facts: Facts, where: string): (Finding | null)[] {
  const { version, versionNumber, transactionAge, connections, connectionsMax, partitions } = facts;
  const { deadRows, liveRows, standbys, lagBytes } = facts;
  return [
    versionNumber < VERSION_LEAST
      ? finding("database_old", "warning", where, {
          what: `PostgreSQL ${version} is no longer mended by its makers.`,
          fix: "upgrade it to 14 or later",
        })
      : null,
    partitions < PARTITIONED_TABLES * PARTITIONS
      ? finding("database_partitions", "error", where, {
          what: `Of ${PARTITIONED_TABLES * PARTITIONS} partitions ${counted(partitions, "", "is", "are")} there.`,
          fix: "restore the database: what belongs into a missing partition cannot be stored",
        })
      : null,
    transactionAge > TRANSACTIONS_OLD
      ? finding("database_wraparound", "error", where, {
          what: "Rows have not been frozen for a thousand million transactions: at two the database stops.",
          fix: "run VACUUM FREEZE, and see to it that autovacuum is on and keeps up",
        })
      : null,
    deadRows > DEAD_ROWS_MANY && deadRows > DEAD_SHARE_MANY * liveRows
      ? finding("database_vacuum", "warning", where, {
          what: `${Math.round(deadRows)} rows are dead beside ${Math.round(liveRows)} live ones: erased memory is among them.`,
          fix: "see to it that autovacuum is on and keeps up, or run VACUUM",
        })
      : null,
    connections > CONNECTIONS_SHARE_MANY * connectionsMax
      ? finding("database_connections", "warning", where, {
          what: `${connections} of ${connectionsMax} connections are taken.`,
          fix: "lower connections=… in the URL of each node, raise max_connections, or put PgBouncer in between",
        })
      : null,
    standbys > 0 && lagBytes > LAG_BYTES_MANY
      ? finding("database_lag", "warning", where, {
          what: `A standby is ${Math.round(lagBytes / 1024 / 1024)} MiB of log behind.`,
          fix: "look at its network and its disk: what it lacks is lost where it has to take over",
        })
      : null,
  ];
}
