// What an answer must not do by a rule in German, French or Spanish, and whether it does.
import { cutTokens } from "../statements/tokens.ts";
import { type AnswerLooks, type Ban, type LookedSentence, placesOf, wordsOf } from "./answer-looks.ts";
import { type ForeignBan, foreignOrder } from "./foreign-orders.ts";
import { DENYING, foreignWords, isForeign } from "./foreign-speech.ts";
import { formBan } from "./form-bans.ts";
import { addressBan } from "./name-bans.ts";

/** `sentence`: of a rule, or of the user's words in one. What may be meant otherwise, or for some answers only, is left out. */
export function bansFromAbroad(sentence: string): Ban[] {
  if (!isForeign(sentence)) return [];
  const bans = foreignOrder(sentence)?.bans ?? [];
  return bans.filter(({ isUnsure, isConditional }) => !isUnsure && !isConditional).flatMap((ban) => banOf(ban) ?? []);
}

function banOf({ act, thing }: ForeignBan): Ban | null {
  if (act === "use") return formBan(thing);
  if (act === "call") return addressBan(thing);
  const words = wordsOf(thing);
  if (words.length === 0) return null;
  const [relation, ...names] = /^ex(?:[- ]\p{L}+)?$/iu.test(words[0]!) ? words : ["", ...words];
  const wanted = relation !== "" && names.length > 0 ? [[relation!], names] : [words];
  const isBroken = act === "mention" ? isSpokenOf : isProposed;
  // A name is written with a capital; in small letters it may be a word.
  const isName = words.length === 1 && /^\p{Lu}/u.test(thing);
  return (answer) => wanted.some((each) => isBroken(answer, each, isName));
}

const DENIES = foreignWords(`${DENYING}|nichts|plus`);
const SPEAKS = foreignWords(
  String.raw`erwähn\p{L}*|sprech\p{L}*|sprich|anspr\p{L}*|red\p{L}*|thema|mention\p{L}*|parle\p{L}*|évoqu\p{L}*|sujet|mencion\p{L}*|habl\p{L}*|nombr\p{L}*|tema`,
);

function isSpokenOf(answer: AnswerLooks, words: readonly string[], isName: boolean): boolean {
  return holding(answer, words, isName).some(({ text }) => !(DENIES.test(text) && SPEAKS.test(text)));
}

const PROPOSES = foreignWords(
  String.raw`
    könn\p{L}*|wie wär\p{L}*|vorschlag|schlage|empfehl\p{L}*|empfiehl\p{L}*|probier\p{L}*|versuch\p{L}*|warum nicht|vielleicht|geh|frag\p{L}*|wende|nimm|bestell\p{L}*|lohnt|oder|
    pou(?:rr|v|s)\p{L}*|peux|propos\p{L}*|recommand\p{L}*|suggèr\p{L}*|essa\p{L}*|pourquoi pas|et si|que dirais|peut-être|conseill\p{L}*|va|allez|vas-y|tente\p{L}*|demande\p{L}*|réserve\p{L}*|prends|
    pod[rí]\p{L}*|pued\p{L}*|recom\p{L}*|sugier\p{L}*|sugerencia|propon\p{L}*|prueb\p{L}*|probar|por qué no|qué tal|quizás?|tal vez|ve|intent\p{L}*|aconsej\p{L}*|pregunt\p{L}*|reserva\p{L}*|pide`,
);
const INSTEAD = foreignWords(
  String.raw`statt|anstatt|anstelle|außer|plutôt qu\p{L}*|au lieu|à la place|sauf|en vez|en lugar|salvo|excepto`,
);

function isProposed(answer: AnswerLooks, words: readonly string[], isName: boolean): boolean {
  return holding(answer, words, isName).some(
    ({ text, proposes, tells }) =>
      (proposes || tells || PROPOSES.test(text)) && !DENIES.test(text) && !INSTEAD.test(text),
  );
}

/** The sentences that have all the words, in the form that was used or with the ending of a genitive or a plural. */
function holding(answer: AnswerLooks, words: readonly string[], isName: boolean): LookedSentence[] {
  return answer.sentences.filter((sentence) => words.every((word) => holds(answer, sentence, word, isName)));
}

function holds(answer: AnswerLooks, { text }: LookedSentence, word: string, isName: boolean): boolean {
  const endings = /^ex$|.-/.test(word) ? [""] : ["", "s", "'s", "es", "n", "en", "e"];
  const forms = new Set(
    endings.map((ending) => `${word}${ending}`).filter((form) => placesOf(answer, [form]).length > 0),
  );
  if (forms.size === 0) return false;
  return cutTokens(text).some(({ lower, capital }) => forms.has(lower) && (capital || !isName));
}
