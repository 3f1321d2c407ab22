// Tells what was said to or by somebody else, by what stands around it, and kind words that only sound like orders.
import { foreignWords } from "./foreign-speech.ts";
import { spread } from "./rule-words.ts";

/** What these say of the user's body is the user's own: "for life, the haematologist says". */
export const NOT_MEDICS = String.raw`(?!(?:\p{L}+ )?(?:doc(?:tor)?|gp|consultant|nurse|dentist|physio|surgeon|midwife|dieti[ct]ian|\p{L}*ologist)(?!\p{L}))`;

/** "…, he said", "…, I told my cat"; not "…, I told you", and not a reason: "…, my boss says they look childish". */
const TAG = spread(
  String.raw`
    [,!?.…"”»–—] ?(?:and that['’]s |that['’]s |so |c['’]est )?(?:
    (?:(?:he|she|they|(?:my|our|the) ${NOT_MEDICS}(?:\p{L}+ ){1,2}?)[ ]?(?:said|says|yelled|shouted|told (?:me|him|her|us|them|my [\p{L}]+))|said (?:my|our|the|he|she)(?: \p{L}+){0,3}|
    (?:i|we) (?:said|say|yelled|shouted|told|was telling|kept telling)(?: to)? (?:my|our|the|him|her|them|his)(?: \p{L}+){0,4})|
    (?:hab|habe|haben|hatte) (?:ich|wir) (?:(?:noch|halt|dann|gestern|immer|mal) )*(?:zu )?(?:meine?\p{L}?|unser\p{L}*|ihm|ihr|ihnen|de[mnr])(?: [\p{L}-]+){0,4} gesagt|
    (?:sag|sagte|sage) (?:ich|wir) (?:(?:noch|halt|dann|immer) )*(?:zu )?(?:meine?\p{L}|unser\p{L}+|ihm|ihr)(?: [\p{L}-]+){0,3}|
    (?:sagt|sagte|meint|meinte|rief|ruft) (?:er|sie|meine?\p{L}?|unsere?\p{L}?|der|die|das)(?: [\p{L}-]+){0,3}|
    (?:hat|haben) (?:er|sie|meine?\p{L}?|unsere?\p{L}?|der|die|das)(?: [\p{L}-]+){0,3} (?:gesagt|gemeint|gerufen)|
    (?:(?:ce |comme )?(?:que |qu['’](?:elle |il )?)?(?:me |nous )?(?:disai(?:t|ent)|répétai(?:t|ent)|dit(?:-(?:il|elle))?|a dit)(?: (?:mon|ma|mes|notre|le|la|un|une))?(?: [\p{L}’'-]+){0,5})|
    (?:j['’]ai|je) (?:ai )?(?:dit|dis) (?:à|au|aux)(?: [\p{L}’'-]+){1,4}|je (?:lui|leur) (?:ai dit|dis|disais)|
    (?:como )?(?:me |nos |le )?(?:decían?|dijo|dijeron|dice|gritó|repetía)(?: (?:mi|el|la|un|una|los|las|su))?(?: [\p{L}]+){0,4}|
    (?:le|les) (?:dije|digo|decía|dijimos)(?: (?:a|al)(?: [\p{L}]+){1,3})?)(?=\s*(?:[,.;!?…]|$))`,
  "iu",
);
/** "No pasa nada por lo de ayer", "keine Sorge", "no worries about the mug". */
const REASSURES = spread(
  String.raw`
    ^(?:(?:and|oh|ach|ah|ok|okay|pero|mais|aber|ja|na) )*(?:no pasa nada|no hay (?:problema|prisa|de qué)|no te preocupes|no importa|pas de (?:souci|problème|quoi|panique)|pas grave|(?:ne )?t['’]inquiète(?: pas)?|
    kein(?:e|en)? (?:problem|sorge|stress|ding|thema|ahnung|panik|eile)|macht nichts|no (?:worries|problem|rush|big deal|hurry|idea))(?! (?:if|wenn|si|falls|mit|with|con|avec)\b)(?! ?[-–])[^,;:.!?–—]*[.!…]*$`,
  "iu",
);
const LASTS = foreignWords("from now on|any ?more|ab (?:jetzt|sofort)|künftig|désormais|a partir de ahora");

export function isSaidToOthers(sentence: string): boolean {
  return TAG.test(sentence) || (REASSURES.test(sentence) && !LASTS.test(sentence));
}
