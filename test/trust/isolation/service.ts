// The executable under test: it is stopped and killed meanwhile, and comes back on the same data.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../e2e/until.ts";

const LISTENING = /^memoryd listening on (http:\S+)$/m;

/** Room for no brain, in effect: they leave memory all the time. Plans differ in their cores alone. */
const SETTINGS: Readonly<Record<string, string>> = {
  MEMORYD_MEMORY_MIB: "1",
  MEMORYD_EMBEDDING_WORKERS: "1",
  MEMORYD_LOG_LEVEL: "warn",
  MEMORYD_NIGHTLY_CRON: "",
  MEMORYD_LEARN_AFTER_S: "0",
  MEMORYD_FAILED_AUTH_PER_MINUTE: "0",
  MEMORYD_PLAN_FREE_CORES: "1",
  MEMORYD_PLAN_PRO_CORES: "2",
  ...Object.fromEntries(
    ["FREE", "PRO"].flatMap((plan) =>
      ["TURNS_PER_MONTH", "SUB_BRAINS", "REQUESTS_PER_SECOND"].map((what) => [`MEMORYD_PLAN_${plan}_${what}`, "0"]),
    ),
  ),
};

/** What a run is against: one service, or several nodes of one. */
export interface UnderTest {
  /** Where to ask next. */
  readonly url: string;
  readonly adminKey: string;
  readonly log: string;
  /** How long a change of an account may stay unseen where the next question is asked. */
  readonly settleMs: number;
  start(): Promise<void>;
  /** Ends it, or one of its nodes, and starts it again. */
  restart(signal: Ending): Promise<void>;
  /** Resolves when nothing that was cut off can still come to be, and there is somebody to ask. */
  whenUp(): Promise<void>;
  /** For good, at once. */
  kill(): Promise<void>;
  shellKey(account: string): Promise<string>;
}

export type Ending = "SIGTERM" | "SIGKILL";

export class Service implements UnderTest {
  url = "";
  readonly settleMs = 0;
  #up: Promise<void> = Promise.resolve();
  #child: Bun.Subprocess<"ignore", "pipe", "pipe"> | null = null;
  #stderr = "";

  constructor(
    /** What runs the service, without its arguments. */
    private readonly command: readonly string[],
    readonly directory: string,
    /** Folder of the embedding model; null: the model inside. */
    private readonly modelDir: string | null = null,
    /** URL of a PostgreSQL database; null: the data is in the directory. */
    private readonly database: string | null = null,
  ) {}

  get dataDir(): string {
    return join(this.directory, "data");
  }

  get adminKey(): string {
    return readFileSync(join(this.dataDir, "admin.key"), "utf8").trim();
  }

  get #environment(): Record<string, string> {
    const database = this.database === null ? {} : { MEMORYD_DATABASE_URL: this.database };
    return { PATH: process.env.PATH ?? "", HOME: "/nonexistent", ...database };
  }

  get log(): string {
    return this.#stderr.slice(-4_000);
  }

  async start(): Promise<void> {
    const model = this.modelDir === null ? [] : ["--model-dir", this.modelDir];
    const child = Bun.spawn({
      cmd: [...this.command, "serve", "--port", "0", "--data-dir", this.dataDir, ...model],
      cwd: this.directory,
      env: { ...this.#environment, LANG: "C.UTF-8", ...SETTINGS },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    let stdout = "";
    const drain = async (stream: ReadableStream<Uint8Array>, take: (text: string) => void) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) take(text);
    };
    void drain(child.stdout, (text) => {
      stdout += text;
    });
    void drain(child.stderr, (text) => {
      this.#stderr = (this.#stderr + text).slice(-20_000);
    });
    this.url = await until("the listening line", () => {
      if (child.exitCode !== null) throw new Error(`memoryd ended with ${child.exitCode}: ${this.log}`);
      return LISTENING.exec(stdout)?.[1];
    });
    await until("readiness", async () => (await fetch(`${this.url}/readyz`)).status === 200 || undefined);
  }

  restart(signal: Ending): Promise<void> {
    this.#up = this.end(signal).then(() => this.start());
    return this.#up;
  }

  whenUp(): Promise<void> {
    return this.#up;
  }

  kill(): Promise<void> {
    return this.end("SIGKILL");
  }

  async end(signal: Ending): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    child.kill(signal);
    const code = await child.exited;
    if (signal === "SIGTERM" && code !== 0) throw new Error(`TERM ended the service with ${code}: ${this.log}`);
  }

  /** The first key of an account, from the shell. */
  async shellKey(account: string): Promise<string> {
    const made = Bun.spawn({
      cmd: [
        ...this.command,
        ...["keys", "create", "--name", "first", "--scope", "admin", "--account", account],
        ...["--data-dir", this.dataDir, "--json"],
      ],
      cwd: this.directory,
      env: this.#environment,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const written = await made.stdout.text();
    if ((await made.exited) !== 0) throw new Error(`no key for ${account}`);
    return (JSON.parse(written) as { key: string }).key;
  }
}
