// Runs the executable under clients and an operator for a time, and samples what it holds.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../vectors/seeded-random.ts";
import { type Executable, startExecutable } from "../start-logged.ts";
import { judgeSoak, type Verdict } from "./judge-soak.ts";
import { createSampler, type Sample } from "./sample-process.ts";
import { callAs, newTally, type Tally } from "./soak-caller.ts";
import { createClient } from "./soak-client.ts";
import { createOperator, newAgentKey, writeConfig } from "./soak-operator.ts";

export interface SoakOptions {
  readonly executable: string;
  /** An empty one. */
  readonly folder: string;
  readonly minutes: number;
  readonly warmUpMinutes: number;
  readonly clients: number;
  readonly usersPerClient: number;
  readonly userTurnsMax: number;
  readonly pauseMs: number;
  readonly sampleMs: number;
  readonly choreMs: number;
  readonly memoryMib: number;
  readonly seed: number;
  /** Every so many minutes a learning pass and a backup. */
  readonly nightEveryMinutes: number;
  /** Told after each sample, for whoever watches. */
  readonly onSample: (sample: Sample, tally: Tally) => void;
  /** Asked after each sample: whether it may end before its time. */
  readonly isEnough?: (progress: Pick<SoakResult, "samples" | "chores" | "usersErased">) => boolean;
}

export interface SoakResult {
  readonly verdict: Verdict;
  readonly samples: readonly Sample[];
  readonly tally: Tally;
  readonly chores: Readonly<Record<string, number>>;
  readonly usersErased: number;
  /** The exit code of the service, which is stopped by TERM in the end. */
  readonly exitCode: number | null;
  readonly errorLines: readonly string[];
}

const CORE = "standing";
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { folder } = options;
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, "memoryd.toml");
  writeConfig(configFile, 0);
  const service = await startExecutable({
    executable: options.executable,
    dataDir: join(folder, "data"),
    logFile: join(folder, "memoryd.log"),
    flags: [
      ...["--config", configFile, "--log-level", "warn", "--memory-mib", String(options.memoryMib)],
      ...["--embedding-workers", "1", "--nightly-cron", `*/${options.nightEveryMinutes} * * * *`],
      ...["--backup-cron", `*/${options.nightEveryMinutes} * * * *`, "--backup-keep", "3"],
    ],
  });
  try {
    return await underLoad(options, service, configFile);
  } finally {
    await service.stop();
  }
}

async function underLoad(options: SoakOptions, service: Executable, configFile: string): Promise<SoakResult> {
  const { url, adminKey } = service;
  const tally = newTally();
  const random = seededRandom(options.seed);
  await prepareAccount(url, adminKey, tally);
  const clients = await Promise.all(
    Array.from({ length: options.clients }, async (_, at) => {
      const key = { value: (await newAgentKey(url, tally, adminKey, `client-${at}`)) ?? "" };
      const { usersPerClient: users, userTurnsMax, pauseMs } = options;
      const own = { name: `c${at}`, random: seededRandom(options.seed + at + 1), key, users, userTurnsMax, pauseMs };
      return { key, client: createClient({ url, adminKey, tally, core: CORE, ...own }) };
    }),
  );
  const hangUp = () => service.kill("SIGHUP");
  const operator = createOperator({ url, adminKey, tally, random, clients, configFile, hangUp });
  const samples: Sample[] = [];
  let going = true;
  const enough = Promise.withResolvers<void>();
  const erased = () => clients.reduce((sum, { client }) => sum + client.usersErased, 0);
  const running = clients.map(({ client }) => client.run());
  const chores = repeat(options.choreMs, () => going, operator.nextChore);
  const sampler = createSampler({ ...service, prometheus: () => prometheusOf(url, adminKey) });
  const sampling = repeat(
    options.sampleMs,
    () => going,
    async () => {
      const sample = await sampler.sample();
      samples.push(sample);
      options.onSample(sample, tally);
      if (options.isEnough?.({ samples, chores: operator.done, usersErased: erased() }) === true) enough.resolve();
    },
  );
  try {
    const time = Bun.sleep(options.minutes * MINUTE_MS);
    await Promise.race([time, enough.promise, service.died, ...running, chores, sampling]);
  } finally {
    going = false;
    for (const { client } of clients) client.stop();
    sampler.stop();
  }
  await Promise.all([...running, chores, sampling]);
  const exitCode = await service.stop();
  const errorLines = await errorLinesOf(service.logFile);
  const warmUpS = options.warmUpMinutes * 60;
  const { timings, unexpectedCount } = tally;
  const verdict = judgeSoak({ warmUpS, samples, timings, unexpectedCount, errorLines: errorLines.length });
  return { verdict, samples, tally, chores: operator.done, usersErased: erased(), exitCode, errorLines };
}

/** The words of brains are kept and evicted too, and a core stands that clients use. */
async function prepareAccount(url: string, key: string, tally: Tally): Promise<void> {
  const settings = { method: "PATCH", path: "/admin/settings", key, body: { retrieval_mode: "hybrid" } } as const;
  await callAs(url, tally, "settings", settings);
  const core = { slug: CORE, name: "Standing", context: "You help people with their houses." };
  await callAs(url, tally, "core", { method: "POST", path: "/cores", key, body: core, expect: [201] });
}

async function prometheusOf(url: string, key: string): Promise<string> {
  const answer = await fetch(`${url}/prometheus`, { headers: { "X-API-Key": key } });
  return answer.text();
}

async function repeat(everyMs: number, isGoing: () => boolean, work: () => Promise<void>): Promise<void> {
  while (isGoing()) {
    const begun = performance.now();
    await work();
    for (let left = everyMs - (performance.now() - begun); left > 0 && isGoing(); left -= SECOND_MS) {
      await Bun.sleep(Math.min(left, SECOND_MS));
    }
  }
}

/** Lines of level error (50) and above. */
async function errorLinesOf(file: string): Promise<string[]> {
  const lines = (await Bun.file(file).text()).split("\n");
  return lines.filter((line) => /"level":(5|6)0\b/.test(line) || (line !== "" && !line.startsWith("{")));
}

/** For a person who watches. */
export function sampleLine(sample: Sample, tally: Tally): string {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  const { shown } = sample;
  return [
    `${(sample.atS / 60).toFixed(1)} min`,
    `rss ${mb(sample.rssBytes)} MB (anon ${mb(sample.anonBytes)})`,
    `heap ${mb(shown.nodejs_heap_size_used_bytes ?? 0)}`,
    `fd ${sample.descriptors}`,
    `threads ${sample.threads}`,
    `db ${mb(sample.databaseBytes)}`,
    `wal ${mb(sample.walBytes)}`,
    `brains ${shown.memoryd_brains_in_memory} evicted ${shown.memoryd_brain_evictions_total}`,
    `pending ${shown.memoryd_embeddings_pending}`,
    `calls ${tally.timings.length}`,
    `unexpected ${tally.unexpectedCount}`,
  ].join(" | ");
}

export function writeResult(file: string, machine: string, options: object, result: SoakResult): void {
  const { verdict, samples, tally, ...rest } = result;
  const { unexpected, unexpectedCount } = tally;
  const report = {
    machine,
    options,
    verdict,
    calls: tally.timings.length,
    unexpectedCount,
    unexpected,
    ...rest,
    samples,
  };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
