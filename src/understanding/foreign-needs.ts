// Reads what somebody tells in German, French or Spanish of an allergy of their own: it holds for good, however it is said.
import { ALLERGY_TOPIC } from "../domain/wish.ts";
import { foreignWords } from "./foreign-speech.ts";
import type { WrittenRule } from "./rule-writer.ts";

const OWN = foreignWords(String.raw`
    (?:ich (?:bin|habe?)|bin (?!ich)|je (?:suis|fais)|j['’]ai|(?:yo )?(?:soy|tengo))(?: [\p{L}-]+){0,5}? [\p{L}-]*(?:allerg|al[eé]rg|intoler|unverträglich|zöliak|cœliaque|cel[ií]ac)\p{L}*`);
/** Then it is not so, or not sure, or over. */
const NOT_SO = foreignWords(String.raw`
    nicht|keine?\p{L}?|vielleicht|glaube?|angeblich|vermutlich|früher|mehr|pas|plus|aucune?|peut-être|crois|pense|no|ya|ninguna?|quizás?|creo|tal vez|wenn|falls|si|ob|sag(?:t|te|en)|meint\p{L}*|dit|disait|dice|dijo`);

/** It has not been so: what ended is told with "any more", "no longer", "ya no". */
const DENIED = foreignWords(String.raw`
    (?:i['’]?m|i am|i was) (?:actually |really )?(?:not|never) (?:actually |really |even )?(?:allergic|intolerant|co?eliac|diabetic|lactose intolerant)|i (?:don['’]?t|do not) have (?:an? |any )?(?:\p{L}+ )?(?:allerg(?:y|ies)|intolerances?)|
    (?:ich )?bin (?:gar |auch |ja |selbst )?nicht (?:gegen (?:[\p{L}-]+ ){1,3})?(?:\p{L}*allergisch|\p{L}*intolerant)|(?:ich )?habe? (?:gar )?keine (?:\p{L}*allergien?|\p{L}*unverträglichkeit\p{L}*)|
    je (?:ne )?suis pas (?:allergique|intolérante?|cœliaque|diabétique)|je n['’]ai (?:pas d['’]|aucune )(?:allergies?|intolérances?)|
    (?<!ya )no (?:soy|tengo) (?:ningun[ao]? )?(?:al[eé]rgi\p{L}*|intoleran\p{L}*|cel[ií]ac\p{L}*|diab[eé]tic\p{L}*)`);
const ENDED = foreignWords("any ?more|any longer|no longer|mehr|plus|ya no|ya");

/** "I'm not allergic to prawns, my husband is": nothing has to be kept off. */
export function deniesAllergy(sentence: string): boolean {
  return DENIED.test(sentence) && !ENDED.test(sentence);
}

export function ownAllergy(sentence: string): WrittenRule | null {
  if (!OWN.test(sentence) || NOT_SO.test(sentence) || sentence.includes("?")) return null;
  const said = sentence.replace(/[“”]/g, '"');
  return { text: `The user says: “${said}”`, topic: `${ALLERGY_TOPIC}${said.toLowerCase()}` };
}
