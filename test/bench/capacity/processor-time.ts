// Processor time of processes, from Linux: what others do on the machine changes it little, unlike time on the clock.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PostgresServer } from "../../support/postgres.ts";
import { threadTime } from "../../trust/text/thread-times.ts";

/** Linux counts in hundredths of a second, whatever the machine. */
const MS_PER_TICK = 10;
/** Places of /proc/PID/stat as proc(5) counts them, after the name, which is the second. */
const NAMED = 2;
const PARENT = 4;
const USER = 14;
const CHILDREN_USER = 16;

/** `at`: of the time in user mode; that in the system's follows it. null: the process is gone. */
function statOf(pid: number): { parent: number; ticksAt(at: number): number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const field = (place: number) => Number(fields[place - NAMED - 1]);
    return { parent: field(PARENT), ticksAt: (at) => field(at) + field(at + 1) };
  } catch {
    return null;
  }
}

function livingStat(pid: number) {
  const stat = statOf(pid);
  if (stat === null) throw new Error(`/proc/${pid}/stat cannot be read.`);
  return stat;
}

/** Ms on a processor of all threads of a process so far. Throws where it is gone, or where the system does not tell. */
export function processMs(pid: number): number {
  return livingStat(pid).ticksAt(USER) * MS_PER_TICK;
}

/**
 * The same of PostgreSQL, by its first process: it and its children have one thread each, of which Linux tells the
 * nanoseconds; of children that have ended it tells the ticks.
 */
export function serverMs(pid: number): number {
  const ended = livingStat(pid).ticksAt(CHILDREN_USER) * MS_PER_TICK;
  const children = readdirSync("/proc")
    .map(Number)
    .filter((child) => child > 0 && statOf(child)?.parent === pid);
  return [pid, ...children].reduce((sum, each) => sum + threadTime(each, each).runMs, ended);
}

/** The first process of a server. */
export function postmasterOf({ folder }: Pick<PostgresServer, "folder">): number {
  return Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);
}
