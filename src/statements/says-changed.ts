// Tells sentences that say how something is otherwise than before, in English, German, Spanish and French.
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { isBroughtTo } from "./change-verbs.ts";
import type { Token } from "./tokens.ts";
import { comparable, type Value } from "./value.ts";

const CHANGING = wordSet(
  "now instead moved change changed switch switched update updated anymore longer turned extended extension postponed delayed forward brought rescheduled shifted pushed bumped cancelled canceled scrap raised dropped nowadays slipped slips slip jetzt nun doch verschoben statt neuerdings inzwischen künftig ahora mejor cambio cambiado maintenant finalement plutôt changé désormais",
);
/** From when on it is so, or of how long it is so: who says that tells that it was not so before. */
const SINCE = linear(
  String.raw`\b(?:put (?:back|off|forward)|these days|this (?:term|season|semester|half|school year)|in the end|as of|from (?:now|here|then|after|(?:next|this) \p{L}+|(?:the )?start of)|(?:from|starting|since) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)(?! (?:to|till|until|through|at|morning|afternoon|evening|night)|[ ]?[-–])|(?:new|different|another) (?:slot|time|day|date)|ab (?:jetzt|sofort|nächste\p{L}*|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|a partir de|à partir de|dès (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche))\b`,
  "iu",
);
const TOWARDS = wordSet("to auf");
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
  return TOWARDS.has(tokens[at]?.lower ?? "") && before?.kind === "word" && !isRange && !NOT_MOVED.has(before.lower);
}
