// Threads that take a share of a large scan, so that a processor with several cores answers sooner.
import { type HelperStart, type ScanWork, STATE, WorkSlot } from "./scan-work.ts";

/** Starts allowed for each helper, counted for all helpers together. */
const STARTS_MAX = 3;
/** A kernel over a share of a matrix takes milliseconds: a helper that is silent for this long is dead. */
const SILENT_MS = 5_000;

export interface ScanHelpers {
  /** Helpers that can be given work, 0 upward; the first call starts them, and they are ready some time later. */
  readonly ready: number;
  /**
   * `own` runs works[0]; a helper runs each of the others, at most `ready`. Results are in the order of `works`. Each
   * thread takes parts of one scan until none is left. A helper that has not begun when `own` is done is not waited for:
   * its result is null. The whole answer is null where a helper died with parts that it had taken.
   */
  run(works: readonly ScanWork[], own: (work: ScanWork) => number): (number | null)[] | null;
  close(): void;
}

export const NO_HELPERS: ScanHelpers = {
  ready: 0,
  run: ([first], own) => (first === undefined ? [] : [own(first)]),
  close: () => {},
};

export interface ScanHelpersOptions {
  /** `new URL("./vectors/scan-thread.ts", import.meta.url)` of src/main.ts. */
  readonly threadUrl: string | URL;
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** 1 or more. */
  readonly count: number;
}

interface Helper {
  readonly worker: Worker;
  readonly slot: WorkSlot;
}

export function createScanHelpers({ threadUrl, module, memory, count }: ScanHelpersOptions): ScanHelpers {
  const ready: Helper[] = [];
  const all = new Set<Helper>();
  let startsLeft = count * STARTS_MAX;

  function start(): void {
    startsLeft--;
    const worker = new Worker(threadUrl, { type: "module" });
    const slot = new WorkSlot();
    const helper = { worker, slot };
    all.add(helper);
    worker.onmessage = () => void (all.has(helper) && ready.push(helper));
    worker.onerror = () => drop(helper);
    worker.addEventListener("close", () => drop(helper));
    // A helper must not keep the service from ending.
    worker.unref();
    worker.postMessage({ module, memory, slot: slot.buffer } satisfies HelperStart);
  }

  function drop(helper: Helper): void {
    all.delete(helper);
    const at = ready.indexOf(helper);
    if (at >= 0) ready.splice(at, 1);
    helper.slot.state = STATE.closed;
    helper.worker.terminate();
  }

  /** null where the helper had not begun; `lost` where it had begun and did not end. */
  function resultOf(helper: Helper): number | null | "lost" {
    const { slot } = helper;
    if (slot.change(STATE.posted, STATE.idle)) return null;
    while (slot.state === STATE.taken) {
      if (slot.waitWhile(STATE.taken, SILENT_MS)) continue;
      drop(helper);
      return "lost";
    }
    return slot.change(STATE.done, STATE.idle) ? slot.result : "lost";
  }

  return {
    get ready() {
      while (all.size < count && startsLeft > 0) start();
      return ready.length;
    },
    run([first, ...others], own) {
      if (first === undefined) return [];
      const given = others.map((work, at) => {
        const helper = ready[at];
        if (helper === undefined) throw new Error(`${others.length} shares for ${ready.length} helpers`);
        helper.slot.work = work;
        helper.slot.state = STATE.posted;
        return helper;
      });
      const results = [own(first), ...given.map(resultOf)];
      return results.every((result) => result !== "lost") ? results : null;
    },
    close() {
      startsLeft = 0;
      for (const helper of [...all]) drop(helper);
    },
  };
}
