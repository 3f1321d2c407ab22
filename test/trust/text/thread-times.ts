// Processor time of a process's threads, from Linux: on a busy machine time on the clock says little.
import { readdirSync, readFileSync } from "node:fs";

const MS_PER_NS = 1e-6;

export interface ThreadTime {
  /** On a processor, ms. */
  readonly runMs: number;
  /** Ready to run while others had the processors, ms. */
  readonly waitMs: number;
}

/** The main thread has the id of its process. Zero for a thread that is gone. */
export function threadTime(pid: number | "self", thread: number): ThreadTime {
  try {
    const [run, wait] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return { runMs: Number(run) * MS_PER_NS, waitMs: Number(wait) * MS_PER_NS };
  } catch {
    return { runMs: 0, waitMs: 0 };
  }
}

export interface ProcessTimes {
  readonly mainMs: number;
  /** Of the busiest other thread of JavaScript since `before`, and of all of them. */
  readonly workerMs: number;
}

export type Snapshot = ReadonlyMap<number, number>;

/** The main thread and all workers. The engine's own threads (compilers, collectors) work when they like. */
export function snapshotOf(pid: number): Snapshot {
  const times = new Map([[pid, threadTime(pid, pid).runMs]]);
  for (const name of readdirSync(`/proc/${pid}/task`)) {
    const thread = Number(name);
    if (thread === pid || !isWorker(pid, thread)) continue;
    times.set(thread, threadTime(pid, thread).runMs);
  }
  return times;
}

export function timesBetween(pid: number, before: Snapshot, after: Snapshot): ProcessTimes {
  let workerMs = 0;
  for (const [thread, ms] of after) if (thread !== pid) workerMs += Math.max(0, ms - (before.get(thread) ?? 0));
  return { mainMs: after.get(pid)! - before.get(pid)!, workerMs };
}

const kinds = new Map<string, boolean>();

function isWorker(pid: number, thread: number): boolean {
  const key = `${pid} ${thread}`;
  const known = kinds.get(key);
  if (known !== undefined) return known;
  let name = "";
  try {
    name = readFileSync(`/proc/${pid}/task/${thread}/comm`, "utf8").trim();
  } catch {
    return false;
  }
  kinds.set(key, name === "Worker");
  return name === "Worker";
}
