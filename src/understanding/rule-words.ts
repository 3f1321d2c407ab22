// Words that show what a statement is about: how to answer, what lasts of the user, or this moment only.
import { linear } from "../matching/linear-expression.ts";

/** A regular expression over several lines: line ends, and the white space after them, do not count. */
export function spread(source: string, flags: string): RegExp {
  return linear(source.replace(/\n\s*/g, ""), flags);
}

/** `words`: regular expressions separated by white space; "_" stands for a space inside one of them. */
function anyOf(words: string): string {
  return `(?:${words.trim().split(/\s+/).join("|").replaceAll("_", "[ -]")})`;
}

/** By their English names, separated by white space. */
export const LANGUAGES = `english spanish french german italian portuguese dutch polish swedish norwegian danish finnish greek
  turkish russian ukrainian arabic hebrew hindi urdu bengali tamil mandarin chinese cantonese japanese korean vietnamese
  thai czech hungarian romanian latin catalan irish welsh persian indonesian croatian serbian`;

const UNITS = `metric imperial celsius fahrenheit kilomet(?:er|re)s? km miles? kilograms? kg pounds lbs lit(?:er|re)s?
  met(?:er|re)s? centimet(?:er|re)s? cm inch(?:es)? feet grams? ounces euros? dollars 24_hour 12_hour military_time iso
  iso_8601 date_formats? decimals? units? currency`;

/** For a larger expression: a language by its name. */
export const LANGUAGE = anyOf(LANGUAGES);

/** What an answer is made of. */
const ANSWER_PARTS = `answers repl(?:y|ies) responses? explanations? examples? summar(?:y|ies) sentences? paragraphs?
  bullets? bullet_points? lists tables markdown headings? headers? bold italics plain_text emojis? emoticons? smileys?
  exclamation_(?:marks?|points?) slang jargon swear_words profanity small_talk apolog(?:y|ies) disclaimers? caveats?
  filler flattery compliments praise sarcasm humou?r jokes? puns abbreviations acronyms capital_letters all_caps comments
  type_hints? type_annotations tabs semicolons sources citations references links footnotes questions follow_ups? steps
  analogies metaphors passive_voice oxford_comma hedging introductions? preambles? conclusions? greetings? sign_offs?
  signatures? lectures? recaps? first_names? last_names? surnames? nicknames? pronouns buzzwords clich[eé]s idioms
  hashtags warnings spoilers ellips[ei]s contractions quotes code_blocks snippets`;

/** What an answer can be like. */
const MANNERS = `formal formally informal informally casual casually polite politely friendly direct directly blunt
  bluntly honest honestly brief briefly short shorter concise concisely terse succinct detailed in_detail thorough simple
  simpler simply plain easy step_by_step british american tone style spelling typescript javascript python rust patient`;

export const STYLE = linear(`\\b${anyOf(`${LANGUAGES} ${UNITS} ${ANSWER_PARTS} ${MANNERS}`)}(?![\\p{L}\\d])`, "iu");

/** Words that end in a kind of answer or a part of one, as a plural or a mass noun: "short answers". */
export const ANSWER_LIKE = spread(
  String.raw`
    ^(?:[\p{L}-]+,? (?:and )?){0,3}(?:answers|replies|responses|explanations|summaries|examples|sentences|
    paragraphs|bullet points|tables|feedback|code examples|code samples)(?=$|,| (?:with|without|over|in|that|and|
    when|instead|rather|unless|but)\b)`,
  "iu",
);

/** A moment, a day, a while: a statement about it is soon out of date. */
export const MOMENT = spread(
  String.raw`
    \b(?:today|tonight|tomorrow|yesterday|right now|now|at the moment|currently|later|soon|recently|lately|already|
    for now|this time|once|so far|asap|ago|meanwhile|just (?:got|had|came|went|saw|did|finished|bought|ate)|(?:this|
    next|last|coming) (?:morning|afternoon|evening|night|week|weekend|month|year|summer|winter|spring|autumn|fall|
    time|trip|meeting|project|one|mon|tues|wednes|thurs|fri|satur|sun)\w*|(?:on|by|until|till|before|after|since|
    for) (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:a|an|one|two|three|four|five|ten|\d+|half an?|a few|
    a couple of) (?:second|sec|minute|min|hour|day|week|month|bit|moment|while)s?|the other day|(?:jan(?:uary)?|
    feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|
    dec(?:ember)?) \d|\d(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|
    october|november|december)|christmas|birthday party|weekend)\b`,
  "i",
);

/** A time of day. In a statement about what happens again and again it is no single moment. */
export const CLOCK = spread(
  String.raw`
    \bat (?:\d|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter)|
    \b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:am|pm|a\.m|p\.m|o['’]?clock)\b`,
  "i",
);

/** What happens again and again. */
export const RECURRING = spread(
  String.raw`
    \b(?:always|never|usually|normally|typically|generally|every|each|whenever|often|(?:mon|tues|wednes|thurs|fri|
    satur|sun)days|weekdays|mornings|evenings|weekends)\b`,
  "i",
);

/** Words that point at what only this conversation shows. */
export const POINTING = spread(
  String.raw`
    \b(?:this|these|those|here|there|it|its|he|him|his|she|her|they|them|their|ones?(?! (?:or|sentence|paragraph|
    word|line|page|at a time))|another|above|below|the (?:first|second|third|last|next|previous|other|same|former|
    latter|following|rest|attached)|that(?! (?:you|are|is|have|has|contain|contains|include|includes|can|I|start|
    end|use))|such|same|else|instead of that)\b`,
  "i",
);

/** The user speaks for somebody else, tells a story, or is not in earnest. */
export const NOT_IN_EARNEST = spread(
  String.raw`
    \b(?:imagine|suppose|hypothetical\w*|let['’]s say|my (?:novel|story|screenplay|poem|song|essay|character)|
    fictional|lyrics|(?:just )?(?:kidding|joking)|example sentence|the following|subject(?=:))\b`,
  "i",
);

/** Begins a text that is pasted to be worked on: everything after it is other people's words. */
export const PASTED = spread(
  String.raw`
    :\s*(?:\n|$)|\b(?:translate|summari[sz]e|proofread|rewrite|rephrase|edit|review|correct|fix|check|read|
    analy[sz]e|classify|explain|draft|write|type|paste|improve)\b[^\n:]{0,80}:`,
  "i",
);

/** Text that speaks to the machine rather than about the user, or holds what must not be repeated. */
export const HOSTILE = spread(
  String.raw`
    \b(?:ignor|disregard|forget|overrid|overrul|bypass|circumvent|violat|break)\w*\b.{0,40}\b(?:instructions?|
    rules?|prompts?|guidelines?|constraints?|polic(?:y|ies)|safety|filters?|restrictions?|directives?|constitution|
    training|programming)\b|\b(?:system|developer|hidden|initial) (?:prompt|message|instruction|mode|role)|
    \b(?:you are|you['’]re|you will be) (?:now|no longer|hereby|going to (?:act|be))\b|\bfrom now on,? you(?: are|
    ['’]re| will be)\b|\b(?:act|behave|respond|pose) as\b|\bpretend\b|\brole-?play\b|\bjail-?break|
    \bnew instructions?\b|\byour (?:instructions|rules|guidelines|constitution|programming|prompt|creators?|
    developers?)\b|\bwithout (?:any )?(?:rules|restrictions|limits|filters)\b|\bno (?:rules|restrictions|limits|
    filters)\b|\bdo anything\b|\bobey\b|\bapi[ -]?keys?\b|\bpasswords?\b|\bpassphrase|\bcredentials?\b|
    \bsecret (?:key|token|code)|\bexfiltrat|\badmin(?:istrator)?\b|\bassistant:|\buser:|\bsystem:|</?[a-z|]|
    \[/?(?:inst|sys|system|assistant|user|admin|tool|end)\b|#{2,}|https?:|www\.|\bsudo\b|\b(?:the|this|that|its|previous|above|earlier|original|full|entire|whole|secret) prompts?\b|\bin every (?:answer|reply|response)\b.{0,30}\b(?:buy|
    visit|click)\b|\b(?:click (?:here|on|this|the (?:link|button|url))|visit (?:our|this|the (?:site|page|link)|\S+\.\S)|buy from)\b`,
  "i",
);

/** Signs of code and markup. */
export const CODE = /[{}[\]<>=|\\`$#@^~_]|\/\/|;\s*$|\(\)|\w\(\w*\)|::|&&|->/;

export const QUOTED_SPEECH = spread(
  String.raw`
    ["“”„«»]|(?:^|\s)['‘][^'’]+['’](?=[\s.,!?]|$)|\b(?:he|she|they|boss|teacher|mother|mom|mum|father|dad|wife|
    husband|doctor|friend|sister|brother|who|someone|somebody|everybody|everyone|people) (?:always |never |just |
    also )?(?:says?|said|tells?|told|asks?|asked|thinks?|wrote|writes?|keeps? saying)\b`,
  "i",
);

/** How a question begins that lacks its question mark. */
export const QUESTION_START = spread(
  String.raw`
    ^(?:what|who|whom|whose|where|why|how|which|when (?:is|are|do|does|did|will|was|can|should)|is|are|am|was|were|
    do (?!not\b)|does|did|can|could|would|will|shall|should|may|might|have you|has|had|isn['’]t|aren['’]t|
    doesn['’]t|won['’]t|can['’]t (?:you|we|i)\b|any idea|anyone|is there|tell me (?:what|who|how|why|where|when|
    about))\b`,
  "i",
);

/** How a question begins that follows a statement and lacks its question mark. */
export const QUESTION_INSIDE = spread(
  String.raw`
    (?:,|\bso|\bbut|\band) (?:can|could|will|would|do|does|should|what|how|where|is|are|may) (?:i|you|we|it|the|
    there)\b`,
  "i",
);

export const UNSURE = spread(
  String.raw`
    \b(?:maybe|perhaps|i guess|i think|i suppose|not sure|i wonder|i wish|probably|might|would have|if i were|
    used to|i mean)\b`,
  "i",
);
