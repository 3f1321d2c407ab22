// A transaction as a node holds it: a connection from its beginning to its commit, and the row that counts at its end.
import type { Station } from "./station.ts";
import { drawn, type SimulatedNode, type World } from "./world.ts";

/** Round trips by src/storage/postgres/: it begins, locks, writes, counts or notes, and commits. */
export const PREPARE_TRIPS = 5;
export const RECORD_TRIPS = 6;

export interface Transaction {
  readonly trips: number;
  /** Of the database's processors. */
  readonly seconds: number;
  /** The row that its last statement counts on; null: it counts nothing. */
  readonly row: Station | null;
}

/** The row is held from the last statement on. */
export function transact(
  world: World,
  node: SimulatedNode,
  { trips, seconds, row }: Transaction,
  done: () => void,
): void {
  const { events, databaseCores, machines } = world;
  const tripSeconds = machines.roundTripMs / 1_000;
  const finish = () => {
    node.lanes.release();
    done();
  };
  node.lanes.acquire(() =>
    events.after((trips - 1) * tripSeconds, () =>
      databaseCores.serve(drawn(world, seconds), () => {
        if (row === null) commit(world, node, finish);
        else
          row.acquire(() =>
            commit(world, node, () => {
              row.release();
              finish();
            }),
          );
      }),
    ),
  );
}

/** The node hears of the last statement, as soon as its main thread is free, and says that the transaction is to be kept. */
function commit({ events, machines, commitSeconds }: World, { main }: SimulatedNode, done: () => void): void {
  const halfTripSeconds = machines.roundTripMs / 2_000;
  events.after(halfTripSeconds, () => main.serve(0, () => events.after(halfTripSeconds + commitSeconds, done)));
}
