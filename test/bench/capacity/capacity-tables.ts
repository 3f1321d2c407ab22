// The numbers of the capacity model as tables.
import type { Table } from "../suite/part.ts";
import type { TableBytes } from "./disk-costs.ts";
import type { Measured } from "./measured.ts";

const KIB = 1024;
const MIB = 1024 * 1024;
const WHATS = ["prepare", "record", "embedding"] as const;

type Shown = TableBytes & { readonly perPacket: number };

export function capacityTables(measured: Measured, tables: readonly Shown[]): Table[] {
  return [
    turnTable(measured),
    firstTable(measured),
    ...memoryTables(measured),
    ...diskTables(measured, tables),
    waysTable(measured),
  ];
}

function turnTable({ turns, times, idleASecond }: Measured): Table {
  const rows = turns.flatMap((turn, at) =>
    WHATS.map((what) => ({
      mode: turn.mode,
      packets: turn.packets,
      what,
      ...shown(turn[what]),
      "p50 ms": what === "embedding" ? null : times[at]![what].p50Ms,
    })),
  );
  const idle = { mode: "", packets: 0, what: "a second of an idle node", ...shown(idleASecond), "p50 ms": null };
  return {
    title: "A turn of a brain in memory",
    rows: [...rows, idle],
    notes: [
      "Processor ms of one node with one embedding thread and of all processes of its database, without what an idle one takes.",
      "embedding is that of the packet, after its record was answered; p50 is on the clock, one call after another.",
      "Statements and kB are counted by a relay between node and database.",
    ],
  };
}

function shown(costs: Measured["idleASecond"]) {
  return {
    "node ms": costs.nodeMs,
    "main thread ms": costs.mainMs,
    "database ms": costs.databaseMs,
    statements: costs.statements,
    transactions: costs.transactions,
    "kB to database": costs.toDatabaseBytes / 1_000,
    "kB from it": costs.fromDatabaseBytes / 1_000,
  };
}

function firstTable({ turns, times }: Measured): Table {
  const rows = turns.map(({ mode, packets, first, prepare }, at) => ({
    mode,
    packets,
    "first ms": times[at]!.first.p50Ms,
    "warm ms": times[at]!.prepare.p50Ms,
    "node ms more": first.nodeMs - prepare.nodeMs,
    "main thread ms more": first.mainMs - prepare.mainMs,
    "database ms more": first.databaseMs - prepare.databaseMs,
    "bytes more a packet": (first.fromDatabaseBytes - prepare.fromDatabaseBytes) / packets,
  }));
  return { title: "The first question to a brain, over a warm one", rows };
}

function memoryTables({ turns, memory }: Measured): Table[] {
  const rows = turns.map(({ mode, packets, memoryBytes }) => ({
    mode,
    packets,
    "KiB a brain": memoryBytes / KIB,
    "bytes a packet": memoryBytes / packets,
  }));
  const node = { "idle MiB": memory.idleNodeBytes / MIB, "MiB a further embedding thread": memory.workerBytes / MIB };
  return [
    {
      title: "Brains in a node's memory",
      rows,
      notes: ["memoryd_vectors_bytes and memoryd_words_bytes of /prometheus."],
    },
    { title: "A node in memory", rows: [node] },
  ];
}

function diskTables({ disk, log }: Measured, tables: readonly Shown[]): Table[] {
  const rows = tables.map(({ table, heap, toast, indexes, perPacket }) => ({
    table,
    "rows MiB": heap / MIB,
    "stored apart MiB": toast / MIB,
    "indexes MiB": indexes / MIB,
    "bytes a packet": perPacket,
  }));
  const sums = {
    "bytes a packet": disk.packetBytes,
    "bytes a brain": disk.brainBytes,
    "bytes of a turn that stay": disk.turnBytes,
    "bytes of a turn at first": disk.freshTurnBytes,
    "log bytes of a turn after a checkpoint": log.afterCheckpointBytes,
    "of a later one": log.againBytes,
    "pages a packet, together": disk.pagesTogether,
    "among others": disk.pagesAmongOthers,
  };
  return [
    {
      title: "Packets on the database's disk",
      rows,
      notes: ["All partitions, with brains as they were moved, all seen by a pass."],
    },
    {
      title: "On the database's disk",
      rows: [sums],
      notes: [
        "Of a recorded turn its row and token stay beside its packet; at first it adds its packet, its input's embedding until a pass, and what waits for vacuum.",
      ],
    },
  ];
}

function waysTable({ roundTrips, accountRow, commitMs }: Measured): Table {
  const row = {
    "round trips of a prepare": roundTrips.prepare,
    "of a record": roundTrips.record,
    "round trip ms": accountRow.roundTripMs,
    "prepares/s, one limited account": accountRow.limitedASecond,
    "one account": accountRow.oneAccountASecond,
    [`${accountRow.accounts} accounts`]: accountRow.manyAccountsASecond,
    "write and fsync ms": commitMs,
  };
  return {
    title: "A way to the database",
    rows: [row],
    notes: [
      "What a call waits for one after another, by what a far node takes longer than a near one.",
      `${accountRow.clients} clients ask one question again and again on a far node: the turns of a limited account are counted on one row.`,
    ],
  };
}
