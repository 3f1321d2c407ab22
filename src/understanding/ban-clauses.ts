// Cuts a rule into what it forbids: what follows "never" or "no", with what a pronoun in it stands for.
import { linear } from "../matching/linear-expression.ts";
import { stemsOf } from "./answer-looks.ts";
import { withoutAddressee } from "./rule-addressee.ts";

const STOPPED =
  "using|saying|writing|calling|suggesting|recommending|proposing|offering|mentioning|talking|bringing|putting|adding|including";
const ORDERS = `never|do not|don['’\`´]?t|must not|mustn['’]?t|should not|shouldn['’]?t|avoid|refrain from|(?:asked|told|tell) you not to|(?:can|could|would|will) you (?:please )?not|(?:stop|quit) (?=(?:${STOPPED})\\b)`;
/** "Never ever", "don't you ever". */
const STRESS = String.raw`\s*(?:(?:,? ?(?:you )?ever|again|please|even)\b,?\s*)*`;
/** How a ban begins, wherever it stands in its sentence; what follows is the forbidden thing. */
const BAN = linear(`\\b(?:${ORDERS})${STRESS}`, "i");
/** Where the forbidden thing ends and its exception, reason or alternative begins. */
const THING_END = /[,;:.!?]|\b(?:unless|except|instead|but|because|since|when|if)\b/i;
/** What a ban under a condition forbids at other times is nothing: "no lists when I ask for a poem". */
const CONDITION = /^,?\s*(?:when(?:ever)?|if|while)\b/i;
/** "No emojis." forbids too, at the start of its sentence. */
const NONE = /^\s*no\s+/i;
/** "I don't know" tells of somebody; it forbids nothing. */
const TOLD_OF = /(?:^|[^\p{L}])(?:i|we|they|he|she|it|who|which|people|i['’]ve|we['’]ve)\s*$/iu;
/** "Dont know", "don't forget to …": said so, and no ban. */
const IDLE =
  /^(?:(?:know|worry|mind|care|bother|panic|forget|believe|understand)\b|(?:ask|rush|wait|help|work)$|help me\b)/i;
const CLOSER = linear(
  /[\s,]+(?:ever|again|any ?more|any longer|please|pls|plz|at all|in future|from now on|going forward|under any circumstances)$/i,
);
const QUOTE_END = /[”"]$/;
const ABBREVIATED = /\b(Mr|Mrs|Ms|Dr|Prof|St)\./g;

/** "The user's ex, Maya." is about what "the user's ex Maya" is about. */
const APPOSED = linear(
  /\b(ex(?:-\p{L}{3,15})?|mother|father|mum|mom|dad|brother|sister|husband|wife|boss|son|daughter|friend|girlfriend|boyfriend|partner), (\p{Lu}[\p{L}'’-]{1,30})(?=\s*(?:$|[.,;!”]))/gu,
);

/** Sentences of a rule as the bans in them are read: what says whom the assistant speaks to limits nothing. */
export function readable(sentence: string): string {
  return withoutAddressee(sentence.replace(ABBREVIATED, "$1").replace(APPOSED, "$1 $2"));
}

/** `before`: the sentence before it in the rule, for its pronouns. */
export function bannedTexts(sentence: string, before: string): string[] {
  const texts: string[] = [];
  let rest = readable(sentence);
  let passed = "";
  for (let ban = NONE.exec(rest) ?? BAN.exec(rest); ban !== null; ban = BAN.exec(rest)) {
    passed += rest.slice(0, ban.index);
    rest = rest.slice(ban.index + ban[0].length);
    const isOrder = !TOLD_OF.test(passed) || /^want\b/i.test(rest);
    // "I don't like it so don't suggest it" forbids with its second denial alone.
    const end = (isOrder ? THING_END : BAN).exec(rest)?.index ?? rest.length;
    const thing = withNamed(withoutCloser(rest.slice(0, end).replace(QUOTE_END, "")), passed, before);
    passed += ban[0] + rest.slice(0, end);
    rest = rest.slice(end);
    if (!CONDITION.test(rest) && isOrder && thing !== null && !IDLE.test(thing)) texts.push(thing);
  }
  return texts;
}

/** "Suggest porridge anymore" is about what "suggest porridge" is about. */
export function withoutCloser(thing: string): string {
  let rest = thing.trim();
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(CLOSER, "").trim();
  }
  return rest;
}

/** A pronoun that stands for something told before, and not before a noun of its own. */
const PRONOUN = linear(/\b(?:it|them|him|(?:her|that|this|those|these)(?=\s*$|\s+(?:to|in|up|again|with)\b))(?!['’])/i);

/** The thing with what its pronoun stands for; null: nobody can tell what it forbids. */
function withNamed(thing: string, passed: string, before: string): string | null {
  if (!PRONOUN.test(thing)) return thing;
  const named = namedIn(passed) ?? namedIn(before);
  if (named !== null) return thing.replace(PRONOUN, named);
  return stemsOf(thing).length > 1 ? thing : null;
}

const DISLIKED = linear(
  /\b(?:gone off|went off|go off|sick (?:and tired )?of|tired of|bored (?:of|with)|fed up with|had enough of|enough(?: of)?|done with|over|hates?|can(?:['’]?t|not) (?:stand|bear|eat|have)|detests?|loathes?|dislikes?|(?:do(?:es)?n['’]?t|do(?:es)? not) (?:really |much )?(?:like|want|eat|drink|enjoy)|not (?:a )?(?:big |huge )?(?:fan of|keen on|into|fond of)|allergic to|quit|given up|gave up|stopped (?:eating|drinking|using)|split (?:up )?with|broke up with) ([^,;:.!?]{2,60})/i,
);
const NAMED_PERSON = linear(
  /\b(?:[Mm]y|[Tt]he user['’]s) ((?:ex-?)?\p{L}{2,20}) (?:is|was)(?: called| named)? (\p{Lu}\p{L}+)/u,
);
const SUBJECT = linear(
  /(?:^|[,;:.!“”"])\s*(?:(?:the|my|any|all|the user['’]s) )?([\p{L}'’-]{2,30}(?: [\p{L}'’-]{2,30}){0,2}?) (?:is|are|was|were|makes?|gives?|gave|doesn['’]?t|does not|don['’]?t|do not|upsets?|disgusts?|tastes?|bores?)\b/iu,
);
const NAMED_ENDS =
  /\s(?:and|so|since|because|after|for|now|lately|at|in|on|any ?more|these|completely|really|but|please|thanks|-|–|—)(?:\s|$)/i;
const NO_NAME = /^(?:i|you|we|they|it|he|she|that|this|there|what|which|the user|user|eating|food)$/i;

/** What a clause names that a later "it" stands for: "i've gone off porridge", "porridge makes me ill", "porridge". */
function namedIn(clause: string): string | null {
  const person = NAMED_PERSON.exec(clause);
  if (person !== null) return `my ${person[1]} ${person[2]}`;
  const said = DISLIKED.exec(clause)?.[1] ?? SUBJECT.exec(clause)?.[1] ?? (isShort(clause) ? clause : "");
  const named = said
    .slice(0, NAMED_ENDS.exec(`${said} `)?.index ?? said.length)
    .replace(/[^\p{L}\p{N}'’ -]/gu, "")
    .trim();
  return named === "" || NO_NAME.test(named) || stemsOf(named).length === 0 || stemsOf(named).length > 3 ? null : named;
}

function isShort(clause: string): boolean {
  const words = clause.trim().split(/\s+/);
  return words.length <= 2;
}

const NONE_OF = "no more|no|zero|without(?: using| any)?|free of";
/** These forbid only what answers are made of. */
const LEFT_OUT =
  "(?:skip|drop|leave out|omit|lose|ditch|cut out|cut|lay off|ban|enough (?:with|of)|stay away from|keep away from|i hate|hates)(?: all)? (?=the\\b|all\\b|emoj|bullet|heading|list|bold|exclam|hashtag|markdown|table)";
/** Begins what forbids a form, a word, a unit or a food in a few words, anywhere in a sentence. */
const LOOSE = linear(`\\b(?:${ORDERS}|${NONE_OF}|${LEFT_OUT})${STRESS}`, "gi");
const LOOSE_END = linear(
  /[;:.!?]|\b(?:unless|except|instead|but|because|since|as|so)\b|,?\s*\b(?:when(?:ever)?|if|while)\b/i,
);
/** What is left at the end of a piece of a list. */
const LIST_END = linear(/[\s,]*(?:\b(?:and|or|nor|with)\b)?[\s,]*$/i);
/** After these "no" tells that there is none. */
const NONE_IS = linear(
  /\b(?:there(?:['’]s| is| are| was| were)|ha(?:s|ve|d)|got|if|when(?:ever)?|where|that)(?:\s+\S+)?\s*$/i,
);
/** "Never answer without a list", "don't skip the links": two denials are an order. */
const DENIED = /\b(?:not|never|no|cannot)\b|n['’]?t\b/i;
/** A ban for some answers only: "When I ask for a poem, no lists". */
const LED_BY_CONDITION = linear(
  /^[\s“"]*(?:and |also |please )?(?:when(?:ever)?|if|while|in|for|on|during|after|before|unless|every time|each time|any ?time)\b(?! (?:the )?(?:future|general|my opinion|god|goodness|heaven|the love|all answers|every answer))[^,]{1,120},/i,
);
/** UTF-16 units before a ban in which it may be denied. */
const BEFORE_UNITS = 200;
/** What a denial before it turns into an order. */
const SOFT = /^(?:without|free|skip|drop|leave|omit|lose|ditch|cut|lay)/i;
const WANTED = /^want(?: you)?(?: to)?(?: (?:see|hear|read|get|have))?\s+/i;

/** A few words after "no" or "don't", up to what cannot belong to a list of forbidden things. */
export function loosePieces(sentence: string): string[] {
  const text = readable(sentence);
  if (LED_BY_CONDITION.test(text)) return [];
  const cues = [...text.matchAll(LOOSE)];
  return cues.flatMap((cue, at) => {
    const from = cue.index + cue[0].length;
    const rest = text.slice(from, cues[at + 1]?.index ?? text.length);
    const end = LOOSE_END.exec(rest);
    if (end !== null && CONDITION.test(end[0])) return [];
    const before = text.slice(Math.max(0, cue.index - BEFORE_UNITS), cue.index);
    const clause = before.split(/[,;:.!?“”"]/).at(-1)!;
    if (TOLD_OF.test(before) && !/^(?:want|no)\b/i.test(text.slice(from))) return [];
    if (/^(?:no|zero)\b/i.test(cue[0]) && NONE_IS.test(clause)) return [];
    if (SOFT.test(cue[0]) && DENIED.test(clause)) return [];
    const piece = rest.slice(0, end?.index ?? rest.length).replace(LIST_END, "");
    return [withoutCloser(piece).replace(WANTED, "")];
  });
}
