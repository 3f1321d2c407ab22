// Reads from a clause what the user likes and dislikes.
import { linear } from "../matching/linear-expression.ts";
import { type Draft, GOES_ON } from "./rule-orders.ts";
import { aboutTheUser } from "./rule-person.ts";
import { ANSWER_LIKE, POINTING, STYLE, spread } from "./rule-words.ts";

const ADVERB = `
    (?:(?:really|strongly|generally|usually|always|still|just|absolutely|much|very much|particularly|mostly|
    personally|truly|also|definitely|especially) )*`;
const TASTE = spread(
  `
    ^I ${ADVERB}(prefer|like|love|enjoy|adore|dislike|hate|detest|loathe|cannot stand|cannot bear|
    do not (?:really |particularly )?(?:like|enjoy|love|want|care for)|never want|
    am ${ADVERB}(?:not )?(?:a (?:big |huge )?fan of|into|fond of|keen on|interested in|passionate about)) (.+)$`,
  "i",
);
const WANT = linear(
  /^I (?:really |only |always )?(?:want|need|would like|would prefer|would rather (?:have|get)) (?:only )?(.+)$/i,
);

const KEPT = spread(
  String.raw`
    ^I (?:really |always )?(?:want|need|prefer|would like|would prefer|like) (?:your |the |all |my )?(answers|
    replies|responses|explanations|summaries|emails|examples) (?:to be |to stay |kept |written |to come )?((?:more |
    very |as )?(?:short|brief|concise|simple|formal|informal|detailed|casual|friendly|polite|in \p{L}+|without .+|
    under .+|plain|direct|to the point)\b.*)$`,
  "iu",
);

/** Objects that are no taste: words that point at something without naming it, and polite phrases. */
const NO_TASTE = spread(
  String.raw`
    ^(?:that|which|helping|not to (?:say|answer|talk|tell)|(?:shorter|longer|less|fewer|neither|more)$|two|three|four|several|many|few|to (?:help|know|think|say|hear|see|ask|be called|order|
    book|buy|go|thank|talk|point|add|change)|how|what|where|who|why|when|if|whether|you|your|yours|him|her|me|
    my (?!coffee|tea|steak|eggs|pizza|food|drinks|toast|meat)|an? (?!good\b|cup|glass|window|aisle|quiet|vegetarian|
    vegan|plant|low|high|hands|firm|soft|bit)|to$|nothing|everything|something|anything|some|more|all of|both|
    either|neither|most of|so much|myself|most|waiting for)\b`,
  "i",
);

/** "The" names what everybody knows, or points at what only this conversation shows. */
const THE_KNOWN = spread(
  String.raw`
    ^the (?:\p{Lu}|(?:sea|ocean|beach|mountains|outdoors|countryside|city|desert|forest|snow|rain|cold|heat|metric|
    imperial|24|12|window|aisle|train|bus|subway|theat(?:re|er)|cinema|opera|gym|piano|guitar|violin|oxford)\b)`,
  "u",
);
/** How the words after a "but" begin where they narrow the taste. */
const NARROWS = /^(?:not|only|no|nothing|nobody|never|without|I (?:do not|prefer|hate|like|love|cannot|also))\b/;

/** "I hate it when answers …": the user hates an event, which is nothing that could be suggested. */
const WHEN = /^(?:it )?when (?=(?:answers|replies|responses|people|somebody|someone|texts|messages)\b)/i;
/** Nobody suggests these: to know of them is all that helps. */
const NOT_SUGGESTED =
  /^(?:mornings?|evenings?|nights?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends|winters?|summers?|autumns?|birthdays|surprises?|noise|crowds|queues?|queueing|waiting|liars|lies|spam|traffic|the (?:cold|heat|rain|dark|snow|wind))$/i;
const DOING = /^(?:to|being|getting|having)\b|^(?:not )?\w+ing\b/i;
const DENIES = /not|cannot|never|dislike|hate|detest|loathe/i;
const ORDERS =
  /\b(?:so|and|hence|therefore) (?:please|always|never|do not|no|only|just|avoid|leave|keep|skip|use|give|suggest|stop|make)\b/i;
const WORDS_MAX = 30;

/** "I don't like spicy food", "I prefer short answers". */
export function readTaste(clause: string): Draft | null {
  return readAnswerWish(clause) ?? readLiking(clause);
}

function readAnswerWish(clause: string): Draft | null {
  const wanted = WANT.exec(clause)?.[1];
  if (wanted !== undefined && ANSWER_LIKE.test(wanted) && lasts(wanted)) return answerRule(wanted, false);
  const [, parts, manner] = KEPT.exec(clause) ?? [];
  if (parts === undefined || manner === undefined || !lasts(manner)) return null;
  const text = `Keep ${parts} ${aboutTheUser(manner)}`;
  return { text, topic: `answers:${text.toLowerCase()}` };
}

function readLiking(clause: string): Draft | null {
  const [, verb, whole] = TASTE.exec(clause) ?? [];
  if (verb === undefined || whole === undefined) return null;
  const object = withoutAside(whole);
  // "… so always suggest email": what is to be done about it is more than the taste.
  if (ORDERS.test(object)) return null;
  if (!isTaste(verb, object)) return null;
  const thing = object.replace(WHEN, "");
  const denies = DENIES.test(verb);
  if (ANSWER_LIKE.test(object)) return answerRule(object, denies);
  const said = aboutTheUser(`I ${verb} ${object}`);
  const topic = `taste:${aboutTheUser(thing).toLowerCase()}`;
  if (!denies || thing !== object || DOING.test(thing) || NOT_SUGGESTED.test(thing))
    return { text: `Remember that ${said}`, topic };
  if (STYLE.test(thing)) return { text: `Avoid ${aboutTheUser(thing).replace(/^any /, "")}: ${said}`, topic };
  return { text: `Do not suggest ${aboutTheUser(thing)}: ${said}`, topic };
}

function withoutAside(object: string): string {
  const but = /,? but,? /.exec(object);
  return but === null || NARROWS.test(object.slice(but.index + but[0].length)) ? object : object.slice(0, but.index);
}

function isTaste(verb: string, object: string): boolean {
  const words = object.split(" ").length;
  // "I love to help", "I don't want to talk": said to be polite, or of this moment.
  if (/^to\b/i.test(object) && (words < 3 || /want$/i.test(verb))) return false;
  if (/(?:interested in|keen on|passionate about)$/i.test(verb) && /^\p{L}+ing\b/iu.test(object)) return false;
  if (/^the /i.test(object) && !THE_KNOWN.test(object)) return false;
  return !NO_TASTE.test(object.replace(WHEN, "")) && lasts(object.replace(WHEN, "")) && words <= WORDS_MAX;
}

function lasts(thing: string): boolean {
  return !POINTING.test(thing) && !/\b(?:we|us|our|that)$/i.test(thing);
}

function answerRule(thing: string, denies: boolean): Draft | null {
  if (GOES_ON.test(thing)) return null;
  const about = aboutTheUser(thing).replace(/^(?:your|the) /i, "");
  return { text: `${denies ? "Do not give" : "Give"} the user ${about}`, topic: `answers:${about.toLowerCase()}` };
}
