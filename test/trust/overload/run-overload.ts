// Finds the rate that the executable serves, offers it a multiple of that, and watches it meanwhile and afterwards.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { percentile } from "../../bench/percentiles.ts";
import { type Executable, startExecutable } from "../start-logged.ts";
import type { Load, LoadReport } from "./offer-load.ts";

export interface OverloadOptions {
  readonly executable: string;
  /** An empty one. */
  readonly folder: string;
  readonly kind: Load["kind"];
  readonly times: number;
  readonly seconds: number;
  /** How long the rate is looked for. */
  readonly measureSeconds: number;
}

export interface OverloadResult {
  readonly kind: Load["kind"];
  readonly servablePerSecond: number;
  readonly load: LoadReport;
  /** `/livez` while the load lasts, ms. */
  readonly livezP50Ms: number;
  readonly livezMostMs: number;
  /** Turns of another account while the load lasts: answered, and asked for. */
  readonly othersServed: number;
  readonly othersAsked: number;
  /** Resident memory, MiB: before, and the most ever. */
  readonly rssBeforeMib: number;
  readonly rssPeakMib: number;
  /** p50 of a turn of the other account before the load, and the seconds after its end until it is back to twice that. */
  readonly quietP50Ms: number;
  readonly recoveryS: number;
}

export interface Check {
  readonly what: string;
  readonly isKept: boolean;
}

const CLIENTS = 32;
const TOKENS_MAX = 2_000;
const LIVEZ_EVERY_MS = 100;
const OTHERS_EVERY_MS = 500;
const QUIET_CALLS = 20;
const RECOVERED_CALLS = 5;
const RECOVERY_MAX_S = 2;
const GIVE_UP_S = 60;
/** Beside what it holds when it is idle: queues, bodies and answers under way. */
export const GROWTH_MIB_MAX = 400;

export async function runOverload(options: OverloadOptions): Promise<OverloadResult> {
  const service = await startExecutable({
    executable: options.executable,
    dataDir: join(options.folder, "data"),
    logFile: join(options.folder, "memoryd.log"),
    flags: ["--log-level", "error"],
  });
  try {
    return await flood(options, service);
  } finally {
    await service.stop();
  }
}

async function flood(options: OverloadOptions, service: Executable): Promise<OverloadResult> {
  const { kind } = options;
  const other = await otherAccountKey(options.executable, service);
  const call = callsOf(service.url);
  const tokens = kind === "record" ? await prepareTokens(call, service.adminKey) : [];
  const quiet = await timesOf(QUIET_CALLS, () => turnOf(call, other));
  const quietP50Ms = p50(quiet);
  const servablePerSecond = await servableRate(options, call, service.adminKey, tokens);
  const rssBeforeMib = memoryMib(service.pid, "VmRSS");
  const load = { url: service.url, key: service.adminKey, kind, seconds: options.seconds, tokens };
  const offered = offerFromOutside({ ...load, perSecond: servablePerSecond * options.times });
  const watched = await watch(call, other, service.url, offered.sending);
  const loadEnd = performance.now();
  const recoveryS = await recovery(call, other, 2 * quietP50Ms, loadEnd);
  const report = await offered.report;
  return {
    kind,
    servablePerSecond,
    load: report,
    ...watched,
    rssBeforeMib,
    rssPeakMib: memoryMib(service.pid, "VmHWM"),
    quietP50Ms,
    recoveryS,
  };
}

export function checksOf(result: OverloadResult): Check[] {
  const { load } = result;
  const others = ["200", "503"];
  const odd = Object.keys(load.byStatus).filter((status) => !others.includes(status));
  return [
    { what: "every request is answered, with 200 or 503", isKept: odd.length === 0 },
    { what: "every refusal says when to come again", isKept: load.refusedWithoutRetryAfter === 0 },
    { what: "there are refusals: it was more than can be served", isKept: (load.byStatus["503"] ?? 0) > 0 },
    { what: "all turns of another account are served", isKept: result.othersServed === result.othersAsked },
    {
      what: `memory grows by at most ${GROWTH_MIB_MAX} MiB`,
      isKept: result.rssPeakMib - result.rssBeforeMib <= GROWTH_MIB_MAX,
    },
    { what: `it recovers within ${RECOVERY_MAX_S} s`, isKept: result.recoveryS <= RECOVERY_MAX_S },
  ];
}

type Call = (key: string, path: string, body?: object) => Promise<{ status: number; body: Record<string, unknown> }>;

function callsOf(url: string): Call {
  return async (key, path, body) => {
    const headers = { "X-API-Key": key, "X-Memory-User": "ada", "Content-Type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(url + path, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
}

async function otherAccountKey(executable: string, { dataDir, url, adminKey }: Executable): Promise<string> {
  await callsOf(url)(adminKey, "/admin/accounts", { name: "other" });
  const named = ["--name", "other", "--scope", "agent", "--account", "other", "--data-dir", dataDir, "--json"];
  const made = Bun.spawn([executable, "keys", "create", ...named], { stdout: "pipe" });
  return ((await made.stdout.json()) as { key: string }).key;
}

let asked = 0;

async function turnOf(call: Call, key: string): Promise<boolean> {
  const { status } = await call(key, "/prepare", { input: `How are you today, the ${++asked}th time?` });
  return status === 200;
}

async function prepareTokens(call: Call, key: string): Promise<string[]> {
  const made: string[] = [];
  const worker = async () => {
    while (made.length < TOKENS_MAX) {
      const { body } = await call(key, "/prepare", { input: "The same every time." });
      if (typeof body.turn_token === "string") made.push(body.turn_token);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, worker));
  return made;
}

/** By as many clients as keep it busy, each sending the next when the last is answered. */
async function servableRate(
  { kind, measureSeconds }: OverloadOptions,
  call: Call,
  key: string,
  tokens: readonly string[],
): Promise<number> {
  const end = performance.now() + measureSeconds * 1_000;
  let done = 0;
  const client = async (_: unknown, at: number) => {
    for (let number = at; performance.now() < end; number += CLIENTS) {
      const text = `Measured ${number}: what grows in bed ${number % 97}?`;
      const turn = { turn_token: tokens[number % tokens.length], answer: "It grows well." };
      const body = kind === "record" ? turn : kind === "prepare" ? { input: text } : { query: text };
      const { status } = await call(key, `/${kind}`, body);
      if (status === 200) done++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return Math.max(1, Math.round(done / measureSeconds));
}

function offerFromOutside(load: Load): { readonly sending: Promise<void>; readonly report: Promise<LoadReport> } {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "offer-load.ts")], {
    stdin: new TextEncoder().encode(JSON.stringify(load)),
    stdout: "pipe",
    stderr: "inherit",
    // Otherwise the client holds back what goes beyond 256 at once.
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: "65000" },
  });
  return { sending: Bun.sleep(load.seconds * 1_000), report: child.stdout.json() as Promise<LoadReport> };
}

async function watch(call: Call, other: string, url: string, until: Promise<void>) {
  let isOver = false;
  const end = until.then(() => {
    isOver = true;
  });
  const livez: number[] = [];
  const asking = { served: 0, asked: 0 };
  const looking = (async () => {
    while (!isOver) {
      const begun = performance.now();
      await (await fetch(`${url}/livez`)).arrayBuffer();
      livez.push(performance.now() - begun);
      await Bun.sleep(LIVEZ_EVERY_MS);
    }
  })();
  const turning = (async () => {
    while (!isOver) {
      asking.asked++;
      if (await turnOf(call, other)) asking.served++;
      await Bun.sleep(OTHERS_EVERY_MS);
    }
  })();
  await end;
  const mostMs = () => Math.max(...livez);
  await Promise.all([looking, turning]);
  return { livezP50Ms: p50(livez), livezMostMs: mostMs(), othersServed: asking.served, othersAsked: asking.asked };
}

/** Seconds from the end of the load until so many turns in a row were as fast as wanted, the first of them counting. */
async function recovery(call: Call, key: string, wantedMs: number, loadEnd: number): Promise<number> {
  for (;;) {
    const begun = performance.now();
    const times = await timesOf(RECOVERED_CALLS, () => turnOf(call, key));
    if (p50(times) <= wantedMs) return (begun - loadEnd) / 1_000;
    if (begun - loadEnd > GIVE_UP_S * 1_000) return Number.POSITIVE_INFINITY;
  }
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let each = 0; each < count; each++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times;
}

function p50(times: readonly number[]): number {
  return percentile(
    times.toSorted((a, b) => a - b),
    0.5,
  );
}

function memoryMib(pid: number, field: "VmRSS" | "VmHWM"): number {
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kibibytes) / 1_024;
}
