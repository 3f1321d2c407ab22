// Finds what was so before a change that the user told of: "you live in Lisbon", after "we moved to Porto".
import type { Draft } from "./draft.ts";
import { type Ending, isOfPast } from "./ended-statements.ts";
import { askedState, bareWords, type HeldState, heldStates, tellsNewWork } from "./held-states.ts";
import type { RememberedStatement, RememberedStatements } from "./remembered-statements.ts";
import type { Statement } from "./statement.ts";

/** States of one kind and holder that are kept, the newest: bounds the work. */
const STATES_MAX = 16;

/** A state, and what told of it. */
interface ToldState extends HeldState {
  readonly statement: RememberedStatement;
}

interface FormerState extends ToldState {
  /** What told that it is otherwise. */
  readonly endedBy: RememberedStatement;
}

/** What memory says of one thing that somebody has one of at a time. */
interface Held {
  /** Those that stand. */
  readonly current: ToldState[];
  readonly former: FormerState[];
}

export class FormerStates {
  readonly #held = new Map<string, Held>();

  constructor({ all }: RememberedStatements) {
    let cuedTurn = -1;
    for (const statement of all) {
      if (!statement.byUser || !statement.claims) continue;
      if (tellsNewWork(statement)) cuedTurn = statement.turn;
      for (const state of heldStates(statement, cuedTurn === statement.turn)) this.#add({ ...state, statement });
    }
  }

  #add(state: ToldState): void {
    const key = keyOf(state);
    const held: Held = this.#held.get(key) ?? { current: [], former: [] };
    this.#held.set(key, held);
    if (state.changes) {
      const ended = held.current.splice(0).filter((other) => !isSame(other, state));
      held.former.push(...ended.map((other) => ({ ...other, endedBy: state.statement })));
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

  /** What stands no more, its words in lower case, and what ended it. */
  *all(): Iterable<Pick<Ending, "ended" | "by"> & Pick<HeldState, "words">> {
    for (const { former } of this.#held.values())
      for (const { statement, words, endedBy } of former) yield { ended: statement, words, by: endedBy };
  }

  /** The change that ended what a claim states as if it were still so; null: none did. */
  endOf(draft: Draft, statement: Statement): RememberedStatement | null {
    const { question, asked } = draft;
    if (question.history || asked.some(isOfPast) || isOfPast(statement) || statement.negated) return null;
    for (const [held, words] of this.#stated(draft, statement)) {
      const former = held.former.findLast((state) => sharesWord(state.words, words));
      if (former !== undefined && !tellsCurrent(held, draft)) return held.current[0]?.statement ?? former.endedBy;
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

  *#stated(draft: Draft, statement: Statement): Iterable<readonly [held: Held, words: ReadonlySet<string>]> {
    for (const state of heldStates(statement, false)) {
      const held = this.#held.get(keyOf(state));
      if (held !== undefined) yield [held, state.words];
    }
    for (const question of draft.asked) {
      const asked = askedState(question);
      const held = asked === null ? undefined : this.#held.get(keyOf(asked));
      if (held !== undefined) yield [held, bareWords(statement)];
    }
  }
}

function tellsCurrent({ current }: Held, draft: Draft): boolean {
  return current.some(({ words }) => sharesWord(words, draft.words));
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
