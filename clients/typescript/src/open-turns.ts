// Turns that wait for the results of their tools, found again by the ids of the calls.

/** More than this wait only where tools never come back: the oldest are forgotten. */
const OPEN_MAX = 1_000;

export class OpenTurns<T extends object> {
  readonly #byCall = new Map<string, T>();

  /** `scope` keeps users apart whose models number their calls alike. */
  add(scope: string, callIds: Iterable<string>, turn: T): void {
    for (const id of callIds) this.#byCall.set(keyOf(scope, id), turn);
    for (const key of this.#byCall.keys()) {
      if (this.#byCall.size <= OPEN_MAX) break;
      this.#byCall.delete(key);
    }
  }

  find(scope: string, callIds: Iterable<string>): T | undefined {
    for (const id of callIds) {
      const turn = this.#byCall.get(keyOf(scope, id));
      if (turn !== undefined) return turn;
    }
    return undefined;
  }

  /** Of a turn that has come to its end. */
  forget(turn: T): void {
    for (const [key, open] of this.#byCall) if (open === turn) this.#byCall.delete(key);
  }
}

function keyOf(scope: string, callId: string): string {
  return JSON.stringify([scope, callId]);
}
