// The order of work: interactive before background; interactive work for each account in turn, background as it came.
import { FairLines } from "../base/fair-lines.ts";
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
  const interactive = new FairLines<string, T>();
  const shift = (line: T[]) => line.shift();
  let interactiveRun = 0;
  return {
    get length() {
      return { interactive: interactive.length, background: background.length };
    },
    add(lane, item) {
      if (lane === "background") background.push(item);
      else interactive.add(accountOf(item), item);
    },
    addFirst(lane, item) {
      if (lane === "background") background.unshift(item);
      else interactive.addFirst(accountOf(item), item);
    },
    take(backgroundToo) {
      const awaited = background.findIndex(isAwaited);
      if (awaited >= 0) return background.splice(awaited, 1)[0];
      if (!backgroundToo) return interactive.turn(shift);
      const backgroundTurn = background.length > 0 && interactiveRun >= BACKGROUND_SHARE - 1;
      if (interactive.isEmpty || backgroundTurn) {
        interactiveRun = 0;
        return background.shift();
      }
      interactiveRun++;
      return interactive.turn(shift);
    },
    clear() {
      background.length = 0;
      interactive.clear();
    },
  };
}
