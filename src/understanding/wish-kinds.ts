// What a wish about the answers is about, and what it wants of it: two wishes of one kind cannot both stand.

import { wordSet } from "../base/word-set.ts";
import type { WishKind } from "../domain/wish.ts";
import { linear } from "../matching/linear-expression.ts";
import { spread } from "./rule-words.ts";

/** Says that something is not wanted, before or after its name. */
const UNWANTED = spread(
  String.raw`
    \b(?:no|not|non|never|without|stop|quit|drop|skip|avoid|lose|cut|ditch|remove|omit|leave|enough|less|fewer|hate|dislike|
    don['’]?t|do not|doesn['’]?t|isn['’]?t|aren['’]?t|won['’]?t|can['’]?t stand|cannot stand|annoy\w*|sick of|tired of|
    rather not|spare me|(?:do|does|doing) my head in|drives? me (?:mad|crazy|nuts|up the wall)|(?:are|is) (?:no good|useless|no use)|on my nerves|take (?:the|all the|those|these|them) [\p{L} ]{2,30} out|instead of|free of|hold the|too many|too much|kein\w*|nicht|ohne|nie|niemals|weg|lass|sin|nada de|nunca|deja|sans|pas|
    jamais|ni|plus de|arrête)\b`,
  "iu",
);
/** What is no good to whoever says so: "fahrenheit means nothing to me". */
const NO_GOOD = spread(
  String.raw`
    \b(?:means? (?:nothing|little|nowt|zilch)|makes? (?:no|zero|little) sense|gibberish|double dutch|all greek|nonsense|useless|
    no (?:use|good|help)|confus\p{L}*|baffl\p{L}*|overwhelm\p{L}*|stress\p{L}*|annoy\p{L}*|irritat\p{L}*|grat(?:e|es|ing)|bother\p{L}*|scares?|bores?|
    exhaust\p{L}*|childish|silly|daft|cring\p{L}*|ugly|rude|cold|fake|patroni[sz]ing|unreadable|hard to (?:read|follow|picture|parse)|falls? flat|(?:get|gets|got|am|i['’]?m) lost|
    los(?:e|es|t) me|struggl\p{L}*|hopeless|can(?:no|['’])?t (?:read|see|use|follow|picture|stand|bear|cope|parse|work out|make sense)|
    can never|never (?:learned|learnt|understood|got)|(?:don|doesn)['’]?t (?:get|understand|know|do|help|work|suit|mean)|(?:drives?|puts?|winds?|throws?|trips?|stresses) me|
    sag(?:t|en) mir nichts|verwirr\p{L}*|nerv(?:t|en)|überforder\p{L}*|versteh\p{L}* ich nicht|no me dic\p{L}*|no (?:lo|los|las|la)? ?entiendo|me (?:lío|lio|confund\p{L}*|pierdo|agobi\p{L}*|estres\p{L}*)|
    m['’]embrouill\p{L}*|me (?:perd\p{L}*|stress\p{L}*|parlent? pas)|ne me (?:di\p{L}*|parl\p{L}*) (?:rien|pas)|(?:comprends|pige) (?:pas|rien))\b`,
  "iu",
);
/** What somebody finds of it, good or bad; and what shows that it is good. */
const FOUND = /\bme\b|\b(?:mich|mir|moi)\b/i;
const GOOD = spread(
  String.raw`\b(?:please|pls|plz|easier|easiest|help\p{L}*|works?|working|suits?|better|best|clear\p{L}*|fine|for me|lov\p{L}*|lik(?:e|es|ed)|prefer\p{L}*|natural|know|used to|
    lieber|besser|leichter|mejor|prefiero|mieux|préfère|give me|tell me|send me|with me|remind me)\b`,
  "iu",
);
/** Between these stands what belongs together. */
const BREAKS =
  /[,;:.!?()\n]| [-–—] |(?<!not )\bso\b|\b(?:but|because|cause|aber|sondern|weil|pero|sino|porque|mais|car)\b/gi;
/** Right before a name: it is over. */
const DROPPED = spread(
  String.raw`(?<!\b(?:don['’]?t|not|never) )\b(?:forget|scrap|ditch|lose|bin|scratch|enough(?: of| with)?)(?: about)?(?: the| my| that)? $`,
  "i",
);
const DENYING = wordSet(
  "no not never without stop quit drop skip avoid don't dont doesn't doesnt isn't isnt instead hate kein keine keinen nicht ohne nie sin nada nunca jamás pas sans jamais",
);
/** How many words before a name may deny it. */
const DENYING_WORDS = 3;
/** Takes the ban back: "bullet points are fine again", "you can use emojis". */
const ALLOWED = spread(
  String.raw`\b(?:fine|okay|ok|allowed|welcome|back|you can|you may|feel free|after all|again please|do use|please use|doch)\b`,
  "i",
);

/** Things that answers have or have not, by what they are called. */
const THINGS: readonly (readonly [string, RegExp])[] = [
  ["emojis", /\b(?:emojis?|emoticons?|smile?y(?:s|ies)?|smiley faces?|yellow faces|émojis?|emoticonos?)\b/i],
  [
    "bullets",
    /\b(?:bullets?|(?:bullet|dot)[- ]?points?|bulleted|bullet lists?|aufzählung\w*|stichpunkt\w*|viñetas|puces)\b/i,
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
const LANGUAGES: readonly (readonly [value: string, name: string, elsewhere: readonly string[]])[] = [
  ["german", "german", ["auf deutsch", "deutsch", "en alemán", "en allemand"]],
  ["english", "english", ["auf englisch", "en inglés", "en anglais"]],
  ["spanish", "spanish|castilian", ["auf spanisch", "en español", "en castellano", "en espagnol"]],
  ["french", "french", ["auf französisch", "en francés", "en français"]],
  ["italian", "italian", ["auf italienisch", "en italiano", "en italien"]],
  ["portuguese", "portuguese", ["auf portugiesisch", "en portugués", "en portugais"]],
  ["dutch", "dutch|flemish", ["auf niederländisch", "en neerlandés", "en holandés", "en néerlandais"]],
  ...["polish", "swedish", "norwegian", "danish", "finnish", "greek", "turkish", "russian", "ukrainian", "arabic"].map(
    bare,
  ),
  ...["hebrew", "hindi", "mandarin", "chinese", "cantonese", "japanese", "korean", "czech", "welsh", "catalan"].map(
    bare,
  ),
  ...["hungarian", "romanian", "vietnamese", "thai", "persian", "indonesian", "croatian", "serbian"].map(bare),
];

function bare(name: string): [value: string, name: string, elsewhere: readonly string[]] {
  return [name, name, []];
}

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
    half (?:as long|the length|that)|kürzer|kurz\w*|knapp\w*|zu lang|más cort[oa]s?|breves?|demasiado larg[oa]|plus court\w*|bref|
    trop long\w*|concis)\b`,
      "i",
    ),
  ],
  [
    "length",
    "long",
    spread(
      String.raw`
    \b(?:more detail(?:ed|s)?|longer|chattier|wordier|fuller|more depth|in[- ]depth|in detail|thorough(?:ly)?|elaborate|long (?:answers|ones|explanations)|full explanations?|
    too short|too brief|ausführlich\w*|más detalle\w*|détaillé\w*|plus long\w*)\b`,
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
  ["clock", "24 hours", /\b(?:24[- ]?(?:h|hours?|hr)\b|24[- ]hour clock|military time|no am\/pm)/i],
  ["clock", "12 hours", /\b(?:12[- ]?(?:h|hours?|hr)\b|12[- ]hour clock|am\/pm|am and pm)/i],
  ["currency", "euro", /\b(?:euros?|eur)\b|€/i],
  ["currency", "dollar", /\b(?:dollars?|usd)\b|\$(?!\{)/i],
  ["currency", "pound", /\b(?:pounds sterling|pounds|quid|gbp)\b|£/i],
  ["currency", "franc", /\b(?:swiss francs?|francs?|chf|franken)\b/i],
  ...LANGUAGES.map(([value, name, elsewhere]) => {
    const said = `(?:in|back to) (?:${name})|(?:${name}) (?:please|pls|again|instead)`;
    const expression = linear(String.raw`\b(?:${[said, ...elsewhere].join("|")})(?!\p{L})`, "iu");
    return ["language", value, expression] as const;
  }),
  [
    "spelling",
    "british",
    /\b(?:british|uk english|uk spelling|(?:not|no|isn['’]t|to|into) american|with an s|english not american|(?:without|the) u in colou?r)\b/i,
  ],
  ["spelling", "american", /\b(?:american (?:english|spelling)|us (?:english|spelling)|not british|with a z)\b/i],
  [
    "address",
    "informal",
    /\b(?:duzen|duz mich|per du|mit du|kein sie|nicht sie|pas de vous|le vous|arrête de me vouvoyer|tutear|tutéame|tutoie|tutoyer|tutea|(?:de|por|al) tú)\b/i,
  ],
  ["address", "formal", /\b(?:siezen|siez mich|per sie|vouvoie|vouvoyer|de usted|por usted)\b/i],
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

/** What somebody measures or pays is no wish for its unit: "380 €", "32 mm". */
const MEASURED = linear(/\d[\d.,]*\s?(?:[€£$]|\p{L}+)|[€£$]\s?\d[\d.,]*/gu);
const MEASURES: ReadonlySet<string> = new Set(["units", "temperature", "currency"]);
/** Values of these have names; of others, names of what may be wanted or not. Elsewhere the words complain already: "too long". */
const NAMED = wordSet("units temperature clock currency language spelling code address");
const NAMES =
  /^(?:short|brief|concise|terse|succinct|snappy|crisp|kurz|knapp|breve|bref|concis|long |full|thorough|elaborate|formal|professional|casual|informal|chatty|relaxed)/i;

/** In the order of the table, each kind once. `masked`: quotations taken out. */
export function wishKinds(masked: string): WishKind[] {
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
    if (isName(kind, match[0]) && standing(text, match) !== "wanted") continue;
    places.set(kind, place);
    found.set(kind, value);
  }
  const isAllowed = ALLOWED.test(masked);
  const isUnwanted = !isAllowed && UNWANTED.test(masked);
  for (const [kind, expression] of THINGS) {
    const match = found.has(kind) ? null : expression.exec(masked);
    if (match === null) continue;
    const stand = isAllowed ? "wanted" : isUnwanted ? "unwanted" : standing(masked, match);
    if (stand !== "unknown") found.set(kind, stand === "wanted" ? "yes" : "no");
  }
  return [...found].map(([kind, value]) => ({ kind, value }));
}

function isName(kind: string, said: string): boolean {
  return NAMED.has(kind.split(" ", 1)[0]!) || NAMES.test(said);
}

/**
 * Whether what is named is wanted, by what is said of it: "celsius please", "never in fahrenheit", "miles mean nothing to
 * me". Where it does something to the user that no word here tells ("short answers hurt me"), that is unknown.
 */
function standing(text: string, match: RegExpExecArray): "wanted" | "unwanted" | "unknown" {
  const [before, after] = clauseAround(text, match.index, match.index + match[0].length);
  if (NO_GOOD.test(before + match[0] + after)) return "unwanted";
  if (DROPPED.test(before)) return "unwanted";
  const near = before.toLowerCase().split(/\s+/).filter(Boolean).slice(-DENYING_WORDS);
  if (near.some((word) => DENYING.has(word.replaceAll("’", "'")))) return "unwanted";
  return FOUND.test(after) && !GOOD.test(before + after) ? "unknown" : "wanted";
}

/** What stands before and after a place, as far as it belongs to it. */
function clauseAround(text: string, from: number, to: number): [before: string, after: string] {
  let start = 0;
  let end = text.length;
  for (const { 0: mark, index } of text.matchAll(BREAKS)) {
    if (index + mark.length <= from) start = index + mark.length;
    else if (index >= to) {
      end = index;
      break;
    }
  }
  return [text.slice(start, from), text.slice(to, end)];
}
