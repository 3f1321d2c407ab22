// Takes a sentence apart where it may list several orders: "prices in pounds, no jokes, and mention every scratch".
import { withoutMarks } from "../base/list-marks.ts";
import type { OrderPart, PartedOrders } from "../domain/wish.ts";
import { linear } from "../matching/linear-expression.ts";
import { spread } from "./rule-words.ts";

/** A sentence of more parts is no list of orders. Chosen, not measured. */
const PARTS_MAX = 16;
/** Where a part ends. */
const PART_END = linear(/[,;]\s+|\s+(?=[-–—]\s)|\s+(?=(?:and|plus|but|und|y|et)\s)/giu);
/** One part each. */
const QUOTED = linear(/"[^"]*"|“[^”]*”|«[^»]*»/g);
/** Stands where white space is held together. */
const HELD = "\ue000";
const AND = `(?:and|or|und|oder|y|o|et|ou)`;
const JOINED = linear(`^${AND}\\s`, "iu");
const JOINS = linear(/^(?:[-–—]\s+)?(?:(?:and|but|also|plus|und|auch|y|también|et|aussi|uh|um|then)\s+)*/iu);
/** Joined by "and" rather than by a mark, so much must be said on either side. */
const JOINED_WORDS_MIN = 3;
/** Says more of what stands before it, however much it looks like an order. */
const GOES_ON = linear(
  /^(?:not|then|just|or|nor|so|because|cos|since|as|if|unless|except|even|especially|instead|rather|like|such|e\.g|i\.e|ever|always|please|thanks|from now|every|for|\p{L}{2,}ing(?= (?:with|by|in|on|at|from|to|of|the|an?|my|your|it)\b)|oder|nicht|sondern|weil|denn|wenn|o|que|porque|si|ou|car|sauf)\b(?! (?:always|never|a|the)\b)/iu,
);
/** Says nothing without what stands before it. */
const POINTS_BACK = linear(
  /^(?:(?:please|kindly|just) )?(?:do|doing|keep|use|get|give|say|write|put|like|call|don['’]?t|nothing|no)\b(?: \S+){0,2} (?:that|this|those|these|them|it)\b/i,
);
const FILLERS = `(?:ok|okay|so|um|uh|well|and|right|hey|heya|hi|hiya|hello|listen|oh|yo)`;
/** Tells something, and says perhaps why. */
const TELLS = linear(
  String.raw`^(?:${FILLERS}[ ,]+)*(?:one (?:thing|more|last)|another|noch eine?|eine (?:bitte|sache|frage)|una cosa|une chose|i|i['’]?(?:m|ve|ll)|we|we['’]?(?:re|ve|ll)|you|you['’]?(?:re|ve)|he|he['’]s|she|she['’]s|it|it['’]?s|they|they['’]re|there|that|that['’]s|this|these|those|what|who|how|why|ich|wir|er|sie|es|das|yo|él|ella|je|j['’]|il|elle|on|c['’]est|sinon|sonst)\b`,
  "iu",
);
/** So does a part with such a verb, where it does not begin with an order. */
const STATES = linear(
  /\b(?:is|are|was|were|has|have|had|does|doesn['’]?t|isn['’]?t|aren['’]?t|wasn['’]?t|can['’]?t|cannot|won['’]?t|ist|sind|haben?|wird|macht|est|sont|ont|nous|fait|está|están|tengo|llevo|vienen?|veo)\b/iu,
);
const BECAUSE = linear(/\s(?:because|cos|since|as|weil|porque|parce que)\s.*$/iu);
/** Whatever it is, it is not wanted. */
const FORBIDS = linear(
  /^(?:(?:no|zero|nothing)\s(?!(?:longer|idea|problem|worries|wonder|one|matter|more than|clue|need|rush|doubt|way)\b)|never\s|(?:don['’]?t|do not)\s(?!(?:know|mind|care|worry|you|i|we)\b)|(?:kein\p{L}*|nie|nada de|nunca|pas de|jamais)\s)/iu,
);
/** "Signed Team Ostra", of what is written. */
const IS_DONE =
  /^(?:signed|written|sorted|numbered|typed|spelled|spelt|capitali[sz]ed|rounded|addressed|formatted|kept|given)\b/i;
const VERB = `(?:use|give|keep|make|put|call|sign|end|start|write|add|avoid|skip|leave|drop|stop|mention|show|spell|round|say|ask|list|include|cite|quote|mark|tell|don['’]?t|do)`;
/** Names a thing, or several: "date and place", of "always end with name, date and place". */
const NAMES = spread(
  String.raw`
    ^(?!.*\b(?:no|never|always|only|every|each|all|any|in|at|on|with|without|by|as|first|last|everywhere|per|under|over|above|below|before|after|up|off|out|for|to|from|of|is|are|be|instead|
    next|back|zero|more|less|fewer|nothing|none|nobody|oben|unten|rechts|links|im|am|mit|ohne|nach|vor|kein\p{L}*|nichts|nada|rien|en|con|sin|al|avec|sans|sur|au|\d+|\p{L}+ed)\b)
    (?!${VERB}\b)\S+(?: \S+){0,3}$`,
  "iu",
);
/** "Cost and time above the steps", of "put tools, cost and time above the steps". */
const ENDS_NAMES = linear(`^\\S+(?: \\S+)? ${AND} \\S+(?! (?:no|never|always|only)\\b)`, "iu");
/** Before the orders: "house style for my posts, please: …". */
const HEAD = linear(/^([^:]{2,140}?)\s?:\s+/u);
const ORDERS = linear(
  `^(?:(?:and|also|so|ok|please|pls|always|you) )*(?:never|no|answer|reply|do not|be|${VERB})\\b(?! (?:to (?:this|these|the following|it)|it (?:like )?this)\\b)`,
  "iu",
);
/** What the orders that follow are for. */
const SCOPE = linear(
  /\b(?:(?:for|in|on|about|with|when(?:ever)?|if|every ?time|any ?time) (?!(?:now|good|future|general|mind|here|me|us|you|ever|short|order|case|fact|that|this|these|all of (?:em|them)|all|em|them|it|my)\b(?! \p{L}))|(?:wenn|bei|für|cuando|para|quand|pour) )[^,;:]+/iu,
);
/** Of a head that has none, words that do not say it: "house rules, please", "the way we do it here". */
const SAYS_ONLY_THAT_ORDERS_FOLLOW = linear(
  /\b(?:please|pls|also|always|okay|right|rules?|style|house|conventions?|guidelines?|preferences|prefs|habits|things|points|requests|wishes|notes?|basics|reminders?|requirements|standing|instructions|general|following|observe|follow|stick|keep|this|that|these|those|them|they|throughout|here|here['’]?s|there|from|going|forward|with|want|like|need|have|your|yours|you|every|time|same|recipe|each|deal|some|couple|two|three|four|five|last|more|quick|small|thing|brief|before|start|listen|when|what|will|would|hello|good|morning|evening|afternoon|dear|regeln|bitte|immer|also|jetzt|sachen|règles|toujours|reglas|siempre|cosas)\b/giu,
);
const SAYS_SOMETHING = /\p{L}{4}/u;
const LASTING_END = linear(/(?:[ ,]+(?:from now on|always|though|please|pls|going forward|ab jetzt|bitte|immer))+$/iu);
const SO = `(?:so|therefore|hence|deshalb|daher|así que|donc)`;
/**
 * "I'm driving so keep it to one sentence": why, before the first order. Of other things ("our ticket tool is ancient, so …") a reason
 * passes, and all that it was given for with it: that stays one rule.
 */
const REASON = linear(
  `^((?:${FILLERS}[ ,]+)*(?:i|i['’]?(?:m|ve|d)|ich|je|j['’]ai|soy|estoy) [^,;:.!?]{2,90}?),? ${SO} (?!(?:that|much|many|far|long|i|we|you|he|she|it|they)\\b)(?:(?:please|pls|could you|can you|would you|bitte) )*`,
  "iu",
);
/** "When I ask for recipes, no nuts, metric units". */
const LEADS = linear(
  /^(?:(?:and|also|so|ok|okay|please|from now on|going forward),? )*(?:when(?:ever)?|if|for|in|on|with|about|after|before|every ?time|any ?time|wenn|bei|für|cuando|para|quand|pour)\s(?![^,;:]*\b(?:please|pls|bitte|always|never)\b)[^,;:]*,$/iu,
);
const LEAD_WORDS_MAX = 12;

/** null: it is in one part, or in too many. */
export function orderParts(text: string): PartedOrders | null {
  // Most sentences: each is read where a turn is, and nothing else is looked for in them.
  if (text.search(PART_END) < 0) return null;
  const [head = "", said = ""] = HEAD.exec(text) ?? [];
  const isHeaded = head !== "" && !ORDERS.test(said);
  const body = isHeaded ? text.slice(head.length) : text;
  const [before = "", reason = ""] = REASON.exec(body) ?? [];
  const parts = cut(body.slice(before.length));
  const [first = ""] = parts;
  const isLed = before === "" && LEADS.test(first) && countWords(first) <= LEAD_WORDS_MAX;
  const scope = isHeaded ? scopeIn(said) : "";
  const why = reason === "" ? scope : reason;
  const lead = isLed ? `${first} ` : why === "" ? "" : `${why}: `;
  const left = isLed ? parts.slice(1) : parts;
  if (left.length < 2 || left.length > PARTS_MAX) return null;
  return {
    lead,
    parts: left.map((part, at) => partOf(part, { at, last: left[at - 1], isHeaded })),
    isList: isHeaded || first.endsWith(";"),
  };
}

/** "" where the head does not say what the orders are for. */
function scopeIn(head: string): string {
  const scope = SCOPE.exec(head)?.[0].replace(LASTING_END, "");
  if (scope !== undefined) return scope;
  const [first = ""] = head.split(/[,;]/);
  return SAYS_SOMETHING.test(first.replace(SAYS_ONLY_THAT_ORDERS_FOLLOW, "")) ? first.trim() : "";
}

/** With the mark that ends each. */
function cut(text: string): string[] {
  const held = text.replace(QUOTED, (quoted) => quoted.replaceAll(" ", HELD));
  const parts: string[] = [];
  let from = 0;
  for (const { 0: end, index } of held.matchAll(PART_END)) {
    const to = index + end.trimEnd().length;
    parts.push(held.slice(from, to));
    from = index + end.length;
  }
  parts.push(held.slice(from));
  return parts.map((part) => part.replaceAll(HELD, " ").trim()).filter((part) => part !== "");
}

interface Place {
  readonly at: number;
  /** The part before it; undefined for the first. */
  readonly last: string | undefined;
  readonly isHeaded: boolean;
}

function partOf(text: string, { at, last, isHeaded }: Place): OrderPart {
  const order = withoutMarks(text.replace(JOINS, ""));
  const isItem = last === undefined ? isHeaded || text.endsWith(";") : last.endsWith(";");
  const isMore = last !== undefined && (isItem ? POINTS_BACK.test(order) : isBeside(text, order, { last, at }));
  const is = isMore ? "beside" : whatIs(order);
  return {
    text,
    order,
    is: isItem && (isHeaded || is === null) ? "order" : is,
    isAdded: JOINED.test(text) && ORDERS.test(order),
  };
}

/** By how it goes on from the parts before it. */
function isBeside(text: string, order: string, { last, at }: { readonly last: string; readonly at: number }): boolean {
  if ([GOES_ON, ENDS_NAMES, POINTS_BACK].some((each) => each.test(order)) || isNames(text)) return true;
  if (at > 1 && isNames(last) && JOINED.test(text) && !ORDERS.test(text)) return true;
  return !last.endsWith(",") && Math.min(countWords(last), countWords(order)) < JOINED_WORDS_MIN;
}

function whatIs(order: string): OrderPart["is"] {
  if (IS_DONE.test(order) || FORBIDS.test(order)) return "order";
  const said = order.replace(BECAUSE, "");
  return TELLS.test(said) || (STATES.test(said) && !ORDERS.test(order)) ? "beside" : null;
}

function isNames(part: string): boolean {
  return NAMES.test(withoutMarks(part.replace(JOINS, "")));
}

function countWords(text: string): number {
  return text.split(" ").length;
}
