// The executable as a process that may be killed at any moment, and calls to it that may break off.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../e2e/until.ts";

const LISTENING = /^memoryd listening on (http:\S+)$/m;
/** What the service writes at this level is a fault of its own; a kill gives it no time to write anything. */
const ERROR_LINE = /^\{"level":"?(?:50|60|error|fatal)\b.*$/m;
const COMMAND_TIMEOUT_MS = 120_000;

export interface Asked {
  readonly user?: string | undefined;
  readonly core?: string | undefined;
  readonly body?: unknown;
  /** Default: the admin key. */
  readonly key?: string;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the operation's; what is read of it is compared.
  readonly body: any;
}

/** The service answered what it may not answer. */
export class UnexpectedAnswer extends Error {
  override readonly name = "UnexpectedAnswer";
  constructor(
    what: string,
    readonly answer: Answer,
  ) {
    super(`${what} was answered with ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
  }
}

export interface KillableServer {
  readonly pid: number;
  /** Waits for the listening line; null where the process ended before it came. */
  listening(): Promise<string | null>;
  ready(): Promise<void>;
  /** Rejects where the connection breaks. */
  ask(method: string, path: string, asked?: Asked): Promise<Answer>;
  /** Throws UnexpectedAnswer where the status is none of these. */
  expect(statuses: readonly number[], method: string, path: string, asked?: Asked): Promise<Answer>;
  terminate(): void;
  kill(): Promise<void>;
  /** The exit code; null where it died of a signal. */
  readonly exited: Promise<number | null>;
  /** Lines of its log that tell of a fault. */
  faults(): string | null;
  readonly log: () => string;
}

const ENVIRONMENT = { PATH: process.env.PATH ?? "", HOME: "/nonexistent", LANG: "C.UTF-8" };

export function startServer(executable: string, dataDir: string, flags: readonly string[] = []): KillableServer {
  const common = ["--port", "0", "--data-dir", dataDir, "--embedding-workers", "1", "--log-level", "warn"];
  // Revoked keys are tried so often that the one who tries would be kept out.
  const free = ["--nightly-cron", "", "--learn-after-s", "0", "--failed-auth-per-minute", "0"];
  const child = Bun.spawn([executable, "serve", ...common, ...free, ...flags], {
    cwd: join(dataDir, ".."),
    env: ENVIRONMENT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written = { stdout: "", stderr: "" };
  const drained = Promise.all([
    collect(child.stdout, (text) => (written.stdout += text)),
    collect(child.stderr, (text) => (written.stderr += text)),
  ]);
  let hasEnded = false;
  const exited = Promise.all([child.exited, drained]).then(() => {
    hasEnded = true;
    return child.signalCode === null ? child.exitCode : null;
  });
  let url = "";
  let adminKey = "";

  async function ask(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const headers = new Headers({ "X-API-Key": asked.key ?? adminKey });
    if (asked.user !== undefined) headers.set("X-Memory-User", asked.user);
    if (asked.core !== undefined) headers.set("X-Memory-Core", asked.core);
    if (asked.body !== undefined) headers.set("Content-Type", "application/json");
    const body = asked.body === undefined ? null : JSON.stringify(asked.body);
    const response = await fetch(url + path, { method, headers, body });
    return { status: response.status, body: await response.json() };
  }

  return {
    pid: child.pid,
    async listening() {
      const found = await until("the listening line", () => {
        const line = LISTENING.exec(written.stdout)?.[1];
        return line ?? (hasEnded ? null : undefined);
      });
      if (found === null) return null;
      url = found;
      const keyFile = join(dataDir, "admin.key");
      adminKey = existsSync(keyFile) ? readFileSync(keyFile, "utf8").trim() : "";
      return url;
    },
    ready: () =>
      until("readiness", async () => {
        if (hasEnded) throw new Error(`the service ended before it was ready: ${written.stderr}`);
        return (await fetch(`${url}/readyz`)).status === 200 || undefined;
      }).then(() => {}),
    ask,
    async expect(statuses, method, path, asked) {
      const answer = await ask(method, path, asked);
      if (!statuses.includes(answer.status)) throw new UnexpectedAnswer(`${method} ${path}`, answer);
      return answer;
    },
    terminate: () => child.kill("SIGTERM"),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    exited,
    faults: () => ERROR_LINE.exec(written.stderr)?.[0] ?? null,
    log: () => written.stdout + written.stderr,
  };
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  readonly finished: Promise<Finished>;
  kill(): void;
}

/** A command of the executable; its exit code is null where it was killed. */
export function startCommand(executable: string, cwd: string, args: readonly string[]): RunningCommand {
  const child = Bun.spawn([executable, ...args], {
    cwd,
    env: ENVIRONMENT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: COMMAND_TIMEOUT_MS,
  });
  const finished = Promise.all([child.stdout.text(), child.stderr.text(), child.exited]).then(
    ([stdout, stderr]): Finished => ({ code: child.signalCode === null ? child.exitCode : null, stdout, stderr }),
  );
  return { finished, kill: () => child.kill("SIGKILL") };
}

async function collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) add(decoder.decode(chunk, { stream: true }));
}
