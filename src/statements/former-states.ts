// Finds what a draft states as it was before a change that the user told of: "you live in Lisbon", after "we moved to Porto".
import type { Draft } from "./draft.ts";
import { isOfPast } from "./ended-statements.ts";
import { askedState, bareWords, type HeldState, heldStates, tellsNewWork } from "./held-states.ts";
import type { RememberedStatement } from "./remembered-statements.ts";
import type { Statement } from "./statement.ts";

/** States of one kind and holder that are kept, the newest: bounds the work. */
const STATES_MAX = 16;

/** What memory says of one thing that somebody has one of at a time. */
interface Held {
  /** Those that stand. */
  readonly current: HeldState[];
  readonly former: HeldState[];
  /** What told the last change; null: nothing did. */
  changedBy: RememberedStatement | null;
}

export class FormerStates {
  readonly #held = new Map<string, Held>();

  constructor(private readonly draft: Draft) {
    let cuedTurn = -1;
    for (const statement of draft.memory.all) {
      if (!statement.byUser || !statement.claims) continue;
      if (tellsNewWork(statement)) cuedTurn = statement.turn;
      for (const state of heldStates(statement, cuedTurn === statement.turn)) this.#add(state, statement);
    }
  }

  #add(state: HeldState, statement: RememberedStatement): void {
    const key = keyOf(state);
    const held: Held = this.#held.get(key) ?? { current: [], former: [], changedBy: null };
    this.#held.set(key, held);
    if (state.changes) {
      held.former.push(...held.current.splice(0).filter((other) => !isSame(other, state)));
      held.changedBy = statement;
    }
    held.current.push(state);
    // What is told again stands again.
    held.former.splice(
      0,
      held.former.length,
      ...held.former.filter((other) => !isSame(other, state)).slice(-STATES_MAX),
    );
    held.current.splice(0, Math.max(0, held.current.length - STATES_MAX));
  }

  /** The change that ended what a claim states as if it were still so; null: none did. */
  endOf(statement: Statement): RememberedStatement | null {
    const { question, asked } = this.draft;
    if (question.history || asked.some(isOfPast) || isOfPast(statement) || statement.negated) return null;
    for (const [held, words] of this.#stated(statement)) {
      const isFormer = held.former.some((state) => sharesWord(state.words, words));
      if (isFormer && held.changedBy !== null && !this.#tellsCurrent(held)) return held.changedBy;
    }
    return null;
  }

  /** Whether what memory has in the place of a name is over, and the name is what took its place. */
  isSettled(said: string, known: string): boolean {
    const [one, other] = [said.toLowerCase(), known.toLowerCase()];
    return [...this.#held.values()].some(
      ({ current, former }) =>
        former.some(({ words }) => words.has(other)) && current.some(({ words }) => words.has(one)),
    );
  }

  *#stated(statement: Statement): Iterable<readonly [held: Held, words: ReadonlySet<string>]> {
    for (const state of heldStates(statement, false)) {
      const held = this.#held.get(keyOf(state));
      if (held !== undefined) yield [held, state.words];
    }
    for (const question of this.draft.asked) {
      const asked = askedState(question);
      const held = asked === null ? undefined : this.#held.get(keyOf(asked));
      if (held !== undefined) yield [held, bareWords(statement)];
    }
  }

  #tellsCurrent({ current }: Held): boolean {
    return current.some(({ words }) => sharesWord(words, this.draft.words));
  }
}

function keyOf({ kind, holder }: Pick<HeldState, "kind" | "holder">): string {
  return `${kind} ${holder}`;
}

function isSame(one: HeldState, other: HeldState): boolean {
  return sharesWord(one.words, other.words);
}

function sharesWord(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((word) => other.has(word));
}
