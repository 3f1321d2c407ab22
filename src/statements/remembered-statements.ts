// What memory states about what, by words, and which of its values a later statement replaced.
import { KeptReadings } from "../base/kept-readings.ts";
import { oncePer } from "../base/once-per.ts";
import type { Steps } from "../base/steps.ts";
import { isWrittenAsName, readStatements } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { ReplacedValues } from "./replaced-values.ts";
import { contentStem, type SentenceReader } from "./sentence-reader.ts";
import { Spellings } from "./spellings.ts";
import { plainWord, type Statement } from "./statement.ts";
import { TurnContexts } from "./turn-contexts.ts";
import type { Value } from "./value.ts";

/** A turn that is remembered; turns come in the order of time. */
export interface RememberedTurn {
  readonly input: string;
  readonly answer: string;
}

/** Where a word stands. */
export interface WordPlace {
  /** Of the statement, among all. */
  readonly at: number;
  /** Of the token. */
  readonly place: number;
}

/** UTF-16 units that are read: of one turn's input or answer, and of all together. */
const TEXT_UNITS_MAX = 16_384;
const ALL_UNITS_MAX = 131_072;
/** Statements that are kept. */
const STATEMENTS_MAX = 2_048;

/** A word in more statements than this tells nothing of one of them. */
const HOLDERS_MAX = 64;
/** A shorter name is no telling word. */
const NAME_LETTERS_LEAST = 3;

/** The first sentence of a reply to a question is hardly longer. */
const REPLY_TOKENS_MAX = 10;

/** For as long as the reader lives. */
const keptBy = oncePer((_: SentenceReader) => new KeptReadings<readonly Statement[]>());

/** "he LIKES it", "the CTO". */
const ALL_CAPITALS = /^\p{Lu}{2,}/u;

export class RememberedStatements {
  readonly all: RememberedStatement[] = [];
  /** Words that are written as names somewhere. */
  readonly names = new Set<string>();
  readonly words = new Set<string>();
  readonly spellings = new Spellings();
  readonly #turnsOfStem = new Map<string, Set<number>>();
  readonly #statementsOfStem = new Map<string, Set<number>>();
  readonly #stemsOfTurn = new Map<number, Set<string>>();
  readonly #contexts = new TurnContexts<RememberedStatement>({
    stemsOf: (turn) => this.stemsOfTurn(turn),
    statementsOf: (turn) => this.statementsOfTurn(turn),
  });
  readonly #places = new Map<string, WordPlace[]>();
  /** Stems of the names. */
  readonly nameStems = new Set<string>();
  /** Every place of a name. */
  readonly namePlaces: WordPlace[] = [];
  #turns = 0;

  static *read(reader: SentenceReader, turns: readonly RememberedTurn[]): Steps<RememberedStatements> {
    const memory = new RememberedStatements();
    let left = ALL_UNITS_MAX;
    let statementsLeft = STATEMENTS_MAX;
    // The newest turns first: what is left out where there is too much is the oldest.
    const read: (readonly Statement[])[][] = [];
    for (const { input, answer } of turns.toReversed()) {
      const pair: (readonly Statement[])[] = [];
      for (const text of [input, answer]) {
        const part = text.slice(0, Math.min(left, TEXT_UNITS_MAX));
        left -= part.length;
        const all = yield* keptBy(reader).of(part, () => readStatements(reader, part, STATEMENTS_MAX));
        const statements = all.slice(0, statementsLeft);
        statementsLeft -= statements.length;
        pair.push(statements);
      }
      read.unshift(pair);
    }
    for (const [turn, [asked = [], answered = []]] of read.entries()) memory.#add(turn, asked, answered);
    memory.#settleNames();
    yield;
    yield* new ReplacedValues(memory).mark();
    return memory;
  }

  #add(turn: number, asked: readonly Statement[], answered: readonly Statement[]): void {
    this.#turns = turn + 1;
    // "When?" "June 7th.": what was asked for goes on with what it was asked of.
    const last = this.all.at(-1);
    const isAsked = last !== undefined && last.turn === turn - 1 && !last.byUser && !last.claims;
    if (isAsked && (asked[0]?.tokens.length ?? 0) <= REPLY_TOKENS_MAX) {
      this.#contexts.add(turn, turn - 1);
    }
    const both = [
      ...asked.map((each) => ({ said: this.spellings.learn(each), byUser: true })),
      ...answered.map((each) => ({ said: this.spellings.learn(each), byUser: false })),
    ];
    for (const { said: statement, byUser } of both) {
      const at = this.all.length;
      this.all.push({ ...statement, said: statement, byUser, turn, at, replaced: new Map() });
      for (const stem of statement.stems) {
        addTo(this.#turnsOfStem, stem, turn);
        addTo(this.#stemsOfTurn, turn, stem);
        addTo(this.#statementsOfStem, stem, at);
      }
      for (const [place, token] of statement.tokens.entries()) {
        const word = plainWord(token);
        const places = this.#places.get(word);
        if (places === undefined) this.#places.set(word, [{ at, place }]);
        else places.push({ at, place });
        if (token.kind !== "word") continue;
        this.words.add(word);
        if (isWrittenAsName(statement.tokens, place) && !ALL_CAPITALS.test(token.text)) this.names.add(word);
      }
    }
  }

  /** What an answer writes small is no name, however it is written elsewhere. */
  #settleNames(): void {
    for (const { byUser, tokens } of this.all) {
      for (const token of byUser ? [] : tokens) if (!token.capital) this.names.delete(plainWord(token));
    }
    for (const name of this.names) {
      const stem = contentStem(name);
      if (stem === null) this.names.delete(name);
      else {
        if (name.length >= NAME_LETTERS_LEAST) this.nameStems.add(stem);
        this.namePlaces.push(...this.placesOf(name));
      }
    }
    this.namePlaces.sort((a, b) => a.at - b.at || a.place - b.place);
  }

  /** Where a word stands, in lower case and without a possessive ending. */
  placesOf(word: string): readonly WordPlace[] {
    return this.#places.get(word) ?? [];
  }

  /** How telling a word is: 1 where one turn alone has it, 0 where none has. */
  weight(stem: string): number {
    const turns = this.#turnsOfStem.get(stem)?.size ?? 0;
    return turns === 0 ? 0 : Math.log(1 + this.#turns / turns) / Math.log(1 + this.#turns);
  }

  get turns(): number {
    return this.#turns;
  }

  /** Whether the user told of it in a turn before. */
  toldBefore(stem: string, turn: number): boolean {
    for (const at of this.#statementsOfStem.get(stem) ?? []) {
      const { byUser, turn: of } = this.all[at]!;
      if (byUser && of < turn) return true;
    }
    return false;
  }

  /** The content words of all that was said in it. */
  stemsOfTurn(turn: number): ReadonlySet<string> {
    return this.#stemsOfTurn.get(turn) ?? new Set();
  }

  /** The same, with the words of the turn whose value it replaced, or whose answer asked for it. */
  contextOfTurn(turn: number): ReadonlySet<string> {
    return this.#contexts.stemsOf(turn);
  }

  valuesOfTurn(turn: number): readonly Value[] {
    return this.statementsOfTurn(turn).flatMap(({ values }) => values);
  }

  knows(stem: string): boolean {
    return this.#turnsOfStem.has(stem);
  }

  /** Of each statement, how much of what is spoken of it is about: its own words whole, its turn's others by half. */
  topics(about: Iterable<string>): Float64Array {
    const own = new Float64Array(this.all.length);
    const ofTurn = new Float64Array(this.#turns);
    for (const stem of about) {
      const weight = this.weight(stem) / 2;
      if (weight === 0) continue;
      for (const at of this.#statementsOfStem.get(stem) ?? []) own[at]! += weight;
      for (const turn of this.#turnsOfStem.get(stem) ?? []) ofTurn[turn]! += weight;
    }
    return own.map((sum, at) => sum + ofTurn[this.all[at]!.turn]!);
  }

  /** The same, where a turn that goes on with others holds their words too. */
  sharingInContext(stems: ReadonlySet<string>): Map<number, number> {
    const shared = this.sharing(stems);
    for (const [{ at }, count] of this.#contexts.sharing(stems)) shared.set(at, (shared.get(at) ?? 0) + count);
    return shared;
  }

  statementsOfTurn(turn: number): readonly RememberedStatement[] {
    return this.all.filter((statement) => statement.turn === turn);
  }

  /** Statements that hold some of the words -> how many. */
  sharing(stems: Iterable<string>): Map<number, number> {
    const shared = new Map<number, number>();
    for (const stem of stems) {
      const holders = this.#statementsOfStem.get(stem);
      if (holders === undefined || holders.size > HOLDERS_MAX) continue;
      for (const at of holders) shared.set(at, (shared.get(at) ?? 0) + 1);
    }
    return shared;
  }

  /** What took the place of an earlier value speaks of the same thing. */
  goOn(statement: RememberedStatement, earlier: RememberedStatement): void {
    if (earlier.turn !== statement.turn) this.#contexts.add(statement.turn, earlier.turn);
    for (const stem of earlier.stems) addTo(this.#statementsOfStem, stem, statement.at);
  }

  /** How telling the words are that two sets share. */
  sharedWeight(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
    let sum = 0;
    for (const stem of one) if (other.has(stem)) sum += this.weight(stem);
    return sum;
  }

  /** Of each statement, how telling the words are that it shares. */
  sharedWeights(stems: ReadonlySet<string>): Float64Array {
    const shared = new Float64Array(this.all.length);
    for (const stem of stems) {
      const weight = this.weight(stem);
      for (const at of this.#statementsOfStem.get(stem) ?? []) shared[at]! += weight;
    }
    return shared;
  }
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const found = map.get(key);
  if (found === undefined) map.set(key, new Set([value]));
  else found.add(value);
}
