// The order of work: interactive before background; interactive work for each account in turn, background as it came.
import type { EmbeddingLane } from "../domain/ports/embedder.ts";

/**
 * While both lanes wait, one job in so many is background work, so that it is slow but never stands still. Background
 * work that somebody waits for goes first of all: that request came before those in the other lane.
 */
export const BACKGROUND_SHARE = 8;

export interface LaneQueue<T> {
  readonly length: Readonly<Record<EmbeddingLane, number>>;
  add(lane: EmbeddingLane, item: T): void;
  /** Before all others of its lane, or of its account: for what was begun already. */
  addFirst(lane: EmbeddingLane, item: T): void;
  /** `backgroundToo` false: what nobody waits for stays. */
  take(backgroundToo: boolean): T | undefined;
  clear(): void;
}

export interface LaneQueueOptions<T> {
  readonly isAwaited?: (item: T) => boolean;
  /** The account that an item is done for. */
  readonly accountOf?: (item: T) => string;
}

export function createLaneQueue<T>(options: LaneQueueOptions<T> = {}): LaneQueue<T> {
  const { isAwaited = () => false, accountOf = () => "" } = options;
  const background: T[] = [];
  const interactive = new TurnTaking<T>();
  let interactiveRun = 0;
  return {
    get length() {
      return { interactive: interactive.length, background: background.length };
    },
    add(lane, item) {
      if (lane === "background") background.push(item);
      else interactive.lineOf(accountOf(item)).push(item);
    },
    addFirst(lane, item) {
      if (lane === "background") background.unshift(item);
      else interactive.lineOf(accountOf(item)).unshift(item);
    },
    take(backgroundToo) {
      const awaited = background.findIndex(isAwaited);
      if (awaited >= 0) return background.splice(awaited, 1)[0];
      if (!backgroundToo) return interactive.take();
      const backgroundTurn = background.length > 0 && interactiveRun >= BACKGROUND_SHARE - 1;
      if (interactive.length === 0 || backgroundTurn) {
        interactiveRun = 0;
        return background.shift();
      }
      interactiveRun++;
      return interactive.take();
    },
    clear() {
      background.length = 0;
      interactive.clear();
    },
  };
}

/** A line for each account that waits. After its turn an account goes behind the others. */
class TurnTaking<T> {
  readonly #lines = new Map<string, T[]>();

  get length(): number {
    let length = 0;
    for (const line of this.#lines.values()) length += line.length;
    return length;
  }

  lineOf(account: string): T[] {
    let line = this.#lines.get(account);
    if (line === undefined) {
      line = [];
      this.#lines.set(account, line);
    }
    return line;
  }

  take(): T | undefined {
    for (const [account, line] of this.#lines) {
      this.#lines.delete(account);
      const item = line.shift();
      if (line.length > 0) this.#lines.set(account, line);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  clear(): void {
    this.#lines.clear();
  }
}
