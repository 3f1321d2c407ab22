// Runs a program of the operator's: no shell, a time limit, the end of what it says of its faults.
import { reasonOf } from "../storage/files/data-directory.ts";

/** How long a program that is told to end may take before it is killed. */
const GRACE_MS = 2_000;
/** What others that it started and left behind may keep open. */
const ERRORS_WAIT_MS = 500;
const ERRORS_BYTES = 4_096;
const ERRORS_LINES = 10;

export interface RunProgramOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** It is told to end once this is aborted. */
  readonly stopping: AbortSignal;
}

export interface ProgramEnd {
  /** A clause; null: it did what it should. */
  readonly fault: string | null;
  /** null: it was not started, or was ended by a signal. */
  readonly exitCode: number | null;
  /** The last lines of its standard error. */
  readonly errors: readonly string[];
}

/** Never rejects. `command`: the program, then its arguments. */
export async function runProgram(command: readonly string[], options: RunProgramOptions): Promise<ProgramEnd> {
  const { environment, timeoutMs, stopping } = options;
  let child: Bun.Subprocess<"ignore", "ignore", "pipe">;
  try {
    child = Bun.spawn({
      cmd: [...command],
      env: { ...environment },
      stdio: ["ignore", "ignore", "pipe"],
      // Of a group of its own, so that what it starts ends with it.
      detached: true,
    });
  } catch (error) {
    return { fault: `it cannot be started: ${reasonOf(error)}`, exitCode: null, errors: [] };
  }
  const errors = readEnd(child.stderr);
  let endedFor: string | null = null;
  const end = (why: string) => {
    endedFor ??= why;
    signalGroup(child, "SIGTERM");
    setTimeout(() => child.exitCode === null && child.signalCode === null && signalGroup(child, "SIGKILL"), GRACE_MS);
  };
  const timer = setTimeout(() => end(`it took longer than ${timeoutMs / 1_000} s, and was ended`), timeoutMs);
  const stop = () => end("the service stopped meanwhile");
  if (stopping.aborted) stop();
  stopping.addEventListener("abort", stop);
  await child.exited;
  clearTimeout(timer);
  stopping.removeEventListener("abort", stop);
  await Promise.race([errors.all, Bun.sleep(ERRORS_WAIT_MS)]);
  const { exitCode, signalCode } = child;
  const fault = endedFor ?? (signalCode === null ? null : `it was ended by ${signalCode}`);
  return {
    fault: fault ?? (exitCode === 0 ? null : `it ended with exit code ${exitCode}`),
    exitCode,
    errors: errors.lines(),
  };
}

function signalGroup(child: Bun.Subprocess, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

/** Reads all of it, so that nobody waits for room, and keeps the end. */
function readEnd(stream: ReadableStream<Uint8Array>) {
  let kept = Buffer.alloc(0);
  const all = (async () => {
    for await (const piece of stream) kept = Buffer.concat([kept, piece]).subarray(-ERRORS_BYTES);
  })().catch(() => {});
  const lines = () => {
    const said = kept.toString("utf8").split("\n");
    return said.filter((line) => line.trim() !== "").slice(-ERRORS_LINES);
  };
  return { all, lines };
}
