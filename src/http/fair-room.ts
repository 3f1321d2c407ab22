// Room for what is under way, shared among accounts: one that holds little still gets in where others have filled it.
import { MemoryError } from "../domain/errors.ts";

export interface FairRoom {
  /** Takes room until what it returns is called, once or more. Throws `overloaded`. */
  enter(account: string, amount?: number): () => void;
  /** What is taken. */
  readonly used: number;
}

/**
 * Where the room is full, an account that would have less than its share of it may still come: up to as much again.
 * `message`: what a request is told that finds none.
 */
export function createFairRoom(most: number, message: string): FairRoom {
  const held = new Map<string, number>();
  let used = 0;

  function hasRoom(account: string, amount: number): boolean {
    if (used + amount <= most) return true;
    const own = held.get(account) ?? 0;
    const sharers = held.size + (own === 0 ? 1 : 0);
    return used + amount <= 2 * most && own + amount <= most / (sharers + 1);
  }

  function change(account: string, amount: number): void {
    used += amount;
    const now = (held.get(account) ?? 0) + amount;
    if (now > 0) held.set(account, now);
    else held.delete(account);
  }

  return {
    get used() {
      return used;
    },
    enter(account, amount = 1) {
      if (!hasRoom(account, amount)) throw new MemoryError("overloaded", message);
      change(account, amount);
      let isInside = true;
      return () => {
        if (isInside) change(account, -amount);
        isInside = false;
      };
    },
  };
}
