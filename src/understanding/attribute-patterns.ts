// Finds what a sentence states about a person's name and occupation, in the first person and in the second.
import type { StatedAttribute } from "../domain/learning.ts";
import { linear } from "../matching/linear-expression.ts";
import { statesChange } from "./announced-changes.ts";
import { ANYWHERE, BOUNDARY, type Person, type PersonWords, type Statement, WORDS } from "./attribute-words.ts";
import { NAME_STATEMENTS } from "./name-statements.ts";
import { OCCUPATION_STATEMENTS } from "./occupation-statements.ts";
import { readOccupation } from "./occupations.ts";
import { readName } from "./person-names.ts";

const STATEMENTS: readonly Statement[] = [...NAME_STATEMENTS, ...OCCUPATION_STATEMENTS];

/** Words before a statement that show that it is somebody else's, a supposition, a wish or part of a text. */
const VOIDED: Readonly<Record<Person, RegExp>> = {
  first:
    /\b(?:if|suppose|supposing|imagine|pretend|let's say|say|says|said|saying|tells?|told|thinks?|thought|song|goes|translate|write|rewrite|draft|grammar|proofread|paraphrase|summari[sz]e|sentence|phrase|email|letter|begins?|starts?|roleplay|role play|act|wish|wishes|dream|dreamt|as though|would|unless|whether|asked|asks|claims?|story|lyrics|character)\b/i,
  second:
    /\b(?:if|when|suppose|imagine|pretend|as though|unless|whether|would|not|never|wish|unsure|could|like|stop)\b|n't\b/i,
};
/** "Sure, and I'm an astronaut." */
const SARCASM = /^(?:oh )?(?:sure|yeah,? right|right|of course)[,.]* and /i;
/** Words that show, anywhere in a sentence, that it is about a quotation or a title. */
const TEXT = linear(
  /\bwho said (?:that|it|this)\b|\bwhich (?:book|film|movie|song)\b|\b(?:is|was) (?:on tonight|my fav\w+ (?:song|show|film))\b|\bis a (?:catchy )?(?:song|film|movie|show)\b/i,
);

interface Compiled extends Omit<Statement, "pattern"> {
  readonly pattern: RegExp;
}

function compile(person: Person): Compiled[] {
  const open = (source: string) => (person === "second" ? source.replace(BOUNDARY, ANYWHERE) : source);
  const fill = (source: string) =>
    open(source).replace(/\{(i|am|have|my|me)\}/g, (_, key: keyof PersonWords) => WORDS[person][key]);
  return STATEMENTS.filter(({ only }) => only === undefined || only === person).map(({ after, ...statement }) => ({
    ...statement,
    pattern: linear(fill(statement.pattern), "giu"),
    ...(after === undefined ? {} : { after: linear(fill(after.source), "iu") }),
  }));
}

const COMPILED: Readonly<Record<Person, readonly Compiled[]>> = { first: compile("first"), second: compile("second") };

export interface RankedStatement extends StatedAttribute {
  readonly rank: number;
}

interface StatedValue {
  readonly value: string;
  /** See StatedAttribute. */
  readonly isChange: boolean;
}

/** A pattern is tried at no more than this many places in one sentence. */
const PLACES_MAX = 8;

/** What a sentence states about the person: every pattern that found a value. */
export function statementsIn(sentence: string, person: Person): RankedStatement[] {
  if (TEXT.test(sentence)) return [];
  const found: RankedStatement[] = [];
  for (const statement of COMPILED[person]) {
    let places = 0;
    for (const match of sentence.matchAll(statement.pattern)) {
      places += 1;
      if (places > PLACES_MAX) break;
      if (!(statement.says?.(match) ?? true)) continue;
      const read = readStatedValue(statement, sentence, match.index, match.index + match[0].length, person);
      if (read === null) continue;
      const { attribute, cue, rank } = statement;
      found.push({ attribute, value: read.value, cue, rank, ...(read.isChange ? { isChange: true } : {}) });
      break;
    }
  }
  return found;
}

/** A question after a comma or a full stop is a clause of its own: the statement before it is not asked. */
const ANOTHER_CLAUSE = linear(/[,;.:!] ?\S+ /);
/** Words just before a statement that say since when it holds: "right now I'm a nurse", "now that I'm a nurse". */
const SINCE_WHEN = /\b(?:right|for|until|till|by|just|every|from|now|nowadays|these days|from now on),? ?(?:that ?)?$/i;

function readStatedValue(
  statement: Compiled,
  sentence: string,
  start: number,
  end: number,
  person: Person,
): StatedValue | null {
  if (VOIDED[person].test(sentence.slice(0, start)) || SARCASM.test(sentence.slice(0, end))) return null;
  const text = sentence.slice(end);
  const read =
    statement.attribute === "name"
      ? readName(text, {
          announced: statement.announced ?? (statement.announcedInSmall === true && /^\p{Ll}/u.test(sentence)),
          ...(statement.after === undefined ? {} : { after: statement.after }),
        })
      : readOccupation(text, { anyHead: statement.anyHead ?? false, bare: statement.bare ?? false });
  if (read === null) return null;
  // A statement in the form of a question states nothing, unless only a later clause asks. A request may be a question.
  const isRequest = statement.cue === "call-me";
  if (!isRequest && /\?\s*$/.test(read.rest) && !ANOTHER_CLAUSE.test(read.rest)) return null;
  if (statement.after !== undefined && !statement.after.test(read.rest)) return null;
  if (statement.cue === "call-me" && /^ (?:is|was|if|when|at|on|before|after|later|names|a|an)\b/i.test(read.rest))
    return null;
  const before = `${SINCE_WHEN.exec(sentence.slice(0, start))?.[0] ?? ""}${sentence.slice(start, end)}`;
  return { value: read.value, isChange: person === "first" && statesChange(before, read.rest) };
}
