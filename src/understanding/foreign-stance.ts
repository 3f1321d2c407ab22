// Whether what a sentence in German, French or Spanish names of the answers is wanted or not.
import { linear } from "../matching/linear-expression.ts";
import { DENIED_TWICE, DENYING, foreignWords } from "./foreign-speech.ts";
import type { Stance } from "./kind-stance.ts";

const DENIES = foreignWords(String.raw`
    ${DENYING}|weg|weglassen|lass\p{L}*|verzicht\p{L}*|vermeid\p{L}*|spar\p{L}*|verschon\p{L}*|schluss|genug|aufhören|hör\p{L}*|weniger|stopp?|satt|nerv\p{L}*|hasse?|stör\p{L}*|
    évit\p{L}*|arrêt\p{L}*|cess\p{L}*|supprim\p{L}*|bann\p{L}*|enlèv\p{L}*|vir(?:e|er|ez)|marre|assez|moins|aucun\p{L}*|fini\p{L}*|ni|déteste|horreur|renonc\p{L}*|épargn\p{L}*|
    dej\p{L}*|evit\p{L}*|quit\p{L}*|elimin\p{L}*|suprim\p{L}*|omit\p{L}*|basta|nada|hart[oa]|menos|tampoco|vale|par[ae]|prescind\p{L}*|sobra\p{L}*|odio|olvid\p{L}*|
    zu|trop|demasiad[oa]s?|excesiv\p{L}*`);
/** Denials that may be meant as their opposite, and what nobody can tell alone: "plus d'emojis", "nicht ohne", "vergiss … nicht". */
const TWOFOLD = foreignWords(String.raw`
    ${DENIED_TWICE}|vergessen|oubli\p{L}*|hésit\p{L}*|dejes|olvid\p{L}*|lass\p{L}* [\p{L} ]{0,40}(?:ruhig|drin|stehen)|
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

const CLAUSE = linear(/[^,;:.!?–—\n]+/g);

/** Of what the match names, by its clause. "unknown": the words do not tell, or may mean either. */
export function stanceAbroad(text: string, { index, 0: { length } }: RegExpExecArray): Stance {
  const clause = around(text, index, index + length);
  if (TWOFOLD.test(clause) && !(NO_MORE.test(clause) && /plus/i.test(clause))) return "unknown";
  const isDenied = DENIES.test(clause);
  if (PERMITS.test(clause)) return isDenied ? "unknown" : "wanted";
  if (isDenied) return "unwanted";
  return WANTS.test(clause) ? "wanted" : "unknown";
}

/** What the clause of a place says before and after it. */
function around(text: string, from: number, to: number): string {
  const clause = [...text.matchAll(CLAUSE)].find((each) => each.index <= from && each.index + each[0].length >= to);
  if (clause === undefined) return text;
  return `${text.slice(clause.index, from)} ${text.slice(to, clause.index + clause[0].length)}`;
}
