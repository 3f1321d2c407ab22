// How a node does a /prepare and a /record, step by step: docs/architecture.md says the same of the real ones.
import { findBrain } from "./find-brain.ts";
import { PREPARE_TRIPS, RECORD_TRIPS, transact } from "./transact.ts";
import { accountRowOf, drawn, nodeOf, type SimulatedNode, sent, type World } from "./world.ts";

export type Done = (seconds: number) => void;

/** At whichever node the proxy chooses; where that is lost, again at another. `done` is told how long it took in all. */
function askSomeNode(
  world: World,
  user: number,
  run: (node: SimulatedNode, done: () => void) => void,
  done: Done,
): void {
  const since = world.events.now;
  const ask = () => {
    const node = nodeOf(world, user);
    let isLost = false;
    const onLost = () => {
      isLost = true;
      world.watch.at(world.events.now, (stretch) => {
        stretch.askedAgain += 1;
      });
      ask();
    };
    node.underWay.add(onLost);
    run(node, () => {
      // What a lost node had begun is done by nobody's count.
      if (isLost) return;
      node.underWay.delete(onLost);
      done(world.events.now - since);
    });
  };
  ask();
}

export function prepare(world: World, user: number, done: Done): void {
  const { costs, population } = world;
  const demand = costs.prepare(population.packetsOf(user));
  const half = demand.mainSeconds / 2;
  const writing = { trips: PREPARE_TRIPS, seconds: demand.databaseSeconds, row: accountRowOf(world, user) };
  const trips = costs.measured.roundTrips.prepare - PREPARE_TRIPS;
  sent(world, demand.bytes);
  const run = (node: SimulatedNode, answered: () => void) => {
    const write = () => lookUp(world, trips, () => transact(world, node, writing, answered));
    node.main.serve(drawn(world, half), () => {
      // Embedded, while the brain is read where it is not there.
      let left = 2;
      const meet = () => {
        left -= 1;
        if (left === 0) node.main.serve(drawn(world, half), write);
      };
      node.workers.serve(drawn(world, demand.workerSeconds), meet);
      findBrain(world, node, user, meet);
    });
  };
  askSomeNode(world, user, run, done);
}

export function record(world: World, user: number, done: Done): void {
  const { record: demand, measured } = world.costs;
  const writing = { trips: RECORD_TRIPS, seconds: demand.databaseSeconds, row: null };
  const trips = measured.roundTrips.record - RECORD_TRIPS;
  sent(world, demand.bytes);
  const run = (node: SimulatedNode, answered: () => void) =>
    node.main.serve(drawn(world, demand.mainSeconds), () => {
      node.workers.serve(drawn(world, demand.workerSeconds), () => {}, true);
      const write = () =>
        transact(world, node, writing, () => {
          answered();
          embed(world, node);
        });
      lookUp(world, trips, write);
    });
  askSomeNode(world, user, run, done);
}

/** The packet of a record: behind all that somebody waits for. */
function embed(world: World, node: SimulatedNode): void {
  const { embedding } = world.costs;
  const writing = { trips: RECORD_TRIPS, seconds: embedding.databaseSeconds, row: null };
  sent(world, embedding.bytes);
  const embedded = () =>
    node.main.serve(drawn(world, embedding.mainSeconds), () => transact(world, node, writing, () => {}));
  node.workers.serve(drawn(world, embedding.workerSeconds), embedded, true);
}

/** What a call waits for beside its transaction: it looks for what it needs, one thing after another. */
function lookUp({ events, machines }: World, trips: number, found: () => void): void {
  events.after((Math.max(0, trips) * machines.roundTripMs) / 1_000, found);
}
