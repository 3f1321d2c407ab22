// Reads an instruction to the assistant from a clause: "never use emojis", "I'd like you to answer in French".
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { withoutAddressee } from "./rule-addressee.ts";
import { aboutTheUser } from "./rule-person.ts";
import { ANSWER_LIKE, POINTING, STYLE, spread } from "./rule-words.ts";

export interface Draft {
  /** Without its full stop; the first letter may be small. */
  readonly text: string;
  readonly topic: string;
}

/** What an assistant can be told to do. After "always" and "never" such a verb is enough. */
export const VERBS = wordSet(
  `use answer reply respond keep write call address speak talk give show explain format avoid stop skip include add
  put make start end begin finish tell ask remind suggest recommend offer mention cite list say sign refer translate
  summarize summarise convert round display present provide send spell prefer assume limit stick leave omit drop refrain
  be treat check double-check let quote link share order book schedule set choose pick structure describe state report
  measure default switch sugarcoat apologize apologise repeat praise flatter lecture interrupt confirm warn propose
  capitalize abbreviate serve read disagree challenge number indent comment test document draft
  compare break split label sort name flag note attach
  open close rhyme correct fix edit rewrite rephrase reword shorten change touch mark count plan title teach quiz
  guess invent mix hide spoil reveal return type print highlight bold italicise italicize capitalise hyphenate group
  rank filter wrap double work stay lead follow focus aim point phrase word frame tie weigh pair cook season cut copy
  paste delete remove replace swap shout swear curse joke tease nag push judge pretend promise paraphrase sing greet
  thank welcome congratulate comfort console cheer moralise moralize preach scold`,
);

const GERUNDS = new Map(
  `using=use calling=call adding=add saying=say asking=ask suggesting=suggest recommending=recommend giving=give
  apologizing=apologize apologising=apologise repeating=repeat writing=write telling=tell showing=show offering=offer
  mentioning=mention including=include ending=end starting=start answering=answer making=make reminding=remind
  putting=put referring=refer being=be assuming=assume treating=treat talking=talk explaining=explain speaking=speak
  translating=translate addressing=address praising=praise lecturing=lecture summarizing=summarize replying=reply
  summarising=summarise sugarcoating=sugarcoat beginning=begin responding=respond flattering=flatter quoting=quote
  finishing=finish formatting=format converting=convert listing=list`
    .split(/\s+/)
    .map((pair) => pair.split("=") as [string, string]),
);

/** Set phrases that look like an instruction. */
const IDIOM = spread(
  String.raw`
    ^(?:never|always|don't|do not) (?:say never|mind|give up|say die|tell me the odds|be silly|be sorry|be afraid|
    say that|ask\b(?! (?:me|follow|for|so|whether|if|before|before|more|too|questions|personal)))`,
  "i",
);
/** Things that are made once, not ways in which things are made: "a poem", "me an example of …", "the answer". */
const ONE_THING = spread(
  String.raw`
    ^(?:(?:me|us) )?(?:an?|the|my|your|this|that|one|some|two|three|another|\d+) (?!(?:24|12)-hour|metric|imperial|
    oxford|celsius|first person|passive|(?:more |less )?(?:formal|informal|casual|friendly|polite|direct|serious|
    neutral|professional|warm|calm|conversational)\b|user|name|names|surname|first name|last name|nickname|title|
    pronouns|native|local currency|british|american|bulleted|numbered|answers|replies|explanations|responses|
    sentences|tone\b)`,
  "i",
);

/** Words with which the user begins a request. */
const ASKS = spread(
  `
    ^I (?:really |always |just |strongly )?(?:want|need|expect|would like|would love|would prefer(?: that| if)?|prefer|ask|asked|
    told|would appreciate it if|appreciate it when|like it when|love it when|prefer it when|prefer it if|
    prefer that|prefer when|prefer if) you (?:to )?`,
  "i",
);
/** What a user likes holds every time, not only now. */
const LIKED = /^I (?:really |always |just |strongly )?(?:prefer|like|love|appreciate) /i;
const WISHED_AWAY =
  /^I (?:really )?(?:hate|dislike|do not like|cannot stand|do not want|would hate) (?:it when |when )?you (?:to )?/i;
const MAY = /^you (?:should|must|shall|have to|need to|can|may|are supposed to) /i;

const LASTING = spread(
  `
    (?:^|[, ]+)(?:from now on|from here on(?: out| in)?|from today on|going forward|henceforth|in (?:the )?future|
    in general|generally|as a rule|by default)(?:[, ]+|$)`,
  "i",
);
const ALWAYS = linear(
  /^(?:please )?(always|never(?!,? ever)|do not ever|don't ever|never,? ever|under no circumstances)\s+/i,
);

/** `clause`: contractions expanded, no lead-in, no closing mark. */
export function readOrder(clause: string): Draft | null {
  const without = clause.replace(LASTING, " ").trim();
  const lasting = without !== clause;
  const text = without.replace(/^please,? /i, "");
  const away = WISHED_AWAY.exec(text);
  if (away !== null) {
    const rest = text.slice(away[0].length);
    return VERBS.has(rest.split(" ")[0]!) ? order("Do not", rest, true) : null;
  }
  const prefix = (ASKS.exec(text) ?? MAY.exec(text))?.[0] ?? "";
  // An ability is no instruction: "you can always tell".
  if (/^you (?:can|may) /i.test(prefix)) return null;
  const asked = text.slice(prefix.length).replace(prefix === "" ? /^$/ : /^not (?:to )?/i, "do not ");
  return readCondition(asked) ?? readScoped(asked) ?? readImperative(asked, lasting || LIKED.test(prefix));
}

/** "In migrations always write the down step": of work of one kind. */
const SCOPED = linear(/^(in|for|on|under) ([\p{L}\d][^,;:]{1,60}?),? ((?:please )?(?:always|never) .+)$/iu);

function readScoped(text: string): Draft | null {
  const [, word, scope, rest] = SCOPED.exec(text) ?? [];
  if (word === undefined || scope === undefined || rest === undefined || POINTING.test(scope)) return null;
  return underCondition(word, scope, readImperative(rest, true));
}

function underCondition(word: string, condition: string, then: Draft | null): Draft | null {
  if (then === null) return null;
  const start = `${word.toLowerCase()} ${aboutTheUser(condition)}`;
  return { text: `${start}, ${lowerFirst(then.text)}`, topic: `${then.topic} ${start.toLowerCase()}` };
}

const CONDITION = spread(
  `
    ^(when|whenever|if|every time|each time|any ?time|unless|before|after|for|
    in) ([^,]{3,120}), (?:then )?(?:please )?(.+)$`,
  "i",
);
/** What the assistant or the user does over and over in a conversation. */
const OF_ANSWERING = spread(
  String.raw`
    \b(?:you (?:write|answer|reply|respond|show|give|explain|suggest|recommend|talk|speak|list|quote|mention|
    translate|format|address|refer|draft|code|cite|do not know|are (?:not sure|unsure)|are answering|are writing|
    use|summari[sz]e)|I (?:ask|say|write|mention|request|paste|share)|answering|replying|writing|explaining|talking|
    coding|code|recipes|emails|dates|prices|distances|temperatures)\b`,
  "i",
);

function readCondition(text: string): Draft | null {
  const [, word, condition, rest] = CONDITION.exec(text) ?? [];
  if (word === undefined || condition === undefined || rest === undefined) return null;
  const again = /^(?:whenever|every|each|any)/i.test(word);
  if ((!again && !OF_ANSWERING.test(condition)) || POINTING.test(condition)) return null;
  return underCondition(word, condition, readImperative(rest, again || !/\b(?:the|my|your)\b/i.test(condition)));
}

const POLITE_END = linear(/[,\s]+(?:please|pls|plz)$/i);
const TRAILING_ALWAYS = linear(/^(.+?),? (?:always|every time|each time|at all times|whenever possible|ever)$/i);
const STOP_DOING = linear(/^(?:stop|quit|avoid|refrain from|no more) (\p{L}+ing) (.+)$/iu);

function readImperative(clause: string, lasting: boolean): Draft | null {
  if (IDIOM.test(clause)) return null;
  const marked = ALWAYS.exec(clause);
  if (marked !== null) {
    const rest = clause.slice(marked[0].length);
    const [verb = ""] = rest.toLowerCase().split(" ");
    const word = /^always/i.test(marked[1]!) ? "Always" : "Never";
    return VERBS.has(verb) ? order(word, rest, true) : null;
  }
  const only = /^only (\p{L}+) .+$/iu.exec(clause);
  if (only !== null && VERBS.has(only[1]!) && (lasting || STYLE.test(clause))) return order("", clause, true);
  const trailing = TRAILING_ALWAYS.exec(clause);
  if (trailing !== null) return readImperative(trailing[1]!.replace(POLITE_END, ""), true);
  const stop = STOP_DOING.exec(clause);
  if (stop !== null) {
    const verb = GERUNDS.get(stop[1]!.toLowerCase());
    const generic = !ONE_THING.test(stop[2]!) || STYLE.test(stop[2]!);
    return verb !== undefined && generic ? order("Do not", `${verb} ${stop[2]}`, true) : null;
  }
  const not = /^(?:do not|don't) (.+)$/i.exec(clause);
  if (not !== null) return readBan(not[1]!, lasting);
  return readBare(clause, lasting) ?? readFragment(clause);
}

/** Forms of address that are no names. */
const ADDRESSED =
  /^call me (?:sir|madam|ma'am|miss|mister|dear|honey|buddy|mate|dude|bro|love|darling|sweetie|babe|boss|pal)$/i;

function readBan(rest: string, lasting: boolean): Draft | null {
  const [verb = "", ...object] = rest.split(" ");
  if (!VERBS.has(verb.toLowerCase()) || object.length === 0) return null;
  const thing = object.join(" ");
  const general =
    /^(?:suggest|recommend|offer|sugarcoat|apologi[sz]e|flatter|lecture|praise)$/i.test(verb) || ADDRESSED.test(rest);
  if (!lasting && !general && (!STYLE.test(thing) || ONE_THING.test(thing))) return null;
  return order("Do not", rest, lasting);
}

/** These verbs say how to answer where their object is about answers. */
const BARE = wordSet(
  "use answer reply respond keep be speak talk address stick limit prefer format skip leave omit include cite give write explain show avoid drop round refer sign make provide",
);

const HOW = spread(
  String.raw`
    ^(?:more |less |very |as |always |a (?:bit|little) (?:more |less )?)?(?:formal|informal|casual|polite|friendly|
    direct|blunt|honest|brief|concise|terse|succinct|detailed|thorough|simple|patient)\b`,
  "i",
);

function readBare(clause: string, lasting: boolean): Draft | null {
  const [verb = "", ...object] = clause.split(" ");
  const lower = verb.toLowerCase();
  const thing = object.join(" ");
  if (object.length === 0) return null;
  if (lasting) return VERBS.has(lower) ? order("", clause, true) : null;
  if (!BARE.has(lower) || ONE_THING.test(thing)) return null;
  if (lower === "avoid") return order("", clause, true);
  if (!STYLE.test(thing) || (lower === "be" && !HOW.test(thing))) return null;
  const about = thing.replace(/^(?:me|to me|with me) /i, "");
  const plain =
    /^(?:things|everything|concepts|topics|stuff|technical|your|in|with|without|as|answers|code|all)\b/i.test(about);
  if (/^(?:explain|show|write|make)$/.test(lower) && !plain && !ANSWER_LIKE.test(about)) return null;
  if (
    /^(?:give|provide)$/.test(lower) &&
    !ANSWER_LIKE.test(about) &&
    !/^(?:\p{L}+ )?(?:in|as|with|without) /iu.test(about)
  )
    return null;
  return order("", clause, false);
}

const MEASURED = spread(
  `
    ^(?:all |any |your )?(temperatures?|distances?|weights?|dates?|times?|prices?|answers|replies|responses|
    measurements|amounts|numbers|code|examples|units|recipes|explanations|summaries) (in|as|with|without|under|
    below) (.+)$`,
  "i",
);

/** "No questions." may mean that the user has none; "No English." that the user speaks none. */
const UNCLEAR_BAN = /^(?:english|questions?|examples?|answers?|repl(?:y|ies)|steps?|miles|feet)$|\bthe\b/i;

const ONLY_THINGS = linear(
  /^(?:only ([\p{L}\d-]+(?: [\p{L}\d-]+){0,3})|([\p{L}\d-]+(?: [\p{L}\d-]+){0,3}),? (?:only|always))$/iu,
);

/** Instructions without a verb: "no emojis", "temperatures in Celsius", "metric units only". */
function readFragment(clause: string): Draft | null {
  const no = /^no (?:more |need (?:for|of) )?((?:\p{L}|-| |,)+)$/iu.exec(clause);
  if (no !== null) {
    const thing = no[1]!;
    const short = thing.split(" ").length <= 4 && !GOES_ON.test(thing);
    return short && STYLE.test(thing) && !UNCLEAR_BAN.test(thing) ? order("", `avoid ${thing}`, true) : null;
  }
  const measured = MEASURED.exec(clause);
  if (measured !== null && STYLE.test(measured[3]!)) return order("", `give ${lowerFirst(clause)}`, true);
  const only = ONLY_THINGS.exec(clause);
  const thing = only?.[1] ?? only?.[2];
  if (thing !== undefined && STYLE.test(thing) && !VERBS.has(thing.split(" ")[0]!.toLowerCase()) && isThings(thing))
    return order("Always", `use ${lowerFirst(thing)}`, true);
  return null;
}

function isThings(words: string): boolean {
  return /(?:s|metric|imperial|celsius|fahrenheit|clock|text|points)$/i.test(words);
}

/** Behind a comma something else begins, unless a list or a condition goes on; behind "so" always: "bullets, easier to scan". */
export const GOES_ON = spread(
  String.raw`
    ,(?! (?:(?:and|or|nor|not|never|no|even|unless|except|especially|if|when|whenever|where|with|without|but not|but only|only|like|such as|for example|e\.g|
    i\.e|including|instead|rather|ideally|preferably|always|in|on|as|to|at|from|by)\b|[^,]{1,40},? (?:and|or|nor) ))|\bso (?:please|always|never|do not|I|that is|just|only|use|give)\b`,
  "i",
);

/** The instruction in the words of a rule; null where it depends on something that only the conversation shows. */
function order(word: "Always" | "Never" | "Do not" | "", rest: string, lasting: boolean): Draft | null {
  const plain = plainOrder(rest, lasting);
  if (plain.split(" ").length < 2 && !/^(?:apologi[sz]e|sugarcoat|flatter)/i.test(plain)) return null;
  const checked = plain.replace(/\bthey\/them\b/gi, "");
  if (POINTING.test(checked) || /^\p{L}+ (?:that|to|so)?$/iu.test(plain)) return null;
  if (/\b(?:what|who|where|how)\b/i.test(plain)) return null;
  if (/^call me$/i.test(plain)) return null;
  if (/\b(?:we|us|our|ours|please|pls|plz)\b/i.test(plain) || GOES_ON.test(plain)) return null;
  const text = `${word} ${aboutTheUser(plain)}`.trim();
  return {
    text,
    topic: `order:${aboutTheUser(plain)
      .toLowerCase()
      .replace(/^(?:always|never|avoid|use) /, "")}`,
  };
}

/** What says how to answer says it of every answer; "argue with me" says what to do. */
function plainOrder(rest: string, lasting: boolean): string {
  const bare = withoutAddressee(rest);
  if (bare.includes(" ") && rest.startsWith(bare) && STYLE.test(bare)) return bare;
  return rest.replace(/,? (?:to me|for me)$/i, (found) => (lasting ? found : ""));
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
