// Turns that were prepared lately, so that most records need not read their turn back from the disk.
import type { PreparedTurn } from "../../../domain/turn.ts";

const TURNS_MAX = 8_192;
/** Characters of their inputs, 8 MB. */
const CHARS_MAX = 4 * 1024 * 1024;

// Single writer: a turn that another process records or erases is held here as it was; the write itself looks again.
export class RecentTurns {
  readonly #turns = new Map<string, PreparedTurn>();
  #chars = 0;

  find(tokenHash: Uint8Array): PreparedTurn | null {
    return this.#turns.get(nameOf(tokenHash)) ?? null;
  }

  add(tokenHash: Uint8Array, turn: PreparedTurn): void {
    this.#turns.set(nameOf(tokenHash), turn);
    this.#chars += charsOf(turn);
    for (const [name, oldest] of this.#turns) {
      if (this.#turns.size <= TURNS_MAX && this.#chars <= CHARS_MAX) return;
      this.#drop(name, oldest);
    }
  }

  /** For a turn that may have been recorded: what became of it stands in the store alone. */
  remove(tokenHash: Uint8Array): void {
    const name = nameOf(tokenHash);
    const turn = this.#turns.get(name);
    if (turn !== undefined) this.#drop(name, turn);
  }

  clear(): void {
    this.#turns.clear();
    this.#chars = 0;
  }

  #drop(name: string, turn: PreparedTurn): void {
    this.#turns.delete(name);
    this.#chars -= charsOf(turn);
  }
}

function nameOf(tokenHash: Uint8Array): string {
  return tokenHash.toBase64();
}

function charsOf(turn: PreparedTurn): number {
  return turn.input?.length ?? 0;
}
