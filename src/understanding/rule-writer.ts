// Writes a standing rule from what a user said, by the words alone; a statement that is not surely durable gives none.
import { linear } from "../matching/linear-expression.ts";
import { isForeign } from "./foreign-speech.ts";
import { withoutPasted } from "./pasted-messages.ts";
import { readFact } from "./rule-facts.ts";
import { readName } from "./rule-names.ts";
import { type Draft, readOrder } from "./rule-orders.ts";
import { expandContractions } from "./rule-person.ts";
import { readTaste } from "./rule-tastes.ts";
import {
  CLOCK,
  CODE,
  HOSTILE,
  LANGUAGE,
  MOMENT,
  NOT_IN_EARNEST,
  PASTED,
  QUESTION_INSIDE,
  QUESTION_START,
  QUOTED_SPEECH,
  RECURRING,
  spread,
  UNSURE,
} from "./rule-words.ts";
import { rememberRule, toldToRemember } from "./told-to-remember.ts";

export interface WrittenRule {
  /** One imperative sentence about the user: one line, at most 300 characters. */
  readonly text: string;
  /** What the rule settles ("name", "taste:mushrooms"): of two rules with one topic, only one can hold. */
  readonly topic: string;
}

/** Reads English; equal statements give equal rules. */
export interface RuleWriter {
  /** null for what is not durable: questions, small talk, errands, facts of one day. Doubt gives null too. */
  write(statement: string): WrittenRule | null;
  /** Whether the statement takes back an earlier one without saying what holds instead: "I changed my mind". */
  retracts(statement: string): boolean;
}

const RULE_CHARS_MAX = 300;
/** Characters that are read of a statement: nobody says after a page of text what is to be remembered. */
const STATEMENT_CHARS_MAX = 2_000;
const SENTENCE_CHARS_MAX = 240;

const LEAD_IN = spread(
  String.raw`
    ^(?:hi(?: there)?|hello(?: there)?|hey(?: there)?|dear \w+|good (?:morning|evening|afternoon)|
    thanks(?: (?:a lot|for [\p{L} ]+))?|thank you(?: so much| for [\p{L} ]+)?|no|nope|yes|yeah|yep|ok|okay|well|
    actually|sorry|please|also|and|but|so|oh|ah|hm+|ugh|btw|by the way|fyi|as i (?:said|told you|
    mentioned)(?: before| already)?|like i said|i(?: have)? (?:already )?(?:told you|said)(?: before| already)?|
    (?:please )?(?:remember|note|keep in mind|know)(?: that|:)|just (?:so you know|to let you know|a reminder)|
    for the record|for your information|again|look|listen|honestly|personally|you know|once again|one more thing|
    another thing|that is (?:wrong|not right|not true)|wrong|first|also|to be (?:clear|honest)|important|reminder|
    and please|as a reminder|for (?:future )?reference|heads up|new rule|don't forget that|do not forget that)(?:\s*[,.:!;–—-]+\s*|\s+(?=I\b|please\b|always\b|
    never\b|don't\b|do not\b|stop\b|my\b|just\b|also\b|call\b|use\b|actually\b))`,
  "iu",
);
const REMEMBER_THAT =
  /^(?:please )?(?:remember|note|keep in mind|do not forget) (?:(?:that )?(?=I\b|my\b)|to (?=always\b|never\b))/i;
const CLOSING = spread(
  String.raw`
    [\s,]*(?:[-–—,]?\s*(?:please|thanks|thank you|ok|okay|just so you know|by the way|btw|fyi|though|remember|
    as i said|for the record|(?:keep|bear) (?:that|it) in mind|too|as well|alright|got it|right|lol|haha|again|will you|would you|you know|actually|
    to be honest|honestly|itself))?[\s.!,;:…)\p{Extended_Pictographic}]*$`,
  "iu",
);

/** Where one clause ends and the next begins inside a sentence. */
const CLAUSE_END = spread(
  String.raw`
    \s*;\s*|\s+[-–—]+\s+|—|,? (?:because|since|as) (?=I\b|it\b|my\b|the\b|they\b|that\b)|, (?:so|and|and so) (?=I\b|
    please\b|do not\b|never\b|always\b|avoid\b|use\b|stop\b|skip\b|keep\b|call\b|give\b|no\b|you\b)|, (?=(?:I|
    please|do not|never|always|just|my|you|thanks|thank|stop|avoid|so) )|, (?=(?:the|it|they|that|this|these|there|
    tell|let) |\p{Ll}+ me\b)|(?<=\p{Ll}{3})[.!] (?=\p{Lu}|\d)|, (?=(?:please|thanks|just so you know|you know)\b)|
    (?<=I am [\p{L} -]{3,40}) and (?=I\b)|, (?=(?:and )?(?:have|always|ever|never) (?:been|have|had|will|since)\b|since (?:I|the|last|birth|childhood|\d)\b)`,
  "u",
);

/** An abbreviation, whose full stop ends no sentence. */
const ABBREVIATED = linear(/\b(?:St|Dr|Mr|Mrs|Ms|Prof|Mt|Jr|vs|etc|approx|e\.g|i\.e|\p{Lu})\.\s*$/u);

export function createRuleWriter(): RuleWriter {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

  function segmentsOf(line: string): string[] {
    const found: string[] = [];
    for (const { segment } of segmenter.segment(line)) {
      const before = found.at(-1);
      if (before !== undefined && ABBREVIATED.test(before)) found[found.length - 1] = before + segment;
      else found.push(segment);
    }
    return found.map((segment) => segment.trim());
  }

  function sentencesOf(statement: string): string[] {
    const head = statement.slice(0, STATEMENT_CHARS_MAX);
    const own = head.slice(0, PASTED.exec(head)?.index ?? head.length);
    const text = withoutPasted(own).replace(/```[\s\S]*?(?:```|$)/g, "\n");
    const lines = text
      .split(/[\r\n\v\f\u0085\u2028\u2029]+/)
      .filter((line) => !/^\s*(?:>|[-*+•] |\d+[.)] )/.test(line));
    const found = lines.flatMap((line) => segmentsOf(line));
    // The bound may cut the last sentence in two: the whole of it may mean the opposite.
    if (own.length < statement.length && own.length === STATEMENT_CHARS_MAX) found.pop();
    return found.filter((sentence) => sentence !== "" && sentence.length <= SENTENCE_CHARS_MAX);
  }

  return {
    write(statement) {
      const head = statement.slice(0, STATEMENT_CHARS_MAX);
      if (HOSTILE.test(head) || NOT_IN_EARNEST.test(head)) return null;
      const sentences = sentencesOf(statement);
      const drafts = sentences.flatMap((sentence, at) => {
        const next = sentences[at + 1];
        return readSentence(next !== undefined && MISNAMED.test(sentence) ? `${sentence} ${next}` : sentence);
      });
      drafts.sort((a, b) => a.rank - b.rank);
      for (const { draft } of drafts) {
        const rule = finish(draft);
        if (rule !== null) return rule;
      }
      return null;
    },

    retracts(statement) {
      return RETRACTS.test(statement.slice(0, STATEMENT_CHARS_MAX));
    },
  };
}

/** A sentence with the wrong name alone: the right one may follow in the next sentence. */
const MISNAMED = linear(
  /^[^.!]*\b(?:stop (?:calling|callin) me|(?:do not|don['’]?t|never) call me) [\p{L}'’-]+[.!]?$/iu,
);

const RETRACTS = spread(
  String.raw`
    \b(?:any ?more|any longer|no longer|changed my mind|never ?mind|scratch that|(?:forget|ignore|
    disregard) (?:that|it|what I)|take (?:that|it) back|wrong|not (?:right|true|correct|what I)|does(?:n['’]?t| not) (?:matter|
    apply)|used to)\b`,
  "i",
);

interface RankedDraft {
  readonly draft: Draft;
  /** Smaller is better: an instruction to the assistant goes before a fact about the user. */
  readonly rank: number;
}

/** An ending that does not turn a statement into a question: "I don't eat meat, remember?" */
const ASKED_BACK = /,? (?:remember|ok|okay|alright|got it)\?+$/i;

function readSentence(sentence: string): RankedDraft[] {
  const said = sentence.replace(ASKED_BACK, "");
  if (/\?/.test(said) || CODE.test(sentence) || QUOTED_SPEECH.test(sentence) || isForeign(sentence)) return [];
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(sentence)) return [];
  const told = toldToRemember(said);
  const whole = withoutFrame(expandContractions(told ?? said));
  if (whole === "" || QUESTION_START.test(whole) || QUESTION_INSIDE.test(whole) || UNSURE.test(whole)) return [];
  const name = readName(whole);
  if (name !== null && !isOfTheMoment(whole)) return [{ draft: name, rank: 0 }];
  const together = readOrder(whole);
  if (
    together !== null &&
    /^(?:when(?:ever)?|if|every|each|any|anytime|unless|before|after|for|in)\b/i.test(together.text)
  ) {
    return isOfTheMoment(whole) ? [] : [{ draft: together, rank: 1 }];
  }
  const drafts = whole.split(CLAUSE_END).flatMap((part) => readClause(withoutFrame(part)));
  if (drafts.length > 0 || told === null) return drafts;
  const draft = rememberRule(whole);
  return draft === null ? [] : [{ draft, rank: 3 }];
}

function readClause(part: string): RankedDraft[] {
  const clause = part.replace(/^(I (?:live|work) .+?),? (?:now|nowadays|these days)$/, "$1");
  if (clause === "" || QUESTION_START.test(clause) || isOfTheMoment(clause)) return [];
  const order = readOrder(clause);
  if (order !== null) return [{ draft: order, rank: 1 }];
  const taste = readTaste(clause);
  if (taste !== null) return [{ draft: taste, rank: 2 }];
  const fact = readFact(clause);
  if (fact === null) return [];
  return [{ draft: fact, rank: /\ballergic\b/.test(fact.text) ? 0 : 3 }];
}

function withoutFrame(text: string): string {
  let rest = text.trim();
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(REMEMBER_THAT, "").replace(LEAD_IN, "").trim();
  }
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(CLOSING, "").trim();
  }
  return rest;
}

function isOfTheMoment(clause: string): boolean {
  const said = clause
    .replace(/\b(?:from (?:now|today) on)\b/gi, "")
    .replace(/^my birthday is .*/i, "")
    .replace(/^I (?:now|currently) (?=live|work)/, "I ");
  return MOMENT.test(said) || (CLOCK.test(said) && !RECURRING.test(said));
}

/** In small letters "polish" may be a verb. */
const LANGUAGE_NAMES = linear(`\\b(?!polish\\b)(?:${LANGUAGE}|british|american)\\b`, "g");

/** Words of the first person; a statement whose rule still has one was not understood. */
const FIRST_PERSON = /\b(?:I|i|me|my|mine|myself|we|us|our|ours|ourselves|let's)\b/;

function finish({ text, topic }: Draft): WrittenRule | null {
  const said = text.replace(/\s+/g, " ").trim();
  if (said.length >= RULE_CHARS_MAX || FIRST_PERSON.test(said) || HOSTILE.test(said)) return null;
  const named = said.replace(LANGUAGE_NAMES, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { text: `${named.charAt(0).toUpperCase()}${named.slice(1)}.`, topic };
}
