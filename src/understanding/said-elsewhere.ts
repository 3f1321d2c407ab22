// Tells what is said of another time or place, by somebody else, or only in thought: it wishes nothing of the assistant.
import { linear } from "../matching/linear-expression.ts";
import { spread } from "./rule-words.ts";
import { isSaidToOthers, NOT_MEDICS } from "./said-to-others.ts";

/** Of another time, of somebody else, or made up. */
const ELSEWHERE = spread(
  String.raw`
    ^(?:and |but |so |like |well |ok |haha |lol )*(?:suppose|never have i|imagine|what if|if somebody|if someone|if i (?:ever )?(?:were|was|told|wanted|asked|said|had)|pretend|say i|
    let['’]?s say|in my (?:novel|story|dream)|back (?:then|in)|years ago|as a (?:kid|child|teenager)|
    in the (?:army|navy|novel|story|film|movie|book|song|game)|i used to)\b|\b(?:when|back when) (?:i|we) (?:was|were)\b|\bused to (?:be|want|like|hate|love|have|always)\b|
    \b(?:my|our|the|his|her) (?:\p{L}+ )?(?:boss|manager|mother|mum|mom|dad|father|wife|husband|partner|sister|brother|son|daughter|kid|
    toddler|teen|teacher|client|customers?|colleague|neighbou?r|landlord|friend|\d+ ?(?:yo|year[- ]old)) (?:always |never |only |just |
    really )?(?:want|like|hate|love|insist|ask|can['’]?t stand|say|said|need|prefer|refuse|demand|will only|told)\w*\b|
    \b(?:house|club|site|pool|office|brand|style) (?:rules|guide|guidelines|policy)\b|\b(?:e?mail|letter|note|sign|text|message|memo|poster|prompt|manual|guide) (?:read|reads|says|said|went)\b|\byou (?:will|shall) always\b|\bmy lord\b|\bpeasant\b`,
  "iu",
);

/** "My boss has new rules: …": for the staff. "The game: you must never …": for who plays it. */
const OF_OTHERS = spread(
  String.raw`
    \b(?:my|our|the|his|her|their) (?:\p{L}+ )?(?:boss|manager|landlord|landlady|teacher|coach|school|gym|club|company|office|church|hotel|hostel|mother|mum|mom|dad|father|wife|
    husband|partner|flatmate|roommate|client|neighbou?r)(?:['’]s| has| have| made| set| sent| gave)(?: got| us| me| out| up)* (?:(?:some|a|few|list|of|new|more|strict|odd|weird|silly|these|three|four|five) )*rules\b|
    \bif (?:somebody|someone|anybody|anyone|a user|people) (?:asked|wanted|told|needed|said)\b`,
  "iu",
);
const PLAYS = linear(/\b(?:game|quiz|challenge|bet|dare|lodge|ritual|initiation)\b/iu);
const WHOEVER_PLAYS = linear(
  /^(?:(?:and|but|so|basically) )*(?:you|u|everyone|everybody|players?|each player) (?:must|have to|has to|need to|can['’]?t|cannot|may not|mustn['’]?t|are not allowed to)\b/iu,
);

/** `before`: the sentence before it; "" for none. */
export function areRulesOfOthers(masked: string, before: string): boolean {
  if (OF_OTHERS.test(masked) && !ADOPTS.test(masked)) return true;
  return PLAYS.test(before) && WHOEVER_PLAYS.test(masked);
}

/** Others' rules that the user wants kept are the user's own: "a style guide came in, so please follow it". */
const ADOPTS = linear(
  /\b(?:please|pls|plz) (?:always |just )?(?:follow|stick|keep|apply|use|obey)\b|\bfor (?:all |any |every )?(?:of )?(?:my|me|you)\b|\bfrom (?:now|today|here) on\b|\bmy (?:own )?(?:house|brand|style)\b/i,
);
/** "I never said I was vegan", "I never asked for less": what the assistant took for a wish was none. */
const DENIES = spread(
  String.raw`
    \b(?:i (?:have )?(?:never|didn['’]?t|did not)(?: ever| once)?|never(?: ever| once)? (?:did|have) i(?: ever)?) (?:
    (?:say|said|tell|told|claim|claimed|mention|mentioned|mean|meant)(?: you| u)?(?: that)? (?:i|i['’]?m|i['’]ve|my|we)\b|
    (?:ask|asked|want|wanted|beg|begged)\b[^.!?,;]{1,40}\b(?:less|fewer|short\p{L}*|brief\p{L}*|no|not|without|simpl\p{L}+)\b)`,
  "iu",
);
/** "Not that I will", "I'm not asking for any of that, I want to be accurate in print": it was only a question. */
const NOT_ASKED = linear(
  /^(?:(?:and|but|so|well|no|interesting|fascinating),? )*(?:not that (?:i|we) (?:will|would|do|am|want|need|could|plan)\b|not me, (?:just|i)\b|(?:i['’]?m|i am|we['’]re) not (?:asking|telling) (?:for |you )|(?:i['’]?m |i am )?just (?:curious|wondering|asking)\b)/iu,
);
const ORDERS_BESIDE = linear(
  /[,;:–—-] *(?:and |but |so )*(?:please|pls|stop|never|always|don['’]?t|just|use|keep|give|i want)\b/iu,
);
/** A wish that was thought of, and dropped. */
const THOUGHT_OF = linear(
  /\bi (?:was|had been|nearly|almost|wanted|meant)\b[^.!?]{0,40}\b(?:tell|ask|order|mak|hav|gett?|teach)(?:ing|e|ed)? (?:you|u)\b[^.!?]*\bbut\b[^.!?]*\b(?:fine|ok|okay|good|alright|nah|no need|never ?mind|don['’]?t bother|leave (?:it|that)|not (?:needed|necessary|worth)|changed my mind|like it|works)\b/iu,
);
/** "It would be nice if the trains …": of the world. */
const OF_WORLD = linear(
  /\b(?:would|['’]d|wld) be (?:so |really |quite |very )?(?:nice|cool|great|good|lovely|handy|helpful|neat|fun) if (?:the|my|our|their|his|her|all|these|those|people|they|he|she)\b/iu,
);
const OF_ANSWER = linear(
  /\b(?:you|your|answers?|repl(?:y|ies)|responses?|explanations?|examples?|code|recipes?|summar(?:y|ies)|sources|lists?|tables?|units|prices|dates|numbers|messages|e?mails|letters|texts?|tone|sentences|first|last)\b/iu,
);
/** Behind what is said stands who says it. */
const ATTRIBUTED = linear(
  String.raw`\baccording to (?:her|him|them|(?:my|our|the) \p{L}+)\b|, (?:he|she|they|(?:my|our|the) ${NOT_MEDICS}\p{L}+) (?:says?|said|reckons?|insists?|claims?|demands?|thinks?)[.!]*$`,
  "iu",
);
const CALL_WHEN = linear(
  /\b(?:call|ring|phone|ping|text) me (?:when|once|as soon as|after|back|later|at|tomorrow|if (?:the|it|there))\b/iu,
);
/** Asks back what was said, and why: that says it no second time. */
const ASKS_BACK = linear(
  /\b(?:why (?:did|have|had|do)|remind me (?:why|when)(?: did)?) (?:i|we) (?:ever |even )?(?:tell|told|ask|asked|say|said|want|wanted|set|choose|chosen?|pick|picked|make|made|teach|taught)\b/i,
);

/** `changedAt`: where the sentence takes something back, which counts where it comes first; -1: nowhere. */
export function isSaidElsewhere(masked: string, changedAt: number): boolean {
  if (ASKS_BACK.test(masked) || isSaidToOthers(masked)) return true;
  if ([THOUGHT_OF, CALL_WHEN, NOT_ASKED].some((each) => each.test(masked))) return true;
  if ((DENIES.test(masked) || ATTRIBUTED.test(masked)) && !ORDERS_BESIDE.test(masked)) return true;
  if (OF_WORLD.test(masked) && !OF_ANSWER.test(masked)) return true;
  const at = ADOPTS.test(masked) ? -1 : masked.search(ELSEWHERE);
  return at >= 0 && (changedAt < 0 || changedAt > at);
}
