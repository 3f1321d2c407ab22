// bun run bench:scaling -- [options]: what so many users need, by arithmetic and by simulation, from measured costs.
import { TURN_SHARES } from "../../../src/storage/postgres/writes/count-account-turn.ts";
import { readOptions, refuseOptions } from "../read-options.ts";
import { RETRIEVAL_MODES } from "../rest-client.ts";
import type { Table } from "../suite/part.ts";
import { formatTable } from "../suite/print-table.ts";
import { MACHINES, type Machines, PEOPLE, type People } from "./assumptions.ts";
import { createCostModel } from "./cost-model.ts";
import { planCapacity } from "./plan-capacity.ts";
import { MEASURED_FILE, readMeasured } from "./read-measured.ts";
import { planTable, stretchesTable, timesTable, usesTable } from "./scaling-report.ts";
import { BUSY, ORDEALS, type Ordeal, SIZES, SLICED, SLICES, STRETCHES } from "./scenarios.ts";
import { type Happening, type Outcome, simulate } from "./simulate.ts";
import { type Deployment, sliceOf } from "./slice-of.ts";

const PARTS = ["plan", "sizes", "ordeals", "slice", "one"] as const;
const SECONDS = 1_800;

const HELP = `What so many users need in nodes, memory, database and network: by arithmetic, and by a simulation with seeded
arrivals. No service runs: the costs are those that "bun run bench -- --only capacity" measured on one machine.

  bun run bench:scaling -- [options]

  --only LIST             parts with commas between them: plan (1,000, 100,000 and 10 million users by arithmetic),
                          sizes (the same, simulated), ordeals (a node is lost, comes back, joins; no affinity; a cold
                          start; others), slice (a part beside the whole), one (what the options below say)
  --measured FILE         JSON of the benchmark (the committed one)
  --seed N                what is drawn (1)
  --seconds N             of the busiest hour that are counted, after a quarter of an hour (${SECONDS})
  --hours N               of the day before, the last the busiest, in place of a quarter of an hour

of the users, for plan and one:
  --users N               (${PEOPLE.users})
  --active-share X        who begin a session in the busiest hour (${PEOPLE.activeShare})
  --turns N               of a session, on average (${PEOPLE.turnsASession})
  --pause-s N             between turns, on average (${PEOPLE.pauseSeconds})
  --model-s N             that the caller's own model takes (${PEOPLE.modelSeconds})
  --packets N             of a brain, on average (${PEOPLE.packetsMean})
  --packets-spread X      deviation of their logarithm (${PEOPLE.packetsSpread})
  --growth N              packets that a brain gains in a month (${PEOPLE.growthAMonth})
  --mode MODE             ${RETRIEVAL_MODES.join(" or ")} (${PEOPLE.mode})
  --accounts N            among which users are spread (${PEOPLE.accounts})
  --limited               their plans limit turns: an account's are counted on one row, not in ${TURN_SHARES} parts

of the machines, for one:
  --nodes N               (${MACHINES.nodes})
  --node-cores N          (${MACHINES.nodeCores})
  --memory-mib N          for brains, of each node (${MACHINES.memoryMib})
  --connections N         of each node (${MACHINES.connections})
  --database-cores N      (${MACHINES.databaseCores})
  --database-memory-gib N (${MACHINES.databaseMemoryGib})
  --page-read-ms X        of a page that the database has not in memory (${MACHINES.pageReadMs})
  --round-trip-ms X       between node and database (${MACHINES.roundTripMs})
  --commit-ms X           what a commit waits for (as measured)
  --no-affinity           a user's requests go to any node
  --lose-at S             a node is lost so many seconds after the beginning
  --back-at S             and is back`;

const number = { type: "string" } as const;
const values = readOptions(HELP, {
  only: { type: "string", default: "plan,sizes,ordeals,slice" },
  measured: { type: "string", default: MEASURED_FILE },
  seed: { type: "string", default: "1" },
  seconds: { type: "string", default: String(SECONDS) },
  hours: number,
  users: number,
  "active-share": number,
  turns: number,
  "pause-s": number,
  "model-s": number,
  packets: number,
  "packets-spread": number,
  growth: number,
  mode: { type: "string", default: PEOPLE.mode },
  accounts: number,
  limited: { type: "boolean", default: false },
  nodes: number,
  "node-cores": number,
  "memory-mib": number,
  connections: number,
  "database-cores": number,
  "database-memory-gib": number,
  "page-read-ms": number,
  "round-trip-ms": number,
  "commit-ms": number,
  "no-affinity": { type: "boolean", default: false },
  "lose-at": number,
  "back-at": number,
});

const chosen = values.only.split(",");
const mode = RETRIEVAL_MODES.find((each) => each === values.mode);
if (mode === undefined || !chosen.every((part) => PARTS.some((each) => each === part))) refuseOptions(HELP);

/** What an option says, else what is assumed. */
function said(text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  const value = Number(text);
  return text !== "" && value >= 0 ? value : refuseOptions(HELP);
}

const people: People = {
  users: said(values.users, PEOPLE.users),
  activeShare: said(values["active-share"], PEOPLE.activeShare),
  turnsASession: said(values.turns, PEOPLE.turnsASession),
  pauseSeconds: said(values["pause-s"], PEOPLE.pauseSeconds),
  modelSeconds: said(values["model-s"], PEOPLE.modelSeconds),
  packetsMean: said(values.packets, PEOPLE.packetsMean),
  packetsSpread: said(values["packets-spread"], PEOPLE.packetsSpread),
  growthAMonth: said(values.growth, PEOPLE.growthAMonth),
  accounts: said(values.accounts, PEOPLE.accounts),
  turnsLimited: values.limited,
  mode,
};

const machines: Machines = {
  nodes: said(values.nodes, MACHINES.nodes),
  nodeCores: said(values["node-cores"], MACHINES.nodeCores),
  memoryMib: said(values["memory-mib"], MACHINES.memoryMib),
  connections: said(values.connections, MACHINES.connections),
  databaseCores: said(values["database-cores"], MACHINES.databaseCores),
  databaseMemoryGib: said(values["database-memory-gib"], MACHINES.databaseMemoryGib),
  pageReadMs: said(values["page-read-ms"], MACHINES.pageReadMs),
  roundTripMs: said(values["round-trip-ms"], MACHINES.roundTripMs),
  commitMs: values["commit-ms"] === undefined ? null : said(values["commit-ms"], 0),
  affinity: !values["no-affinity"],
};

const measured = await readMeasured(values.measured);
const seconds = said(values.seconds, SECONDS);
const seed = said(values.seed, 1);
const hours = values.hours === undefined ? {} : { hours: said(values.hours, 1) };

function run(name: string, deployment: Deployment, ordeal: Omit<Ordeal, "name"> = {}): Outcome {
  const asked = {
    people: { ...deployment.people, ...ordeal.people },
    machines: { ...deployment.machines, ...ordeal.machines },
  };
  const costs = createCostModel(measured.numbers, asked.people.mode);
  const happenings = ordeal.happenings ?? [];
  return simulate({ name, ...asked, costs, seed, seconds, ...hours, happenings, stretches: STRETCHES });
}

/** The sizes, each as the options say of users. */
function plan(): Table[] {
  const plans = SIZES.map(({ people: { users }, machines: theirs }) => {
    const costs = createCostModel(measured.numbers, people.mode);
    return planCapacity({ ...people, users }, theirs, costs);
  });
  return [planTable(plans)];
}

function sizes(): Table[] {
  const outcomes = SIZES.map((each) => run(each.name, sliceOf(each, each.parts)));
  const sliced = SIZES.filter(({ parts }) => parts > 1).map(
    ({ name, parts }) => `${name}: one of ${parts} parts is simulated.`,
  );
  return [timesTable("Three sizes, simulated", outcomes, sliced), usesTable("What they use", outcomes)];
}

function ordeals(): Table[] {
  const outcomes = ORDEALS.map(({ name, ...ordeal }) => run(name, BUSY, ordeal));
  const eventful = outcomes.filter(({ scenario }) => (scenario.happenings ?? []).length > 0);
  const { users } = BUSY.people;
  return [
    timesTable(`What may befall ${users.toLocaleString("en-US")} users on ${BUSY.machines.nodes} nodes`, outcomes),
    usesTable("What they use then", outcomes),
    stretchesTable("Around the moment", eventful),
  ];
}

function slice(): Table[] {
  const outcomes = SLICES.map((parts) =>
    run(parts === 1 ? "the whole" : `one of ${parts} parts`, sliceOf(SLICED, parts)),
  );
  return [timesTable("A slice beside the whole", outcomes), usesTable("What they use, the whole and slices", outcomes)];
}

function one(): Table[] {
  const at = (text: string | undefined, what: "lost" | "back"): Happening[] =>
    text === undefined ? [] : [{ atSeconds: said(text, 0), what, node: 0 }];
  const happenings = [...at(values["lose-at"], "lost"), ...at(values["back-at"], "back")];
  const outcome = run("as the options say", { people, machines }, { happenings });
  const around = happenings.length === 0 ? [] : [stretchesTable("Around ten minutes", [outcome])];
  return [timesTable("One deployment", [outcome]), usesTable("What it uses", [outcome]), ...around];
}

const RUNS: Readonly<Record<(typeof PARTS)[number], () => Table[]>> = { plan, sizes, ordeals, slice, one };

console.log(`Costs measured on ${measured.date}: ${measured.machine}`);
for (const part of PARTS.filter((each) => chosen.includes(each)))
  for (const table of RUNS[part]()) console.log(`\n${formatTable(table)}`);
