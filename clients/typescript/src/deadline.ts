// The time that a call has, as one signal together with the caller's own.

/** The longest that a timer of any runtime waits; a longer one would end at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export interface Deadline {
  /** Aborted by the caller's signal or when the time is up. */
  readonly signal: AbortSignal;
  readonly isOver: boolean;
  /** Milliseconds left, 0 at the end. */
  left(): number;
  /** True after the whole pause, false where the call ended in the middle of it. */
  pause(ms: number): Promise<boolean>;
  /** The caller's signal still counts, the time no more: of a stream that has begun. */
  liftTime(): void;
  /** Nothing keeps the process alive, or listens to the caller's signal, after this. */
  end(): void;
}

export function openDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const endsAt = Date.now() + timeoutMs;
  let isOver = false;
  const timer = setTimeout(
    () => {
      isOver = true;
      controller.abort(new DOMException("The time of the call is up.", "TimeoutError"));
    },
    Math.min(timeoutMs, TIMER_MS_MAX),
  );
  const follow = () => controller.abort(caller?.reason);
  caller?.addEventListener("abort", follow, { once: true });
  if (caller?.aborted === true) follow();
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    left: () => Math.max(0, endsAt - Date.now()),
    pause: (ms) => pause(ms, controller.signal),
    liftTime: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", follow);
    },
  };
}

/** True after the whole pause, false where the signal ended it. */
export function pause(ms: number, signal: AbortSignal, keepsAlive = true): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const done = (isWhole: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(isWhole);
    };
    const stop = () => done(false);
    const timer = setTimeout(() => done(true), ms);
    signal.addEventListener("abort", stop, { once: true });
    if (!keepsAlive) (timer as { unref?: () => void }).unref?.(); // A browser's timer is a number.
  });
}
