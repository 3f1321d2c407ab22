// What memory states about what, by words, and which of its values a later statement replaced.
import { KeptReadings } from "../base/kept-readings.ts";
import { oncePer } from "../base/once-per.ts";
import type { Steps } from "../base/steps.ts";
import {
  correctionWorth,
  isCommon,
  isOfAnother,
  isOneOfMany,
  isReplacing,
  isShortlyTold,
  mayReplace,
  statesStill,
  tellsOfLast,
} from "./may-replace.ts";
import { isWrittenAsName, readStatements } from "./read-statements.ts";
import { refersBack, wordsBesideDays, wordsBesideValues } from "./refers-back.ts";
import { isBroughtTo } from "./says-changed.ts";
import { contentStem, type SentenceReader } from "./sentence-reader.ts";
import { Spellings } from "./spellings.ts";
import { plainWord, type Statement } from "./statement.ts";
import { TurnContexts } from "./turn-contexts.ts";
import { comparable, lacksUnit, mayStandFor, ofOneSize, sameValue, type Value } from "./value.ts";
import { isOfAnothers } from "./whose.ts";

/** A turn that is remembered; turns come in the order of time. */
export interface RememberedTurn {
  readonly input: string;
  readonly answer: string;
}

export interface RememberedStatement extends Statement {
  /** As it was read: the same object wherever the same text is remembered, unless memory spells a name in another way. */
  readonly said: Statement;
  /** Which of the turns said it. */
  readonly turn: number;
  readonly byUser: boolean;
  /** Its place among all statements. */
  readonly at: number;
  /** Values that are no longer so. */
  readonly replaced: Map<Value, Replacement>;
}

export interface Replacement {
  /** What took its place, if that was told. */
  readonly by: Value | null;
  /** The turn that told it. */
  readonly turn: number;
  /** It was taken back by name: "not 140". */
  readonly denied: boolean;
  /** How telling the words are that both statements have; 0 where it was denied. */
  readonly shared: number;
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
/** Values in statements of change that are looked at, which keeps the work in proportion. */
const CHANGES_MAX = 64;

/** A word in more statements than this tells nothing of one of them. */
const HOLDERS_MAX = 64;
/** A shorter name is no telling word. */
const NAME_LETTERS_LEAST = 3;

/** A statement of change that shares less with what it may replace says nothing of it. 1: a word that one turn alone has. */
const CHANGE_TOPIC_LEAST = 0.45;

/** A common value is of the same thing only where so much is shared. */
const SAME_TOPIC_LEAST = 0.25;

/** The first sentence of a reply to a question is hardly longer. */
const REPLY_TOKENS_MAX = 10;

/** A change that names nothing that is known is short, and follows soon. */
const LAST_TOKENS_MAX = 16;
const LAST_TURNS = 1;

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
    statementsOf: (turn) => this.#statementsOfTurn(turn),
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
    yield* memory.#markReplaced();
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

  /** The content words of all that was said in it. */
  stemsOfTurn(turn: number): ReadonlySet<string> {
    return this.#stemsOfTurn.get(turn) ?? new Set();
  }

  /** The same, with the words of the turn whose value it replaced, or whose answer asked for it. */
  contextOfTurn(turn: number): ReadonlySet<string> {
    return this.#contexts.stemsOf(turn);
  }

  valuesOfTurn(turn: number): readonly Value[] {
    return this.#statementsOfTurn(turn).flatMap(({ values }) => values);
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

  #statementsOfTurn(turn: number): readonly RememberedStatement[] {
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

  *#markReplaced(): Steps<void> {
    let left = CHANGES_MAX;
    let announced: RememberedStatement | null = null;
    for (const statement of this.all) {
      if (!statement.claims) continue;
      for (const value of statement.denied) this.#deny(statement, value);
      if (!statement.byUser) continue;
      // "The launch slipped. New date is 2 June."
      const own = wordsBesideDays(statement);
      const isAnnounced: boolean = announced?.turn === statement.turn;
      const stems = isAnnounced ? new Set([...announced!.stems, ...own]) : own;
      if (statement.changes && statement.values.every(isOneOfMany)) announced = statement;
      if (!statement.changes && !isAnnounced) continue;
      for (const value of statement.values) {
        if (!statement.changes && value.type !== "date" && value.type !== "time") continue;
        if (!isReplacing(statement, value) || left-- <= 0) continue;
        this.#replaceBy(statement, value, stems);
        yield;
      }
    }
  }

  /** "It was 165, not 140": 140 is gone, here and before. */
  #deny(statement: RememberedStatement, value: Value): void {
    const by = statement.values.find((other) => other !== value && mayReplace(value, other)) ?? null;
    statement.replaced.set(value, { by, turn: statement.turn, denied: true, shared: 0 });
    if (statement.byUser && (statement.changes || by !== null))
      this.#end(statement, value, { by, turn: statement.turn, denied: true, shared: 0 }, null);
  }

  /** The value that a statement of change most likely replaces: of what is spoken of most, the last. */
  #replaceBy(statement: RememberedStatement, value: Value, stems: ReadonlySet<string>): void {
    const shared = this.#sharedWeights(stems);
    const isCorrection = statement.corrects && isShortlyTold(statement, value);
    let best: Replaceable | null = null;
    for (const earlier of this.all.slice(0, statement.at)) {
      if (earlier.turn === statement.turn && !earlier.byUser) continue;
      const corrected = isCorrection && earlier.turn >= statement.turn - 1 ? correctionWorth(statement, earlier) : 0;
      const topic = shared[earlier.at]! + corrected + (statesStill(statement, earlier) ? CHANGE_TOPIC_LEAST : 0);
      if (topic < CHANGE_TOPIC_LEAST || topic < (best?.topic ?? 0)) continue;
      const candidates = this.#replaceable(statement, value, earlier);
      if (candidates.length > 0 && !isOfAnothers(this, statement, earlier)) best = { candidates, topic, earlier };
    }
    best ??= this.#spokenOfLast(statement, value, shared);
    if (best === null) return;
    // Of several the one in the same place: "6 to 13 July" and "3 to 10 September".
    const own = statement.values.filter((other) => comparable(other, value));
    const gone = best.candidates.length === own.length ? best.candidates[own.indexOf(value)] : best.candidates[0];
    if (gone !== undefined)
      this.#end(statement, gone, { by: value, turn: statement.turn, denied: false, shared: best.topic }, best.earlier);
  }

  #replaceable(statement: RememberedStatement, value: Value, earlier: RememberedStatement): readonly Value[] {
    return earlier.values.filter(
      (known) =>
        !earlier.replaced.has(known) &&
        (comparable(known, value) || mayStandFor(value, known)) &&
        ofOneSize(known, value) &&
        !sameValue(known, value) &&
        !this.#isSaidAgain(statement, { value, known, earlier }),
    );
  }

  /** "They postponed, it's the 23rd now": what names nothing that is known is of what was told last. */
  #spokenOfLast(statement: RememberedStatement, value: Value, shared: Float64Array): Replaceable | null {
    const { at, turn, tokens } = statement;
    // "Raised it to 720": a number alone, where something is brought to it.
    const isMoved = isBroughtTo(tokens, value);
    if (!tellsOfLast(statement, value) && !(isMoved && lacksUnit(value))) return null;
    if (!refersBack(statement)) return null;
    if (tokens.length > LAST_TOKENS_MAX || shared.slice(0, at).some((topic) => topic >= CHANGE_TOPIC_LEAST))
      return null;
    for (let place = at - 1; place >= 0 && this.all[place]!.turn >= turn - LAST_TURNS; place--) {
      const earlier = this.all[place]!;
      if (!earlier.byUser || !earlier.claims) continue;
      const candidates = this.#replaceable(statement, value, earlier).filter(
        (known) => isMoved || comparable(known, value),
      );
      if (candidates.length > 0 && !isOfAnothers(this, statement, earlier))
        return { candidates, topic: CHANGE_TOPIC_LEAST, earlier };
    }
    return null;
  }

  /** Of each statement, how telling the words are that it shares. */
  #sharedWeights(stems: ReadonlySet<string>): Float64Array {
    const shared = new Float64Array(this.all.length);
    for (const stem of stems) {
      const weight = this.weight(stem);
      for (const at of this.#statementsOfStem.get(stem) ?? []) shared[at]! += weight;
    }
    return shared;
  }

  /** What is said again stands: "outbound on the 9th, return still on the 15th". */
  #isSaidAgain(
    { turn, at, corrects }: RememberedStatement,
    { value, known, earlier }: { readonly value: Value; readonly known: Value; readonly earlier: Statement },
  ): boolean {
    for (let next = at; this.all[next]?.turn === turn; next++) {
      const again = this.all[next]!;
      const isAgain = again.values.some(
        (other) => other !== value && !again.denied.has(other) && sameValue(other, known),
      );
      if (isAgain && !(corrects && next > at && isOfAnother(again, earlier))) return true;
    }
    return false;
  }

  /** `of`: whose value it is; null: of whatever the statement is about. */
  #end(statement: RememberedStatement, gone: Value, replacement: Replacement, of: RememberedStatement | null): void {
    const about = this.#sharedWeights(
      new Set([statement, ...(of === null ? [] : [of])].flatMap((each) => [...wordsBesideValues(each)])),
    );
    const isLast = of === null && refersBack(statement);
    for (const earlier of this.all.slice(0, statement.at)) {
      const isNear = isLast && earlier.turn >= statement.turn - LAST_TURNS;
      const isOfSame = isNear || earlier.turn === (of ?? statement).turn || about[earlier.at]! >= SAME_TOPIC_LEAST;
      for (const known of earlier.values) {
        if (earlier.replaced.has(known) || !sameValue(known, gone)) continue;
        if (!mayReplace(known, gone) && !mayStandFor(gone, known)) continue;
        if (!isOfSame && isCommon(known)) continue;
        if (earlier.turn !== statement.turn && isOfAnothers(this, statement, earlier)) continue;
        earlier.replaced.set(known, replacement);
        if (earlier.turn !== statement.turn) this.#contexts.add(statement.turn, earlier.turn);
        // What took its place speaks of the same thing.
        for (const stem of earlier.stems) addTo(this.#statementsOfStem, stem, statement.at);
      }
    }
  }
}

/** What a statement of change may replace, and how much both are about the same thing. */
interface Replaceable {
  readonly candidates: readonly Value[];
  readonly topic: number;
  readonly earlier: RememberedStatement;
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const found = map.get(key);
  if (found === undefined) map.set(key, new Set([value]));
  else found.add(value);
}
