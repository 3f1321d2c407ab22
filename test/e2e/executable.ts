// Starts and stops the compiled executable, each time from a working directory of its own.
import { afterAll, setDefaultTimeout } from "bun:test";
import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeTinyModel } from "../support/tiny-model.ts";
import { until } from "./until.ts";

const BUILT = resolve(import.meta.dir, "../../dist/memoryd");
const LISTENING = /^memoryd listening on (https?:\/\/\S+:\d+)$/m;
/** A generous end for what should take a second: only a hang reaches it. */
const TEST_TIMEOUT_MS = 120_000;
const RUN_TIMEOUT_MS = 60_000;

/**
 * What the executable finds in its environment besides what a test adds: nothing of the tester's own. One session loads
 * fastest; more are asked for where it matters.
 */
const ENVIRONMENT = {
  PATH: process.env.PATH ?? "",
  HOME: "/nonexistent",
  LANG: "C.UTF-8",
  MEMORYD_EMBEDDING_WORKERS: "1",
};

export interface StartOptions {
  /** Arguments after `serve --port 0`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Default: a new empty directory. */
  readonly cwd?: string;
  /** Default: memoryd-data in the working directory, which is the executable's own default. */
  readonly dataDir?: string;
  /** Commands that the executable is started through. */
  readonly through?: readonly string[];
}

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions extends Omit<StartOptions, "args" | "dataDir"> {
  readonly stdin?: string;
}

export interface Asked {
  readonly key?: string | null;
  readonly user?: string;
  readonly core?: string;
  readonly body?: unknown;
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

export interface Server {
  readonly pid: number;
  readonly url: string;
  readonly port: number;
  readonly cwd: string;
  readonly dataDir: string;
  /** Read from the admin key's file in the data directory; "" where there is none. */
  readonly adminKey: string;
  /** Everything written so far. */
  readonly written: { readonly stdout: string; readonly stderr: string };
  /** With the admin key, unless told otherwise; the body of the answer is JSON. */
  ask<T = Record<string, unknown>>(method: string, path: string, asked?: Asked): Promise<Answer<T>>;
  /** Once it says that it can take traffic. */
  ready(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** TERM, then the exit code; null where it died of a signal. */
  stop(): Promise<number | null>;
  /** The exit code; null where it died of a signal. */
  readonly exited: Promise<number | null>;
}

export interface Lab {
  /** The copy of the executable that everything here runs. */
  readonly executable: string;
  /** A new empty directory, removed at the end. */
  directory(): string;
  /** Runs to the end. */
  run(args: readonly string[], options?: RunOptions): Promise<Finished>;
  /** Waits for the listening line; fails with what was written where it does not come. */
  start(options?: StartOptions): Promise<Server>;
}

/** Under a second name where the disk allows it: what is built anew meanwhile is another file, and nothing is copied. */
function placeExecutable(path: string): void {
  try {
    linkSync(BUILT, path);
  } catch {
    copyFileSync(BUILT, path);
    chmodSync(path, 0o755);
  }
}

export interface LabOptions {
  /** "inside": the model that the executable carries; "tiny": one that loads and embeds in no time, where meaning does not matter. */
  readonly model?: "inside" | "tiny";
}

/** To be called at the head of a test file: what it makes is gone when the file's tests are done. */
export function openLab({ model = "inside" }: LabOptions = {}): Lab {
  if (!existsSync(BUILT)) throw new Error(`${BUILT} is not there: run \`bun run build\` first.`);
  setDefaultTimeout(TEST_TIMEOUT_MS);
  const root = mkdtempSync(join(tmpdir(), "memoryd-e2e-"));
  // Others may have to reach the executable under another user's name.
  chmodSync(root, 0o755);
  const executable = join(root, "memoryd");
  placeExecutable(executable);
  const tinyModel = join(root, "tiny-model");
  if (model === "tiny") makeTinyModel(tinyModel, { seed: 1 });
  const environment = model === "tiny" ? { ...ENVIRONMENT, MEMORYD_MODEL_DIR: tinyModel } : ENVIRONMENT;
  const running = new Set<{ kill(signal: NodeJS.Signals): void; readonly exited: Promise<unknown> }>();
  let directories = 0;

  function directory(): string {
    const path = join(root, `cwd-${++directories}`);
    mkdirSync(path);
    return path;
  }

  async function run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    const child = Bun.spawn({
      cmd: [...(options.through ?? []), executable, ...args],
      cwd: options.cwd ?? directory(),
      env: { ...environment, ...options.env },
      stdin: new TextEncoder().encode(options.stdin ?? ""),
      stdout: "pipe",
      stderr: "pipe",
      timeout: RUN_TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    const text = (stream: ReadableStream) => new Response(stream).text();
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
    return { code, stdout, stderr };
  }

  async function start(options: StartOptions = {}): Promise<Server> {
    const cwd = options.cwd ?? directory();
    const dataDir = options.dataDir ?? join(cwd, "memoryd-data");
    const named = options.dataDir === undefined ? [] : ["--data-dir", options.dataDir];
    const child = Bun.spawn({
      cmd: [...(options.through ?? []), executable, "serve", "--port", "0", ...named, ...(options.args ?? [])],
      cwd,
      env: { ...environment, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const written = { stdout: "", stderr: "" };
    const drained = Promise.all([
      collect(child.stdout, (text) => (written.stdout += text)),
      collect(child.stderr, (text) => (written.stderr += text)),
    ]);
    const exited = Promise.all([child.exited, drained]).then(() => (child.signalCode === null ? child.exitCode : null));
    const kill = (signal: NodeJS.Signals) => child.kill(signal);
    running.add({ kill, exited });
    const ended = exited.then((code) => {
      throw new Error(`memoryd ended with ${code} before it listened:\n${written.stdout}${written.stderr}`);
    });
    ended.catch(() => {}); // After the listening line nobody asks for it.
    const url = await Promise.race([until("the listening line", () => LISTENING.exec(written.stdout)?.[1]), ended]);
    const adminKeyFile = join(dataDir, "admin.key");
    const adminKey = existsSync(adminKeyFile) ? readFileSync(adminKeyFile, "utf8").trim() : "";
    const server: Server = {
      pid: child.pid,
      url,
      port: Number(new URL(url).port),
      cwd,
      dataDir,
      adminKey,
      written,
      ask: (method, path, asked = {}) => askJson(url, method, path, { key: adminKey, ...asked }),
      ready: async () => {
        await until("readiness", async () => (await fetch(`${url}/readyz`)).status === 200 || undefined);
      },
      kill,
      stop: () => {
        kill("SIGTERM");
        return exited;
      },
      exited,
    };
    return server;
  }

  afterAll(async () => {
    for (const { kill, exited } of running) {
      kill("SIGKILL");
      await exited;
    }
    rmSync(root, { recursive: true, force: true });
  });
  return { executable, directory, run, start };
}

async function collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) add(decoder.decode(chunk, { stream: true }));
}

export async function askJson<T>(url: string, method: string, path: string, asked: Asked): Promise<Answer<T>> {
  const headers = new Headers();
  if (asked.key !== null && asked.key !== undefined) headers.set("X-API-Key", asked.key);
  if (asked.user !== undefined) headers.set("X-Memory-User", asked.user);
  if (asked.core !== undefined) headers.set("X-Memory-Core", asked.core);
  const init: RequestInit = { method, headers };
  if (asked.body !== undefined) {
    headers.set("Content-Type", "application/json");
    init.body = JSON.stringify(asked.body);
  }
  const response = await fetch(url + path, init);
  return { status: response.status, body: (await response.json()) as T };
}
