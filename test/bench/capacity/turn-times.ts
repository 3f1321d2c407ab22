// How long a turn takes on the clock, with nothing between the node and its database: a relay would be measured too.
import { latenciesOf } from "../percentiles.ts";
import { RETRIEVAL_MODES, type RetrievalMode } from "../rest-client.ts";
import { withExecutable } from "../start-executable.ts";
import { createCaller } from "../suite/calls.ts";
import type { MovedData } from "../suite/moved-data.ts";
import type { Bench } from "../suite/part.ts";
import type { CallTimes, TurnTimes } from "./measured.ts";
import { type Asked, prepare, record, usersOf, warmUp } from "./turn-costs.ts";

/** Each mode on a node of its own, whose brains nobody has asked before. */
export async function measureTimes(bench: Bench, moved: MovedData): Promise<TurnTimes[]> {
  const all: TurnTimes[] = [];
  for (const mode of RETRIEVAL_MODES) {
    const options = { ...moved.node(), flags: ["--embedding-workers", "1"] };
    await withExecutable(options, async (rest, running) => {
      const node = { caller: createCaller(running) };
      await rest.changeSettings({ retrieval_mode: mode });
      await warmUp(bench, node);
      for (const packets of bench.scale.brainSizes) all.push(await timesOf(bench, node, mode, packets));
    });
  }
  return all;
}

async function timesOf(bench: Bench, node: Asked, mode: RetrievalMode, packets: number): Promise<TurnTimes> {
  const users = usersOf(mode, packets);
  const asked = Array.from({ length: Math.ceil(bench.scale.questions / 4) }, (_, at) => users[at % users.length]!);
  const first = await timed(users, (user, at) => prepare(bench, node, user, at));
  const prepared = await timed(asked, (user, at) => prepare(bench, node, user, at));
  const turns = prepared.answers.map((token, at) => ({ user: asked[at]!, token }));
  const recorded = await timed(turns, ({ user, token }) => record(bench, node, user, token));
  return { mode, packets, first: first.times, prepare: prepared.times, record: recorded.times };
}

async function timed<J, R>(
  jobs: readonly J[],
  call: (job: J, at: number) => Promise<R>,
): Promise<{ times: CallTimes; answers: R[] }> {
  const milliseconds: number[] = [];
  const answers: R[] = [];
  for (const [at, job] of jobs.entries()) {
    const startedAt = performance.now();
    answers.push(await call(job, at));
    milliseconds.push(performance.now() - startedAt);
  }
  const { p50Ms, p95Ms } = latenciesOf(milliseconds);
  return { times: { p50Ms, p95Ms }, answers };
}
