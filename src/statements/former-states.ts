// Finds what was so before a change that the user told of: "you live in Lisbon", after "we moved to Porto".
import { oncePer } from "../base/once-per.ts";
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import type { Draft } from "./draft.ts";
import { askedState, bareWords, heldStates, tellsNewWork } from "./held-states.ts";
import { leftStates } from "./left-states.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { RememberedStatements } from "./remembered-statements.ts";
import type { HeldState, LeftState } from "./state.ts";
import { plainWord, type Statement } from "./statement.ts";
import { partAround } from "./tokens.ts";
import type { Value } from "./value.ts";

/** States of one kind and holder that are kept, the newest: bounds the work. */
const STATES_MAX = 16;

/** What a text asks to be invented is nobody's. */
const ASKS_INVENTION = linear(
  /(?<!\p{L})(?:(?:write|tell|invent|make up|draft) (?:me |us )?(?:an?|the) (?:[\p{L}-]+ )?(?:story|poem|novel|scene|dialogue|sketch|song|tale|bio|letter|email)|in (?:the|my) (?:story|novel|game)|role-?play|gedicht|geschichte über|erfinde|invente|écris(?:-moi)? une? (?:histoire|poème)|escribe (?:un|una) (?:cuento|historia|poema))(?!\p{L})/iu,
);
const ANY_THING = wordSet("it shop busi place compani project thing product band brand");

/** A state, and what told of it. */
interface ToldState extends HeldState {
  readonly statement: RememberedStatement;
}

interface FormerState extends ToldState {
  /** What told that it is otherwise. */
  readonly endedBy: RememberedStatement;
}

export interface EndedState {
  readonly ended: RememberedStatement;
  readonly by: RememberedStatement;
  /** Of the state, in lower case. */
  readonly words: ReadonlySet<string>;
  /** Those that are told of the state itself: "been with Halden for six years". */
  readonly values: readonly Value[];
}

/** What memory says of one thing that somebody has one of at a time. */
interface Held {
  /** Those that stand. */
  current: ToldState[];
  former: FormerState[];
}

export class FormerStates {
  readonly #held = new Map<string, Held>();

  constructor({ all }: RememberedStatements) {
    let cuedTurn = -1;
    let inventedTurn = -1;
    for (const statement of all) {
      if (!statement.byUser) continue;
      const states = statesToldBy(statement.said);
      if (states.areInvented) inventedTurn = statement.turn;
      if (inventedTurn === statement.turn) continue;
      if (states.isOfNewWork) cuedTurn = statement.turn;
      for (const left of states.left) this.#leave(left, statement);
      for (const state of states.held(cuedTurn === statement.turn)) this.#add({ ...state, statement });
    }
  }

  #leave({ kind, holder, words }: LeftState, statement: RememberedStatement): void {
    for (const held of this.#held.values()) {
      const isMeant = (state: ToldState) =>
        state.kind === kind &&
        (holder === null || state.holder === holder) &&
        (words.size === 0 || !words.isDisjointFrom(state.words));
      const ended = held.current.filter(isMeant);
      held.current = held.current.filter((state) => !isMeant(state));
      held.former.push(...ended.map((state) => ({ ...state, endedBy: statement })));
    }
  }

  #add(told: ToldState): void {
    const state = { ...told, holder: this.#titled(told) };
    const key = keyOf(state);
    const held: Held = this.#held.get(key) ?? { current: [], former: [] };
    this.#held.set(key, held);
    const isOther = ({ words }: ToldState) => words.isDisjointFrom(state.words);
    if (state.changes) {
      held.former.push(...held.current.filter(isOther).map((other) => ({ ...other, endedBy: state.statement })));
      held.current = [];
    }
    held.current = [...held.current, state].slice(-STATES_MAX);
    // What is told again stands again.
    held.former = held.former.filter(isOther).slice(-STATES_MAX);
  }

  /** "The shop's going to be called …": the only thing that has a title, by a name for any thing. */
  #titled({ kind, holder, changes }: ToldState): string {
    if (kind !== "title" || !changes || !ANY_THING.has(holder)) return holder;
    const titled = [...this.#held.values()].flatMap(({ current }) => current.filter((state) => state.kind === "title"));
    const holders = new Set(titled.map((state) => state.holder));
    return holders.size === 1 && !holders.has(holder) ? [...holders][0]! : holder;
  }

  /** What stands no more, by what ended it. */
  *all(): Iterable<EndedState> {
    for (const { former } of this.#held.values())
      for (const state of former)
        yield { ended: state.statement, by: state.endedBy, words: state.words, values: valuesBeside(state) };
  }

  /** The change that ended what a claim states as if it were still so; null: none did. */
  endOf(draft: Draft, statement: Statement): RememberedStatement | null {
    for (const [held, words] of this.#stated(draft, statement)) {
      const former = held.former.findLast((state) => !words.isDisjointFrom(state.words));
      if (former !== undefined && held.current.every((state) => state.words.isDisjointFrom(draft.words)))
        return held.current[0]?.statement ?? former.endedBy;
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

/** What a statement tells of states by itself; read when it is first asked for. */
class StatesTold {
  readonly #told: Statement | null;
  readonly areInvented: boolean;
  #left: readonly LeftState[] | null = null;
  readonly #held = new Map<boolean, readonly HeldState[]>();

  constructor(statement: Statement) {
    this.#told = statement.claims ? statement : null;
    this.areInvented = ASKS_INVENTION.test(statement.text);
  }

  get isOfNewWork(): boolean {
    return this.#told !== null && tellsNewWork(this.#told);
  }

  get left(): readonly LeftState[] {
    this.#left ??= this.#told === null ? [] : leftStates(this.#told);
    return this.#left;
  }

  /** `cued`: the turn tells of a change of work. */
  held(cued: boolean): readonly HeldState[] {
    const known = this.#held.get(cued) ?? (this.#told === null ? [] : heldStates(this.#told, cued));
    this.#held.set(cued, known);
    return known;
  }
}

const statesToldBy = oncePer((statement: Statement) => new StatesTold(statement));

/** Of the same part between marks. */
function valuesBeside({ statement: { tokens, values }, words }: ToldState): readonly Value[] {
  const at = tokens.findIndex((token) => words.has(plainWord(token)));
  if (at < 0) return [];
  const { start, end } = partAround(tokens, { from: at, to: at + 1 }, ({ text }) => /^[,;:.!?()–]$/.test(text));
  return values.filter(({ from }) => from >= start && from < end);
}

function keyOf({ kind, holder }: Pick<HeldState, "kind" | "holder">): string {
  return `${kind} ${holder}`;
}
