// Which earlier turns a turn goes on with: what it replaced a value of, or what asked for it.
import type { Statement } from "./statement.ts";

/** What is known of turns by their number. */
interface Turns<Said extends Statement> {
  stemsOf(turn: number): ReadonlySet<string>;
  statementsOf(turn: number): readonly Said[];
}

/** The words of the turns that a turn goes on with, and its own statements. */
interface Context<Said extends Statement> {
  readonly before: ReadonlySet<string>;
  readonly statements: readonly Said[];
}

export class TurnContexts<Said extends Statement> {
  readonly #goesOn = new Map<number, Set<number>>();
  #read: readonly Context<Said>[] | null = null;

  constructor(private readonly turns: Turns<Said>) {}

  add(turn: number, earlier: number): void {
    const known = this.#goesOn.get(turn);
    if (known === undefined) this.#goesOn.set(turn, new Set([earlier]));
    else known.add(earlier);
  }

  /** The words of a turn, and of those that it goes on with. */
  stemsOf(turn: number): ReadonlySet<string> {
    const own = this.turns.stemsOf(turn);
    return this.#goesOn.has(turn) ? new Set([...own, ...this.#before(turn)]) : own;
  }

  /** Of the words, how many each statement has from before. Asked when no turn is added any more. */
  *sharing(stems: ReadonlySet<string>): Iterable<readonly [statement: Said, count: number]> {
    this.#read ??= [...this.#goesOn.keys()].map((turn) => ({
      before: this.#before(turn),
      statements: this.turns.statementsOf(turn),
    }));
    for (const { before, statements } of this.#read) {
      let count = 0;
      for (const stem of stems) if (before.has(stem)) count++;
      if (count > 0) for (const statement of statements) yield [statement, count];
    }
  }

  #before(turn: number): ReadonlySet<string> {
    return new Set([...(this.#goesOn.get(turn) ?? [])].flatMap((each) => [...this.turns.stemsOf(each)]));
  }
}
