// Part "moving": how long `memoryd move` takes from SQLite to PostgreSQL, and back.
import { join } from "node:path";
import { moveData, withMovedData } from "./moved-data.ts";
import type { Bench, PartReport } from "./part.ts";

export async function measureMoving(bench: Bench): Promise<PartReport> {
  const { executable, folder, scale } = bench;
  const seeds = [{ user: "moved", packets: scale.movedPackets }];
  return withMovedData(bench, "moving", seeds, async ({ url, packets, moveMs }) => {
    const backMs = moveData(executable, url, join(folder, "moving-back"));
    const rows = [
      { move: "SQLite to PostgreSQL", packets, s: moveMs / 1_000 },
      { move: "PostgreSQL to SQLite", packets, s: backMs / 1_000 },
    ];
    const goals = rows.map(({ move, s }) => ({
      ...{ what: `${move}, 100,000 packets, in s`, measured: s, goal: 60 },
      bound: "at most" as const,
    }));
    return { tables: [{ title: "memoryd move", rows }], goals };
  });
}
