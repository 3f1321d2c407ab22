// The executable under attack: a model that costs nothing, accounts with every reading of texts on, and each request measured.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeTinyModel } from "../../support/tiny-model.ts";
import { type Executable, startExecutable } from "../start-logged.ts";
import { plainPump } from "./shape-pumps.ts";
import { snapshotOf, timesBetween } from "./thread-times.ts";
import { type PingReport, type Witness, watchLivez } from "./watch-livez.ts";

/** One measured request. */
export interface Sample {
  /** Name of the text's way in. */
  readonly path: string;
  /** UTF-16 units, or bytes of a file. */
  readonly length: number;
  /** The longest that somebody else's /livez waited, without what the machine's others took. */
  readonly stallMs: number;
  /** Of the service's main thread, and of all its workers. */
  readonly mainMs: number;
  readonly workerMs: number;
  readonly wallMs: number;
  /** The longest turn of another account that ended meanwhile; 0 where none did. */
  readonly otherMs: number;
  /** 0: no answer came. */
  readonly status: number;
}

export interface Asked {
  readonly user?: string;
  readonly core?: string;
  /** Sent as JSON; a string or bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly length: number;
}

export type Answer = Record<string, unknown> & { readonly text: string };

export interface AttackedService {
  /** Everything is on: hybrid, redaction of all kinds, gates, the largest memory. */
  readonly rich: Account;
  /** As an account is made. */
  readonly plain: Account;
  readonly dataDir: string;
  readonly url: string;
  samples(): Sample[];
  stop(): Promise<void>;
}

export interface Account {
  readonly key: string;
  /** Measured, under the name of the path. */
  ask(path: string, method: string, target: string, asked: Asked): Promise<Answer>;
}

export interface AttackOptions {
  readonly executable: string;
  /** An empty one, which is emptied again at the end. */
  readonly folder: string;
  /** Whether another account asks for turns meanwhile. */
  readonly withOthers: boolean;
  /** Between two of the witness's pings, ms: they take the machine's time too. */
  readonly pingPauseMs: number;
  /** The model inside instead of one that costs nothing. */
  readonly realModel: boolean;
  readonly flags?: readonly string[];
}

const MEMORY_TOKENS_MAX = 200_000;
export const REMEMBERED_USER = "remembers";
const REMEMBERED_TURNS = 12;
const IDLE_PINGS = 20;

export async function startAttacked(options: AttackOptions): Promise<AttackedService> {
  const { folder, executable } = options;
  mkdirSync(folder, { recursive: true });
  const modelDir = join(folder, "model");
  if (!options.realModel) makeTinyModel(modelDir, { seed: 1 });
  const service = await startExecutable({
    executable,
    dataDir: join(folder, "data"),
    logFile: join(folder, "service.log"),
    flags: [
      ...[
        "--log-level",
        "error",
        "--failed-auth-per-minute",
        "0",
        "--embedding-wait-ms",
        "600000",
        "--nightly-cron",
        "",
        "--learn-after-s",
        "0",
      ],
      ...(options.realModel ? [] : ["--model-dir", modelDir]),
      ...(options.flags ?? []),
    ],
  });
  const [rich, plain, other] = await Promise.all(
    ["rich", "plain", "other"].map((account) => keyOf(executable, service, account)),
  );
  const witness = watchLivez(service.url, service.pid, {
    pauseMs: options.pingPauseMs,
    otherKey: options.withOthers ? other! : "",
  });
  const samples: Sample[] = [];
  const measuring = new Measuring(service, witness, samples);
  await measuring.warm();
  const made = { rich: accountOf(measuring, rich!), plain: accountOf(measuring, plain!) };
  await furnish(made.rich, made.plain);
  samples.length = 0;
  return {
    ...made,
    dataDir: service.dataDir,
    url: service.url,
    samples: () => samples.splice(0),
    async stop() {
      await witness.end();
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

class Measuring {
  /** What one ping costs the main thread. */
  #pingMs = 0;

  constructor(
    readonly service: Executable,
    private readonly witness: Witness,
    private readonly samples: Sample[],
  ) {}

  async warm(): Promise<void> {
    for (let round = 0; round < IDLE_PINGS; round++) await this.witness.report();
    const { pings, mainMs } = await this.#idle();
    this.#pingMs = mainMs / Math.max(1, pings);
  }

  async #idle(): Promise<{ pings: number; mainMs: number }> {
    const { pid } = this.service;
    const before = snapshotOf(pid);
    await Bun.sleep(200);
    const { pings } = await this.witness.report();
    return { pings, mainMs: timesBetween(pid, before, snapshotOf(pid)).mainMs };
  }

  async of(path: string, length: number, request: () => Promise<{ status: number; text: string }>): Promise<Answer> {
    const { pid } = this.service;
    const before = snapshotOf(pid);
    const startedAt = performance.now();
    const { status, text } = await Promise.race([request(), this.service.died]);
    const wallMs = performance.now() - startedAt;
    const seen: PingReport = await this.witness.report();
    const { mainMs, workerMs } = timesBetween(pid, before, snapshotOf(pid));
    const own = Math.max(0, mainMs - seen.pings * this.#pingMs);
    const { stallMs, otherMs } = seen;
    this.samples.push({ path, length, stallMs, mainMs: own, workerMs, wallMs, otherMs, status });
    return { ...parsed(text), text };
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function accountOf(measuring: Measuring, key: string): Account {
  return {
    key,
    ask: (path, method, target, { user, core, body, headers, length }) =>
      measuring.of(path, length, async () => {
        const sent: Record<string, string> = { "X-API-Key": key, "Content-Type": "application/json", ...headers };
        if (user !== undefined) sent["X-Memory-User"] ??= user;
        if (core !== undefined) sent["X-Memory-Core"] ??= core;
        const init: RequestInit = { method, headers: sent };
        if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
        try {
          const answer = await fetch(measuring.service.url + target, { ...init, timeout: false } as RequestInit);
          return { status: answer.status, text: await answer.text() };
        } catch (error) {
          return { status: 0, text: String(error) };
        }
      }),
  };
}

async function keyOf(executable: string, { url, adminKey, dataDir }: Executable, account: string): Promise<string> {
  const headers = { "X-API-Key": adminKey, "Content-Type": "application/json" };
  await fetch(`${url}/admin/accounts`, { method: "POST", headers, body: JSON.stringify({ name: account }) });
  const named = ["--name", account, "--scope", "admin", "--account", account, "--data-dir", dataDir, "--json"];
  const made = Bun.spawn([executable, "keys", "create", ...named], { stdout: "pipe" });
  return ((await made.stdout.json()) as { key: string }).key;
}

/** Gates and prohibitions as an operator would write them, and a user who remembers a few ordinary turns in either account. */
async function furnish(rich: Account, plain: Account): Promise<void> {
  const none = { length: 0 };
  const rule = (pattern: string) => ({ pattern, reason: "It is not our subject." });
  await rich.ask("", "PATCH", "/admin/settings", {
    ...none,
    body: {
      retrieval_mode: "hybrid",
      memory_tokens: MEMORY_TOKENS_MAX,
      sources_max: 20,
      redact: ["keys", "passwords", "cards", "ibans", "emails", "phones", "ids"],
    },
  });
  await rich.ask("", "PUT", "/admin/constitutions/default", {
    ...none,
    body: {
      text: "Be brief.",
      gates: [rule("\\b(lawsuit|attorney)\\b"), rule("ignore .* instructions$")],
      prohibitions: [rule("\\bguaranteed (profit|return)s?\\b"), rule("(?:\\d{4}[ -]?){4}")],
    },
  });
  const said = plainPump().text(REMEMBERED_TURNS * 400);
  for (const account of [rich, plain]) {
    for (let turn = 0; turn < REMEMBERED_TURNS; turn++) {
      const input = said.slice(turn * 400, turn * 400 + 200);
      const answer = said.slice(turn * 400 + 200, turn * 400 + 400);
      const { turn_token } = await account.ask("", "POST", "/prepare", {
        ...none,
        user: REMEMBERED_USER,
        body: { input },
      });
      await account.ask("", "POST", "/record", { ...none, user: REMEMBERED_USER, body: { turn_token, answer } });
    }
  }
}
