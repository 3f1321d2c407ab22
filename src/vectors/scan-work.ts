// The messages between a helper and the thread that gives it work, in memory that both share.

/** The kernels that a helper runs. */
export const WORK_KERNELS = ["scanRows", "estimateRows"] as const;

export type WorkKernel = (typeof WORK_KERNELS)[number];

/** One call of a kernel: its parameters as wasm/scan/ has them. */
export interface ScanWork {
  readonly kernel: WorkKernel;
  readonly parameters: readonly number[];
}

/** idle: nothing to do. posted: work that nobody has taken. taken. done. closed: no more work will come. */
export const STATE = { idle: 0, posted: 1, taken: 2, done: 3, closed: 4 } as const;

const PARAMETERS_MAX = 16;
const PARAMETERS_OFFSET = 16;
/** Ints: state, kernel, number of parameters, result. */
const STATE_AT = 0;
const KERNEL_AT = 1;
const COUNT_AT = 2;
const RESULT_AT = 3;

export class WorkSlot {
  readonly #ints: Int32Array;
  readonly #parameters: Float64Array;

  constructor(readonly buffer = new SharedArrayBuffer(PARAMETERS_OFFSET + 8 * PARAMETERS_MAX)) {
    this.#ints = new Int32Array(buffer, 0, 4);
    this.#parameters = new Float64Array(buffer, PARAMETERS_OFFSET, PARAMETERS_MAX);
  }

  get state(): number {
    return Atomics.load(this.#ints, STATE_AT);
  }

  /** Sets the state, and wakes the thread that waits for a change of it. */
  set state(state: number) {
    Atomics.store(this.#ints, STATE_AT, state);
    this.wake();
  }

  wake(): void {
    Atomics.notify(this.#ints, STATE_AT);
  }

  /** False where the state was another than `from`. */
  change(from: number, to: number): boolean {
    return Atomics.compareExchange(this.#ints, STATE_AT, from, to) === from;
  }

  /** Waits while the state is `state`; false where it still is after `timeoutMs`. */
  waitWhile(state: number, timeoutMs: number): boolean {
    return Atomics.wait(this.#ints, STATE_AT, state, timeoutMs) !== "timed-out";
  }

  get work(): ScanWork {
    const kernel = WORK_KERNELS[this.#ints[KERNEL_AT]!]!;
    return { kernel, parameters: Array.from(this.#parameters.subarray(0, this.#ints[COUNT_AT])) };
  }

  set work({ kernel, parameters }: ScanWork) {
    this.#ints[KERNEL_AT] = WORK_KERNELS.indexOf(kernel);
    this.#ints[COUNT_AT] = parameters.length;
    this.#parameters.set(parameters);
  }

  /** What the kernel returned; 0 where it returns nothing. */
  get result(): number {
    return this.#ints[RESULT_AT]!;
  }

  set result(result: number) {
    this.#ints[RESULT_AT] = result;
  }
}

export interface HelperStart {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly slot: SharedArrayBuffer;
}

/** The exports of the module that helpers call. */
export type WorkExports = Record<WorkKernel, (...parameters: number[]) => number | undefined>;
