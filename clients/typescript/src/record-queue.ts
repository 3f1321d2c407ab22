// Turns that are recorded behind the reply: at once, and where that fails again and again while their tokens live.
import { openDeadline, pause } from "./deadline.ts";
import { MemorydError } from "./errors.ts";
import type { PendingRecord } from "./options.ts";
import { pauseBefore } from "./retry.ts";

/** How long the service takes a turn's token: 24 h. */
const TOKEN_LIFE_MS = 24 * 60 * 60 * 1000;
/** More turns than this wait for a service that is away only where nobody looks after it. */
const PENDING_MAX = 1_000;

export interface QueueOptions {
  /** Told once of each turn that was given up. */
  readonly onFailed: (error: MemorydError, turn: PendingRecord) => void;
  readonly lifeMs?: number;
  readonly pendingMax?: number;
}

/** Sends one turn, once; the first try has less time, for a reply may wait for it. */
export type SendRecord = (isFirst: boolean) => Promise<unknown>;

export interface RecordQueue {
  /**
   * Never rejects. The first try begins at once, unless others wait already. Resolves when it has ended: true where the
   * turn is recorded, false where it waits or was given up.
   */
  add(turn: PendingRecord, send: SendRecord): Promise<boolean>;
  /** Tries again at once, waits until nothing is under way or the time is up, and gives how many turns still wait. */
  flush(timeoutMs: number): Promise<number>;
  /** After a flush, what still waits is given up as `closed`, and so is what comes later. */
  close(timeoutMs: number): Promise<number>;
}

interface Entry {
  readonly turn: PendingRecord;
  readonly send: SendRecord;
  readonly endsAt: number;
}

export function createRecordQueue({
  onFailed,
  lifeMs = TOKEN_LIFE_MS,
  pendingMax = PENDING_MAX,
}: QueueOptions): RecordQueue {
  /** Failed once at least, or behind one that did: tried one by one, the oldest first. */
  const waiting: Entry[] = [];
  const firstTries = new Set<Promise<boolean>>();
  let draining: Promise<void> | null = null;
  let wake = new AbortController();
  let isClosed = false;

  function giveUp({ turn }: Entry, error: MemorydError): false {
    onFailed(error, turn);
    return false;
  }

  function wait(entry: Entry): false {
    waiting.push(entry);
    draining ??= drain().finally(() => {
      draining = null;
    });
    return false;
  }

  /** null: recorded. */
  async function failureOf({ send }: Entry, isFirst: boolean): Promise<MemorydError | null> {
    try {
      await send(isFirst);
      return null;
    } catch (error) {
      if (error instanceof MemorydError) return error;
      return new MemorydError("connection_failed", "The turn could not be sent.", { cause: error });
    }
  }

  async function drain(): Promise<void> {
    for (let nth = 0; waiting.length > 0; ) {
      const entry = waiting[0] as Entry;
      const error = await failureOf(entry, false);
      if (error?.isTransient === true && !isClosed && Date.now() < entry.endsAt) {
        // Nobody keeps a process alive for this: `close` waits where it matters.
        await pause(pauseBefore(error, nth++), wake.signal, false);
        continue;
      }
      // `close` may have given it up meanwhile.
      if (waiting[0] === entry) waiting.shift();
      else continue;
      nth = 0;
      if (error !== null) giveUp(entry, error.isTransient ? lapsed(error) : error);
    }
  }

  async function tryFirst(entry: Entry): Promise<boolean> {
    const error = await failureOf(entry, true);
    if (error === null) return true;
    return error.isTransient && !isClosed ? wait(entry) : giveUp(entry, error);
  }

  async function flush(timeoutMs: number): Promise<number> {
    wake.abort();
    wake = new AbortController();
    const deadline = openDeadline(timeoutMs, undefined);
    const isUp = new Promise<void>((resolve) => deadline.signal.addEventListener("abort", () => resolve()));
    while (!deadline.isOver && (firstTries.size > 0 || draining !== null)) {
      await Promise.race([Promise.all([...firstTries, draining]), isUp]);
    }
    deadline.end();
    return firstTries.size + waiting.length;
  }

  return {
    async add(turn, send) {
      const entry = { turn, send, endsAt: Date.now() + lifeMs };
      if (isClosed) return giveUp(entry, new MemorydError("closed", "The client is closed; the turn is not recorded."));
      if (firstTries.size + waiting.length >= pendingMax) return giveUp(entry, tooMany(pendingMax));
      if (waiting.length > 0) return wait(entry);
      const first = tryFirst(entry).finally(() => firstTries.delete(first));
      firstTries.add(first);
      return first;
    },
    flush,
    async close(timeoutMs) {
      const left = await flush(timeoutMs);
      isClosed = true;
      wake.abort();
      for (const entry of waiting.splice(0)) {
        giveUp(entry, new MemorydError("closed", "The client was closed before the turn could be recorded."));
      }
      return left;
    },
  };
}

function lapsed(cause: MemorydError): MemorydError {
  return new MemorydError("token_lapsed", "The turn could not be recorded while its token lived.", { cause });
}

function tooMany(pendingMax: number): MemorydError {
  return new MemorydError("queue_full", `${pendingMax} turns wait to be recorded already; this one is not kept.`);
}
