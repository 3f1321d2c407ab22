// Reads what somebody tells in German, French or Spanish of an allergy of their own: it holds for good, however it is said.
import { ALLERGY_TOPIC } from "../domain/wish.ts";
import { foreignWords } from "./foreign-speech.ts";
import type { WrittenRule } from "./rule-writer.ts";

const OWN = foreignWords(String.raw`
    (?:ich (?:bin|habe?)|bin (?!ich)|je (?:suis|fais)|j['’]ai|(?:yo )?(?:soy|tengo))(?: [\p{L}-]+){0,5}? [\p{L}-]*(?:allerg|al[eé]rg|intoler|unverträglich|zöliak|cœliaque|cel[ií]ac)\p{L}*`);
/** Then it is not so, or not sure, or over. */
const NOT_SO = foreignWords(String.raw`
    nicht|keine?\p{L}?|vielleicht|glaube?|angeblich|vermutlich|früher|mehr|pas|plus|aucune?|peut-être|crois|pense|no|ya|ninguna?|quizás?|creo|tal vez|wenn|falls|si|ob|sag(?:t|te|en)|meint\p{L}*|dit|disait|dice|dijo`);

export function ownAllergy(sentence: string): WrittenRule | null {
  if (!OWN.test(sentence) || NOT_SO.test(sentence) || sentence.includes("?")) return null;
  const said = sentence.replace(/[“”]/g, '"');
  return { text: `The user says: “${said}”`, topic: `${ALLERGY_TOPIC}${said.toLowerCase()}` };
}
