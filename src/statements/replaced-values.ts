// Marks which values of memory a later statement replaced: what it takes back, what a change puts in their place, what it adds to them.
import type { Steps } from "../base/steps.ts";
import {
  correctionWorth,
  isCommon,
  isOfAnother,
  isOneOfMany,
  isReplacing,
  isShortlyTold,
  mayReplace,
  PART_ENDS,
  statesStill,
  tellsOfLast,
} from "./may-replace.ts";
import { stemsByToken } from "./near-words.ts";
import { refersBack, wordsBesideDays, wordsBesideValues } from "./refers-back.ts";
import type { RememberedStatement, Replacement } from "./remembered-statement.ts";
import { isBroughtTo } from "./says-changed.ts";
import { shiftedBy } from "./shifted-values.ts";
import type { Statement } from "./statement.ts";
import { partAround } from "./tokens.ts";
import { isStep, type Shift, shiftsOf } from "./told-shifts.ts";
import { comparable, lacksUnit, mayBeBroughtTo, mayStandFor, ofOneSize, sameValue, type Value } from "./value.ts";
import { isOfAnothers } from "./whose.ts";

/** Values in statements of change that are looked at, which keeps the work in proportion. */
const CHANGES_MAX = 64;
/** A statement of change that shares less with what it may replace says nothing of it. 1: a word that one turn alone has. */
const CHANGE_TOPIC_LEAST = 0.45;
/** A common value is of the same thing only where so much is shared. */
const SAME_TOPIC_LEAST = 0.25;
/** A change that names nothing that is known is short, and follows soon. */
const LAST_TOKENS_MAX = 16;
const LAST_TURNS = 1;

/** What memory holds. */
interface Memory {
  readonly all: readonly RememberedStatement[];
  weight(stem: string): number;
  stemsOfTurn(turn: number): ReadonlySet<string>;
  statementsOfTurn(turn: number): readonly RememberedStatement[];
  sharedWeights(stems: ReadonlySet<string>): Float64Array;
  /** What took the place of a value speaks of the same thing. */
  goOn(statement: RememberedStatement, earlier: RememberedStatement): void;
}

export class ReplacedValues {
  constructor(private readonly memory: Memory) {}

  /** Marks them in the statements. */
  *mark(): Steps<void> {
    let left = CHANGES_MAX;
    let announced: RememberedStatement | null = null;
    for (const statement of this.memory.all) {
      if (!statement.claims) continue;
      for (const value of statement.denied) this.#deny(statement, value);
      if (!statement.byUser) continue;
      for (const shift of shiftsOf(statement.said)) {
        if (left-- > 0) this.#shift(statement, shift);
        yield;
      }
      // "The launch slipped. New date is 2 June."
      const own = wordsBesideDays(statement);
      const isAnnounced: boolean = announced?.turn === statement.turn;
      const stems = isAnnounced ? new Set([...announced!.stems, ...own]) : own;
      if (statement.changes && statement.values.every(isOneOfMany)) announced = statement;
      if (!statement.changes && !isAnnounced) continue;
      for (const value of statement.said.values) {
        if (isStep(statement.said, value)) continue;
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
    const shared = this.memory.sharedWeights(stems);
    const isCorrection = statement.corrects && isShortlyTold(statement, value);
    let best: Replaceable | null = null;
    for (const earlier of this.memory.all.slice(0, statement.at)) {
      if (earlier.turn === statement.turn && !earlier.byUser) continue;
      const corrected = isCorrection && earlier.turn >= statement.turn - 1 ? correctionWorth(statement, earlier) : 0;
      const topic = shared[earlier.at]! + corrected + (statesStill(statement, earlier) ? CHANGE_TOPIC_LEAST : 0);
      if (topic < CHANGE_TOPIC_LEAST || topic < (best?.topic ?? 0)) continue;
      const candidates = this.#replaceable(statement, value, earlier);
      if (candidates.length > 0 && !isOfAnothers(this.memory, statement, earlier))
        best = { candidates, topic, earlier };
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
    const isBrought = statement.corrects || isBroughtTo(statement.tokens, value);
    return earlier.values.filter(
      (known) =>
        !earlier.replaced.has(known) &&
        (comparable(known, value) || mayStandFor(value, known) || (isBrought && mayBeBroughtTo(value, known))) &&
        ofOneSize(known, value) &&
        !sameValue(known, value) &&
        !this.#isSaidAgain(statement, { value, known, earlier }),
    );
  }

  /** "It goes up by fifty": what was told before ends, and what follows is told. */
  #shift(statement: RememberedStatement, shift: Shift): void {
    const shifted = this.#shiftedBy(statement, shift);
    if (shifted === null) return;
    const { earlier, known, value, topic } = shifted;
    const by = { ...value, from: shift.from, to: shift.to };
    statement.values = [...statement.values, by];
    this.#end(statement, known, { by, turn: statement.turn, denied: false, shared: topic }, earlier);
  }

  #shiftedBy(statement: RememberedStatement, shift: Shift): Shifted | null {
    const own = wordsBesideValues(statement);
    const shared = this.memory.sharedWeights(own);
    const found = this.memory.all.slice(0, statement.at).flatMap((earlier): Shifted[] => {
      if (earlier.values.length === 0 || !earlier.byUser || !earlier.claims || earlier.turn === statement.turn)
        return [];
      if (isOfAnothers(this.memory, statement, earlier)) return [];
      return earlier.values.flatMap((known): Shifted[] => {
        if (earlier.replaced.has(known) || earlier.conditional.has(known) || isStep(earlier.said, known)) return [];
        const value = shiftedBy(shift, { known, earlier });
        if (value === null || this.#tellsItself(statement, shift, known)) return [];
        const topic = shared[earlier.at]!;
        if (topic < CHANGE_TOPIC_LEAST && !mayBeShiftedUnnamed(shift, known)) return [];
        return [{ earlier, known, value, topic: topic + this.#nearness(own, earlier, known) }];
      });
    });
    const most = found.reduce((best, { topic }) => Math.max(best, topic), 0);
    const meant = most >= CHANGE_TOPIC_LEAST ? found.filter(({ topic }) => topic === most) : found;
    return meant.length === 1 ? meant[0]! : null;
  }

  /** How telling the words are that stand near a value in the same part, the nearer the more. */
  #nearness(words: ReadonlySet<string>, of: Statement, { from, to }: Value): number {
    const { start, end } = partAround(of.tokens, { from, to }, ({ lower }) => PART_ENDS.has(lower));
    return stemsByToken(of).reduce((sum, stem, at) => {
      if (stem === null || at < start || at >= end || !words.has(stem)) return sum;
      return sum + this.memory.weight(stem) / (2 + (at < from ? from - at : at - to + 1));
    }, 0);
  }

  /** The turn tells another value of the kind: "lost 4 of the 9, so 5". */
  #tellsItself(statement: RememberedStatement, { from, to }: Shift, known: Value): boolean {
    return this.memory
      .statementsOfTurn(statement.turn)
      .some(({ at, values }) =>
        values.some(
          (other) => (at !== statement.at || other.from >= to || other.to <= from) && comparable(other, known),
        ),
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
    for (let place = at - 1; place >= 0 && this.memory.all[place]!.turn >= turn - LAST_TURNS; place--) {
      const earlier = this.memory.all[place]!;
      if (!earlier.byUser || !earlier.claims) continue;
      const candidates = this.#replaceable(statement, value, earlier).filter(
        (known) => isMoved || comparable(known, value),
      );
      if (candidates.length > 0 && !isOfAnothers(this.memory, statement, earlier))
        return { candidates, topic: CHANGE_TOPIC_LEAST, earlier };
    }
    return null;
  }

  /** What is said again stands: "outbound on the 9th, return still on the 15th". */
  #isSaidAgain(
    { turn, at, corrects }: RememberedStatement,
    { value, known, earlier }: { readonly value: Value; readonly known: Value; readonly earlier: Statement },
  ): boolean {
    for (let next = at; this.memory.all[next]?.turn === turn; next++) {
      const again = this.memory.all[next]!;
      const isAgain = again.values.some(
        (other) => other !== value && !again.denied.has(other) && sameValue(other, known),
      );
      if (isAgain && !(corrects && next > at && isOfAnother(again, earlier))) return true;
    }
    return false;
  }

  /** `of`: whose value it is; null: of whatever the statement is about. */
  #end(statement: RememberedStatement, gone: Value, replacement: Replacement, of: RememberedStatement | null): void {
    const about = this.memory.sharedWeights(
      new Set([statement, ...(of === null ? [] : [of])].flatMap((each) => [...wordsBesideValues(each)])),
    );
    const isLast = of === null && refersBack(statement);
    for (const earlier of this.memory.all.slice(0, statement.at)) {
      const isNear = isLast && earlier.turn >= statement.turn - LAST_TURNS;
      const isOfSame = isNear || earlier.turn === (of ?? statement).turn || about[earlier.at]! >= SAME_TOPIC_LEAST;
      for (const known of earlier.values) {
        if (earlier.replaced.has(known) || !sameValue(known, gone)) continue;
        if (!mayReplace(known, gone) && !mayStandFor(gone, known)) continue;
        if (!isOfSame && isCommon(known)) continue;
        if (earlier.turn !== statement.turn && isOfAnothers(this.memory, statement, earlier)) continue;
        earlier.replaced.set(known, replacement);
        this.memory.goOn(statement, earlier);
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

/** Without a word that names it a bare number is hardly of a price or a duration. */
function mayBeShiftedUnnamed({ by }: Shift, known: Value): boolean {
  if (by === null || by.unit !== null || known.type !== "amount") return true;
  return known.unit?.dimension !== "money" && known.unit?.dimension !== "duration";
}

/** A value that a shift is of, and what it becomes. */
interface Shifted {
  readonly earlier: RememberedStatement;
  readonly known: Value;
  readonly value: Value;
  readonly topic: number;
}
