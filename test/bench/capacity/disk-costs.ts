// What packets, brains and turns take in the database's files and in its write-ahead log.
import type { SQL } from "bun";
import { withExecutable } from "../start-executable.ts";
import { createCaller, inParallel } from "../suite/calls.ts";
import type { MovedData } from "../suite/moved-data.ts";
import { type Bench, median } from "../suite/part.ts";
import type { DiskCosts, LogCosts } from "./measured.ts";
import type { MeasuredNode } from "./measured-node.ts";
import { drained, prepare, record } from "./turn-costs.ts";

/** Tables that grow with packets, with brains, and with turns. */
const OF_PACKETS = ["packets", "packet_embeddings", "packet_terms", "packet_metadata", "input_embeddings"];
const OF_BRAINS = ["brains", "brain_keys"];
const OF_TURNS = ["turns", "tokens"];
/** What the first question to a brain reads all rows of. */
const READ_WHOLE = ["packets", "packet_embeddings", "packet_terms"];
const CLIENTS = 8;
/** Users who record by turns: the packets of each lie among those of the others. */
const RECORDERS = 200;
/** Turns after a checkpoint: the last of them finds its pages logged already. */
const LOGGED_TURNS = 4;

export interface TableBytes {
  readonly table: string;
  /** Rows themselves, what is stored apart of them, and indexes. */
  readonly heap: number;
  readonly toast: number;
  readonly indexes: number;
}

/** Partitions together, under the name of their table. */
export async function tableBytes(sql: SQL): Promise<TableBytes[]> {
  const rows: TableBytes[] = await sql`
    SELECT coalesce(parent.relname, own.relname) AS table,
      sum(pg_relation_size(own.oid))::float8 AS heap,
      sum(pg_table_size(own.oid) - pg_relation_size(own.oid))::float8 AS toast,
      sum(pg_indexes_size(own.oid))::float8 AS indexes
    FROM pg_class own
      LEFT JOIN pg_inherits ON inhrelid = own.oid
      LEFT JOIN pg_class parent ON parent.oid = inhparent
    WHERE own.relkind = 'r' AND own.relnamespace = 'public'::regnamespace
    GROUP BY 1 ORDER BY 1`;
  return [...rows];
}

const totalOf = ({ heap, toast, indexes }: TableBytes) => heap + toast + indexes;

function sumOf(tables: readonly TableBytes[], names?: readonly string[]): number {
  const chosen = names === undefined ? tables : tables.filter(({ table }) => names.includes(table));
  return chosen.reduce((sum, each) => sum + totalOf(each), 0);
}

export interface DiskPlace {
  readonly moved: MovedData;
  readonly sql: SQL;
  /** The same of a database without data: an empty table has pages too. */
  readonly empty: readonly TableBytes[];
  readonly brains: number;
  /** One whose packets were moved in, one after another. */
  readonly together: string;
}

export interface MeasuredDisk {
  readonly disk: DiskCosts;
  readonly tables: readonly (TableBytes & { readonly perPacket: number })[];
}

/** Of data as it was moved, and what turns add to it. */
export async function measureDisk(bench: Bench, place: DiskPlace): Promise<MeasuredDisk> {
  const { moved, sql, empty, brains, together } = place;
  const before = await tableBytes(sql);
  const emptyOf = (name: string) => sumOf(empty, [name]);
  const turns = Math.ceil(bench.scale.records / 5);
  await recordMany(bench, moved, turns);
  const after = await tableBytes(sql);
  const ofPackets = before.filter(({ table }) => OF_PACKETS.includes(table));
  return {
    disk: {
      packetBytes: (sumOf(ofPackets) - sumOf(empty, OF_PACKETS)) / moved.packets,
      brainBytes: (sumOf(before, OF_BRAINS) - sumOf(empty, OF_BRAINS)) / brains,
      turnBytes: await keptOfTurns(sql, sumOf(empty, OF_TURNS)),
      freshTurnBytes: (sumOf(after) - sumOf(before)) / turns,
      pagesTogether: await pagesAPacket(sql, together),
      pagesAmongOthers: await pagesAPacket(sql, recorder(0)),
    },
    tables: ofPackets.map((each) => ({ ...each, perPacket: (totalOf(each) - emptyOf(each.table)) / moved.packets })),
  };
}

/** What turns take once dead rows are gone, over the turns: all of them are recorded. */
async function keptOfTurns(sql: SQL, emptyBytes: number): Promise<number> {
  for (const table of OF_TURNS) await sql.unsafe(`VACUUM FULL ${table}`);
  const [row] = await sql`SELECT count(*)::int AS turns FROM turns`;
  return (sumOf(await tableBytes(sql), OF_TURNS) - emptyBytes) / row.turns;
}

/** Pages that hold a brain's packets, vectors and words, over its packets. */
async function pagesAPacket(sql: SQL, user: string): Promise<number> {
  const [own] = await sql`SELECT id, memory_size AS packets FROM brains WHERE "user" = ${user}`;
  const counts: number[] = [];
  for (const table of READ_WHOLE) {
    const page = "(tableoid, (ctid::text::point)[0])";
    const [row] = await sql.unsafe(`SELECT count(DISTINCT ${page})::int AS pages FROM ${table} WHERE brain = $1`, [
      own.id,
    ]);
    counts.push(row.pages);
  }
  return counts.reduce((sum, pages) => sum + pages, 0) / own.packets;
}

const recorder = (at: number) => `disk-${at % RECORDERS}`;

/** Whole turns, each answer another one; questions repeat, so that most of the time is the database's. */
async function recordMany({ maker, inputs }: Bench, moved: MovedData, count: number): Promise<void> {
  const question = inputs.fresh(0);
  await withExecutable(moved.node(), async (_rest, running) => {
    const caller = createCaller(running);
    const jobs = Array.from({ length: count }, (_, at) => ({
      user: recorder(at),
      answer: maker.turn(at % 20).answer,
    }));
    await inParallel(CLIENTS, jobs, async ({ user, answer }, at) => {
      const body = { input: question };
      const { turn_token: token } = await caller.json<{ turn_token: string }>("POST", "/prepare", user, body);
      await caller.time("POST", "/record", user, { turn_token: token, answer: `${answer} That is note ${at}.` });
    });
    while (/^memoryd_embeddings_pending [1-9]/m.test(await caller.text("/prometheus"))) await Bun.sleep(200);
  });
}

/** Whole turns of one user after another: the first after a checkpoint, and a later one on the same pages. */
export async function measureLog(bench: Bench, node: MeasuredNode, users: readonly string[]): Promise<LogCosts> {
  const first: number[] = [];
  const last: number[] = [];
  for (const user of users) {
    await node.sql.unsafe("CHECKPOINT");
    for (let at = 0; at < LOGGED_TURNS; at++) {
      const { walBytes } = await node.costsOf(async () => {
        await record(bench, node, user, await prepare(bench, node, user, at));
        await drained(node);
      });
      if (at === 0) first.push(walBytes);
      if (at === LOGGED_TURNS - 1) last.push(walBytes);
    }
  }
  return { afterCheckpointBytes: median(first), againBytes: median(last) };
}
