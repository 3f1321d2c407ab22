// Starts the executable as an operator would, with its log in a file; it is known when it died by itself.
import { openSync } from "node:fs";
import { join } from "node:path";
import { listeningUrl, waitUntilReady } from "../bench/start-executable.ts";

const STOP_TIMEOUT_MS = 60_000;

export interface Executable {
  readonly pid: number;
  readonly url: string;
  readonly adminKey: string;
  readonly dataDir: string;
  readonly logFile: string;
  /** Rejects where it ends before it is stopped. */
  readonly died: Promise<never>;
  kill(signal: NodeJS.Signals): void;
  /** TERM, then the exit code; null where it had to be killed. */
  stop(): Promise<number | null>;
}

export interface ExecutableOptions {
  readonly executable: string;
  readonly dataDir: string;
  readonly logFile: string;
  readonly flags: readonly string[];
}

export async function startExecutable(options: ExecutableOptions): Promise<Executable> {
  const { executable, dataDir, logFile, flags } = options;
  // Settings that happen to be in the environment would be tried too.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("MEMORYD_")));
  const log = openSync(logFile, "a");
  const command = [executable, "serve", "--data-dir", dataDir, "--port", "0", ...flags];
  const child = Bun.spawn(command, { env, stdio: ["ignore", "pipe", log] });
  let isStopping = false;
  const died = child.exited.then((): never => {
    throw new Error(`The executable ended by itself with ${child.signalCode ?? child.exitCode}: see ${logFile}.`);
  });
  died.catch(() => {}); // Whoever stops it does not ask.
  try {
    const url = await Promise.race([listeningUrl(child.stdout), died]);
    await waitUntilReady(url);
    return {
      pid: child.pid,
      url,
      adminKey: (await Bun.file(join(dataDir, "admin.key")).text()).trim(),
      dataDir,
      logFile,
      died,
      kill: (signal) => child.kill(signal),
      async stop() {
        if (!isStopping) child.kill("SIGTERM");
        isStopping = true;
        const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
        await child.exited;
        clearTimeout(timer);
        return child.signalCode === null ? child.exitCode : null;
      },
    };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}
