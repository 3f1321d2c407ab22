// Part "changes": what a large brain costs others while it is read in, and its own user after each kind of change to it.
import { latenciesOf } from "../percentiles.ts";
import { RETRIEVAL_MODES } from "../rest-client.ts";
import { type RunningExecutable, withExecutable } from "../start-executable.ts";
import { type Caller, createCaller, timesDuring } from "./calls.ts";
import { type Bench, median, type PartReport, type Table } from "./part.ts";

/** Between two calls of somebody else. */
const PAUSE_MS = 2;
/** Before each question, so that the end of the change itself is not measured with it. */
const REST_MS = 50;
const NOBODY = "nobody";

type Change = (round: number) => Promise<unknown>;

type Row = Table["rows"][number];

export async function measureChanges(bench: Bench): Promise<PartReport> {
  const { executable, sizedBrains, scale } = bench;
  const { dataDir, userOf } = await sizedBrains();
  const packets = scale.sizes.at(-1)!;
  const reading: Row[] = [];
  const changed: Row[] = [];
  for (const mode of RETRIEVAL_MODES) {
    await withExecutable({ executable, dataDir, modelDir: null }, async (rest, running) => {
      await rest.changeSettings({ retrieval_mode: mode });
      const user = userOf(packets);
      const { caller, ask } = await warmedUp(bench, running);
      reading.push({ mode, packets, "at the start": "no", ...(await othersDuring(caller, ask(user))) });
      for (const [what, change] of Object.entries(changesOf(caller, user, mode))) {
        const times = await timesAfter(change, scale.changes, () => ask(user));
        changed.push({
          mode,
          packets,
          "prepare after": what,
          "p50 ms": median(times),
          "longest ms": Math.max(...times),
        });
      }
    });
    const warmed = { executable, dataDir, modelDir: null, environment: { MEMORYD_WARM_BRAINS: "16" } };
    await withExecutable(warmed, async (_rest, running) => {
      const { caller, ask } = await warmedUp(bench, running);
      reading.push({ mode, packets, "at the start": "yes", ...(await othersDuring(caller, ask(userOf(packets)))) });
    });
  }
  return { tables: tablesOf(reading, changed), goals: [] };
}

/** The first questions run code that is not compiled yet. */
async function warmedUp(bench: Bench, running: RunningExecutable) {
  const caller = createCaller(running);
  const ask = asking(bench, caller);
  for (let at = 0; at < bench.scale.changes; at++) await ask(NOBODY);
  return { caller, ask };
}

/** Asks another question each time, and says how many ms the answer took. */
function asking({ inputs }: Bench, caller: Caller): (user: string) => Promise<number> {
  let asked = 0;
  return (user) => caller.time("POST", "/prepare", user, { input: inputs.fresh(asked++) });
}

/** What others wait while a question is answered. */
async function othersDuring(caller: Caller, question: Promise<number>): Promise<Row> {
  const others = await timesDuring(question, PAUSE_MS, () => caller.time("GET", "/livez", null));
  const { p50Ms, p95Ms } = latenciesOf(others);
  return {
    "first prepare ms": await question,
    calls: others.length,
    "p50 ms": p50Ms,
    "p95 ms": p95Ms,
    "longest ms": Math.max(...others),
  };
}

/** Of a question a moment after each change, in ms. */
async function timesAfter(change: Change, rounds: number, ask: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await change(round);
    await Bun.sleep(REST_MS);
    times.push(await ask());
  }
  return times;
}

function tablesOf(reading: readonly Row[], changed: readonly Row[]): Table[] {
  return [
    {
      title: "Others while a brain is read into memory",
      rows: reading,
      notes: [
        `Calls of /livez, ${PAUSE_MS} ms between, during the first question to the brain since the start.`,
        "At the start: whether the start had read the brain in by itself, as it does with those of 5,000 packets and more.",
      ],
    },
    {
      title: "Prepare after a change",
      rows: changed,
      notes: [
        `${REST_MS} ms after it; a name is confirmed by its second statement, which raises what the first one said.`,
      ],
    },
  ];
}

/** Each is acknowledged before the question that follows. */
function changesOf(caller: Caller, user: string, mode: string): Readonly<Record<string, Change>> {
  const record = async (input: string) => {
    const { turn_token } = await caller.json<{ turn_token: string }>("POST", "/prepare", user, { input });
    await caller.json("POST", "/record", user, { turn_token, answer: "Noted." });
  };
  return {
    nothing: async () => {},
    "a record": (round) => record(`The ${mode} boiler was repaired, for the ${round}th time.`),
    "a removed memory": async () => {
      const { items } = await caller.json<{ items: { id: string }[] }>("GET", "/memory?limit=2", user);
      await caller.json("DELETE", `/memory/${items.at(-1)!.id}`, user);
    },
    "a confirmed name": async (round) => {
      for (let time = 0; time < 2; time++) await record(`My name is ${nameOf(mode, round)}.`);
    },
    "a reworded lesson": async (round) => {
      const { id } = await caller.json<{ id: string }>("POST", "/lessons", user, { text: `Answer ${mode} ${round}.` });
      await caller.json("PATCH", `/lessons/${id}`, user, { text: `Answer in ${round} words, in ${mode} mode.` });
    },
  };
}

function nameOf(mode: string, round: number): string {
  const start = mode === "cosine" ? "Ma" : "Te";
  return `${start}${["lina", "rian", "vio", "sara", "dor", "nela", "tis", "rek", "mira", "lou"][round % 10]}`;
}
