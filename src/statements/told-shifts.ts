// Reads what a statement adds to a value, takes from it or multiplies it by, in English, German, Spanish and French: "the rent goes up by
// fifty", "half an hour earlier", "she doubled it".
import { oncePer } from "../base/once-per.ts";
import { wordSet } from "../base/word-set.ts";
import type { Statement } from "./statement.ts";
import { partAround, type Token } from "./tokens.ts";
import type { Amount, Value } from "./value.ts";
import { UNITS } from "./value-words.ts";

/** By how much something is more or less than it was, or how many times as much. */
export interface Shift {
  /** null: what it is multiplied by. */
  readonly by: Amount | null;
  /** 1: more or later, -1: less or earlier; or the factor. */
  readonly times: number;
  /** It moves a time or a day, not a duration. */
  readonly movesTime: boolean;
  /** It is of a price, a wage or a rent. */
  readonly ofPrice: boolean;
  /** The direction is not told: "shifted it by an hour". */
  readonly either: boolean;
  /** Index of its first token, and of the token after its last. */
  readonly from: number;
  readonly to: number;
}

/** The factor that a verb tells, in the forms that say what has happened. */
const FACTORS: ReadonlyMap<string, number> = new Map([
  ...["doubled", "verdoppelt", "duplicado", "duplicó", "doublé"].map((word): [string, number] => [word, 2]),
  ...["tripled", "trebled", "verdreifacht", "triplicado", "triplé"].map((word): [string, number] => [word, 3]),
  ...["halved", "halbiert"].map((word): [string, number] => [word, 0.5]),
]);
/** Behind an amount. */
const MORE = wordSet(
  "more extra up higher dearer heavier longer older bigger taller additional raise rise increase mehr zusätzlich teurer länger más adicionales",
);
const LESS = wordSet("less fewer lower cheaper down off shorter lighter smaller weniger billiger kürzer menos");
const LATER = wordSet("later extension back später tarde");
const EARLIER = wordSet("preponed earlier sooner forward früher vorher antes");
/** Between an amount and one of these stand at most so many words: "four beds up", "50p an hour more". */
const BEHIND_MAX = 3;
/** What something is done by: "put up by three", "runter um drei". */
const BY = wordSet("by um de");
/** Between "by" and the amount. */
const FILLERS = wordSet("a an the another about around roughly some nice round good whole full another just only cool");
const RAISES = wordSet(
  "raised increased upped bumped hiked boosted grew grown risen rose lifted erhöht aumentado augmenté",
);
const LOWERS = wordSet(
  "cut reduced lowered dropped decreased fell fallen trimmed slashed knocked gesenkt bajado baissé",
);
const PLACES = wordSet("shifted moved");
/** Right before the amount, behind a verb that moves: "pushed back a week". */
const BACK: ReadonlySet<string> = wordSet("back delayed postponed extend extended verschoben");
const FORWARD = wordSet("forward preponed up");
const MOVING = wordSet("pushed moved put brought shifted bumped set knocked got been pulled");
const BUMPS = wordSet("bumped upped hiked");
/** Behind "half an hour later", where nothing happens then: no new clause begins. */
const ENDS_MOVE: ReadonlySet<string> = new Set(["", ..."from than so because bc cos now this".split(" ")]);
/** "24 beds up there". */
const PLACES_BEHIND = wordSet("there here to in at north front stairs");
const NEGATIONS = wordSet("not never no without nicht kein keine nie sin nunca pas jamais");
/** Before an amount that something is brought to, or compared with. */
const NO_SHIFT = /^(?:to|than|from|at|auf|à|a|als|que)$/;
/** Verbs that say of so many that they came to what was there, or went from it. */
const GAINS = wordSet("added adding gained adopted hired recruited acquired");
const LOSES = wordSet("lost dropped shed sold ditched binned culled rehomed scrapped cancelled");
const LOSES_APART: readonly (readonly [verb: string, particle: string])[] = [
  ["threw", "out"],
  ["gave", "away"],
  ["rid", "of"],
  ["took", "off"],
];
/** Words before an amount within which its verb stands. */
const VERB_REACH = 5;
/** Before a time that is moved: "it goes 50 minutes later", and not "an hour later we left". */
const MOVES = wordSet(
  `goes go leaves leave leaving start starts starting begin begins beginning run runs open opens close closes meet meets finish finishes
  come comes coming arrive arrives wants want wanted moved pushed put shifted brought bumped is it's now be by us me fährt beginnt fängt ist jetzt sale empieza part commence kick kicks`,
);
const MARKS: ReadonlySet<string> = new Set([",", ";", ":", ".", "(", ")", "–", "—", "!", "?"]);
const BREAKS = wordSet("and but so because und aber y pero et mais");
/** They say that it is money. */
export const PRICES = wordSet(
  "fee fees price prices rent pay wage wages rate rates salary bill bills cost costs charge charges miete preis lohn gehalt precio alquiler sueldo loyer prix salaire",
);

/** The shift, and where its direction is not told the other one. */
export function directionsOf(shift: Shift): readonly Shift[] {
  return shift.either ? [shift, { ...shift, times: -shift.times }] : [shift];
}

export const shiftsOf = oncePer((statement: Statement): readonly Shift[] => {
  const { tokens, values, claims } = statement;
  if (!claims) return [];
  // "We lost 3-1".
  const isScore = ({ from, to }: Value) =>
    [tokens[to]?.text, tokens[from - 1]?.text].some((mark) => mark === "-" || mark === "–");
  const amounts = [...values, ...onesOf(tokens, values)].filter(
    (value): value is Amount => value.type === "amount" && !statement.conditional.has(value) && !isScore(value),
  );
  return [...amounts.flatMap((amount) => shiftBy(tokens, amount) ?? []), ...factorsOf(tokens)];
});

/** Whether a value of a statement is what it adds or takes away, and so none of its own. */
export function isStep(statement: Statement, value: Value): boolean {
  return (
    statement.values.includes(value) && shiftsOf(statement).some(({ from, to }) => from < value.to && value.from < to)
  );
}

/** "A day", "a milligram", where it is more or less by it. */
function onesOf(tokens: readonly Token[], values: readonly Value[]): Amount[] {
  return tokens.flatMap(({ lower }, at): Amount[] => {
    if (!/^(?:an?|one|eine?n?|une?|una?)$/.test(lower) || values.some(({ from, to }) => from <= at + 1 && at < to))
      return [];
    const unit = UNITS.get(tokens[at + 1]?.lower ?? "");
    if (unit === undefined) return [];
    return [{ type: "amount", number: 1, unit, counted: [], label: null, from: at, to: at + 2 }];
  });
}

function shiftBy(tokens: readonly Token[], amount: Amount): Shift | null {
  const part = partAround(tokens, amount, ({ text, lower }) => MARKS.has(text) || BREAKS.has(lower));
  const before = tokens.slice(part.start, amount.from).map(({ lower }) => lower);
  const behind = tokens.slice(amount.to, Math.min(part.end, amount.to + BEHIND_MAX)).map(({ lower }) => lower);
  // "From 14 to 20", "more than 20", "up to 20".
  const last = before.findLast((word) => !FILLERS.has(word)) ?? "";
  const near = before.slice(-VERB_REACH);
  if (NO_SHIFT.test(last) || near.some((word) => NEGATIONS.has(word) || word.endsWith("n't"))) return null;
  const isDuration = amount.unit?.dimension === "duration";
  const direction =
    (isDuration ? movedBy(last, near) : null) ??
    toldBefore(last, near) ??
    toldBehind(before, behind, isDuration) ??
    toldByVerb(last, near);
  return direction === null ? null : { by: amount, ofPrice: false, from: amount.from, to: amount.to, ...direction };
}

type Direction = Pick<Shift, "times" | "movesTime" | "either">;

const UP: Direction = { times: 1, movesTime: false, either: false };
const DOWN: Direction = { times: -1, movesTime: false, either: false };
const TO_LATER: Direction = { times: 1, movesTime: true, either: false };
const TO_EARLIER: Direction = { times: -1, movesTime: true, either: false };

/** "Pushed back by a week", "brought forward two days", "shifted it by an hour". */
function movedBy(last: string, near: readonly string[]): Direction | null {
  const isMoved = near.some((word) => MOVING.has(word));
  if (BACK.has(last) && (isMoved || last !== "back")) return TO_LATER;
  if (FORWARD.has(last) && (isMoved || last === "preponed")) return TO_EARLIER;
  if (!BY.has(last)) return null;
  if (near.some((word) => BACK.has(word))) return TO_LATER;
  if (near.includes("forward")) return TO_EARLIER;
  return near.some((word) => PLACES.has(word)) ? { ...TO_LATER, either: true } : null;
}

/** "Put up by three", "bumped the quote 400". */
function toldBefore(last: string, near: readonly string[]): Direction | null {
  if (!BY.has(last)) return near.some((word) => BUMPS.has(word)) ? UP : null;
  if (near.includes("up") || near.some((word) => RAISES.has(word))) return UP;
  return near.includes("down") || near.some((word) => LOWERS.has(word)) ? DOWN : null;
}

/** "50p an hour more", "four beds up", "half an hour later". */
function toldBehind(before: readonly string[], behind: readonly string[], isDuration: boolean): Direction | null {
  const at = behind.findIndex((word, place) => isDirected(word) && !PLACES_BEHIND.has(behind[place + 1] ?? ""));
  if (at < 0) return null;
  const told = behind[at]!;
  if (isDuration && (LATER.has(told) || EARLIER.has(told))) {
    const isAlone = before.length === 0 && ENDS_MOVE.has(behind[at + 1] ?? "");
    if (told !== "extension" && !isAlone && !movesIn(before)) return null;
    return LATER.has(told) ? TO_LATER : TO_EARLIER;
  }
  return MORE.has(told) ? UP : LESS.has(told) ? DOWN : null;
}

/** "Put him up 2", "lost four kilos", "threw out 6 tunes". */
function toldByVerb(last: string, near: readonly string[]): Direction | null {
  if (last === "up" || near.some((word) => GAINS.has(word))) return UP;
  return last === "down" || near.some((word) => LOSES.has(word)) || isLostApart(near) ? DOWN : null;
}

function isDirected(word: string): boolean {
  return [MORE, LESS, LATER, EARLIER].some((words) => words.has(word));
}

/** "Swimming's an hour earlier". */
function movesIn(before: readonly string[]): boolean {
  return before.some((word) => MOVES.has(word)) || before.at(-1)?.endsWith("'s") === true;
}

function isLostApart(words: readonly string[]): boolean {
  return LOSES_APART.some(([verb, particle]) => {
    const at = words.indexOf(verb);
    return at >= 0 && words.indexOf(particle, at) > at;
  });
}

/** "Doubled it", "cut in half"; what is doubled by name tells its number itself. */
function factorsOf(tokens: readonly Token[]): Shift[] {
  return tokens.flatMap(({ lower }, at): Shift[] => {
    const isHalved =
      lower === "half" &&
      /^(?:in|by)$/.test(tokens[at - 1]?.lower ?? "") &&
      tokens.slice(0, at).some((each) => LOWERS.has(each.lower));
    const times = isHalved ? 0.5 : FACTORS.get(lower);
    if (times === undefined) return [];
    const ofPrice = tokens.some((token) => PRICES.has(token.lower));
    return [{ by: null, times, movesTime: false, ofPrice, either: false, from: at, to: at + 1 }];
  });
}
