// What a wish about the answers is about, and what it wants of it: two wishes of one kind cannot both stand.

import { wordSet } from "../base/word-set.ts";
import type { WishKind } from "../domain/wish.ts";
import { linear } from "../matching/linear-expression.ts";
import { isForeign } from "./foreign-speech.ts";
import { isComplaint, stanceAbroad, stanceOfThing, stanceOfValue, withoutStance } from "./kind-stance.ts";
import { LANGUAGES, spread } from "./rule-words.ts";

/** These name what is wanted by denying the other. */
const DENIES_ADDRESS = /kein|nicht|pas|arrête/i;

/** Things that answers have or have not, by what they are called. */
const THINGS: readonly (readonly [string, RegExp])[] = [
  ["emojis", /\b(?:emojis?|emoticons?|smile?y(?:s|ies)?|smiley faces?|yellow faces|émojis?|emoticonos?)\b/i],
  [
    "bullets",
    /\b(?:(?:bullet|dot)[- ]?points?|bullet lists?|bullets?|bulleted|aufzählung\w*|stichpunkt\w*|viñetas?|puces?)\b/i,
  ],
  ["tables", /\b(?:tables?|tabular|tabellen?|tablas?|tableaux?)\b/i],
  ["headings", /\b(?:headings?|headers?|headlines|überschriften|encabezados)\b/i],
  [
    "exclamation marks",
    /\b(?:exclamation (?:marks?|points?)|exclamations|ausrufezeichen|signos de exclamación|points d['’]exclamation)\b|\bthe !+/i,
  ],
  [
    "praise",
    /\b(?:praise|praising|compliments?|flatter\w*|great question|good question|cheerlead\w*|pep talks?|lob|halagos|flatteries)\b/i,
  ],
  ["apologies", /\b(?:apolog\w+|saying sorry|say sorry|entschuldig\w+|disculp\w+|excuses)\b/i],
  [
    "disclaimers",
    /\b(?:disclaimers?|caveats?|warnings?|see a doctor|consult[- ](?:a|your)[- ]\w+|(?:see|ask|talk to|check with) (?:a|your) (?:doctor|lawyer|vet|gp|professional)|i(?:['’]m| am) (?:just )?an ai|as an ai)\b/i,
  ],
  [
    "questions back",
    /\b(?:follow[- ]?ups?|questions? (?:back|at the end)|end(?:ing)? (?:your |the |all |every )?(?:answers?|repl(?:y|ies)|messages?) with (?:a )?questions?|ask(?:ing)? me (?:back|questions)|clarifying questions?|rückfragen|gegenfragen)\b/i,
  ],
  [
    "sources",
    /\b(?:sources?|citations?|(?<!for )(?<!future )references?|links?|says who|where (?:did you get|(?:is|['’]?s) (?:that|this|it) from|does (?:that|this|it) come from)|got a link|quellen\w*|fuentes|cites?)\b/i,
  ],
  ["examples", /\b(?:examples?|for instance|like what|beispiele?|ejemplos?|exemples?)\b/i],
  [
    "jokes",
    /\b(?:jokes?|joking|puns?|humou?r|quips?|gags|wisecracks|(?:be|that['’]s not|not) funny|just (?:the )?facts|witze?|chistes?|bromas|blagues?)\b/i,
  ],
  ["dashes", /\b(?:(?:em|long)[- ]?dash(?:es)?|gedankenstrich\w*|guiones largos|tirets longs)\b/i],
  ["hashtags", /\b(?:hash ?tags?)\b/i],
  ["spoilers", /\b(?:spoilers?|spoil)\b/i],
  ["slang", /\b(?:slang|swear(?:ing| words)?|curs(?:e|ing)|profanity)\b/i],
  ["comments in code", /\b(?:code comments?|comments? in (?:the )?code|inline comments?|docstrings?)\b/i],
  ["markdown", /\b(?:markdown|asterisks|bold (?:text|type|words)|bolding)\b/i],
  ["metaphors", /\b(?:metaphors?|analog(?:y|ies)|similes?)\b/i],
  ["summary", /\b(?:summary|summaries|tl;?dr|recaps?|zusammenfassung\w*|resumen|résumé)\b/i],
];

/** As English calls them, and as others do. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  german: "auf deutsch|deutsch|en alemán|en allemand",
  english: "auf englisch|en inglés|en anglais",
  spanish: "auf spanisch|en español|en castellano|en espagnol",
  french: "auf französisch|en francés|en français",
  italian: "auf italienisch|en italiano|en italien",
  portuguese: "auf portugiesisch|en portugués|en portugais",
  dutch: "auf niederländisch|en neerlandés|en holandés|en néerlandais",
  catalan: "auf katalanisch|en catalán|en català|en catalan",
};
const MORE_NAMES: Readonly<Record<string, string>> = { spanish: "castilian", dutch: "flemish" };

/** Before a number of words or sentences. */
const FEW = `(?:under|below|within|(?:at |the )?most|at most|no more than|not more than|less than|fewer than|max(?:imum|imal)?(?: of)?|up to|höchstens|unter|weniger als|menos de|como máximo|máximo|moins de|au plus|pas plus de)`;
/** Wishes whose value is said by a word of its own. */
const VALUES: readonly (readonly [kind: string, value: string, RegExp])[] = [
  [
    "length",
    "short",
    spread(
      String.raw`
    \b(?:short(?:er|ish)?|brief(?:er|ly)?|concise(?:ly)?|terse|succinct|snappy|to the point|crisp|tl;?dr|too long|too wordy|
    long[- ]winded|wordy|verbose|rambl\w+|waffl\w+|wall of text|walls of text|essays?|novels?|lectures?|too much text|less text|fewer words|
    boil (?:it|that|this) down|cut (?:it|that|this) (?:down|short)|trim (?:it|that)|one[- ]liners?|(?:just|only) (?:give me |tell me )?(?:the |an? )?(?:answer|number|result|figure)|get to (?:the|your) point|in a nutshell|spare me the|(?:one|two|three|1|2|3) (?:sentences?|lines?)|
    half (?:as long|the length|that)|${FEW} (?:\d{1,3}|[a-zà-ÿ]{2,12}(?:[ -][a-zà-ÿ]{2,8})?) (?:words?|sentences?|lines?|paragraphs?|wörter\w*|worte\w*|sätze\w*|zeilen|palabras|frases|líneas|mots|phrases|lignes)|
    (?:\d{1,3}|[a-zà-ÿ]{2,12}(?:[ -][a-zà-ÿ]{2,8})?) (?:words?|sentences?|lines?|paragraphs?) (?:max(?:imum)?|or (?:less|fewer|under)|at (?:the )?most|tops)|kürzer|kurz\w*|knapp\w*|zu lang|más cort[oa]s?|breves?|demasiado larg[oa]|plus court\w*|bref|
    trop long\w*|concis|(?:réponses?|messages?) (?:très |plus )?courte?s?|fais(?:-moi)? court|respuestas? (?:muy )?cort[ao]s?|resp[oó]nde(?:me)? cort[oa]|zu (?:ausführlich|detailliert)|trop détaillé\w*|demasiado detall\w*)\b`,
      "i",
    ),
  ],
  [
    "length",
    "long",
    spread(
      String.raw`
    \b(?:more detail(?:ed|s)?|longer|(?:as )?(?:long|much|wordy) as (?:you|u) (?:like|want|need|wish|please)|(?:any|whatever) length|no (?:word|length) limit|so (?:lang|viel) (?:du|sie) (?:willst|magst|wollen|mögen)|
    (?:lang|viel) wie (?:du|sie) (?:willst|magst|wollen|mögen)|aussi longs? que (?:tu|vous) (?:veux|voulez)|tan larg[oa]s? como (?:quieras|quiera)|chattier|wordier|fuller|more depth|in[- ]depth|in detail|thorough(?:ly)?|elaborate|long (?:answers|ones|explanations)|full explanations?|
    too short|too brief|zu (?:kurz|knapp)|trop (?:court|bref|concis)\w*|demasiado (?:cort|brev)\w*|ausführlich\w*|más detalle\w*|détaillé\w*|plus long\w*)\b`,
      "i",
    ),
  ],
  [
    "bullets",
    "no",
    /\b(?:(?:whole|full|complete|proper) sentences|(?:flowing|continuous|running) (?:text|prose)|in prose|ganze sätze|frases completas|phrases complètes)\b/i,
  ],
  [
    "units",
    "metric",
    /\b(?:metric|mm|millimet(?:er|re)s?|kilomet(?:er|re)s?|kms?|kilos?|kilograms?|grams?|gramm|gramos|grammes|centimet(?:er|re)s?|cm|lit(?:er|re)s?|metrisch\w*)\b/i,
  ],
  ["units", "imperial", /\b(?:imperial|miles?|pounds and ounces|lbs?|ounces?|inches|feet and inches|cups)\b/i],
  ["temperature", "celsius", /\b(?:celsius|centigrade|°c)\b/i],
  ["temperature", "fahrenheit", /\b(?:fahrenheit|°f)\b/i],
  ["clock", "24 hours", /\b(?:24[- ]?(?:hour clock\b|h\b|hours?\b|hr\b)|military time|no am\/pm)/i],
  ["clock", "12 hours", /\b(?:12[- ]?(?:hour clock\b|h\b|hours?\b|hr\b)|am\/pm|am and pm)/i],
  ["currency", "euro", /\b(?:euros?|eur)\b|€/i],
  ["currency", "dollar", /\b(?:dollars?|usd)\b|\$(?!\{)/i],
  ["currency", "pound", /\b(?:pounds|quid|gbp)\b|£/i],
  ["currency", "franc", /\b(?:swiss francs?|francs?|chf|franken)\b/i],
  ...LANGUAGES.split(/\s+/).map((language) => {
    const name = `(?:${[language, MORE_NAMES[language]].filter(Boolean).join("|")})`;
    const switched = `(?:switch|change|go) (?:over )?to ${name}(?: (?:now|for|from|then|instead)\\b|[.,;!]|$)`;
    const said = [`(?:in|back to) ${name}`, switched, `${name} (?:please|pls|again|instead)`, ELSEWHERE[language]];
    return ["language", language, linear(`\\b(?:${said.filter(Boolean).join("|")})(?!\\p{L})`, "iu")] as const;
  }),
  [
    "spelling",
    "british",
    /\b(?:british|uk english|uk spelling|(?:not|no|isn['’]t|to|into) american|with an s|english not american|(?:without|the) u in colou?r)\b/i,
  ],
  ["spelling", "american", /\b(?:american (?:english|spelling)|us (?:english|spelling)|not british|with a z)\b/i],
  ["date order", "day first", /\b(?:day first|day[,/-]? ?month(?:[,/-]? ?year)?|dd[/.-]mm)\b/i],
  ["date order", "month first", /\b(?:month first|month[,/-]? ?day(?:[,/-]? ?year)?|mm[/.-]dd)\b/i],
  [
    "address",
    "informal",
    linear(
      /\b(?:duzen|duz mich|duze|per du|mit du|(?:sag|sagen sie) (?:ruhig |einfach |doch |immer |gern |bitte )*du(?: zu mir)?|(?:zum|beim|das) du|kein sie|nicht sie|pas de vous|le vous|arrête de me vouvoyer|tutear|tutéame|tutoie|tutoyer|tutoiement|tutea|(?:de|por|al) tú)(?!\p{L})/iu,
    ),
  ],
  ["address", "formal", /\b(?:siezen|siez mich|per sie|beim sie|vouvoie|vouvoyer|vouvoiement|de usted|por usted)\b/i],
  ["tone", "formal", /\b(?:more formal(?:ly)?|formal tone|formal|professional(?:ly)?|businesslike)\b/i],
  [
    "tone",
    "casual",
    /\b(?:casual(?:ly)?|informal(?:ly)?|less formal|(?:less|too|so|bit) stiff|relaxed|chatty|friendlier|warmer|too formal|like a (?:bank|robot|lawyer)|locker)\b/i,
  ],
  [
    "words",
    "plain",
    spread(
      String.raw`
    \b(?:plain (?:english|words|language)|simple (?:english|words|language|terms)|simpler|simply|layman\w*|eli5|like (?:i['’]?m|i am) (?:five|5)|
    so (?:that )?i can understand|you(?:['’]ve| have)? lost me|over my head|(?:what|whatever) (?:does )?(?:that|this) even means?|in normal (?:words|english|language)|
    less technical|too technical|for dummies|like a human|fachchinesisch|fachbegriffe\w*|fachwörter\w*|einfacher|verständlich\w*|versteh(?:e)? ich nicht|más sencillo|plus simple\w*|no idea what (?:any of )?(?:that|this) (?:is|means)|in human|normal words|baby steps|no jargon|without (?:the )?jargon|less jargon|easy words|dumb it down|einfache\w* (?:worte|sprache)|palabras sencillas|mots simples)\b`,
      "i",
    ),
  ],
  [
    "steps",
    "one by one",
    /\b(?:step by step|one (?:step|thing|question|bit) at a time|step at a time|one by one|(?:too many|so many) (?:things|steps) at once|one at a time|one thing after (?:the other|another)|schritt für schritt|paso a paso|étape par étape|numbered steps)\b/i,
  ],
  [
    "answer",
    "first",
    spread(
      String.raw`
    \b(?:(?:(?:the )?(?:answer|result|verdict|conclusion|number|figure|recommendation|yes or no)|it|what i (?:asked|want\w*|need)) (?:first|up front|upfront|
    (?:(?:goes|go|comes|should come|belongs|should go) )?(?:first|up front|upfront|(?:on|at the|to the|right at the) top))|(?:lead|open) with (?:it|that|the)|bottom line up front|
    (?:reasons?|reasoning|explanations?|explain|details?|the why|working) (?:comes? |goes? )?(?:after(?:wards)?|second|later|below|underneath)|
    erst (?:das ergebnis|die antwort|die zahl)|primero (?:el resultado|la respuesta)|d['’]abord (?:le résultat|la réponse))\b`,
      "i",
    ),
  ],
  [
    "price",
    "low",
    spread(
      String.raw`
    \b(?:(?:any|some)thing cheaper|cheaper (?:one|ones|option|options|version|versions|again|please|pls|alternative|alternatives)|budget (?:version|versions|option|options|one|ones|pick|picks)|
    (?:less|too|that|so) (?:expensive|pricey|dear)|cost (?:a kidney|an arm|the earth|a fortune)|not (?:spending|paying) that|(?:out of|over|beyond) my budget|
    on a (?:tight )?budget|can['’]?t afford|low[- ]budget|low[- ]cost|günstiger\w*|billiger\w*|zu teuer|más barat[oa]s?|muy caro|moins cher\w*|trop cher)\b`,
      "i",
    ),
  ],
  [
    "effort",
    "low",
    /\b(?:(?:any|some)thing (?:quicker|faster|easier)|(?:quicker|faster) (?:one|option|version|way|please|pls|recipe)|takes? too long|less (?:work|effort|faff)|too much (?:work|effort|faff)|haven['’]?t got (?:all day|hours|that long))\b/i,
  ],
  [
    "diet",
    "vegetarian",
    /\b(?:veggie|vegetarian|meat[- ]?free|meatless|without (?:the )?meat|no meat|vegetarisch\w*|ohne fleisch|sin carne|sans viande|végétarien\w*)\b/i,
  ],
  ["diet", "vegan", /\b(?:vegan\w*|plant[- ]based|no animal products|végétalien\w*)\b/i],
  [
    "gluten",
    "none",
    /\b(?:gluten[- ]?free|without gluten|no gluten|glutenfrei\w*|sin gluten|sans gluten|coeliac|celiac)\b/i,
  ],
  [
    "dairy",
    "none",
    /\b(?:dairy[- ]?free|lactose[- ]?free|without (?:dairy|milk)|no dairy|laktosefrei\w*|sin lactosa|sans lactose)\b/i,
  ],
  ["code language", "typescript", /\b(?:typescript|ts)\b/i],
  ["code language", "javascript", /\b(?:javascript|js)\b/i],
  ["code language", "python", /\bpython\b/i],
  [
    "options",
    "one",
    /\b(?:just one|only one|a single (?:one|option|suggestion|answer|recommendation)|one (?:option|suggestion|recommendation|pick|idea)|(?:pick|choose) (?:one|for me))\b/i,
  ],
];

/** What is worked on, and is not the answer itself: "make the second paragraph shorter". */
const WORKED_ON = spread(
  String.raw`
    \b(?:paragraphs?|e?mails?|essay (?:about|on)|letters?|titles?|story|stories|poems?|bios?|cv|resume|speech|captions?|subject lines?|
    intros?|headline|versions?|drafts?|functions?|scripts?|slides?|posts?|adverts?|chapters?|messages?|(?<!walls? of |much |less )texts?|tweets?|songs?|
    verses?|reviews?|flyers?|invitations?|names?|haircut|hair|walk|route|trip|trousers|sleeves|absatz|brief|nachricht|texto|carta|lettre)\b`,
  "i",
);

/** Of these the value is known, whatever is said of it: who is no longer a vegetarian speaks of the same. */
const OF_MATTER = wordSet("diet gluten dairy price effort");
/** Says by itself that it is not wanted: "too long", "less jargon". Any other value is named, and may be wanted or not. */
const COMPLAINS =
  /^(?:too|trop|zu|demasiado|muy|less|fewer|bit|so|half|spare|not?|nicht|kein|pas|without|isn|arrête|what|whatever|long[- ]winded|wordy|verbose|rambl|waffl|walls?|essays?|novels?|lectures?|over|stiff|like a (?:bank|robot|lawyer)|you|lost|fach|versteh)/i;
const DENIES = linear(/\b(?:no|not|never|without)\b|n['’]?t\b/i);
/** Says nothing of what is wanted. */
const EMPTY_WORDS = wordSet(
  `the and or but so also too oh ok okay hey hi hm hmm well now then please pls plz thanks thank thx ta cheers ugh argh lol haha yeah yes no nope first
  thing things one more bit little much very really just only always never ever again from on in future going forward time times next this that these those it its
  them they there is are was were be been isn't aren't wasn't it's that's there's they're i'm i am i'd i've me my mine we us our you your you're yours
  do does did don't doesn't didn't can could would will should must may can't have has had with without for to of at as by if than when what where
  how who an answer answers answering answered reply replies replying response responses text texts message messages give gives giving gave get got use using
  used write writing wrote say saying said tell telling told put make made keep kept go want wanted need prefer like would rather instead show see speak talk
  stop stick amounts prices price money costs temperatures temps weights distances measurements units all any every each some such way both everything anything up out about over into bitte mir mich ich auf das die der den und por favor en me le la
  les s'il vous plaît te svp stp de des du un une il doch mal lieber prefiero préfère`,
);

/** What somebody measures or pays is no wish for its unit: "380 €", "32 mm". */
const MEASURED = linear(/\d[\d.,]*\s?(?:[€£$]|\p{L}+)|[€£$]\s?\d[\d.,]*/gu);
const MEASURES = wordSet("units temperature currency");
/** In the order of the table, each kind once. `masked`: quotations taken out. */
export function wishKinds(masked: string): WishKind[] {
  const isAbroad = isForeign(masked);
  const found = new Map<string, string>();
  const places = new Map<string, number>();
  const unmeasured = masked.replace(MEASURED, " ");
  for (const [kind, value, expression] of VALUES) {
    const text = MEASURES.has(kind) ? unmeasured : masked;
    const match = expression.exec(text);
    const place = match?.index ?? -1;
    // Of two values the one that is named first: "mm please, my tape has no inches".
    if (match === null || place >= (places.get(kind) ?? Number.POSITIVE_INFINITY)) continue;
    if (kind === "length" && WORKED_ON.test(masked)) continue;
    const isDenied = isAbroad && stanceAbroad(text, match) === "unwanted";
    // Who does not want the one way of address wants the other; of all else a denial does not say what is wanted.
    if (isDenied ? kind !== "address" : !isAbroad && !OF_MATTER.has(kind) && !isWanted(text, match)) continue;
    places.set(kind, place);
    found.set(kind, isDenied && !DENIES_ADDRESS.test(match[0]) ? (value === "formal" ? "informal" : "formal") : value);
  }
  for (const [kind, expression] of THINGS) {
    const match = found.has(kind) ? null : expression.exec(masked);
    if (match === null) continue;
    const stance = isAbroad ? stanceAbroad(masked, match) : stanceOfThing(masked, match);
    if (stance !== "unknown") found.set(kind, stance === "wanted" ? "yes" : "no");
  }
  return [...found].map(([kind, value]) => ({ kind, value }));
}

function isWanted(text: string, match: RegExpExecArray): boolean {
  return COMPLAINS.test(match[0]) ? isComplaint(text, match) : stanceOfValue(text, match) === "wanted";
}

const SAYS_SIZE =
  /(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|eighty|hundred)) (?:words?|sentences?|lines?|paragraphs?)\b/i;

/** Each name of a kind, wherever it stands. */
const NAMES: readonly (readonly [kind: string, expression: RegExp])[] = [
  ...VALUES.map(([kind, , expression]) => [kind, expression] as const),
  ...THINGS,
].map(([kind, { source, flags }]) => [kind, linear(source, `${flags}g`)]);

/** Whether the sentence says nothing beyond what it wants of the answers: only then do words of ours say the same. */
export function saysOnly(masked: string, kinds: readonly WishKind[]): boolean {
  // How many words an answer may have says more than that it is to be short.
  if (kinds.some(({ kind }) => kind === "length") && SAYS_SIZE.test(masked)) return false;
  const names = NAMES.filter(([kind]) => kinds.some((each) => each.kind === kind)).map(([, expression]) => expression);
  const isNamed = (clause: string) => names.some((name) => clause.search(name) >= 0);
  const [first = "", ...others] = masked.split(/[,;.!?]\s+/);
  // "My tape has no inches", behind "mm please", says the same once more.
  const said = [first, ...others.filter((clause) => !(isNamed(first) && isNamed(clause) && DENIES.test(clause)))].join(
    " ",
  );
  return withoutStance(names.reduce((left, name) => left.replace(name, " "), said))
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[^\p{L}\p{N}']+/u)
    .every((word) => word.length < 2 || EMPTY_WORDS.has(word));
}
