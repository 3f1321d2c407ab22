// What a turn costs: a warm question, its record, the embedding afterwards, and the first question to a brain.
import { RETRIEVAL_MODES, type RetrievalMode } from "../rest-client.ts";
import type { Bench } from "../suite/part.ts";
import type { BrainSeed } from "../suite/seed-brains.ts";
import { TOPICS } from "../suite/seed-texts.ts";
import { type Costs, divided, plus } from "./costs.ts";
import type { TurnCosts } from "./measured.ts";
import { type MeasuredNode, type NodePlace, watchIdle, withMeasuredNode } from "./measured-node.ts";

const WARMER = "warmer";
const WARMER_PACKETS = 200;
const WARMER_TURNS = 30;
/** Small brains are many, so that what one costs can be told from the noise. */
const PACKETS_OF_A_SIZE = 5_000;
const BRAINS_MOST = 20;
const DRAIN_POLL_MS = 200;
/** After a record, so that its packet is embedded by itself: between turns of people there is more. */
export const ALONE_MS = 60;

/** A node, as far as it answers. */
export type Asked = Pick<MeasuredNode, "caller">;

interface Turn {
  readonly user: string;
  readonly token: string;
}

/** Each mode has brains of its own: what is recorded in one makes them larger. */
export function usersOf(mode: RetrievalMode, packets: number): string[] {
  const count = Math.max(2, Math.min(BRAINS_MOST, Math.ceil(PACKETS_OF_A_SIZE / packets)));
  return Array.from({ length: count }, (_, at) => `${mode}-${packets}-${at}`);
}

export function seedsOf(sizes: readonly number[]): BrainSeed[] {
  const sized = sizes.flatMap((packets) =>
    RETRIEVAL_MODES.flatMap((mode) => usersOf(mode, packets).map((user) => ({ user, packets }))),
  );
  return [{ user: WARMER, packets: WARMER_PACKETS }, ...sized];
}

export interface MeasuredTurns {
  readonly turns: readonly TurnCosts[];
  readonly idleASecond: Costs;
}

/** Each mode on a node of its own, whose brains nobody has asked before. */
export async function measureTurns(bench: Bench, place: NodePlace): Promise<MeasuredTurns> {
  const turns: TurnCosts[] = [];
  const idle: Costs[] = [];
  for (const mode of RETRIEVAL_MODES) {
    await withMeasuredNode(place, async (node) => {
      await node.rest.changeSettings({ retrieval_mode: mode });
      await warmUp(bench, node);
      await drained(node);
      idle.push(await watchIdle(node, bench.scale.idleSeconds));
      turns.push(...(await measureSizes(bench, node, mode)));
    });
  }
  const idleASecond = divided(
    idle.reduce((sum, each) => plus(sum, each)),
    idle.length,
  );
  return { turns, idleASecond };
}

/** Code is compiled by the turns of somebody who is not counted. */
export async function warmUp(bench: Bench, node: Asked): Promise<void> {
  for (let at = 0; at < Math.min(WARMER_TURNS, bench.scale.questions); at++) {
    await record(bench, node, WARMER, await prepare(bench, node, WARMER, at));
    await Bun.sleep(ALONE_MS);
  }
}

async function measureSizes(bench: Bench, node: MeasuredNode, mode: RetrievalMode): Promise<TurnCosts[]> {
  const firsts: Pick<TurnCosts, "packets" | "first" | "memoryBytes">[] = [];
  for (const packets of bench.scale.brainSizes) {
    const users = usersOf(mode, packets);
    const before = await brainsBytes(node);
    const first = await callCosts(node, users, (user, at) => prepare(bench, node, user, at));
    const memoryBytes = ((await brainsBytes(node)) - before) / users.length;
    firsts.push({ packets, first: first.costs, memoryBytes });
  }
  const rows: TurnCosts[] = [];
  for (const { packets, ...first } of firsts)
    rows.push({ mode, packets, ...(await warm(bench, node, mode, packets)), ...first });
  return rows;
}

async function warm(bench: Bench, node: MeasuredNode, mode: RetrievalMode, packets: number) {
  const users = usersOf(mode, packets);
  const asked = Array.from({ length: bench.scale.questions }, (_, at) => users[at % users.length]!);
  const prepared = await callCosts(node, asked, (user, at) => prepare(bench, node, user, at));
  const turns = prepared.answers.map((token, at) => ({ user: asked[at]!, token }));
  const alone = turns.splice(0, Math.ceil(turns.length / 2));
  const recorded = await inRow(bench, node, turns);
  const whole = await node.costsOf(async () => {
    for (const { user, token } of alone) {
      await record(bench, node, user, token);
      await Bun.sleep(ALONE_MS);
    }
    await drained(node);
  });
  const embedding = plus(divided(whole, alone.length), recorded, -1);
  return { prepare: prepared.costs, record: recorded, embedding };
}

/** Records that follow each other at once: their embeddings wait, but for some that begin between two. */
async function inRow(bench: Bench, node: MeasuredNode, turns: readonly Turn[]): Promise<Costs> {
  const { costs } = await callCosts(node, turns, ({ user, token }) => record(bench, node, user, token));
  const left = await countPending(node);
  const later = divided(await node.costsOf(() => drained(node)), Math.max(1, left));
  return plus(costs, later, -(turns.length - left) / turns.length);
}

/** Of one call, when they come one after another. */
async function callCosts<J, R>(
  node: MeasuredNode,
  jobs: readonly J[],
  call: (job: J, at: number) => Promise<R>,
): Promise<{ costs: Costs; answers: R[] }> {
  const answers: R[] = [];
  const all = await node.costsOf(async () => {
    for (const [at, job] of jobs.entries()) answers.push(await call(job, at));
  });
  return { costs: divided(all, jobs.length), answers };
}

export async function prepare({ inputs }: Bench, { caller }: Asked, user: string, at: number): Promise<string> {
  const body = { input: inputs.fresh(at) };
  return (await caller.json<{ turn_token: string }>("POST", "/prepare", user, body)).turn_token;
}

export async function record({ maker }: Bench, { caller }: Asked, user: string, token: string): Promise<void> {
  const { answer } = maker.turn(maker.random.integer(TOPICS));
  await caller.time("POST", "/record", user, { turn_token: token, answer });
}

async function countPending({ sql }: MeasuredNode): Promise<number> {
  const [row] = await sql`SELECT count(*)::int AS n FROM pending_embeddings`;
  return row.n;
}

/** Seldom looked at: a look costs the database something too. */
export async function drained(node: MeasuredNode): Promise<void> {
  while ((await countPending(node)) > 0) await Bun.sleep(DRAIN_POLL_MS);
}

/** What the service says that vectors and words of brains hold. */
async function brainsBytes({ caller }: MeasuredNode): Promise<number> {
  const shown = (await caller.text("/prometheus")).matchAll(/^memoryd_(?:vectors|words)_bytes (\S+)$/gm);
  return [...shown].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}
