// A brain in a node's memory: it is there, or it is read in, once for all who wait for it.
import { drawn, type SimulatedNode, sent, type World } from "./world.ts";

/** It is read in pieces of so many rows, and the main thread works on it in slices of 4 ms. */
const PIECE_ROWS = 1_024;
const SLICE_SECONDS = 0.004;

export function findBrain(world: World, node: SimulatedNode, user: number, found: () => void): void {
  if (node.brains.use(user)) {
    found();
    return;
  }
  world.watch.at(world.events.now, (stretch) => {
    stretch.cold += 1;
  });
  const waiting = node.reading.get(user);
  if (waiting !== undefined) {
    waiting.push(found);
    return;
  }
  node.reading.set(user, [found]);
  readBrain(world, node, user, () => {
    node.brains.add(user, world.costs.brainBytes(world.population.packetsOf(user)));
    const readers = node.reading.get(user) ?? [];
    node.reading.delete(user);
    for (const reader of readers) reader();
  });
}

function readBrain(world: World, node: SimulatedNode, user: number, read: () => void): void {
  const { costs, population, events, machines, databaseCores, pageSecondsAPacket } = world;
  const packets = population.packetsOf(user);
  const pieces = Math.ceil(packets / PIECE_ROWS);
  const demand = costs.coldRead(packets);
  sent(world, demand.bytes);
  // Compilers and collectors of the runtime: nobody waits for them.
  node.workers.serve(drawn(world, demand.workerSeconds), () => {}, true);
  const waitSeconds = machines.roundTripMs / 1_000 + (packets * pageSecondsAPacket) / pieces;
  const next = (left: number) => {
    if (left === 0) return read();
    node.pool.acquire(() =>
      events.after(waitSeconds, () =>
        databaseCores.serve(drawn(world, demand.databaseSeconds / pieces), () => {
          node.pool.release();
          inSlices(node, drawn(world, demand.mainSeconds / pieces), () => next(left - 1));
        }),
      ),
    );
  };
  next(pieces);
}

/** Others are served between two slices. */
function inSlices(node: SimulatedNode, seconds: number, done: () => void): void {
  if (seconds <= SLICE_SECONDS) node.main.serve(seconds, done);
  else node.main.serve(SLICE_SECONDS, () => inSlices(node, seconds - SLICE_SECONDS, done));
}
