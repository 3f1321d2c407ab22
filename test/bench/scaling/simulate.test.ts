import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { TURN_SHARES } from "../../../src/storage/postgres/writes/count-account-turn.ts";
import { MACHINES, PEOPLE } from "./assumptions.ts";
import { createCostModel } from "./cost-model.ts";
import { planCapacity } from "./plan-capacity.ts";
import { MEASURED_FILE, readMeasured } from "./read-measured.ts";
import { type Outcome, type Scenario, simulate } from "./simulate.ts";
import { sliceOf } from "./slice-of.ts";

// Each test is a second of work, on a machine that may be busy.
setDefaultTimeout(120_000);

const { numbers } = await readMeasured(MEASURED_FILE);
const costs = createCostModel(numbers, "hybrid");

/** Users enough that nodes have something to do, and brains small enough that a test is over soon. */
const people = {
  ...PEOPLE,
  ...{ users: 40_000, activeShare: 0.5, packetsMean: 200, accounts: 4 },
  ...{ pauseSeconds: 15, modelSeconds: 2 },
};
const machines = { ...MACHINES, nodes: 4, nodeCores: 2, memoryMib: 512, databaseCores: 4 };
const scenario: Scenario = { name: "test", people, machines, costs, seed: 1, seconds: 600, hours: 0.25 };

function run(change: Partial<Omit<Scenario, "machines" | "people">> & { machines?: object; people?: object }): Outcome {
  return simulate({
    ...scenario,
    ...change,
    machines: { ...machines, ...change.machines },
    people: { ...people, ...change.people },
  });
}

function coldShare({ stretches: [all] }: Outcome, at = all): number {
  return at!.cold / at!.prepare.count;
}

const meanMs = ({ stretches: [all] }: Outcome) => all!.prepare.meanMs;

describe("a simulation", () => {
  test("gives the same numbers for the same seed, and others for another", () => {
    const told = (outcome: Outcome) =>
      JSON.stringify([
        outcome.nodes,
        outcome.databaseCores,
        outcome.stretches.map(({ prepare }) => [prepare.count, prepare.meanMs]),
      ]);
    expect(told(run({}))).toBe(told(run({})));
    expect(told(run({}))).not.toBe(told(run({ seed: 2 })));
  });

  test("counts as many turns as sessions were assumed to have", () => {
    const {
      stretches: [all],
    } = run({ seconds: 1_200, hours: 0.5 });
    const expected = ((people.users * people.activeShare) / 3_600) * people.turnsASession * 1_200;
    expect(all!.prepare.count / expected).toBeWithin(0.95, 1.05);
    expect(all!.record.count / all!.prepare.count).toBeWithin(0.98, 1.02);
  });

  test("lets users wait longer on half as many nodes", () => {
    const [whole, half] = [run({}), run({ machines: { nodes: 2 } })];
    expect(meanMs(half)).toBeGreaterThan(1.1 * meanMs(whole));
    expect(half.nodes[0]!.workers.busy).toBeGreaterThan(1.7 * whole.nodes[0]!.workers.busy);
  });

  test("finds more cold brains without affinity, and asks the database for more", () => {
    const [own, any] = [run({}), run({ machines: { affinity: false } })];
    expect(coldShare(any)).toBeGreaterThan(1.5 * coldShare(own));
    expect(any.stretches[0]!.bytes).toBeGreaterThan(own.stretches[0]!.bytes);
  });

  test("finds no cold brain where there is room for all", () => {
    expect(coldShare(run({ people: { users: 500 } }))).toBe(0);
  });

  test("waits for a limited account's row as a queue of one server does", () => {
    const { accountRow } = run({
      people: { accounts: 1, turnsLimited: true },
      machines: { commitMs: 10, connections: 200, nodes: 16, databaseCores: 16 },
    });
    const { busy, waitSeconds, served } = accountRow;
    const holdSeconds = (busy * 600) / served;
    // A little more than that: the node's main thread has other work too.
    expect(1_000 * holdSeconds).toBeWithin(10 + machines.roundTripMs, 11 + machines.roundTripMs);
    expect(busy).toBeWithin(0.42, 0.52);
    expect(waitSeconds / ((busy * holdSeconds) / (2 * (1 - busy)))).toBeWithin(0.85, 1.15);
  });

  test("spreads the turns of an account that no plan limits evenly over its rows", () => {
    const [limited, spread] = [true, false].map((turnsLimited) =>
      run({ people: { accounts: 1, turnsLimited }, machines: { commitMs: 10, connections: 40 } }),
    );
    const [one, busiest] = [limited!.accountRow, spread!.accountRow];
    expect((TURN_SHARES * busiest.served) / one.served).toBeWithin(1, 1.2);
    expect(busiest.waitSeconds).toBeLessThan(one.waitSeconds / 5);
    expect(meanMs(spread!)).toBeLessThan(meanMs(limited!));
  });

  test("a network that is slower by so much is waited for once for each round trip", () => {
    const near = run({ machines: { roundTripMs: 0 } }).stretches[0]!;
    const far = run({ machines: { roundTripMs: 4, connections: 40 } }).stretches[0]!;
    const trips = (far.record.percentileMs(0.5) - near.record.percentileMs(0.5)) / 4;
    expect(trips).toBeWithin(numbers.roundTrips.record - 0.5, numbers.roundTrips.record + 0.5);
  });
});

describe("what befalls a deployment", () => {
  const stretches = [
    { name: "before", from: 240, to: 300 },
    { name: "after", from: 300, to: 360 },
    { name: "later", from: 540, to: 600 },
  ];

  test("a lost node's users find cold brains elsewhere for a while, and no request is lost", () => {
    const outcome = run({ stretches, happenings: [{ atSeconds: 300, what: "lost", node: 0 }] });
    const [, before, after, later] = outcome.stretches;
    expect(coldShare(outcome, after)).toBeGreaterThan(1.3 * coldShare(outcome, before));
    expect(coldShare(outcome, later)).toBeLessThan(coldShare(outcome, after));
    expect(outcome.nodes[0]!.brains).toBe(0);
    const [all] = outcome.stretches;
    expect(all!.prepare.count / run({}).stretches[0]!.prepare.count).toBeWithin(0.97, 1.03);
  });

  test("one that is back has its users again, and one that joins has some of all", () => {
    const back = run({
      happenings: [
        { atSeconds: 60, what: "lost", node: 0 },
        { atSeconds: 120, what: "back", node: 0 },
      ],
    });
    expect(back.nodes[0]!.brains).toBeGreaterThan(0);
    const joined = run({ happenings: [{ atSeconds: 60, what: "joins", node: 4 }] });
    expect(joined.nodes).toHaveLength(5);
    expect(joined.nodes[4]!.brains).toBeGreaterThan(0);
  });

  test("where all start cold the first minute is the worst", () => {
    const outcome = run({ stretches, happenings: [{ atSeconds: 300, what: "all cold" }] });
    const [, before, after, later] = outcome.stretches;
    for (const other of [before, later]) {
      expect(coldShare(outcome, after)).toBeGreaterThan(1.3 * coldShare(outcome, other));
      expect(after!.bytes).toBeGreaterThan(other!.bytes);
    }
  });
});

describe("a slice", () => {
  test("gives what the whole gives", () => {
    const whole = run({});
    const slice = simulate({ ...scenario, ...sliceOf({ people, machines }, 2) });
    expect(meanMs(slice) / meanMs(whole)).toBeWithin(0.95, 1.05);
    expect(coldShare(slice) / coldShare(whole)).toBeWithin(0.9, 1.1);
    expect(slice.databaseCores.busy / whole.databaseCores.busy).toBeWithin(0.45, 0.55);
  });

  test("leaves no part of a node, nor of an account", () => {
    expect(() => sliceOf({ people, machines }, 8)).toThrow("4 accounts");
    expect(() => sliceOf({ people: { ...people, accounts: 8 }, machines }, 8)).toThrow("4 nodes");
  });
});

describe("arithmetic", () => {
  test("asks for what the simulation uses", () => {
    const plan = planCapacity(people, machines, costs);
    const { nodes, databaseCores } = run({ machines: { memoryMib: 64 } });
    const mains = nodes.reduce((sum, { main }) => sum + main.busy, 0);
    expect(plan.turnsASecond).toBeCloseTo(44.4, 1);
    expect(Math.ceil(mains / 0.6)).toBe(plan.nodes.byMainThread);
    expect(databaseCores.busy / 0.6).toBeWithin(plan.databaseCores - 1.2, plan.databaseCores);
  });

  test("ten times the users need ten times the turns and the disk", () => {
    const [small, large] = [1, 10].map((times) => planCapacity({ ...people, users: times * 40_000 }, machines, costs));
    expect(large!.turnsASecond / small!.turnsASecond).toBeCloseTo(10, 5);
    expect(large!.diskBytes / small!.diskBytes).toBeCloseTo(10, 5);
    expect(large!.nodesNeeded).toBeGreaterThan(small!.nodesNeeded);
  });

  test("an account counts as many turns as its rows do, and one that a plan limits as many as one row", () => {
    const [limited, spread] = [true, false].map(
      (turnsLimited) => planCapacity({ ...people, turnsLimited }, machines, costs).accountRowsASecond,
    );
    expect(limited!.most).toBeCloseTo(1_000 / (machines.roundTripMs + numbers.commitMs), 5);
    expect(limited!.asMeasured).toBeLessThan(limited!.most);
    for (const by of ["most", "asMeasured"] as const) expect(spread![by] / limited![by]).toBeCloseTo(TURN_SHARES, 5);
  });
});

describe("costs", () => {
  test("lie on a line between the sizes that were measured, and go on beyond them", () => {
    const sizes = numbers.turns
      .filter(({ mode }) => mode === "hybrid")
      .map(({ packets, memoryBytes }) => ({ packets, memoryBytes }));
    for (const { packets, memoryBytes } of sizes) expect(costs.brainBytes(packets)).toBeCloseTo(memoryBytes, 0);
    const [, middle, large] = sizes;
    const between = (middle!.packets + large!.packets) / 2;
    expect(costs.brainBytes(between)).toBeCloseTo((middle!.memoryBytes + large!.memoryBytes) / 2, 0);
    expect(costs.brainBytes(2 * large!.packets)).toBeGreaterThan(1.8 * large!.memoryBytes);
    expect(costs.coldRead(0).bytes).toBe(0);
  });

  test("of a mode that was not measured there are none", () => {
    expect(() => createCostModel({ ...numbers, turns: [] }, "cosine")).toThrow("two sizes");
  });
});
