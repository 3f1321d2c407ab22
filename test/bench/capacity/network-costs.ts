// What a way to the database costs: how often a turn waits for it, and what turns that count on one row wait for.
import { SQL } from "bun";
import { type ExecutableOptions, withExecutable } from "../start-executable.ts";
import { type Caller, createCaller, inParallel } from "../suite/calls.ts";
import type { MovedData } from "../suite/moved-data.ts";
import { type Bench, median } from "../suite/part.ts";
import { openCountRelay } from "./count-relay.ts";
import type { AccountRow, RoundTrips } from "./measured.ts";
import { type MeasuredNode, type NodePlace, withMeasuredNode } from "./measured-node.ts";
import { ALONE_MS, record } from "./turn-costs.ts";

/** Of a network that is played: long beside what a turn takes without. */
const DELAY_MS = 5;
const PINGS = 20;
/** Lanes enough for all clients: half of the connections take writes. */
const CONNECTIONS = 64;
const CLIENTS = 32;
const ACCOUNTS = 8;

/** Round trip of the way as it is: timers are late, and the loopback takes its own time. */
async function roundTripMs(port: number): Promise<number> {
  const client = new SQL(`postgres://memoryd@127.0.0.1:${port}/postgres`, { max: 1 });
  const times: number[] = [];
  await client`SELECT 1`;
  for (let at = 0; at < PINGS; at++) {
    const startedAt = performance.now();
    await client`SELECT 1`;
    times.push(performance.now() - startedAt);
  }
  await client.close();
  return median(times);
}

/**
 * A near node and a far one, asked by turns: what one takes longer, in round trips. The question is the same, so its
 * embedding is remembered: else the first look-ups would hide behind it, and its own ups and downs would be measured.
 */
export async function measureRoundTrips(
  bench: Bench,
  place: NodePlace,
  users: { readonly near: string; readonly far: string },
): Promise<RoundTrips> {
  const { port } = place.moved.server;
  const relay = openCountRelay(port, DELAY_MS);
  const longerMs = (await roundTripMs(relay.port)) - (await roundTripMs(port));
  relay.close();
  return withMeasuredNode(place, (near) =>
    withMeasuredNode({ ...place, delayMs: DELAY_MS }, async (far) => {
      const ends = [endOf(bench, near, users.near), endOf(bench, far, users.far)] as const;
      const count = Math.ceil(bench.scale.questions / 4);
      // First all questions, as fast as they go: what a request needs of its account is remembered for an instant.
      for (const call of ["prepare", "record"] as const)
        for (let at = 0; at < count; at++)
          for (const end of ends) await (call === "prepare" ? end.prepare() : end.record(at));
      const trips = (call: "prepareMs" | "recordMs") =>
        Math.max(0, (median(ends[1][call]) - median(ends[0][call])) / longerMs);
      return { prepare: trips("prepareMs"), record: trips("recordMs") };
    }),
  );
}

/** A user's turns at one node, and how long they take. */
function endOf(bench: Bench, node: MeasuredNode, user: string) {
  const prepareMs: number[] = [];
  const recordMs: number[] = [];
  const tokens: string[] = [];
  const input = bench.inputs.fresh(0);
  const timed = async (times: number[], call: () => Promise<void>) => {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  };
  return {
    prepareMs,
    recordMs,
    prepare: () =>
      timed(prepareMs, async () => {
        const body = { input };
        const { turn_token: token } = await node.caller.json<{ turn_token: string }>("POST", "/prepare", user, body);
        tokens.push(token);
      }),
    async record(at: number) {
      await timed(recordMs, () => record(bench, node, user, tokens[at]!));
      // Or the embedding and the next record would wait for each other.
      await Bun.sleep(ALONE_MS);
    },
  };
}

/** A plan whose turns are limited, but so that nobody meets the limit: what is measured is how they are counted. */
const LIMITED = "pro";
const LIMITS = {
  MEMORYD_PLAN_PRO_TURNS_PER_MONTH: "1000000000",
  MEMORYD_PLAN_PRO_SUB_BRAINS: "0",
  MEMORYD_PLAN_PRO_REQUESTS_PER_SECOND: "0",
};

/** `/prepare` of users who share an account, and of as many in several, on a far node: the row of the count is waited for. */
export async function measureAccountRow(bench: Bench, moved: MovedData): Promise<AccountRow> {
  const relay = openCountRelay(moved.server.port, DELAY_MS);
  const address = new URL(moved.url);
  address.port = String(relay.port);
  address.search = `connections=${CONNECTIONS}`;
  const node = moved.node(address.href);
  const options = { ...node, environment: { ...node.environment, ...LIMITS } };
  try {
    return await withExecutable(options, async (_rest, running) => {
      const own = createCaller(running);
      const callerOf = async (name: string, plan: "unlimited" | typeof LIMITED) => {
        await own.json("POST", "/admin/accounts", null, { name, plan });
        return createCaller({ url: running.url, adminKey: makeKey(options, moved, name) });
      };
      const limited = await callerOf("limited", LIMITED);
      const others: Caller[] = [];
      for (let at = 0; at < ACCOUNTS; at++) others.push(await callerOf(`account-${at}`, "unlimited"));
      // By turns, and twice: the first round runs code that is not compiled yet.
      const rates = { limited: 0, one: 0, many: 0 };
      for (let round = 0; round < 2; round++) {
        rates.limited = await preparedASecond(bench, [limited]);
        rates.one = await preparedASecond(bench, [own]);
        rates.many = await preparedASecond(bench, others);
      }
      return {
        roundTripMs: await roundTripMs(relay.port),
        ...{ clients: CLIENTS, accounts: ACCOUNTS },
        ...{ limitedASecond: rates.limited, oneAccountASecond: rates.one, manyAccountsASecond: rates.many },
      };
    });
  } finally {
    relay.close();
  }
}

/** The first key of an account is made in the shell. */
function makeKey({ executable, dataDir }: ExecutableOptions, { url }: MovedData, account: string): string {
  const asked = ["keys", "create", "--name", "bench", "--scope", "agent", "--account", account, "--json"];
  const { exitCode, stdout, stderr } = Bun.spawnSync([executable, ...asked, "--data-dir", dataDir], {
    env: { ...process.env, MEMORYD_DATABASE_URL: url },
  });
  if (exitCode !== 0) throw new Error(`no key was made: ${stderr}`);
  return JSON.parse(stdout.toString()).key;
}

/** Over clients of which each has a user of its own. The question is the same: it is embedded once an account. */
async function preparedASecond({ inputs, scale }: Bench, callers: readonly Caller[]): Promise<number> {
  const body = { input: inputs.fresh(0) };
  const ask = (client: number) => callers[client % callers.length]!.time("POST", "/prepare", `client-${client}`, body);
  const clients = Array.from({ length: CLIENTS }, (_, at) => at);
  await inParallel(CLIENTS, clients, ask);
  const jobs = Array.from({ length: Math.ceil(scale.records / 5) }, (_, at) => at);
  const startedAt = performance.now();
  await inParallel(CLIENTS, jobs, (_, client) => ask(client));
  return jobs.length / ((performance.now() - startedAt) / 1_000);
}
