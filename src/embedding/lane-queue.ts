// The order of work: interactive before background, and within a lane every text in turn.
import type { EmbeddingLane } from "../domain/embedder.ts";

/**
 * While both lanes wait, one job in so many is background work, so that it is slow but never stands still. Background
 * work that somebody waits for by now goes first of all: who waits for it came before those who ask now.
 */
export const BACKGROUND_SHARE = 8;

export interface LaneQueue<T> {
  readonly length: Readonly<Record<EmbeddingLane, number>>;
  add(lane: EmbeddingLane, item: T): void;
  /** Before all others of its lane: for what was begun already. */
  addFirst(lane: EmbeddingLane, item: T): void;
  /** `backgroundToo` false: what nobody waits for stays. */
  take(backgroundToo: boolean): T | undefined;
  clear(): void;
}

export function createLaneQueue<T>(isAwaited: (item: T) => boolean = () => false): LaneQueue<T> {
  const lanes: Record<EmbeddingLane, T[]> = { interactive: [], background: [] };
  let interactiveRun = 0;
  return {
    get length() {
      return { interactive: lanes.interactive.length, background: lanes.background.length };
    },
    add: (lane, item) => void lanes[lane].push(item),
    addFirst: (lane, item) => void lanes[lane].unshift(item),
    take(backgroundToo) {
      const awaited = lanes.background.findIndex(isAwaited);
      if (awaited >= 0) return lanes.background.splice(awaited, 1)[0];
      if (!backgroundToo) return lanes.interactive.shift();
      const backgroundTurn = lanes.background.length > 0 && interactiveRun >= BACKGROUND_SHARE - 1;
      if (lanes.interactive.length === 0 || backgroundTurn) {
        interactiveRun = 0;
        return lanes.background.shift();
      }
      interactiveRun++;
      return lanes.interactive.shift();
    },
    clear() {
      lanes.interactive.length = 0;
      lanes.background.length = 0;
    },
  };
}
