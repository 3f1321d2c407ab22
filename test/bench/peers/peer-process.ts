// A peer in a process of its own, asked over its standard input and output.
import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import type { PeerFailure, PeerHello } from "./peer-messages.ts";

/** The longest that is asked, a graph of 100,000 rows, takes half of it: only a hang reaches it. */
const ANSWER_TIMEOUT_MS = 5 * 60_000;
const STDERR_KEPT = 2_000;

/** Libraries that would use every core hold back, also where no tool pins a process to one. */
const ONE_THREAD = Object.fromEntries(
  ["OMP", "OPENBLAS", "MKL", "RAYON", "ARROW_CPU"].map((name) => [`${name}_NUM_THREADS`, "1"]),
);
const ENVIRONMENT = {
  ...ONE_THREAD,
  // Not LANCE_IO_THREADS: with one alone LanceDB never returns from making a table.
  LANCE_CPU_THREADS: "1",
  TOKIO_WORKER_THREADS: "1",
  // Python's compiled files would lie beside the sources.
  PYTHONDONTWRITEBYTECODE: "1",
};

export interface PeerProcess {
  readonly version: string;
  /** Throws what the peer says went wrong, or that it ended. */
  ask<T>(request: object): Promise<T>;
  /** Most memory that the process and those others have had resident so far; null where the system does not tell. */
  peakRssBytes(others?: readonly number[]): Promise<number | null>;
  stop(): Promise<void>;
}

export interface PeerOptions {
  /** Runs on one core, where the system has `taskset`. */
  readonly isPinned: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export function canPin(): boolean {
  return Bun.which("taskset") !== null;
}

export async function startPeer(command: readonly string[], options: PeerOptions): Promise<PeerProcess> {
  const pinned = options.isPinned && canPin() ? ["taskset", "-c", String(cpus().length - 1)] : [];
  const child = Bun.spawn([...pinned, ...command], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...(options.isPinned ? ENVIRONMENT : { PYTHONDONTWRITEBYTECODE: "1" }), ...options.env },
  });
  let complaints = "";
  const heard = (async () => {
    for await (const piece of child.stderr.pipeThrough(new TextDecoderStream())) {
      complaints = (complaints + piece).slice(-STDERR_KEPT);
    }
  })();
  const lines = linesOf(child.stdout);

  async function answer<T>(): Promise<T> {
    const timer = setTimeout(() => child.kill("SIGKILL"), ANSWER_TIMEOUT_MS);
    try {
      const { value, done } = await lines.next();
      if (done) {
        await heard;
        throw new Error(`ended with ${await child.exited}: ${complaints.trim().split("\n").at(-1)}`);
      }
      const said: T | PeerFailure = JSON.parse(value);
      if (typeof said === "object" && said !== null && "error" in said) throw new Error(said.error);
      return said as T;
    } finally {
      clearTimeout(timer);
    }
  }

  const { version } = await answer<PeerHello>();
  return {
    version,
    async ask<T>(request: object) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      await child.stdin.flush();
      return answer<T>();
    },
    async peakRssBytes(others = []) {
      const peaks = await Promise.all([child.pid, ...others].map(peakRssBytes));
      return peaks.reduce((sum, peak) => (sum === null || peak === null ? null : sum + peak));
    },
    async stop() {
      await child.stdin.end();
      child.kill();
      await child.exited;
    },
  };
}

async function* linesOf(stdout: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = "";
  for await (const piece of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

async function peakRssBytes(pid: number): Promise<number | null> {
  // Only Linux has this file.
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}
