// Tells by words alone what is to stand, whatever the message is for besides: "what is tort, and always name the case".
import { quotedNeed } from "../domain/lesson.ts";
import type { WishKind } from "../domain/wish.ts";
import { linear } from "../matching/linear-expression.ts";
import { DIET_NAMES } from "./food-kinds.ts";
import { foreignWords } from "./foreign-speech.ts";
import { tellsLastingNeed } from "./own-needs.ts";
import { VERBS } from "./rule-orders.ts";
import { LANGUAGE } from "./rule-words.ts";
import type { WrittenRule } from "./rule-writer.ts";
import { saysOnly } from "./wish-kinds.ts";

const OPENERS = `^(?:(?:and|also|oh|ok|okay|right|so|but|hey|hi|hello|btw|by the way|fyi|well|yes|yeah|no|nope|please|pls|plz|just|now|plus|actually|honestly|can you|could you|would you|from now on|(?:one|another)(?: more)? thing)[,:.!]* +)*`;
const ANSWERS = `(?:answers?|repl(?:y|ies)|responses?|messages?|e?mails?|letters?|drafts?|recipes?|summar(?:y|ies)|explanations?)`;
const EACH = String.raw`(?:each|every|all)(?: single)?(?: (?:of )?(?:your|my|the))?(?: single)? ${ANSWERS}(?! (?:in|of|on|from|to|for|below|above|here)\b)`;

/** How all answers begin or end, or what stands in each. */
const OF_EACH = linear(
  String.raw`${OPENERS}(?:(?:start|begin|open|end|finish|close|conclude|preface|sign)(?: off)? ${EACH}(?: off)? (?:with|by|as)\b|(?:put|add|include|give|mention|write|show|use|name|list|say) [^.!?]{2,60} (?:at|to|on|in|under|above|below|after|before|with|of) ${EACH}\b)`,
  "iu",
);
/** Whose verb it is, the words before say: "i cook on gas and always use butter" orders nothing. */
const ALWAYS = linear(
  String.raw`(?:${OPENERS}|[,;:–—-] |\bso )(?:(?:please|just|also|then|and|so) )*(?:always|never|(?:do not|don['’]?t) ever) (\p{L}+)`,
  "giu",
);
const FIRST_WORD = linear(String.raw`${OPENERS}(\p{L}+)`, "iu");
/** "Use the plain form, never the polite one". */
const NEVER_BEHIND = linear(/, (?:and |but )?(?:never|always) (?!mind\b)\p{L}/iu);
/** "Yes but never fish please": whoever says please orders, with or without a verb. */
const ALWAYS_PLEASE = linear(
  String.raw`(?:${OPENERS}|[,;:–—-] )(?:always|never) (?!mind\b)(?:[\p{L}’'-]+ ){1,4}(?:please|pls|plz)(?!\p{L})`,
  "iu",
);
/** "No emojis in anything you write for me, ever": of what is a kind of wish. */
const NO_EVER = linear(
  String.raw`${OPENERS}(?:no|zero) [^.!?]{2,80}\b(?:ever|any ?more|from now on|for good|going forward|in (?:any|every)thing you|in any of your|whatever (?:you|i) (?:write|ask|send))\b`,
  "iu",
);
/** "No pork for us any more in recipe ideas": of what the answers offer. */
const NO_MORE_OF = linear(
  String.raw`${OPENERS}(?:no|zero)(?: more)? [^.!?,]{2,60}\b(?:recipes?|meal ideas|menus?|meal plans?|dinner ideas|suggestions|recommendations|ideas for (?:me|us))\b`,
  "iu",
);
/** "Comptez toujours quatre parts", "schreib immer du": the form that orders stands before it. */
const ALWAYS_ABROAD = linear(
  String.raw`^(?:(?:und|bitte|also|ab jetzt|künftig|et|alors|surtout|désormais|dorénavant|y|por favor|a partir de ahora),? )*(\p{L}{2,})(?:[- ](?:moi|nous|me|mir|uns|sie|bitte))? (?:toujours|immer(?! (?:noch|mehr|wieder|nur))|siempre)(?!\p{L})`,
  "iu",
);
const NO_ORDER_ABROAD =
  /^(?:noch|wie|fast|nicht|ja|auch|bin|bist|ist|war|waren|sind|habe?|hat|hatte|will|kann|muss|ich|wir|er|es|man|das|die|der|pour|presque|depuis|pas|ai|as|est|es|suis|sont|était|j['’]ai|je|tu|il|elle|on|ils|elles|qui|que|casi|como|para|desde|no|está|están|estoy|soy|era|yo|él|ella|\p{L}+o)$/iu;
/** Help that leaves the work to the user. */
const HINTS = /\b(?:hints|clues|nudges|pointers|tips)\b/i;
const UNSOLVED = linear(
  /\b(?:do not|don['’]?t|never|not|without|no)\b[^.!?]{0,40}\b(?:answers?|answering|solutions?|solve|solving|working|result)\b/i,
);
const SPEAK_OF = `(?:bring up|mention|raise|(?:talk|speak|chat)(?: to me)? (?:about|of)|ask(?: me)? (?:about|after|how)|refer to|remind me (?:of|about)|go on about|bring (?!it|this|that)[^.!?,]{2,40} up)`;
const SPEAKING_OF = `(?:bringing up|mentioning|raising|(?:talking|speaking|going on)(?: to me)? (?:about|of)|asking(?: me)? (?:about|after|how)|referring to|reminding me (?:of|about))`;
/** What is not to be spoken of. */
const SUBJECT_BAN = linear(
  String.raw`${OPENERS}(?:(?:(?:do not|don['’]?t|dont|let['’]?s not|can we not) ${SPEAK_OF}(?! (?:it|this|that)\b) [^.!?]{2,80}\b(?:any ?more|again|ever)|(?:never|(?:don['’]?t|do not) ever) ${SPEAK_OF}(?! (?:it|this|that)\b) |(?:stop|quit) ${SPEAKING_OF}(?! (?:it|this|that)\b) |no more (?:talk(?:ing)? (?:about|of)|mentions? of|mentioning) ))`,
  "iu",
);
const REFUSES = `(?:(?:please|pls|just) )*(?:do not|don['’]?t|never|let['’]?s not|can we not|could you not|stop|quit)`;
/** What a message is for that only says what not to speak of, or which words not to use. */
const BANS_ALONE = linear(
  String.raw`${OPENERS}(?:(?:${REFUSES} (?:${SPEAK_OF}|${SPEAKING_OF})|(?:i|we) (?:do not|don['’]?t) (?:want|like) to (?:talk|hear|speak|think) (?:about|of)) (?!(?:it|this|that|these|those|the|an?|any|him|her|them|me)\b)[\p{L}’'-]+(?: [\p{L}’'-]+){0,2}|${REFUSES} (?:us(?:e|ing)|say(?:ing)?|writ(?:e|ing))(?: the)? (?:words?|phrases?|terms?|expressions?) \S[^.!?]{0,60})(?:[,.!]| (?:please|pls|thanks|ok)|, (?:and )?(?:${REFUSES}) [\p{L}’' ]{1,40})*$`,
  "iu",
);
/** "Short answers please": of answers, and not of the one before. */
const OF_ANSWERS = /\b(?:answers|replies|responses)\b/i;
/** "Max two lines per answer": of each. */
const PER_ANSWER = /\bper (?:answer|reply|response)\b/i;
/** "Sag du zu mir", "tutéame": of how the user is spoken to. */
const TO_ME = linear(/(?<!\p{L})(?:mich|mir|uns|me|nous|se|nos|\p{L}{3,}(?:me|nos))(?!\p{L})/iu);
/** "I need the answer first": as good as an order, where it is all that is said. */
const NEEDS = linear(`${OPENERS}(?:i|we) (?:need|want|like|prefer) `, "iu");
/** The language of answers, where the message says nothing else. */
const ANSWERS_IN = linear(
  `${OPENERS}(?:answer|reply|respond|speak|talk)(?: back)?(?: to me| me| with me)?(?: only)? in (?:plain |simple )?${LANGUAGE}(?: only| always| please| pls| plz| thanks| ta|[,.!])*$`,
  "iu",
);
/** Somebody sets the table. */
const SETS_RULES = linear(
  /^(?:(?:ok|okay|right|so|and|hi|hey|hello|well)[,.!]* +)*(?:(?:first|one|another|one more|small|quick|last) (?:thing|point|note|rule)(?: first| though)?|first(?: of all| off| up)?|(?:some )?ground rules?|before (?:we|you|i|anything) \p{L}+|(?:just )?to (?:start|begin)(?: off| with)?|for starters|for the last time|(?:new|house) rule)\b[,:.]*/iu,
);
/** What is measured and written otherwise elsewhere, and who says where they are. */
const LOCAL: ReadonlySet<string> = new Set(["units", "temperature", "clock", "currency", "spelling", "date order"]);
const AT_HOME = linear(
  /\b(?:i['’]?m|i am|im|we['’]?re|we are|i live|we live|i work|we work)(?: based| living| all| over| out| here| from)* (?:in|from|on) (?!a\b|an\b|my\b|the (?!uk\b|us\b|usa\b|states\b|netherlands\b|philippines\b))\p{L}/iu,
);
const AWAY =
  /\b(?:for (?:an?|the|two|three|\d)|until|till|holiday|vacation|trip|business|visiting|staying|today|tonight|weekend|week|tomorrow|just this|this (?:one|time))\b/i;
const AT_HOME_CLAUSE = linear(`,? *(?:(?:because|since|as|cos|and|but) )?${AT_HOME.source}[^,.;!?]*`, "iu");
const BADLY = `(?:(?:really|very|severely|badly|deathly|super|highly|also|quite|mildly|terribly|so|seriously|extremely|violently|still|actually) )*`;
/** However it is spelled. */
const ALLERGIC = `all?[ae]?r[gj][iey]?[ckt]{1,3}`;
const OWN_ALLERGY = linear(
  String.raw`(?:${OPENERS}|\b(?:i['’]?m|i am|im) )${BADLY}${ALLERGIC} (?:to|2|too|of|against) \p{L}|\b(?:i|i['’]ve) (?:have|got|had)(?: got)? (?:an? )?(?:\p{L}+ )?all?[ae]?r[gj](?:y|ies|ie|i) (?:to|2|against) \p{L}`,
  "iu",
);
const NO_ALLERGY = linear(
  /\b(?:lol|lmao|haha\w*|if|whether|not|says?|said|(?:to|2) (?:home ?work|work\w*|mondays?|mornings?|people|exercise|you|stupid\w*|drama|fun|commitment|effort|bullshit|nonsense|responsibilit\w+|chores|meetings))\b/i,
);
const ALLERGY_ABROAD = foreignWords(String.raw`
    (?:ich (?:bin|habe?)|(?:bin|habe?)(?! (?:ich|du|sie|wir)\b)|je (?:suis|fais)|j['’]ai|(?:yo )?(?:soy|tengo))(?: [\p{L}-]+){0,5}? [\p{L}-]*(?:allerg|al[eé]rg|intoler|unverträglich|zöliak|cœliaque|cel[ií]ac)\p{L}*`);
/** Then it is not so, or not sure, or over. */
const NO_ALLERGY_ABROAD = foreignWords(String.raw`
    nicht|keine?\p{L}?|vielleicht|glaube?|angeblich|vermutlich|früher|mehr|pas|plus|aucune?|peut-être|crois|pense|no|ya|ninguna?|quizás?|creo|tal vez|wenn|falls|si|ob|sag(?:t|te|en)|meint\p{L}*|dit|disait|dice|dijo`);

/** An allergy of the user's own that is told in German, French or Spanish, as a rule in the user's words. */
export function allergyAbroad(sentence: string): WrittenRule | null {
  if (!ALLERGY_ABROAD.test(sentence) || NO_ALLERGY_ABROAD.test(sentence) || sentence.includes("?")) return null;
  return { text: quotedNeed(sentence), topic: `own-allergy:${sentence.replace(/[“”]/g, '"').toLowerCase()}` };
}

const OF_FAMILY = String.raw`(?:in|with) (?:our|my) (?:family|house|household|home)|at (?:our|my) (?:house|home|place)|at ours|for (?:all of )?us`;
const MUST_BE = String.raw`(?:must|has to|have to|needs? to|got to|gotta) (?:always |only |strictly )*be (?:always |only |strictly )*(?:${DIET_NAMES})(?!\p{L})`;
/** "In our family it must be halal": of all that is eaten there. */
const DIET_OF_FAMILY = linear(
  String.raw`\b(?:${OF_FAMILY})\b[^.!?]{1,40}\b${MUST_BE}|\b${MUST_BE}[^.!?]{0,20}\b(?:${OF_FAMILY})\b`,
  "iu",
);

export interface StandingContext {
  readonly input: string;
  readonly kinds: readonly WishKind[];
  /** It asks for something now, or for this once. */
  readonly isPassing: boolean;
}

function clausesOf(masked: string): string[] {
  return masked.split(/[,;:–—]\s*/);
}

/** By the clause that says so: what is beside it may be a condition, or of another time. */
export function tellsOwnAllergy(masked: string): boolean {
  const clauses = clausesOf(masked);
  const isJest = (clause = "") => /^(?:lol|lmao|haha\p{L}*)?\p{P}*$/iu.test(clause.trim()) && clause.trim() !== "";
  return (
    !/\?\s*$/.test(masked) &&
    clauses.some((clause, at) => OWN_ALLERGY.test(clause) && !NO_ALLERGY.test(clause) && !isJest(clauses[at + 1]))
  );
}

/** What of a sentence stands, by its words: an order, or a need of the user's own. */
export function whatStands(masked: string, context: StandingContext): "order" | "need" | null {
  if (OWN_ALLERGY.test(masked)) return tellsOwnAllergy(masked) ? "need" : null;
  if (!context.isPassing && (DIET_OF_FAMILY.test(masked) || tellsLastingNeed(masked))) return "need";
  return !context.isPassing && isStandingOrder(masked, context) ? "order" : null;
}

function isStandingOrder(masked: string, { input, kinds }: StandingContext): boolean {
  if ([OF_EACH, SUBJECT_BAN, ALWAYS_PLEASE].some((each) => each.test(masked)) || ordersAlways(masked)) return true;
  if (ANSWERS_IN.test(input.trim()) || (HINTS.test(masked) && UNSOLVED.test(masked))) return true;
  const isAlone = masked === input.trim();
  if (isAlone && (BANS_ALONE.test(masked) || (kinds.length > 0 && OF_ANSWERS.test(masked) && saysOnly(masked, kinds))))
    return true;
  if (kinds.length > 0 && PER_ANSWER.test(masked)) return true;
  if (kinds.some(({ kind }) => kind === "address") && TO_ME.test(masked)) return true;
  const isOrder = startsWithOrder(masked) || (isAlone && NEEDS.test(masked));
  if (kinds.some(({ kind }) => kind === "answer") && isOrder) return true;
  if ((kinds.length > 0 && NO_EVER.test(masked)) || NO_MORE_OF.test(masked) || ordersAlwaysAbroad(masked)) return true;
  const rest = masked.replace(SETS_RULES, "");
  if (kinds.length === 0 || !saysOnly(rest.replace(AT_HOME_CLAUSE, ""), kinds)) return false;
  const isLocal = kinds.every(({ kind }) => LOCAL.has(kind)) && AT_HOME.test(input) && !AWAY.test(input);
  return isLocal || rest !== masked;
}

function startsWithOrder(masked: string): boolean {
  return VERBS.has(FIRST_WORD.exec(masked)?.[1]?.toLowerCase() ?? "");
}

function ordersAlways(masked: string): boolean {
  if (startsWithOrder(masked) && NEVER_BEHIND.test(masked)) return true;
  return masked.matchAll(ALWAYS).some(([, verb = ""]) => VERBS.has(verb.toLowerCase()));
}

/** Of a clause: its first word is the verb. */
function ordersAlwaysAbroad(masked: string): boolean {
  return clausesOf(masked).some((clause) => {
    const [, verb] = ALWAYS_ABROAD.exec(clause.trim()) ?? [];
    return verb !== undefined && !NO_ORDER_ABROAD.test(verb);
  });
}

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
