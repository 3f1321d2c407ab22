// Tells German, French and Spanish from English by words that English lacks, and what is said there of a thing: wanted or not.
import { linear } from "../matching/linear-expression.ts";
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

const DENIES = foreignWords(String.raw`
    nicht|kein\p{L}*|nie|niemals|ohne|weg|weglassen|lass\p{L}*|verzicht\p{L}*|vermeid\p{L}*|spar\p{L}*|verschon\p{L}*|schluss|genug|aufhören|hör\p{L}*|weniger|stopp?|satt|nerv\p{L}*|hasse?|stör\p{L}*|
    ne|n['’]\p{L}+|pas|jamais|sans|évit\p{L}*|arrêt\p{L}*|cess\p{L}*|supprim\p{L}*|bann\p{L}*|enlèv\p{L}*|vir(?:e|er|ez)|marre|assez|moins|aucun\p{L}*|fini\p{L}*|ni|déteste|horreur|renonc\p{L}*|épargn\p{L}*|
    no|nunca|jamás|sin|dej\p{L}*|evit\p{L}*|quit\p{L}*|elimin\p{L}*|suprim\p{L}*|omit\p{L}*|basta|nada|hart[oa]|menos|tampoco|vale|par[ae]|prescind\p{L}*|sobra\p{L}*|odio|olvid\p{L}*|
    zu|trop|demasiad[oa]s?|excesiv\p{L}*`);
/** Denials that may be meant as their opposite, and what nobody can tell alone: "plus d'emojis", "nicht ohne", "vergiss … nicht". */
const TWOFOLD = foreignWords(String.raw`
    nicht ohne|nie ohne|hör\p{L}* nicht|vergiss|vergessen|pas sans|jamais sans|oubli\p{L}*|hésit\p{L}*|no sin|nunca sin|dejes|olvid\p{L}*|lass\p{L}* [\p{L} ]{0,40}(?:ruhig|drin|stehen)|
    plus d['’]\p{L}+|plus de`);
/** With these "plus" denies. */
const NO_MORE = foreignWords(String.raw`ne|n['’]\p{L}+|jamais|aucun\p{L}*`);
const WANTS = foreignWords(String.raw`
    bitte|immer|gern\p{L}*|(?:be)?nutz\p{L}*|verwend\p{L}*|mach\p{L}*|mit|gib|schreib\p{L}*|will|möchte|mehr|wieder|antworte|als|lieber|
    toujours|utilise\p{L}*|mets|fais|donne|avec|veux|voudrais|aime|ajoute|mettre|préfère|remets|
    siempre|usa|utiliza|pon|ponme|dame|con|quiero|más|haz|hazme|añade|prefiero|gusta\p{L}*`);
const PERMITS = foreignWords(String.raw`
    (?:darfst|kannst|dürfen|können) (?:du |sie )?(?:[\p{L}]+ ){0,4}(?:wieder|ruhig|gern\p{L}*)|wieder (?:ok|okay|erlaubt|in ordnung)|
    (?:tu|vous) (?:peux|pouvez) (?:re)?(?:mettre|utiliser)|(?:puedes|puede) (?:volver a )?(?:usar|poner|utilizar)|vuelve a`);

/** `clause`: what is said of one thing. "unknown": its words do not tell, or may mean either. */
export function foreignStanding(clause: string): "wanted" | "unwanted" | "unknown" {
  if (TWOFOLD.test(clause) && !(NO_MORE.test(clause) && /plus/i.test(clause))) return "unknown";
  if (PERMITS.test(clause)) return DENIES.test(clause) ? "unknown" : "wanted";
  if (DENIES.test(clause)) return "unwanted";
  return WANTS.test(clause) ? "wanted" : "unknown";
}

const CLAUSE = linear(/[^,;:.!?–—\n]+/g);

/** The clause that the place stands in, and what is said in it around the place. */
export function foreignClause(text: string, from: number, to: number): string {
  const clause = [...text.matchAll(CLAUSE)].find((each) => each.index <= from && each.index + each[0].length >= to);
  if (clause === undefined) return text;
  return `${text.slice(clause.index, from)} ${text.slice(to, clause.index + clause[0].length)}`;
}
