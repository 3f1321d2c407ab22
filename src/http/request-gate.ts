// How many requests, and how much of their bodies, the service has in hand at once: beyond it they are refused early.
import { DEFAULT_GATE_LIMITS, type GateLimits } from "../domain/limits.ts";
import { createFairRoom } from "./fair-room.ts";

/** A request's place. */
export interface Admitted {
  /** Takes room for a body until the request is answered. Throws `overloaded`. */
  holdBody(bytes: number): void;
  leave(): void;
}

export interface RequestGate {
  /** Throws `overloaded`. */
  enter(account: string): Admitted;
  /** A place for an export until what it returns is called. Throws `overloaded`. */
  enterExport(account: string): () => void;
}

export function createRequestGate(limits: GateLimits = DEFAULT_GATE_LIMITS): RequestGate {
  const again = "try again shortly.";
  const requests = createFairRoom(limits.requestsMax, `Too many requests are under way; ${again}`);
  const bodies = createFairRoom(limits.bodyBytesMax, `Too many large requests are under way; ${again}`);
  const exports = createFairRoom(limits.exportsMax, `Too many exports are under way; ${again}`);
  return {
    enter(account) {
      const leaveRequests = requests.enter(account);
      const held: (() => void)[] = [];
      return {
        // One that alone is more than the room comes in where nothing else is.
        holdBody: (bytes) => void held.push(bodies.enter(account, Math.min(bytes, limits.bodyBytesMax))),
        leave() {
          leaveRequests();
          for (const leave of held.splice(0)) leave();
        },
      };
    },
    enterExport: (account) => exports.enter(account),
  };
}
