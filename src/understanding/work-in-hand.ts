// Tells what is no wish for answers in general: a text to be worked on, a part in a game, and what the work itself is to be like.
import { linear } from "../matching/linear-expression.ts";
import { LANGUAGE, spread } from "./rule-words.ts";

const OPENERS = `(?:(?:and|also|oh|ok|okay|right|so|but|now|hey|hi|hello|well|then|please|pls|plz|just|anyway)[,.!]* +)*(?:(?:can|could|would|will) (?:you|u) (?:please |pls |just )*)?`;
const BEGINS = `(?:^|[.!?;,\\n] *)${OPENERS}`;
/** Kinds of text that somebody writes, gets or hangs up. */
const TEXT = `(?:e-?mail|mail|letter|note|memo|message|text|notice|circular|sign|poster|post|tweet|caption|headline|slogan|lyrics|prompt|draft|essay|paragraph|statement|bio|speech|toast|reminder|invitation|announcement|card|label|banner|flyer|review|reply to \\p{L}+)`;
const WORKED_ON = `(?:(?:translate|proof-?read|rewrite|rephrase|reword|paraphrase|shorten|condense|summari[sz]e|transcribe|polish)\\b|(?:fix|check|correct|improve|edit|type|copy|tidy|clean|tighten|turn|put|read)(?: up| out)? (?:this|that|it|these|the (?:grammar|spelling|text|style|wording|following))\\b|(?:make|say|write) (?:this|that|it) (?:(?:a bit|much|sound|a lot|more|less|in) )*\\p{L}+)`;
const MADE = `(?:write|draft|make|create|design|compose|send|prepare|print|text|do)\\b (?:me |us )?(?:an?|the|my|our|some) (?:\\p{L}+ ){0,3}${TEXT}`;
/** What follows is a text: "make this politer: …", "a sign that says …", "this mail came today: …". */
const ANNOUNCES_TEXT = linear(
  String.raw`${BEGINS}(?:(?:${WORKED_ON}[^:.!?\n]{0,60}|(?:in|to|into) ${LANGUAGE}(?: please| pls)?)(?::|\s[-–—])\s|${MADE}[^:.!?\n]{0,60}?(?::\s|\b(?:says?|saying|reads|reading)\b)|(?:add|paste|append|insert|copy|put|write)\b (?:this |that |it |a line )?(?:to|in|into|on|under) (?:the|our|this|that|his|her|their) [^:.!?\n]{1,40}:\s|(?:${TEXT}|title|subject(?: line)?) for [^:.!?\n]{1,40}:\s|(?:write|make|draft|do|type|print)\b(?: up)? (?:me |us )?(?:the|an?|my|our|some) (?:\p{L}+ ){0,2}(?:list|sheet|rota|instructions|notes?|rules|leaflet)\b[^:.!?\n]{0,40} for [^:.!?\n]{1,60}[?:]\s|(?:here(?:['’]?s| is)|this is) (?:my|the|our|an?) (?:\p{L}+ ){0,2}${TEXT}[^:.!?\n]{0,40}:\s)|\b(?:this|that|an?|the|following) (?:\p{L}+ ){0,2}${TEXT} [^:.!?\n]{0,30}\b(?:came|arrived|landed|got|received|from|says?|said|reads?|wrote|sent|goes|forwarded)\b[^:.!?\n]{0,40}:\s`,
  "giu",
);
const BLANK_LINE = /\n[ \t]*\r?\n/;
/** Meant for more than the work in hand. */
const GENERAL = spread(
  String.raw`
    \b(?:from (?:now|here|today) on(?:wards?)?|going forward|in future|in the future|as of (?:now|today)|in general|as a rule|by default|every time|each time|any ?time|
    (?:when(?:ever)?|if|while|where) (?:you|u|i|we)|(?:all|each|every|any|both)(?: of)? (?:your|my|our|the) |(?:any|every)thing (?:i|u|you)\b|
    (?:all|each|every|any) (?:answers?|repl(?:y|ies)|responses?|e?mails?|letters?|recipes?|texts?)|remember|(?:make|take) (?:a )?note(?! for)|keep in mind|bear in mind)\b`,
  "iu",
);

/** Without the texts that are to be worked on: each goes to an empty line or to the end. */
export function withoutTexts(input: string): string {
  let kept = "";
  let from = 0;
  for (const { 0: head, index } of input.matchAll(ANNOUNCES_TEXT)) {
    if (index < from || GENERAL.test(head)) continue;
    const after = index + head.length;
    const blank = input.slice(after).search(BLANK_LINE);
    const until = input.slice(from, after);
    // Nothing below a line that ends in a colon is read.
    kept += blank < 0 ? until : until.replace(/:\s*$/, ".");
    from = blank < 0 ? input.length : after + blank;
  }
  return kept + input.slice(from);
}

const ROLE = `(?:pirate|troll|waiter|waitress|recruiter|interviewer|interviewee|examiner|detective|suspect|king|queen|prince|princess|knight|wizard|witch|dragon|vampire|robot|butler|chef|barista|bartender|barman|shopkeeper|cashier|receptionist|doctor|patient|therapist|landlord|customer|client|judge|lawyer|cop|policeman|officer|villain|hero|sergeant|oracle|ghost|cat|dog|parrot|narrator|game ?master|dungeon master|gm|dm|bard|monk|alien|elf|goblin|gnome|ogre|granny|grandma|grandpa|comedian|captain|salesman|salesperson|opponent|host|guard|thief|spy|viking|cowboy|ninja|zombie|caveman|mermaid|genie|sphinx|tour guide|quizmaster|character)`;
/** A part is given, or a game begins: what follows in the message is its rules. */
const PLAYS = linear(
  String.raw`${BEGINS}(?:(?:you )?play (?:an?|the|my) (?!song|video|track|role in)\p{L}+|(?:i(?:['’]?ll| will) (?:be|play) [^,.;]{2,40}[,;] (?:and )?)?(?:you(?:['’]?re| are|['’]?ll be| will be| play)|ur|u are|be|speak like|talk like|let['’]?s say you are) (?:an?|the|my|our|some) (?:\p{L}+[ -]){0,3}${ROLE}\b|(?:let['’]?s|we|can we|shall we)(?: all)? (?:play|role-?play|improvise|act out)\b|(?:let['’]?s|can we|shall we) (?:do|try|start|practi[cs]e|have) (?:an?|some|the|another|my) (?:\p{L}+ ){0,3}(?:practice|game|scene|quiz|role-?play|improv|sketch|mock interview|interview|dialogue)\b|(?:in|for) (?:this|our|the) (?:game|scene|sketch|quiz|role-?play|round)\b)|\b(?:break|stay in|keep in|drop out of) character\b`,
  "iu",
);

const TOLD_OFF = `(?:must(?:n['’]?t)?|should(?:n['’]?t)?|shall|has to|have to|needs? to|may|can(?:['’]?t|not)?|cannot|always|never|only|greets?|(?:is|are) (?:always|never|only|to be))`;
/** Things that are made, built and run, and are not answers. */
const THING = `(?:button|logo|icon|banner|page|site|website|homepage|app|bot|chatbot|api|endpoint|server|backend|frontend|widget|dialog|popup|function|func|method|class|module|parser|loop|query|script|program|file|config|header|footer|navbar|sidebar|form|column|log|logger|token|cookie|cache|database|constructor|readme|changelog|faq|manual|schedule|timetable|calendar|spreadsheet|csv|slides?|deck|presentation|brochure|leaflet|flyer|poster|sign|invitations?|card|toast|speech|poem|sonnet|limerick|song|essay|story|chapter|novel|play|protocol|report|grant|proposal|application|paper|thesis|abstract|cv|résumé|resume|cover letter|playlist|caption|thermostat|routine|robot|prompt|label|survey|questionnaire|contract|reminder|announcement|package|branch|pr|pull request|migration|pipeline|workflow|test suite|game|level|quiz|door sign)`;
const IN_HAND = `(?:the|this|that|these|those|our) (?:[\\p{L}\\d'’]+[ -]){0,3}?${THING}`;
const ORDERS = `(?:always|never|don['’]?t|do not|no|not|only|without|stop|use|avoid|add|put|write|keep|make|show|say)`;
/** What is worked on is told of, or ordered for: "the button must never …", "no gradients on the logo". */
const OF_THING = [
  linear(
    `(?:^|[,;:] ?|\\b(?:and|but|so|that|sure|ensure) )${IN_HAND}(?:['’]s)?(?: page)?(?: ${TOLD_OFF}\\b|:| rule:)`,
    "iu",
  ),
  linear(`\\b${ORDERS}\\b.*\\b(?:in|on|for|to|into|inside|at|from) ${IN_HAND}\\b`, "iu"),
  linear(`\\b(?:in|on|for|to|into|inside|at|from) ${IN_HAND}\\b.*\\b${ORDERS}\\b`, "iu"),
  linear(`^[^,]{2,30} (?:in|on) ${IN_HAND}(?: please| pls| plz)*[.!]*$`, "iu"),
  linear(
    `\\b(?:always|never|don['’]?t|do not)(?: ever)? (?:log|print|sort|touch|change|edit|delete|rename|move|cache|store|show|hide|crop|resize|overwrite|commit|reset|return|call|open|close|block)\\b (?:\\p{L}+ )?${IN_HAND}\\b`,
    "iu",
  ),
  linear(
    `^(?:write|make|create|draft|design|build|code|implement|set up|generate|compose|prepare|sketch|program|format|refactor)(?: up| out)? (?:an?|some|the|this|that|our|\\d+) (?:[\\p{L}\\d'’]+[ -]){0,3}?${THING}\\b.*\\b(?:always|never|no|don['’]?t|do not|not|only|without)\\b`,
    "iu",
  ),
  linear(
    `\\b(?:use|put|add|write|print|draw|show|include|place|mention|have|want)\\b[^,;]{2,60} (?:in|on|into) it\\b|\\b(?:to|on) (?:stdout|stderr)\\b|\\b(?:constructor|method|function|loop|class|list|array|test|query|variable)s?\\b.*\\bhere\\b`,
    "iu",
  ),
  linear(
    String.raw`, (?:because |since |as )?(?:the|all the|most of the) (?:users|customers|readers|visitors|audience|players|viewers|clients|subscribers|tenants)(?: (?:are|is|all|live|come|only|speak|read|use)\b|['’]re\b)`,
    "iu",
  ),
];
/** What is eaten or answered may have something in it. */
const HAS_IN_IT = linear(/\b(?:with|has|have|had|contain\p{L}*|got)\b[^,;]{1,40} in it\b/iu);
const FIRST_WORDS = linear(`^${OPENERS}`, "iu");
const FOR_ME = linear(/^(write|make|create|draft|design|build|code|generate|compose|prepare|sketch) (?:me|us)\b/iu);
const GENERIC_YOU = linear(/\b(?:before|after|until) you\b/iu);
/** Of the user, or of answers. */
const OF_ANSWERS = linear(
  /\b(?:i|i['’]?(?:m|d|ll|ve)|my|mine|me|you|your|yours|answers?|answering|repl(?:y|ies)|replying|respon(?:se|ses|d)|chat)\b/iu,
);

function isOfWork(masked: string): boolean {
  if (GENERAL.test(masked)) return false;
  const order = masked.replace(FIRST_WORDS, "").replace(FOR_ME, "$1").replace(GENERIC_YOU, "before");
  if (OF_ANSWERS.test(order) || HAS_IN_IT.test(order)) return false;
  return OF_THING.some((expression) => expression.test(order));
}

/** "Ugh, Dora's slides.": what follows is said of them. */
const NAMES_TEXT = spread(
  String.raw`
    ^(?:(?:so|ok|well|and|about|re|look at)[,.!:]* )*(?:(?:ugh|omg|oh god|god|man|wow|argh|gosh)[,.!:]* (?:\p{L}+[^\P{L}s]s|\p{L}+['’]s|(?:my|our|the) \p{L}+['’]s)|
    \p{L}+['’]s|(?:my|our|the) \p{L}+['’]s|his|her|their) (?:\p{L}+ )?(?:reports?|e?mails?|letters?|slides|decks?|essays?|texts?|drafts?|notes|code|posts?|minutes|
    messages|papers?|homework|writing|presentations?|book|blog)(?: again| today)?[.!:…]+$`,
  "iu",
);
const OWN_TEXT = linear(
  /^(?:\p{L}+[,.!:]* )*?(?:it['’]?s|that['’]?s|let['’]?s|this|yours|what['’]?s|here['’]?s|today['’]?s) /iu,
);
const SPEAKS_TO = /(?<!\bthank )\b(?:you|your|please|pls|me)\b/i;

/** "Make a sign that says never knock", "übersetze ins Englische: …". */
const DICTATES = spread(
  String.raw`
    ^(?:(?:hey|ok|okay|so|and|now|please|pls|bitte|can you|could you|kannst du) )*(?:(?:make|write|draw|design|print) (?:me |us )?an? [^:.!?]{2,60} (?:that|which) (?:says|reads)\b|
    (?:übersetz\p{L}*|korrigier\p{L}*|formulier\p{L}*|tradu(?:is|isez|ce|cir|zca)|corrige[zr]?|reformule[zr]?)(?!\p{L})(?! (?:immer|nie|toujours|siempre)\b)[^:.!?]{2,60}:[ ])`,
  "iu",
);

/** Without parts played, work in hand, and what is said of somebody's texts. */
export function ofAnswers<Sentence extends { readonly masked: string }>(sentences: readonly Sentence[]): Sentence[] {
  const kept: Sentence[] = [];
  let isOfText = false;
  for (const sentence of sentences) {
    const { masked } = sentence;
    if (PLAYS.test(masked) && !GENERAL.test(masked)) break;
    isOfText = NAMES_TEXT.test(masked) ? !OWN_TEXT.test(masked) : isOfText && !SPEAKS_TO.test(masked);
    if (!isOfText && !isOfWork(masked) && !DICTATES.test(masked)) kept.push(sentence);
  }
  return kept;
}
