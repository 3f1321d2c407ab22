// What a node that nobody asks has resident, on a database without data, with one embedding thread and with two.
import { withExecutable } from "../start-executable.ts";
import type { MovedData } from "../suite/moved-data.ts";
import type { MemoryCosts } from "./measured.ts";

/** After it was ready, before its memory is looked at. */
const REST_MS = 2_000;

/** `url`: of the database. Throws where the system does not tell. */
export async function measureMemory(moved: MovedData, url: string): Promise<MemoryCosts> {
  const one = await idleBytes(moved, url, 1);
  const two = await idleBytes(moved, url, 2);
  return { idleNodeBytes: one, workerBytes: two - one };
}

function idleBytes(moved: MovedData, url: string, workers: number): Promise<number> {
  const options = { ...moved.node(url), flags: ["--embedding-workers", String(workers)] };
  return withExecutable(options, async (_rest, running) => {
    await Bun.sleep(REST_MS);
    const bytes = await running.rssBytes();
    if (bytes === null) throw new Error("the system does not tell a process's memory");
    return bytes;
  });
}
