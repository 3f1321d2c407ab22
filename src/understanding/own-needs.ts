// Tells a need of the user's own that stands, however it is told: what they have given up, and how they get about.
import { linear } from "../matching/linear-expression.ts";
import { spread } from "./rule-words.ts";

const HABIT = `(?:drink|drinking|booze|boozing|alcohol|grog|sauce|bottle|beer|wine|betting|bets|gambling|slots|fags|cigarettes|smoking|smokes|weed|pills|sugar)`;
const SPAN = String.raw`(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[\p{L}]{3,9}teen|twenty|thirty|few|several|some|many) (?:whole |full |long |and a half )?(?:days?|weeks?|months?|yea?rs?|yrs?)(?: now)?`;
/** "Eleven years sober in March", "been off the drink since May". */
const GAVE_UP = spread(
  String.raw`
    \b${SPAN} (?:sober|clean|dry|smoke[- ]free|alcohol[- ]free|off (?:the |all )?${HABIT})\b|
    \b(?:i['’]?m|i am|i['’]?ve been|i have been|been|stay(?:ed|ing)?|got|gone|being) (?:now |just |completely |totally |still |finally )?(?:sober|teetotal|
    tee-?total|in recovery|a recovering \p{L}+|off (?:the |all )?${HABIT})\b|
    \b(?:seit|bin|lebe) [^.!?,;]{0,30}\b(?:trockener alkoholiker\p{L}*|abstinent|trocken vom alkohol)\b|\b(?:llevo|hace) [^.!?,;]{1,30}\b(?:sobri[oa]|sin (?:beber|alcohol|fumar))\b|
    \b(?:je suis sobre|je ne bois plus|j['’]ai arrêté (?:de boire|l['’]alcool))\b`,
  "iu",
);
/** On wheels. */
const WHEELS = spread(
  String.raw`
    \b(?:in|on|use|using|with|from|by) (?:an?|my|the) (?:\p{L}+ )?(?:wheel ?chair|mobility scooter|rollator|walking frame|zimmer frame)\b|
    \bin (?:the|a|my) (?:wheel ?)?chair (?:since|for (?:${SPAN}|good|life))\b|\bwheelchair user\b|
    \b(?:sitze|bin) [^.!?,;]{0,20}\bim rollstuhl\b|\ben silla de ruedas\b|\ben fauteuil roulant\b`,
  "iu",
);
/** Whose it is, where it is not the user's, or only thought of. */
const NOT_OWN = linear(
  /\b(?:he|she|they|his|her|their|who|somebody|someone|people|anyone|er|ella|elle|if|whether|imagine|suppose|would|should|could|thinking|might|wenn|push(?:ed|ing)?|borrow(?:ed)?|rent(?:ed)?|hire[ds]?)(?!\p{L})|\b(?:my|our|mein\p{L}*|mi|mon|ma) (?!sponsor|knees?|legs?|back|hips?|accident|stroke|ms\b)\p{L}+(?:['’]s| is| was| has| uses| ist| hat| est| a\b| está| lleva)(?!\p{L})/iu,
);

/** Of a sentence that asks nothing. */
export function tellsLastingNeed(sentence: string): boolean {
  const at = Math.max(sentence.search(GAVE_UP), sentence.search(WHEELS));
  return at >= 0 && !NOT_OWN.test(sentence.slice(0, at)) && !/\?\s*$/.test(sentence);
}
