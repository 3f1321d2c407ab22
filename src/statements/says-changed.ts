// Tells what says that something is otherwise than before, in English, German, Spanish and French: "upped the dose to 5 mg".
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import type { Token } from "./tokens.ts";
import { comparable, type Value } from "./value.ts";
import { isMoneySign } from "./value-words.ts";

/** Verbs that tell of a change wherever they stand, in the forms that tell what has happened: "raise it to 5" may be a wish. */
const SURE_VERBS = wordSet(
  `moved changed switched shifted pushed brought bumped slipped delayed postponed rescheduled raised dropped extended
  updated verschoben cambiado changé`,
);
/** These do only with what they bring there: "put the call back to 3". */
const VERBS = SURE_VERBS.union(
  wordSet(
    `swapped pulled put shoved slid deferred advanced rearranged rebooked relocated transferred upped increased lifted
  hiked boosted jacked doubled tripled grew rose grown risen climbed jumped crept lowered reduced cut decreased fell
  trimmed slashed knocked halved shrank shrunk tapered lengthened prolonged stretched shortened adjusted revised
  rising climbing increasing dropping falling corrected amended upgraded downgraded converted renegotiated haggled talked beat went gone came come goes moves
  verlegt geändert erhöht gesenkt gekürzt verlängert reduziert umgestellt vorgezogen cambió cambiaron movió movido
  movieron subió subido bajó bajado aplazó aplazado aplazaron adelantó adelantado adelantaron retrasado déplacé
  augmenté baissé réduit avancé reporté repoussé décalé passé`,
  ),
);
/** What else tells of a change wherever it stands. */
const CHANGING = SURE_VERBS.union(
  wordSet(
    `now instead change switch update anymore longer turned extension forward cancelled canceled scrap nowadays slips
  slip jetzt nun doch statt neuerdings inzwischen künftig ahora mejor cambio maintenant finalement plutôt désormais`,
  ),
);
/** From when on it is so, or of how long it is so: who says that tells that it was not so before. */
const SINCE = linear(
  String.raw`\b(?:put (?:back|off|forward)|(?:gone|went|goes|going|put|stuck|bumped|pushed|knocked|whacked|came|come|dropped)(?: \p{L}+){0,3} (?:up|down)(?! (?:the|my|our|his|her|a|an|on|at|in|with|there|for|from)(?!\p{L}))|these days|this (?:term|season|semester|half|school year)|in the end|as of|from (?:now|here|then|after|(?:next|this) \p{L}+|(?:the )?start of)|(?:from|starting|since) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)(?! (?:to|till|until|through|at|morning|afternoon|evening|night)|[ ]?[-–])|(?:new|different|another) (?:slot|time|day|date)|ab (?:jetzt|sofort|nächste\p{L}*|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|a partir de|à partir de|dès (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche))\b`,
  "iu",
);
/** Before what a thing is brought to. */
const TOWARDS = wordSet("to auf a à al au");
/** Between "to" and the value. */
const BETWEEN = wordSet("the a an about around roughly only just den dem das el la le les");
const ENDS: ReadonlySet<string> = new Set([",", ";", ":", ".", "(", ")", "?", "!"]);
/** Tokens from the verb to what it brings there. */
const REACH = 8;

const TO = wordSet("to auf");
const ARTICLES = wordSet("the den");
/** What is so until then, or goes there, is not moved there. */
const NOT_MOVED = wordSet(
  "up due open opens close closes closed till prior next according due back looking used close want wants need needs have has had going go goes went listen get got relates similar say says said thanks down answer answers",
);

/** `values`: of these tokens. */
export function saysChanged(text: string, tokens: readonly Token[], values: readonly Value[]): boolean {
  if (tokens.some(({ lower }) => CHANGING.has(lower)) || SINCE.test(text)) return true;
  return values.some((value) => isMovedTo(tokens, value, values) || isRaisedTo(tokens, value, values));
}

/** "Upped the dose to 5 mg": no range, and no place: "moved to 5 Hill Road". */
function isRaisedTo(tokens: readonly Token[], value: Value, values: readonly Value[]): boolean {
  if (!isBroughtTo(tokens, value) || (value.type === "choice" && value.of !== "weekday")) return false;
  const isPlace = value.type === "amount" && value.unit === null && tokens[value.to]?.capital === true;
  return !isPlace && !values.some((other) => other.to === value.from - 1 && comparable(other, value));
}

/** "Gone to Thursdays", "shoved me to the 21st": a day that something is brought to, which no range ends with. */
function isMovedTo(tokens: readonly Token[], value: Value, values: readonly Value[]): boolean {
  if (value.type !== "date" && !(value.type === "choice" && value.of === "weekday")) return false;
  let at = value.from - 1;
  if (ARTICLES.has(tokens[at]?.lower ?? "")) at--;
  const before = tokens[at - 1];
  const isRange = values.some((other) => other.to === at && comparable(other, value));
  return TO.has(tokens[at]?.lower ?? "") && before?.kind === "word" && !isRange && !NOT_MOVED.has(before.lower);
}

/** Whether the value is what a verb of change before it leads to. */
export function isBroughtTo(tokens: readonly Token[], { from }: Value): boolean {
  let at = from - 1;
  while (at > 0 && (BETWEEN.has(tokens[at]!.lower) || isMoneySign(tokens[at]!.text))) at--;
  return TOWARDS.has(tokens[at]?.lower ?? "") && hasChanged(tokens, at);
}

/** Whether a verb of change stands before a place, in the same part of the sentence. */
export function hasChanged(tokens: readonly Token[], before: number): boolean {
  for (let at = before - 1; at >= Math.max(0, before - REACH); at--) {
    const token = tokens[at]!;
    if (ENDS.has(token.text)) return false;
    if (VERBS.has(token.lower) || isPassed(tokens, at) || isGoingUp(tokens, at)) return true;
  }
  return false;
}

/** "Lo han pasado al viernes", but not "el viernes pasado". */
function isPassed(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.lower === "pasado" && /^(?:ha|han|he|hemos|has)$/.test(tokens[at - 1]?.lower ?? "");
}

/** "It's going up to 1240", but not "we're going to 3 concerts". */
function isGoingUp(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.lower === "going" && /^(?:up|down)$/.test(tokens[at + 1]?.lower ?? "");
}

/** Whether it is a verb of change, in the forms that tell what has happened. */
export function isChangeVerb({ lower }: Token): boolean {
  return VERBS.has(lower);
}
