// Reads the values of a sentence from its tokens: amounts, times, days, weekdays, relations, choices.
import { dayPartAt, NAMED_TIMES, readHalf, toldHour } from "./day-parts.ts";
import { readOneUnit } from "./one-unit.ts";
import { type ReadNumber, readNumber } from "./read-number.ts";
import { readRunningTime } from "./running-time.ts";
import { contentStem } from "./sentence-reader.ts";
import type { Token } from "./tokens.ts";
import type { Amount, Clock, Value } from "./value.ts";
import {
  BEFORE_TIME,
  CHOICES,
  DOUBTFUL_WEEKDAYS,
  ENDS_COUNT,
  isMoneySign,
  KINSHIP,
  MONTHS,
  ORDINAL_ENDINGS,
  ORDINAL_WORDS,
  SIDED,
  UNIT_SHORT_FORMS,
  UNITS,
  type Unit,
  WEEKDAYS,
} from "./value-words.ts";

/** In the order of the text. */
export function readValues(tokens: readonly Token[]): Value[] {
  return new ValueScan(tokens).run();
}

/** Between a number and its unit. */
const MORE_OF = /^(?:more|extra|additional|fewer|less)$/;
const ISO_DAY = /^(\d{4})$/;
/** "1h50" is a duration, "17h04" a time. */
const EARLY_HOUR = 6;
/** These need not be stuck to their number. */
const SHORT_UNITS = /^[mhtgl°%]$/;
const ARTICLES: ReadonlySet<string> = new Set(["the", "of", "de", "der", "den", "dem", "am", "el", "le", "du"]);

const SON_AFTER = /^(?:my|your|his|her|their|our|the|a|and|eldest|youngest|older|younger|little|grown)$|'s$/;

class ValueScan {
  readonly #values: Value[] = [];

  constructor(private readonly tokens: readonly Token[]) {}

  run(): Value[] {
    for (let at = 0; at < this.tokens.length; ) {
      const read = this.#readAt(at);
      if (read === null) {
        at++;
        continue;
      }
      this.#values.push(read);
      at = Math.max(read.to, at + 1);
    }
    return this.#values;
  }

  #readAt(at: number): Value | null {
    const token = this.tokens[at]!;
    if (token.kind === "mark") return this.#moneyAt(at);
    return (
      this.#dayAt(at) ?? this.#timeAt(at) ?? this.#amountAt(at) ?? (token.kind === "word" ? this.#choiceAt(at) : null)
    );
  }

  #lower(at: number): string {
    return this.tokens[at]?.lower ?? "";
  }

  /** Whether nothing stands between a token and the one before it. */
  #stuck(at: number): boolean {
    return at > 0 && this.tokens[at]?.start === this.tokens[at - 1]!.end;
  }

  #numberAt(at: number): ReadNumber | null {
    return readNumber(this.tokens, at);
  }

  #moneyAt(at: number): Value | null {
    const unit = UNITS.get(this.#lower(at));
    if (unit?.dimension !== "money") return null;
    const read = this.#numberAt(at + 1);
    if (read === null) return null;
    return { type: "amount", number: read.number, unit, counted: [], label: null, from: at, to: read.to };
  }

  #amountAt(at: number): Amount | null {
    const one = readOneUnit(this.tokens, at) ?? readRunningTime(this.tokens, at);
    if (one !== null) return one;
    const read = this.#numberAt(at);
    if (read === null) return null;
    const { number, to } = read;
    let unitAt = to;
    if (this.#lower(unitAt) === "-") unitAt++;
    // "Ten more kilos".
    if (MORE_OF.test(this.#lower(unitAt)) && UNITS.has(this.#lower(unitAt + 1))) unitAt++;
    let name = this.#lower(unitAt);
    // "sq m", "square feet": an area, named by its second word.
    if (name === "sq" || name === "square")
      return {
        type: "amount",
        number,
        unit: null,
        counted: [`square ${this.#lower(unitAt + 1)}`],
        label: null,
        from: at,
        to: unitAt + 2,
      };
    if (name === "°" && /^[cf]$/.test(this.#lower(unitAt + 1))) name = `°${this.#lower(++unitAt)}`;
    // "Un an", and not "12.60 an hour".
    const isArticle = name === "an" && number !== 1;
    const unit = isArticle ? undefined : UNITS.get(UNIT_SHORT_FORMS.get(name) ?? name);
    if (unit !== undefined && (name.length > 1 || SHORT_UNITS.test(name) || isMoneySign(name) || this.#stuck(unitAt))) {
      return {
        type: "amount",
        number,
        unit,
        counted: this.#counted(unitAt + 1),
        label: null,
        from: at,
        to: unitAt + 1,
      };
    }
    // "one of them", "no one", "the one": no count.
    if (!read.digits && number === 1) return null;
    return {
      type: "amount",
      number,
      unit: this.#unitOfRange(to),
      counted: this.#counted(to),
      label: this.#stem(at - 1),
      from: at,
      to,
    };
  }

  /** "12 to 15 minutes": the first number has the unit of the second. */
  #unitOfRange(to: number): Unit | null {
    if (!/^(?:to|-|–|or|bis|y|à)$/.test(this.#lower(to))) return null;
    const second = this.#numberAt(to + 1);
    const word = second === null ? "" : this.#lower(second.to);
    return word.length > 1 ? (UNITS.get(word) ?? null) : null;
  }

  /** The content words that follow, up to two, within the clause; "8 of us" counts us. */
  #counted(to: number): string[] {
    if (this.#lower(to) === "of" && /^(?:us|them|you)$/.test(this.#lower(to + 1))) return ["us"];
    if (ENDS_COUNT.test(this.#lower(to))) return [];
    const first = this.#stem(to);
    const second = this.tokens[to]?.kind === "word" ? this.#stem(to + 1) : null;
    return [first, second].filter((stem) => stem !== null);
  }

  #stem(at: number): string | null {
    const token = this.tokens[at];
    return token?.kind === "word" && !WEEKDAYS.has(token.lower) ? contentStem(token.lower) : null;
  }

  #dayAt(at: number): Value | null {
    const token = this.tokens[at]!;
    const iso = ISO_DAY.exec(token.text);
    if (iso !== null && this.#lower(at + 1) === "-" && this.#lower(at + 3) === "-") {
      const [month, day] = [Number(this.#lower(at + 2)), Number(this.#lower(at + 4))];
      if (month >= 1 && month <= 12 && day >= 1 && day <= 31)
        return { type: "date", day, month, year: Number(iso[1]), from: at, to: at + 5 };
    }
    const slashed = /^(\d{1,2})\/(\d{1,2})$/.exec(token.text);
    if (slashed !== null) {
      const [one, other] = [Number(slashed[1]), Number(slashed[2])];
      // "06/05" may be either.
      if (one > 12 && one <= 31 && other >= 1 && other <= 12)
        return { type: "date", day: one, month: other, year: null, from: at, to: at + 1 };
      if (other > 12 && other <= 31 && one >= 1 && one <= 12)
        return { type: "date", day: other, month: one, year: null, from: at, to: at + 1 };
    }
    const month = MONTHS.get(token.lower);
    if (month !== undefined) return this.#monthFirst(at, month);
    const ordinal = this.#ordinalAt(at);
    const dotted = ordinal === null ? this.#germanDay(at) : null;
    const start =
      ordinal ??
      dotted ??
      (token.kind === "number" && /^\d{1,2}$/.test(token.text) ? { day: Number(token.text), to: at + 1 } : null);
    if (start === null || start.day < 1 || start.day > 31) return null;
    let to = start.to;
    // "the 3rd of May", "el 3 de mayo"; a range shares the month of its end ("8th to 15th november").
    while (ARTICLES.has(this.#lower(to))) to++;
    const named = MONTHS.get(this.#lower(to));
    if (
      named !== undefined &&
      !(
        this.#lower(to) === "may" &&
        !this.tokens[to]!.capital &&
        ordinal === null &&
        this.#numberAt(to + 1) === null &&
        to + 1 < this.tokens.length &&
        start.to !== to
      )
    ) {
      return {
        type: "date",
        day: start.day,
        month: named,
        year: null,
        from: at,
        to: this.tokens[to + 1]?.text === "." ? to + 2 : to + 1,
      };
    }
    // "Her 18th birthday" is no day, "the 18th" is.
    if (
      ordinal !== null &&
      token.kind === "number" &&
      (this.#lower(at + 1).endsWith("'s") || this.#stem(start.to) === null)
    )
      return { type: "date", day: start.day, month: null, year: null, from: at, to: start.to };
    return null;
  }

  #monthFirst(at: number, month: number): Value | null {
    const word = this.#lower(at);
    const ordinal = this.#ordinalAt(at + 1);
    const next = this.tokens[at + 1];
    if (ordinal !== null) return { type: "date", day: ordinal.day, month, year: null, from: at, to: ordinal.to };
    if (
      next?.kind === "number" &&
      /^\d{1,2}$/.test(next.text) &&
      Number(next.text) >= 1 &&
      Number(next.text) <= 31 &&
      !this.#timeAfter(at + 2)
    ) {
      return { type: "date", day: Number(next.text), month, year: null, from: at, to: at + 2 };
    }
    // A month alone: only where it cannot be another word.
    const sure =
      word.length > 3 && word !== "march" && word !== "marzo"
        ? true
        : this.tokens[at]!.capital && word !== "mar" && at > 0;
    return sure ? { type: "date", day: null, month, year: null, from: at, to: at + 1 } : null;
  }

  #timeAfter(at: number): boolean {
    return readHalf(this.tokens, at) !== null || /^(?:uhr|h|o'clock)$/.test(this.#lower(at));
  }

  #ordinalAt(at: number): { readonly day: number; readonly to: number } | null {
    const token = this.tokens[at];
    if (token === undefined) return null;
    if (
      token.kind === "number" &&
      /^\d{1,2}$/.test(token.text) &&
      this.#stuck(at + 1) &&
      ORDINAL_ENDINGS.has(this.#lower(at + 1).replace(/'s$/, ""))
    ) {
      return { day: Number(token.text), to: at + 2 };
    }
    const word = ORDINAL_WORDS.get(token.lower);
    if (word === undefined) return null;
    // "the first" is a day only beside a month.
    const month = ARTICLES.has(this.#lower(at + 1)) ? this.#lower(at + 2) : this.#lower(at + 1);
    return MONTHS.has(month) || MONTHS.has(this.#lower(at - 1)) ? { day: word, to: at + 1 } : null;
  }

  /** "14. März", "am 14." */
  #germanDay(at: number): { readonly day: number; readonly to: number } | null {
    const token = this.tokens[at]!;
    if (token.kind !== "number" || !/^\d{1,2}$/.test(token.text) || this.#lower(at + 1) !== "." || !this.#stuck(at + 1))
      return null;
    return MONTHS.has(this.#lower(at + 2)) ? { day: Number(token.text), to: at + 2 } : null;
  }

  #timeAt(at: number): Clock | null {
    const named = NAMED_TIMES.get(this.#lower(at));
    if (named !== undefined) return clock(at, at + 1, named, true);
    return this.#spokenTime(at) ?? this.#writtenTime(at);
  }

  /** "half past four", "half seven" (British: 7:30), "quarter to six", "twenty past nine". */
  #spokenTime(at: number): Clock | null {
    let next = at;
    const word = this.#lower(next);
    if (word === "a" && this.#lower(next + 1) === "quarter") next++;
    const read = this.#lower(next);
    let part: number | null = read === "half" ? 30 : read === "quarter" ? 15 : null;
    if (part === null) {
      const small = this.#numberAt(next);
      if (
        small === null ||
        ![5, 10, 20, 25].includes(small.number) ||
        !/^(?:past|to|minutes)$/.test(this.#lower(small.to))
      )
        return null;
      part = small.number;
      next = small.to - 1;
    }
    const link = this.#lower(next + 1);
    const linked = link === "past" || link === "to";
    if (!linked && read !== "half") return null;
    const hour = this.#numberAt(next + (linked ? 2 : 1));
    if (hour === null || hour.number < 1 || hour.number > 12 || !Number.isInteger(hour.number)) return null;
    // "half two" is a time; "half 12 of them" is not: the next word must not be a noun that it counts.
    if (!linked && UNITS.has(this.#lower(hour.to))) return null;
    const minutes = (hour.number * 60 + (link === "to" ? -part : part) + 1440) % 1440;
    return this.#withHalf(at, hour.to, minutes);
  }

  /** "7:05", "7.05" beside a word of time, "7pm", "8 o'clock", "um 7 Uhr", "at 2". */
  #writtenTime(at: number): Clock | null {
    const token = this.tokens[at]!;
    const parts = /^(\d{1,2})[:.h](\d{2})$/.exec(token.text);
    if (parts !== null) {
      // "6:40 per km" is a pace.
      if (/^(?:per|\/|pro|por)$/.test(this.#lower(at + 1))) return null;
      const [hours, minutes] = [Number(parts[1]), Number(parts[2])];
      if (hours > 24 || minutes > 59) return null;
      const colon =
        token.text.includes(":") ||
        (token.text.includes("h") && (hours >= EARLY_HOUR || BEFORE_TIME.has(this.#lower(at - 1))));
      if (token.text.includes("h") && !colon) return null;
      const unit = this.#lower(at + 1);
      const beside = this.#timeAfter(at + 1) || BEFORE_TIME.has(this.#lower(at - 1));
      if (!colon && (!beside || (UNITS.has(unit) && unit !== "h"))) return null;
      return this.#withHalf(at, at + 1, hours * 60 + minutes);
    }
    const read = this.#numberAt(at);
    if (read === null || !Number.isInteger(read.number) || read.number > 24) return null;
    const told = toldHour(this.tokens, at, read.to);
    if (told !== null) return this.#withHalf(at, told.to, (read.number * 60 + told.more + 1440) % 1440);
    // "9 h 38", "9 Uhr 38", "at 9 40".
    const isNamed = /^(?:h|uhr)$/.test(this.#lower(read.to));
    const rest = read.to + Number(isNamed);
    const isTold = isNamed || (/^(?:at|um|still)$/.test(this.#lower(at - 1)) && !this.#countsNoun(rest + 1));
    if (isTold && /^[0-5]\d$/.test(this.#lower(rest)))
      return this.#withHalf(at, rest + 1, read.number * 60 + Number(this.#lower(rest)));
    if (this.#timeAfter(read.to) && !(this.#lower(read.to) === "h" && !BEFORE_TIME.has(this.#lower(at - 1))))
      return this.#withHalf(at, read.to, read.number * 60);
    if (!/^(?:at|um)$/.test(this.#lower(at - 1)) || this.#countsNoun(read.to)) return null;
    return this.#withHalf(at, read.to, read.number * 60);
  }

  #countsNoun(to: number): boolean {
    const token = this.tokens[to];
    if (token === undefined) return false;
    if (token.kind === "mark") return isMoneySign(token.text) || /^[%/-]$/.test(token.text);
    return (
      UNITS.has(token.lower) ||
      (token.kind === "word" &&
        contentStem(token.lower) !== null &&
        !WEEKDAYS.has(token.lower) &&
        token.lower !== "sharp")
    );
  }

  #withHalf(from: number, to: number, minutes: number): Clock {
    let end = to;
    if (/^(?:o'clock|uhr)$/.test(this.#lower(end))) end++;
    const half = readHalf(this.tokens, end);
    if (half !== null) return clock(from, half.to, (minutes % 720) + (half.afternoon ? 720 : 0), true);
    const part = dayPartAt(this.tokens, end);
    return clock(from, part?.to ?? end, part?.minutesOf(minutes) ?? minutes % 1440, part !== null || minutes >= 780);
  }

  #choiceAt(at: number): Value | null {
    const { lower, capital } = this.tokens[at]!;
    const word = lower.replace(/'s$/, "");
    const weekday = WEEKDAYS.get(word);
    if (weekday !== undefined && (!DOUBTFUL_WEEKDAYS.has(word) || capital || this.#besideDay(at))) {
      return { type: "choice", of: "weekday", member: String(weekday), from: at, to: at + 1 };
    }
    const kin = KINSHIP.get(word) ?? KINSHIP.get(word.replace(/s$/, ""));
    // "Doce meses son 5.040", "son bureau".
    if (kin !== undefined && (word !== "son" || SON_AFTER.test(this.#lower(at - 1)))) {
      const inLaw = /^-?in-?law/.test([1, 2, 3, 4].map((place) => this.#lower(at + place)).join(""));
      return { type: "choice", of: "kinship", member: inLaw ? `${kin} in law` : kin, from: at, to: at + 1 };
    }
    // "Right" alone is a turn, or says yes.
    if (word === "right" && SIDED.has(this.#lower(at + 1)))
      return { type: "choice", of: "side", member: "right", from: at, to: at + 1 };
    const choice = CHOICES.get(word);
    if (choice === undefined) return null;
    return { type: "choice", ...choice, from: at, to: at + 1 };
  }

  #besideDay(at: number): boolean {
    const isDay = (place: number) => this.tokens[place]?.kind === "number" || WEEKDAYS.has(this.#lower(place));
    const isJoined = (place: number) => /^(?:n|&|and|\/|,|-|–|to|or)$/.test(this.#lower(place));
    return [1, -1].some(
      (step) => isDay(at + step) || (isJoined(at + step) && WEEKDAYS.has(this.#lower(at + 2 * step))),
    );
  }
}

function clock(from: number, to: number, minutes: number, half: boolean): Clock {
  return { type: "time", minutes, half, from, to };
}
