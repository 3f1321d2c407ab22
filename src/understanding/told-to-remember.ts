// Reads what the user tells the assistant to keep in mind: "remember that I park on level 3", "don't forget that my son …".
import { linear } from "../matching/linear-expression.ts";
import type { Draft } from "./rule-orders.ts";
import { aboutTheUser } from "./rule-person.ts";
import { CLOCK, MOMENT, NOT_IN_EARNEST, RECURRING, spread, UNSURE } from "./rule-words.ts";

/** The order, up to what is to be remembered: something of the user's own, so that "remember when we …" is none. */
const FRAME = spread(
  String.raw`
    (?:^(?:(?:and|so|also|but|ok|okay|oh|hey|hi|hello|right|well|thanks|thank you|cheers|yes|yeah|no|actually|btw|by the way|one more thing|another thing|
    for next time|for the future|for future reference|in future|important|ps|p\.s)[,.!:;]* )*|[,;:–—-] (?:(?:and|so|but|also),? )?|\b(?:and|so|but) (?=please ))
    (?:(?:please|pls|plz|just|also|always|do|then|can you (?=please )|(?:could|would|will) you|you (?:should|must|need to|have to|can|ought to)|
    i(?:['’]d| would)? (?:want|need|like) you to|make sure (?:you|to)|be sure to),? )*
    (?:remember(?: this(?=[:,]))?(?: (?:for (?:next time|me|the future)|from now on))?|(?:do not|don['’]?t|never|don['’]?t ever) forget|(?:keep|bear|have) (?:it )?in mind|
    memori[sz]e|make a (?:mental )?note|(?:save|store|put|add|commit|write) (?:it )?(?:to|in|into|down in) (?:your )?memory|(?:note|write|jot) (?:it )?down|
    (?:save|store) (?:it )?(?:for later|for next time))
    (?:,? that|[:,]| [-–—]|(?= ))[ ]
    (?=(?:i|i['’]m|im|i['’]ve|ive|i['’]d|i['’]ll|my|our|we|we['’]re|we['’]ve|both (?:my|our)|neither of us|one of my|all my|most of my)\b)`,
  "iu",
);
/** Before an order in the middle of a sentence: somebody else's words, or a supposition. */
const REPORTED =
  /\b(?:says?|said|saying|tells?|told|telling|asks?|asked|asking|writes?|wrote|write|writing|translate|lyrics?|songs?|quote|text|texted|reads?|goes|think|thought|if|whether|when|begins?|called|titled)\b/i;
/** No question: "remember I park on level 3, ok?" */
const ASKED_BACK = /\b(?:ok|okay|alright|got it|please)\?+\s*$/i;
const POLITE = /\b(?:can|could|would|will) you\b/i;
/** Points back at what was said, or reminisces; and what is said to the assistant itself is more than a fact to be kept. */
const NOT_KEPT = spread(
  String.raw`
    ^(?:(?:i|we)(?:['’]ve| have)?(?: just| already| once)? (?:told|said|asked|mentioned|wrote|showed|talked|spoke|discussed|agreed|met you|wanted to|want to (?:ask|say|tell))\b)|
    \b(?:you|your|yours|yourself|ya|u|ur|this|these|those|here|above|below|attached)\b`,
  "i",
);
/** Without "that" or a colon, what is past is reminisced about: "remember I had that dog". */
const PAST = linear(
  /^(?:i|we) (?:just |once |also )?(?:was|were|had|went|did|used|gave|sent|bought|got|came|saw|made|took|felt|thought|(?!need|feed|breed)\w+ed)\b/i,
);
/** "My coffee" is no statement. */
const STATES = spread(
  String.raw`
    ^(?:(?:i|we|im|ive)\b|\p{L}+['’])|\b(?:is|are|was|were|has|have|had|can|cannot|do|does|did|will|should|must|never|always|only|usually|likes?|loves?|hates?|prefers?|
    lives?|works?|needs?|wants?|eats?|drinks?|speaks?|takes?|go(?:es)?|comes?|starts?|sleeps?|plays?|drives?|gets?|turns?|wears?|uses?|study|studies|teach(?:es)?|owns?|keeps?|runs?|costs?|opens?|closes?|ends?|leaves?|arrives?|belongs?|snores?|knows?|makes?|means?|told|says|said|made|gave|moved|died|born|allergic)\b|\p{L}(?:n['’]t|['’]s (?:an?|the|in|on|at|not|called|allergic|\p{L}+ed)) `,
  "iu",
);
/** "He hates it": of whom and of what, only the conversation shows, unless the sentence has named it before. */
const PRONOUN = /\b(?:it|its|he|she|they|him|her|his|them|their|there|that)\b/i;
const NAMED = /\b(?:my|our|an?|the|two|three|four|five|both)\b/i;
/** It comes again every year. */
const YEARLY = /\b(?:birthday|anniversary|name day|born)\b/i;
/** What matters for one plan: it is kept in mind for that. */
const OF_A_PLAN = /\b(?:budget|deadline|flight|interview|exam|presentation|appointment|guests?|trip|due)\b/i;
const IN_MIND = /\bin mind\b/i;
const STILL_TRUE = /\b(?:recently|already|lately|finally|(?<!\b(?:right|for|just|until|till|by) )now)\b/gi;
const ENDING = linear(
  /[,\s]*(?:(?:please|pls|thanks|thank you|thx|ok|okay|cheers|ta|will you|would you|for (?:next time|the future|me)))?[\s.!?,;:…]*$/i,
);

/** What the user tells to keep in mind, in the user's own words; null where the sentence orders nothing of the kind. */
export function toldToRemember(sentence: string): string | null {
  const match = FRAME.exec(sentence);
  if (match === null || NOT_IN_EARNEST.test(sentence)) return null;
  const order = match[0];
  if (REPORTED.test(sentence.slice(0, match.index))) return null;
  if (/\?\s*$/.test(sentence) && !POLITE.test(order) && !ASKED_BACK.test(sentence)) return null;
  const told = sentence.slice(match.index + order.length).replace(ENDING, "");
  const isBare = !/(?:that|[:,–—-]) $/i.test(order);
  if (isBare && (PAST.test(told) || (/^we\b/i.test(told) && /remember/i.test(order)))) return null;
  if (IN_MIND.test(order) && OF_A_PLAN.test(told)) return null;
  return STATES.test(told) && !NOT_KEPT.test(told) && !UNSURE.test(told) && lasts(told) ? told : null;
}

function lasts(told: string): boolean {
  const pronoun = told.search(PRONOUN);
  const named = told.search(NAMED);
  if (pronoun >= 0 && (named < 0 || named > pronoun)) return false;
  if (YEARLY.test(told)) return true;
  const said = told.replace(STILL_TRUE, "");
  return !MOMENT.test(said) && (!CLOCK.test(said) || RECURRING.test(said));
}

/** The words of a couple or a family, which no third person says without doubt. */
const PLURAL = /\b(?:we|us|our|ours|ourselves|mine|let['’]s)\b/i;
/** After these, a verb behind "and" has another form than after "I". */
const INFINITIVE = linear(
  /^I (?:\p{L}+ )?(?:can|cannot|could|will|would|should|must|may|might|do not|did not)\b|\bto \p{L}+/iu,
);
const TWO_VERBS = /^I \p{L}+ (?:and|or|but) \p{L}+$/u;
/** A word behind "and" with which something goes on: "tea and biscuits" ends there, "and grow tomatoes" is a verb of the user's. */
const BEHIND_AND = /\b(?:and|or|but) (\p{Ll}+)( |$)/gu;
const KNOWN_BEHIND_AND =
  /(?:s|ing|ed|ly)$|^(?:an?|the|my|no|not|never|only|in|on|at|to|for|from|with|of|one|two|three|four|five|he|she|it|they|that|when|if|cannot|had|can|will|would|could|so|both|other|small|big|old|new)$/;
const JOINED = /\b(?:and|or|but)\b/;

/** "Remember that the user parks on level 3". `told`: without contractions; null where the third person is not sure. */
export function rememberRule(told: string): Draft | null {
  if (PLURAL.test(told) || TWO_VERBS.test(told) || (JOINED.test(told) && INFINITIVE.test(told))) return null;
  const text = `Remember that ${aboutTheUser(told.replace(/^M(?=y\b)/, "m"))}`;
  if (text.matchAll(BEHIND_AND).some(([, word = "", next]) => !KNOWN_BEHIND_AND.test(word) && next !== "")) return null;
  return { text, topic: `order:${text.toLowerCase()}` };
}
