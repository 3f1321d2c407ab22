// Reads what an input wishes of the assistant, or tells of the user for good, sentence by sentence, by its words.
import type { Steps } from "../base/steps.ts";
import { quotedOrder } from "../domain/lesson.ts";
import { FROM_NOW_ON_CUE, REMEMBER_CUE, type WishKind, type WishSentence } from "../domain/wish.ts";
import { linear } from "../matching/linear-expression.ts";
import { besideQuestions } from "./cut-questions.ts";
import { foreignOrder } from "./foreign-orders.ts";
import { FROM_NOW_ON_ABROAD, isForeign } from "./foreign-speech.ts";
import { orderParts } from "./order-parts.ts";
import { type OwnSentence, ownSentences } from "./own-sentences.ts";
import { plainEnd } from "./plain-ends.ts";
import { withoutAddressee } from "./rule-addressee.ts";
import { HOSTILE, STYLE, spread } from "./rule-words.ts";
import type { RuleWriter, WrittenRule } from "./rule-writer.ts";
import { areRulesOfOthers, isSaidElsewhere } from "./said-elsewhere.ts";
import { allergyAbroad, deniesAllergy, tellsOwnAllergy, whatStands } from "./standing-orders.ts";
import { takesBackAll } from "./takes-back-all.ts";
import { toldToRemember } from "./told-to-remember.ts";
import { saysOnly, wishKinds } from "./wish-kinds.ts";
import { ofAnswers } from "./work-in-hand.ts";

/** From when on something holds; for the two expressions that follow. */
const ONWARDS = String.raw`\b(?:from (?:now|here|today|this point) on(?:wards?)?|going forward|in (?:the )?future|as of (?:now|today))\b|
    (?<!\p{L})(?:${FROM_NOW_ON_ABROAD})(?!\p{L})`;
const FROM_NOW_ON = spread(String.raw`${ONWARDS}|\bfrom now\b|\b(?:from|starting) (?:today\b(?!['’])|now\b)`, "iu");
/** Meant to last. */
const LASTING = spread(
  String.raw`
    ${ONWARDS}|\b(?:always|never|not ever|any ?more|ever again|every ?time|each time|whenever|any ?time|in general|as a rule|by default|for good|permanently|all the time|(?:each|every) (?:answer|reply|response|message|recipe)|
    when(?:ever)? i['’]?m \p{L}+ing|(?:when|if|any ?time|whenever|where) (?:i|you) (?:ask|send|paste|bring|give|show|write|mention|want|answer|reply|draft|explain|quote|say|
    suggest|recommend|translate|list)|(?:any|all|every) \w+ (?:i|you) (?:ask|send|paste|bring|give|show|write|mention)|keep in mind|
    bear in mind|remember (?:that|to|i|my)|for next time|next time|as of this|for always|(?:any|every)thing (?:i|you) (?:write|send|ask|make|do|cook|give|get)|
    any [\p{L}’' -]{2,40} (?:i|you) (?:bring|send|ask|paste|write|make|give|get)|on all my|in all my|for me now|that['’]?s the (?:deal|rule|new)|
    with me please|immer|nie(?:mals)?|grundsätzlich|jedes mal|siempre|nunca|cada vez|toujours|jamais|chaque fois)\b`,
  "iu",
);
/** What makes a standing order of a sentence, the plainest first. */
const ORDERS: readonly (readonly [cue: string, expression: RegExp])[] = [
  [
    "order-sign",
    linear(/\bsign (?:off )?(?:all |any |every )*(?:of )?(?:my|it|them|with|off|as|messages?|e?mails?|letters?)\b/i),
  ],
  [FROM_NOW_ON_CUE, FROM_NOW_ON],
  ["order-never", /\b(?:never|(?:don['’]?t|do not) ever|nie(?:mals)?|nunca|jamais)\b/i],
  ["order-always", /\b(?:always|immer|grundsätzlich|siempre|toujours)\b/i],
  ["order-not-again", linear(/\b(?:don['’]?t|do not|no)\b[^.!?]{1,80}\b(?:again|any ?more)\b/i)],
  [
    "order-stop",
    linear(
      /^(?:(?:and|so|ok|okay|oh|please|pls|just|can you|could you|would you) )*(?:stop|quit|no more|enough with)\b/i,
    ),
  ],
];
/** "And can you stop …", "could you always …": an order, politely. */
const POLITE = linear(
  /^(?:(?:and|also|so|ok|oh|hey),? )*(?:can|could|would|will) you (?:(?:please|also|just|maybe) )*(?=(?:stop|quit|always|never)\b)/i,
);
/** For some questions or texts, and not for answers in general. */
const CONDITIONAL = spread(
  String.raw`
    \b(?:when(?:ever)?|if|unless|while|about|any|every) (?:i|you|we|it|the user|an?|the|your?|my)\b|
    \bwith (?:my|our|the|any|all|every|code|maths?)\b|\b(?:for|in|on|of|to) (?:my|our|the|an?|any|all|every|some|code|recipes?|e?mails?|letters?|posts?|texts?|maths?)\b(?! (?:user|answers?|replies|future))|
    \b(?:code|recipes?|e?mails?|letters?|posts?|poems?|stories|minutes|slides|newsletters?|essays?|newsletters?)\b|
    ^(?:for|with|about) |\bwenn\b|\bsi\b|\bcuando\b|\bquand\b|:`,
  "iu",
);
/** It was not the first time: "you keep fixing my commas", "I keep telling you none". */
const TOLD_BEFORE = linear(
  /\byou(?:['’]ve| have)? (?:always|keep|kept|constantly|still|still keep) (?:on )?\p{L}+ing\b|\bi (?:keep|kept) (?:telling|asking|saying|having to)\b|\bhow (?:many times|often) (?:do|must|did|have|should) i\b|\b(?:second|third|fourth|fifth|sixth|nth|umpteenth|hundredth) time\b|\bfor the (?:last|second|third|fourth|\p{L}+th) time\b|\bi(?:['’]ve| have)? (?:already )?(?:told|asked|said|mentioned)[^.!?]{0,40}\b(?:before|already|twice|times)\b|\b(?:du|sie) (?:machst|schreibst|machen|schreiben) (?:schon wieder|immer noch|dauernd|ständig)\b/iu,
);
/** Meant for this once, or for one text. */
const ONCE = spread(
  String.raw`
    \b(?:this (?:one|time|once)|just (?:this|now|once)|for (?:now|today|tonight|this|once)|today|tonight|right now|at the moment|
    tomorrow|this (?:morning|afternoon|evening|week|weekend|month|year)|in a hurry|in a rush|(?:^|i['’]?m|i am|while|only|just|now) on my phone|no time|quick one|one[- ]off|temporarily|for the moment|diesmal|dieses mal|nur (?:hier|jetzt)|heute?|gerade|nur (?:dieses|diese|diesen|für)|
    esta vez|hoy|por ahora|solo (?:para|en) est[ea]|cette fois|juste (?:pour|dans) (?:ce|cette|cet)|pour une fois|aujourd['’]hui|pour l['’]instant)\b`,
  "i",
);
const REASON_BEHIND = /, (?:(?:and|but|because|cos|since|as) )?(?:i|we|he|she|it|they)(?:['’]\p{L}+)? [^,;:]*$/iu;
/** What somebody needs or is in the mood for now: it says nothing of tomorrow. */
const MOMENTARY = spread(
  String.raw`
    \b(?:i|we) (?:really |just |badly |also |still |so |desperately |sure )*(?:
    (?:(?:could|can) (?:really )?(?:do with|use|murder|go for)|fancy|crave|feel like|am (?:in the mood|dying|desperate) for|need|want|would (?:like|love))
    (?: to (?:have|take|get))? (?:an? |some |my |one |another |more |that |this )?(?:(?:little|quick|short|long|good|proper|nice|big|small|real|stiff|cold|hot|strong) ){0,2}
    (?:break|rest|nap|sleep|lie[- ]?down|breather|pause|sit[- ]?down|drink|coffee|cuppa|beer|snack|bite|treat|holiday|vacation|(?:day|time|night) (?:off|out)|hug|hand|help|
    favou?r|lift|ride|laugh|distraction|pick[- ]?me[- ]?up|boost|fresh air|change of scenery|ideas?|inspiration|advice|opinion|present|gift)\b|
    (?:need|want|have|got|ought) to (?:go|leave|get (?:going|home|out|some)|buy|finish|sleep|rest|eat|relax|unwind|hurry|pick|call|catch|book|send|calm|pack|run)\b)|
    \b(?:i['’]?m|i am|we['’]?re|we are) (?:so |really |very |a bit |a little |pretty |dead |absolutely |feeling |just |all )*(?:tired|hungry|thirsty|bored|stressed|exhausted|
    knackered|starving|freezing|shattered|sleepy|running late|worn out)\b(?! of\b)|\b(?:i['’]?m|i am|we['’]?re|we are) (?:just |all )?(?:(?:in the mood|dying|desperate|gasping) for)\b|
    \b(?:i|we) (?:only |just )?(?:have|got|['’]ve got) (?:about |around |only |just |like |maybe |roughly )*[$€£]?\d[\d.,]* ?(?:€|£|euros?|dollars?|bucks|quid|pounds|minutes?|mins?|hours?|grams?|g|ml|eggs?)\b`,
  "iu",
);
/** Takes something back: a rule, where one is meant that was said before. */
const TAKES_BACK = spread(
  String.raw`
    (?<!\b(?:don['’]?t|not|never) )\b(?:forget|ignore|scrap|scratch|drop|bin|ditch|disregard|cancel|undo|lose|strike|stop with|enough of|enough with|never ?mind|
    no need for|you can stop|you can skip) (?:all |about )?(?:it|that|this|these|those|the|my|what i|everything i|with|i (?:ever )?(?:said|asked|told|mentioned|wrote))\b|
    \bi (?:take|took) (?:it|that) back\b|\byou (?:can|may) (?:go back to|start using|use|bin|drop|stop)\b|
    \b(?:are|is) (?:fine|ok|okay|allowed|welcome) (?:again|now)\b|\b(?:undo|reverse|lift|end) (?:the|that|my) [\p{L}’' -]{2,40} (?:rule|ban|thing)\b|
    \b(?:thing|rule|bit|ban|business) (?:can|may|could) go\b|\b(?:don['’]?t|do not|needn['’]?t|no longer) (?:have to|need to|need|want) [\p{L}’' -]{2,60} any ?more\b|
    \b(?:vergiss|vergessen sie|lass) (?:was|das|die|den|es)\b|\b(?:kannst|könnt|können) (?:du |sie |ihr )?(?:jetzt |wieder |ruhig )*(?:lassen|vergessen|weglassen|streichen)\b|
    \bya no hace falta\b|\bya (?:se pueden?|puedes|podéis) (?:usar|poner|escribir|decir)\b|\b(?:darf(?:st)?|dürft|dürfen|kannst|könnt|können) (?:\p{L}+ ){0,3}wieder\b|\bpeu(?:x|t|vent|vez) (?:à|de) nouveau\b|\btu peux (?:laisser tomber|oublier|arrêter)\b|
    \b(?:olvida|olvídate de) (?:lo|el|la|eso)\b|\boublie(?:z)? (?:ce|ma|la|le|ça)\b`,
  "iu",
);
/** Holds what came against what was asked for. */
const CONTRASTS = linear(
  /\b(?:i|we) (?:only |just |had )?(?:asked|wanted|needed|was after|were after)\b[^.!?]{1,80}(?:,? (?:and|but) (?:i |you |we )?(?:got|get|gave|give|wrote|was given)\b|,? (?:and )?not\b|\binstead of\b)|\b(?:ich|wir) (?:wollte|brauche|wollten)\b[^.!?]{1,80}(?:kein\p{L}*|nicht|statt)\b/iu,
);

/** Takes back what was said and says no more: "never mind what i said about the boat, it's sold". */
const ONLY_TAKES_BACK = linear(
  /^(?:(?:and|so|but|ok|okay|oh|actually|right|well|please|pls|you can|hey),? )*(?:never ?mind|forget|ignore|disregard|scrap|scratch|cancel|undo|vergiss|olvida|oublie[sz]?)(?: (?:all|about|everything))* (?:what (?:i|we)(?:['’]ve| have)? (?:just )?(?:said|told|asked|wrote|mentioned)\b[^,;:–—]*|(?:(?:that|the|my|this) )?[^,;:–—]{2,60}? (?:thing|bit|stuff|business|idea|rule|i (?:said|told|asked|mentioned))\b[^,;:–—]*|was ich [^,;:–—]*|lo que (?:te )?dije[^,;:–—]*|ce que j['’]ai dit[^,;:–—]*)(?:[,;:–—]\s*(.*))?$/iu,
);

const WISHES_ON =
  /^(?:and |but |so )?(?:just |only |please |do |don['’]?t |no |not |less |more |use |give |call |sign |write |answer |say |make |put |add |keep |go |stick )|\b(?:please|pls|plz|instead|rather|bitte|stattdessen|mejor|plutôt)\b/i;

/** Speaks to the assistant, or of what it gives: who only tells of themselves gives no order. */
const ADDRESSES = spread(
  String.raw`
    \b(?:you|your|yours|u|ur|ya|please|pls|plz|me|us|cheers|ta|thx|thanks|du|dir|dich|dein\w*|sie|ihnen|ihre?n?|mir|mich|uns|bitte|
    tú|te|ti|tu|tus|usted|me|por favor|toi|vous|votre|vos|moi|merci|gracias|danke|stp|svp)\b|
    ^(?:and |also |ok |oh |so |then |hey |right |just |only |always |never |do |don['’]?t |no |not |less |more |fewer |stop |skip |keep |use |
    give |call |sign |write |answer |say |make |put |add |leave |drop |start |end |round |spell |remember |treat |avoid |stick |go |let)\w*`,
  "iu",
);
/** For one guest: what the user eats is another matter. */
const FOR_ONE = linear(/\b(?:only|no|nothing|without|never) [\p{L} -]{2,30} for (?:her|him|them)\b/iu);
/** Not meant. */
const JOKES = linear(
  /(?<!\b(?:not|no|n['’]t|never) (?:even |just )?)\b(?:kidding|joking|j\/?k)\b|^(?:\p{L}+ )?(?:lol|haha\p{L}*|lmao)\b.*\b(?:maybe|perhaps)\b|(?<!\bif )\bi (?:should|could|might|ought to)(?: just| really| probably| totally)? (?:tell|ask|make|get|have|order|teach) you to\b/iu,
);
const JOKE_WORDS_MAX = 5;
const WINKS = /[😜😝🤪]/u;
const LAUGHS = /[😂🤣]/u;
/** Who laughs may mean it all the same, of themselves or of the answers. */
const MEANS_IT = /\b(?:please|pls|plz|you|your|me)\b/i;
const OF_USER = /\b(?:i|i['’]?m|my|we|our)\b/i;
/** One thing is asked for, however formally. */
const REQUEST = spread(
  String.raw`
    ^(?:(?:and|so|but|ok|okay|oh|hey|hi|hello|also|well|now|anyway|good (?:morning|evening|afternoon))[,.!]* +)*(?:
    (?:i|we) (?:require|request)|(?:i['’]?m|i am|we['’]?re|we are) (?:looking for|after|searching for|hunting for|shopping for|in the market for|seeking))[ ]
    (?:the|an?|some|any|my|our|new|two|three|\d+|\p{L}+ ideas) [^.!?;:]*[.!]?$`,
  "iu",
);
/** Says more than what is asked for: why, or of how many. */
const NOT_ONE_THING =
  /\b(?:always|never|every|each|whenever|answers?|repl(?:y|ies)|tone|you|because|since|cos|as i|so|but|no|not|without|can['’]?t|cannot)\b|,\s*(?:i|we|my|our|he|she)\b/i;

/** How letters are to end: of two such wishes only one can hold. */
const SIGN_OFF = spread(
  String.raw`
    \bsign (?:off )?(?:all |any |every )*(?:of )?(?:my|it|them|with|off|as|messages?|e?mails?|letters?|QUOTE)\b|
    \b(?:new|my|usual) (?:closing|sign-?off|signature)\b|\bunterschreibe?(?!\p{L})|\b(?:signe|firma)\b[^.!?]{1,40}\b(?:mails?|courriels?|lettres?|correos?|cartas?)\b|\b(?:close|end) (?:all |any |every )*(?:of )?(?:my )?(?:messages?|e?mails?|letters?) with\b`,
  "iu",
);
const ALLERGY = /allerg|intoleran|\bco?eliac|zöliaki|cel[ií]ac|cœliaque|diabet|epipen|anaphyla|alérgic|gluten/i;
/** What goes for one at home goes for what is cooked and bought there. */
const HOUSEHOLD = spread(
  String.raw`
    \b(?:we|us|our|ours|at home|(?:in|into) (?:this|the|our|my) (?:house|home|kitchen|flat|family)|(?:my|the|our) (?:son|daughter|kids?|child|children|
    toddler|baby|little one|wife|husband|partner)|wir|uns|zuhause|nosotros|en casa|nous|chez nous)\b`,
  "i",
);
const KEEPS_OFF =
  /\b(?:so|no|not|none|nothing|without|avoid|leave|keep|skip|don['’]?t|never|keine?|nichts|nada|sin|pas|rien)\b/i;
/** And it says that it is to be kept off here too. */
const KEPT_OUT = linear(
  /\b(?:leave|keep) (?:[\p{L}’'-]+ ){1,3}(?:out|off|away)\b|\b(?:never|avoid|skip|don['’]?t (?:use|suggest|add|give|put|include))\b|\bno [\p{L}’' -]{2,30} in (?:any|your|the|our|my|recipes?|meals?|what)\b/iu,
);
const ASKS = linear(
  /^(?:(?:and|so|but|ok|okay|oh|hey|hi|also|right|well|anyway|thanks|ta|cheers),? )*(?:what(?! if you)|who|whose|where|why(?! don['’]?t you)|how(?! about)|(?:what|who|where|how)s|which|when (?:is|are|do|does|did|will|was|should)|is|are|was|were|do (?:i|you|we)|does|did|should|shall|can i|could i|may i|any idea)\b/i,
);
/** A thing asked for once, where nothing says that it is to last: "could you suggest a good cookbook". */
const ASKS_FOR = linear(
  /^(?:(?:and|so|but|ok|oh|hey|also|hi|please|pls),? )*(?:(?:can|could|would|will) you )?(?:please |pls )?(?:suggest|recommend|compare|find|help|translate|draft|proofread|look up) (?:me|us|a|an|some|something|one|the|this|these|with|\p{L}+ (?:\p{L}+ )?and)\b/iu,
);
const POINTS_BACK =
  /^(?:so |and |please |pls |ok(?:ay)? )*(?:never again|not again|no more of (?:it|that|this|those|them)|(?:cut|knock|stop|quit) (?:it|that|this)(?: out)?)\b|\b(?:do|doing|keep|use|get|give|say|write|put|remember|note|with|like|about|of) (?:it|that|this|those|these|them)\b/i;
/** A statement that follows an order says what it is for. */
const EXPLAINS = /^(?:(?:because|bc|cos|since|as|and|but|so) )?(?:they|it|that|this|those|these|he|she|there)\b/i;
/** Two orders in one sentence: "miles always, and start each answer with a greeting". */
const SECOND_ORDER = spread(
  String.raw`
    ,? (?:and|but|plus|also|oh and|and also) (?=(?:please |pls |also |just |always |never )?(?:start|end|begin|use|give|keep|write|call|sign|put|leave|skip|don['’]?t|no|never|
    always|add|make|drop|stop|avoid|answer|explain|show|tell|round|spell)\b)`,
  "i",
);

/** No other word need say that it lasts: "…, and no emojis ever please", "…, also stop calling me mate". */
const LASTS_BY_ITSELF = linear(
  /\bno (?:\p{L}+ ){1,3}ever\b|\b(?:and|but|plus|also) (?:please |pls |just )?stop \p{L}+ing\b/iu,
);

/** "Start with the matter. Always." is one sentence. */
const EMPHASIS = /^(?:always|never|ever|every (?:single )?time|no exceptions?|for good|please)[.!]*$/i;

function withEmphasis(sentences: readonly OwnSentence[]): OwnSentence[] {
  const joined: OwnSentence[] = [];
  for (const sentence of sentences) {
    const last = joined.at(-1);
    if (last === undefined || last.masked.includes("?") || !EMPHASIS.test(sentence.masked)) joined.push(sentence);
    else {
      const both = { text: `${last.text} ${sentence.text}`, masked: `${last.masked} ${sentence.masked}` };
      joined.splice(-1, 1, both);
    }
  }
  return joined;
}

/** A sentence, or each of the two wishes that it holds. */
function wishesOf(sentence: OwnSentence): OwnSentence[] {
  return takenBackApart(sentence).flatMap(ordersApart);
}

/** "Scrap the bullets, whole sentences from now on": what is taken back, and what holds instead. */
function takenBackApart(sentence: OwnSentence): OwnSentence[] {
  const { text, masked } = sentence;
  const at = masked.search(TAKES_BACK);
  const end = at < 0 || text !== masked ? -1 : masked.slice(at).search(/[,;:–—] /);
  const rest = end < 0 ? "" : text.slice(at + end + 1).trim();
  const isWished = LASTING.test(rest) || WISHES_ON.test(rest) || wishKinds(rest).length > 0;
  if (!isWished || rest.split(/\s+/).length < 3) return [sentence];
  const first = text.slice(0, at + end);
  return [first, rest].map((part) => ({ text: part, masked: part }));
}

function ordersApart(sentence: OwnSentence): OwnSentence[] {
  const { text, masked } = sentence;
  if (!LASTING.test(masked) && !LASTS_BY_ITSELF.test(masked)) return [sentence];
  const [first = "", second = "", ...more] = text.split(SECOND_ORDER);
  const isWhole = (part: string) => part.trim().split(/\s+/).length >= 3;
  if (more.length > 0 || !isWhole(first) || !isWhole(second) || sharesSubject(first, second)) return [sentence];
  const [maskedFirst = first, maskedSecond = second] = masked.split(SECOND_ORDER);
  return [
    { text: first, masked: maskedFirst },
    { text: second, masked: maskedSecond, isListed: true },
  ];
}

/** "I cook on gas and always use butter": who does the one does the other. */
function sharesSubject(first: string, second: string): boolean {
  return /^(?:(?:and|so|but|oh|ok|well|also),? )*(?:i|we)\b/i.test(first) && /^(?:always|never)\b/i.test(second);
}

/** Whether nothing is wished beside what is taken back. */
function onlyTakesBack(masked: string): boolean {
  const match = ONLY_TAKES_BACK.exec(masked);
  if (match === null) return false;
  const rest = match[1] ?? "";
  return !LASTING.test(rest) && !WISHES_ON.test(rest) && wishKinds(rest).length === 0;
}

const CHANGED_BEFORE = linear(
  String.raw`${TAKES_BACK.source}|\b(?:not \p{L}+ )?(?:any ?more|no longer|from now on|back to)\b`,
  "iu",
);

/** What is taken back before somebody else is spoken of is taken back all the same: "scrap the haiku, my wife said enough". */
function isElsewhere(masked: string): boolean {
  if (FOR_ONE.test(masked) && !ALLERGY.test(masked)) return true;
  return isSaidElsewhere(masked, masked.search(CHANGED_BEFORE));
}

/** "Call me Captain from now on. Just kidding!" */
function isInJest(masked: string, next: string): boolean {
  const laughs = WINKS.test(masked) || (LAUGHS.test(masked) && !OF_USER.test(masked));
  if (laughs && !MEANS_IT.test(masked) && wishKinds(masked).length === 0) return true;
  return JOKES.test(masked) || (JOKES.test(next) && next.split(/\s+/).length <= JOKE_WORDS_MAX);
}

/** "Could you always …?" and "would you remember that …?" are orders, whatever their mark. */
function withoutPoliteness(text: string, isTold: boolean): string {
  if (isTold) return text.replaceAll("?", "");
  return POLITE.test(text) ? text.replace(POLITE, "").replaceAll("?", "") : text;
}

/** An order in German, French or Spanish is a rule in the user's own words: nobody translates it, so nobody gets it wrong. */
function writtenAbroad(
  { text, masked }: OwnSentence,
  kinds: readonly WishKind[],
  isWhole: boolean,
): (WrittenRule & { readonly isPlain: boolean }) | null {
  if (!isForeign(masked)) return null;
  const order = foreignOrder(masked);
  if (order === null || (order.bans.length === 0 && kinds.length === 0 && !SIGN_OFF.test(masked))) return null;
  const said = text === masked ? order.said : text;
  const [first] = order.bans;
  const topic = first === undefined ? `order:${said.toLowerCase()}` : `order:${first.act} ${first.thing.toLowerCase()}`;
  // Who orders a form away, and says nothing else, speaks of answers in general.
  const isPlain = order.bans.every(
    ({ isLasting, isOrdered, act }) => isLasting || (isWhole && isOrdered && act === "use"),
  );
  return { text: quotedOrder(said), topic, isPlain };
}

export function* readWishes(rules: RuleWriter, input: string): Steps<WishSentence[]> {
  const found: WishSentence[] = [];
  const own = withEmphasis(ofAnswers(ownSentences(input)));
  const sentences = own
    .filter(({ masked }, at) => !areRulesOfOthers(masked, own[at - 1]?.masked ?? ""))
    .flatMap(wishesOf);
  for (const [at, { text, masked, isListed = false }] of sentences.entries()) {
    yield;
    if (isInJest(masked, sentences[at + 1]?.masked ?? "")) continue;
    const isTold = toldToRemember(masked) !== null;
    // What is to be remembered may be of somebody else: "remember that my wife hates coriander".
    const isAllBack = !isTold && takesBackAll(masked);
    if (!isAllBack && (HOSTILE.test(masked) || (!isTold && !tellsOwnAllergy(masked) && isElsewhere(masked)))) continue;
    const kinds = wishKinds(masked);
    const said = besideQuestions({ text, masked });
    const abroad = isTold ? null : writtenAbroad({ text, masked }, kinds, sentences.length === 1);
    const allergy = abroad === null ? allergyAbroad(text) : null;
    const written = abroad ?? allergy ?? rules.write(withoutPoliteness(text, isTold));
    // "I live in Basel, so give me francs": what is wanted counts, not what it is wanted for.
    const isBeside = kinds.length > 0 && written !== null && wishKinds(written.text).length === 0;
    const rule = isBeside && !written.topic.startsWith("order:") ? null : written;
    const isLasting = LASTING.test(masked);
    const wishesNothing = rule === null && kinds.length === 0 && !isLasting;
    const isRequest = wishesNothing && REQUEST.test(masked) && !NOT_ONE_THING.test(masked) && !STYLE.test(masked);
    // What is said of today behind an order that lasts is why.
    const timed = (isLasting ? masked.replace(REASON_BEHIND, "") : masked).replace(FROM_NOW_ON, "");
    const isOnce = isRequest || ONCE.test(timed) || (wishesNothing && MOMENTARY.test(masked));
    const asks = ASKS.test(masked) || ASKS_FOR.test(masked);
    const isPlainOrder = isTold || abroad?.isPlain === true;
    const isPlainNeed = !isPlainOrder && rule !== null && rule === allergy;
    const plain = isPlainNeed ? "need" : isPlainOrder && !isOnce ? "order" : null;
    const needsOfHousehold = ALLERGY.test(masked) && HOUSEHOLD.test(masked) && KEEPS_OFF.test(masked);
    const isKeptOut = needsOfHousehold && KEPT_OUT.test(masked) && !isOnce && !asks;
    const stands = plain ?? (isKeptOut ? "need" : whatStands(masked, { input, kinds, isPassing: isOnce || asks }));
    found.push({
      text,
      said,
      masked,
      rule: rule?.text ?? null,
      topic: rule?.topic ?? (SIGN_OFF.test(masked) ? "sign-off" : null),
      kinds,
      isConditional: CONDITIONAL.test(withoutAddressee(masked)),
      ...{ isLasting, isListed },
      parted: text === masked ? orderParts(text) : null,
      isToldAgain: TOLD_BEFORE.test(masked),
      ...{ isOnce, isRequest },
      stands,
      isPlain: isPlainOrder || isPlainNeed,
      deniesNeed: deniesAllergy(masked),
      saysOnlyKinds: kinds.length > 0 && saysOnly(masked, kinds),
      addresses:
        isTold ||
        abroad !== null ||
        ADDRESSES.test(masked) ||
        STYLE.test(masked) ||
        kinds.some(({ kind }) => kind === "address"),
      cue: isTold
        ? REMEMBER_CUE
        : abroad?.isPlain
          ? "order-told"
          : (ORDERS.find(([, expression]) => expression.test(masked))?.[0] ?? null),
      explains: EXPLAINS.test(masked),
      needsOfHousehold,
      asks,
      pointsBack: POINTS_BACK.test(masked),
      contrasts: CONTRASTS.test(masked),
      takesBack: isAllBack || (!isTold && abroad === null && TAKES_BACK.test(masked)),
      takesBackAll: isAllBack,
      onlyTakesBack: isAllBack || (!isTold && onlyTakesBack(masked)),
      plainEnd: isOnce || asks ? null : plainEnd(masked),
    });
  }
  return found;
}
