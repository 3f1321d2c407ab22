// Reads what somebody eats by principle, and what tells that it is over: "I'm vegan", "I've started eating fish again".
import { linear } from "../matching/linear-expression.ts";
import { type HeldState, type LeftState, subjectBefore, USER } from "./state.ts";
import type { Statement } from "./statement.ts";
import { cutTokens } from "./tokens.ts";
import { isUnsure, tellsNewly } from "./told-states.ts";

const DIET =
  "(vegan(?:er|erin|e|a|o)?|vegetarian|vegetarier(?:in)?|vegetarisch|végétarien(?:ne)?|végane?|vegetarian[oa]|pescatarian|pescetari(?:er|erin|sch)|veggie)";
const IS = linear(
  String.raw`(?<![\p{L}])(?:i['’]?m|i am|we['’]re|we are|you['’]re|you are|gone|went|turned|became|ich bin|wir sind|du bist|je suis|on est|tu es|vous êtes|soy|somos|eres)(?: (?:a|an|both|all|a strict|strictly|fully|now|jetzt|maintenant|ahora|still|also|eine?))* ${DIET}(?![\p{L}])`,
  "iu",
);
const OVER = linear(
  String.raw`(?<![\p{L}])(?:not|no longer|quit(?: being)?|stopped being|gave up(?: being)?|done with|nicht mehr|keine?|plus|ya no (?:soy|somos))(?: (?:a|an|really|strictly|fully|being|eine?))* ${DIET}(?![\p{L}])|(?<![\p{L}])${DIET}(?: thing| phase| diet| life)?(?: is|['’]s)(?: now)? (?:over|done|history)(?![\p{L}])`,
  "iu",
);
const SUBJECT_OF_OTHERS = linear(
  /(?<!\p{L})(?:he|she|they|his|her|their|er|elle|ella|brother|sister|son|daughter|\p{Lu}\p{L}+(?:['’]s| is| isn['’]t))(?!\p{L})/u,
);
const EATS_AGAIN = linear(
  /(?<!\p{L})(?:(?:i|we|i['’]ve|we['’]ve|i['’]m|we['’]re|confession, i['’]ve)(?: (?:have|now|just|am|are|also))? (?:started |begun |back to )?(?:eat|eats|eating|ate|having)(?: [^,.;!?\s]+){0,5} (?:again|now)|back to eating(?: [^,.;!?\s]+){1,4}|(?:started|began) eating(?: [^,.;!?\s]+){1,4} again|(?:esse|essen|ess)(?: (?:ich|wir|jetzt))* wieder(?: [^,.;!?\s]+){1,4}|remange(?: [^,.;!?\s]+){1,4}|(?:vuelvo|hemos vuelto|he vuelto) a comer(?: [^,.;!?\s]+){1,4})/iu,
);
/** What each of the diets rules out. */
const MEAT =
  /\b(?:meat|chicken|beef|pork|bacon|ham|steak|burgers?|sausages?|fleisch|huhn|wurst|viande|poulet|carne|pollo|jamón)\b/iu;
const FISH = /\b(?:fish|seafood|tuna|salmon|fisch|poisson|pescado)\b/iu;
const ANIMAL = /\b(?:cheese|eggs?|dairy|milk|yoghurt|butter|käse|eier|milch|fromage|œufs|lait|queso|huevos|leche)\b/iu;

/** In one spelling for all languages. */
function dietOf(word: string): string {
  if (/^v[eé]ga[nñ]/i.test(word)) return "vegan";
  return /^pesc/i.test(word) ? "pescatarian" : "vegetarian";
}

export function heldDiet({ text }: Statement): HeldState[] {
  const match = IS.exec(text);
  if (match === null || isUnsure(text, text) || OVER.test(text)) return [];
  const changes =
    /^(?:gone|went|turned|became)/i.test(match[0]) || tellsNewly(text.slice(match.index).split(/[,.;!?]/, 1)[0]!);
  return [{ kind: "diet", holder: USER, words: new Set([dietOf(match[1]!)]), changes }];
}

/** Of a statement that is not unsure. */
export function leftDiet({ text }: Statement): LeftState[] {
  const over = OVER.exec(text);
  const before = over === null ? "" : text.slice(0, over.index);
  if (over !== null && !SUBJECT_OF_OTHERS.test(before)) {
    return [{ kind: "diet", holder: USER, words: new Set([dietOf((over[1] ?? over[2])!)]) }];
  }
  const again = EATS_AGAIN.exec(text);
  if (again === null) return [];
  const [eats] = again;
  // "Mon frère remange de la viande".
  if (/^remange/i.test(eats) && subjectBefore(cutTokens(text.slice(0, again.index))) !== USER) return [];
  const diets = [
    ...(MEAT.test(eats) ? ["vegetarian", "vegan", "pescatarian"] : []),
    ...(FISH.test(eats) ? ["vegetarian", "vegan"] : []),
    ...(ANIMAL.test(eats) ? ["vegan"] : []),
  ];
  return diets.length === 0 ? [] : [{ kind: "diet", holder: USER, words: new Set(diets) }];
}
