// Tells German, French and Spanish from English by words that English lacks.
import { spread } from "./rule-words.ts";

/** A word with letters of any language before and after it is no word: `\b` knows those of English alone. */
const START = String.raw`(?<![\p{L}\d])`;
const END = String.raw`(?![\p{L}\d])`;

export function foreignWords(source: string, flags = "iu"): RegExp {
  return spread(`${START}(?:${source})${END}`, flags);
}

const FOREIGN = foreignWords(
  String.raw`
    nicht|kein\p{L}*|niemals|nie|wieder|bitte|ich|mir|mich|dir|dich|deine?\p{L}?|meine?\p{L}?|und|oder|auf|ohne|für|immer|künftig|lass|zu|sehr|weniger|ist|sind|der|das|
    ne|n['’]\p{L}+|pas|jamais|je|j['’]\p{L}+|tu|moi|toi|des|les|tes|mes|dans|avec|sans|svp|stp|une?|d['’]\p{L}+|s['’]il|trop|moins|très|évite\p{L}*|arrête\p{L}*|toujours|
    nunca|jamás|siempre|por|favor|sin|deja|más|menos|demasiado|quiero|los|las|el|con|tus|mis|una?|que|de|en|évita|evita|basta|muy|y|uses|pongas|hables|vuelvas?|menciones?|mencionar|recomiendes|propongas|quita|
    aux?|l['’]\p{L}+|sois|fais|mets|renonce|cesse|supprime|bannis|vermeide|verzichte|erwähne?|verwende|benutze?|schluss|antworte|\p{L}*[äöüßéèêëàâçñáíóúûîôœ]\p{L}*`,
  "giu",
);
const ENGLISH = foreignWords(
  String.raw`
    the|is|are|be|i|i['’]\p{L}+|you|your|my|it|its|it['’]s|that|this|with|without|do|don['’]?t|not|never|always|please|and|or|to|of|for|from|use|answers?|call|sign|at|we|they|them`,
  "giu",
);

/** Whether more of its small words are German, French or Spanish than are English. */
export function isForeign(text: string): boolean {
  const count = (words: RegExp) => [...text.matchAll(words)].length;
  const foreign = count(FOREIGN);
  return foreign > 0 && foreign > count(ENGLISH);
}

/** From when on a wish holds; for a larger expression. */
export const FROM_NOW_ON_ABROAD = `(?:zu)?künftig|in zukunft|ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun) an|
    désormais|dorénavant|à partir d(?:e maintenant|['’]aujourd['’]hui)|à l['’]avenir|
    a partir de (?:ahora|hoy)|de (?:ahora|hoy) en adelante`;

/** What denies; for a larger expression. */
export const DENYING = String.raw`nicht|kein\p{L}*|nie|niemals|ohne|ne|n['’]\p{L}+|pas|jamais|sans|no|nunca|jamás|sin`;
/** Two denials, which are none; for a larger expression. */
export const DENIED_TWICE = String.raw`nicht ohne|nie ohne|hör\p{L}* nicht|vergiss|pas sans|jamais sans|no sin|nunca sin`;
