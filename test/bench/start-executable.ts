// Runs the executable as an operator would: its own process, a data directory, a free port.
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createRestClient, type RestClient } from "./rest-client.ts";

const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 10;
/** Threads that embed, where nothing is measured; absent: as the setting says. */
export const WORKERS_VARIABLE = "BENCH_EMBEDDING_WORKERS";
/** Folder of the model where no other is named, for what neither measures nor means anything; absent: the model inside. */
export const MODEL_VARIABLE = "BENCH_MODEL_DIR";

export interface RunningExecutable {
  /** http://HOST:PORT */
  readonly url: string;
  readonly adminKey: string;
  readonly pid: number;
  /** From its start to the line that says it listens, and until `/readyz` answered 200. */
  readonly listeningMs: number;
  readonly readyMs: number;
  /** Memory that the process has resident now; null where the system does not tell. */
  rssBytes(): Promise<number | null>;
  /** Most memory that the process has had resident so far; null where the system does not tell. */
  peakRssBytes(): Promise<number | null>;
  /** Throws where it does not end by itself with exit code 0. */
  stop(): Promise<void>;
}

export interface ExecutableOptions {
  readonly executable: string;
  readonly dataDir: string;
  /** Folder of the embedding model; null: the model inside. */
  readonly modelDir: string | null;
  /** Further flags of `serve`. */
  readonly flags?: readonly string[];
  /** What takes the flags instead of `EXECUTABLE serve`. */
  readonly command?: readonly string[];
  /** Beside what is in this process's own environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs it for as long as `use` lasts. Throws where it does not become ready, or does not stop by itself. */
export async function withExecutable<T>(
  options: ExecutableOptions,
  use: (client: RestClient, running: RunningExecutable) => Promise<T>,
): Promise<T> {
  const running = await startExecutable(options);
  try {
    return await use(createRestClient(running.url, running.adminKey), running);
  } finally {
    await running.stop();
  }
}

/** What names the model to the executable; null: none was asked for. */
export function modelFlags(modelDir: string | null): readonly string[] {
  const folder = modelDir ?? process.env[MODEL_VARIABLE];
  return folder === undefined ? [] : ["--model-dir", folder];
}

/** Its log, warnings and worse, goes to this process's standard error. Throws where it does not become ready. */
export async function startExecutable(options: ExecutableOptions): Promise<RunningExecutable> {
  const { executable, dataDir, modelDir } = options;
  // Settings that happen to be in the environment would be measured too.
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("MEMORYD_")));
  // What a brain's first question costs is measured too.
  const env = { ...own, MEMORYD_WARM_BRAINS: "0", ...options.environment };
  const command = options.command ?? [executable, "serve"];
  const workers = process.env[WORKERS_VARIABLE];
  const threads = workers === undefined ? [] : ["--embedding-workers", workers];
  // How long a request takes is measured here, and said once.
  const quiet = ["--log-level", "warn", "--log-slow-ms", "0"];
  const flags = [
    "--data-dir",
    dataDir,
    "--port",
    "0",
    ...quiet,
    ...modelFlags(modelDir),
    ...threads,
    ...(options.flags ?? []),
  ];
  const startedAt = performance.now();
  const child = Bun.spawn([...command, ...flags], { env, stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  try {
    const url = await listeningUrl(child.stdout);
    const listeningMs = performance.now() - startedAt;
    await waitUntilReady(url);
    const readyMs = performance.now() - startedAt;
    const adminKey = (await Bun.file(join(dataDir, "admin.key")).text()).trim();
    return {
      url,
      adminKey,
      pid: child.pid,
      listeningMs,
      readyMs,
      rssBytes: () => memoryOf(child.pid, "VmRSS"),
      peakRssBytes: () => memoryOf(child.pid, "VmHWM"),
      async stop() {
        child.kill("SIGTERM");
        if ((await child.exited) !== 0)
          throw new Error(`${executable} ended with ${child.signalCode ?? child.exitCode}.`);
      },
    };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

/** Reads what a service prints until it says where it listens. */
export async function listeningUrl(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let output = "";
  for await (const piece of stdout) {
    output += decoder.decode(piece, { stream: true });
    const url = /^memoryd listening on (http:\S+)$/m.exec(output)?.[1];
    if (url !== undefined && output.endsWith("\n")) return url;
  }
  throw new Error("The executable ended before it listened.");
}

/** Throws where `/readyz` does not come to answer 200. */
export async function waitUntilReady(url: string): Promise<void> {
  const until = performance.now() + READY_TIMEOUT_MS;
  while ((await fetch(`${url}/readyz`)).status !== 200) {
    if (performance.now() > until) throw new Error(`${url} was not ready after ${READY_TIMEOUT_MS} ms.`);
    await Bun.sleep(READY_POLL_MS);
  }
}

async function memoryOf(pid: number, field: "VmRSS" | "VmHWM"): Promise<number | null> {
  // Only Linux has this file.
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}

/** Lengths of all files below it. */
export async function directoryBytes(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
