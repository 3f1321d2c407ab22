// Finds an allergy that memory tells of, where a draft says that there is none: a form left empty may cost a life.
import type { Draft } from "./draft.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { plainWord, type Statement } from "./statement.ts";
import { KINSHIP } from "./value-words.ts";

const ALLERGY = /^(?:allerg\p{L}*|anaphyla\p{L}*)$/u;
/** "No allergies", "not allergic to anything": of all of them, not of one. */
const NONE_AT_ALL =
  /\b(?:(?:no|any|without) (?:known |food |drug |other )?allerg(?:y|ies)\b|not (?:known to be )?allergic(?: to any(?:thing)?\b| ?(?:[.,;!]|$)))/i;
const OF_ONE = /\ballerg(?:y|ies) (?:to|against)\b/i;
const NO_LONGER = /\b(?:outgr[eo]w\p{L}*|no longer|any ?more|used to|not|isn['’]t|aren['’]t|never)\b/iu;

/** Of somebody else, or of an animal. */
const OTHERS = /^(?:he|she|they|his|her|hers|their|theirs|him|them|kid|kids|baby|toddler|dog|cat|horse|puppy|kitten)$/;

/** null: memory tells of none of the user's own, or says itself that there is none. */
export function deniedAllergy(
  { memory, askedWords, statements }: Draft,
  statement: Statement,
): RememberedStatement | null {
  if (
    !NONE_AT_ALL.test(statement.text) ||
    OF_ONE.test(statement.text) ||
    isOfOthers(statement) ||
    [...askedWords].some(isOther)
  )
    return null;
  // "No allergies", "I have outgrown it": the last word counts.
  const last = memory.all.findLast((each) => each.byUser && !isOfOthers(each) && tells(each));
  const isNone = last === undefined || last.negated || NO_LONGER.test(last.text);
  return isNone || names(statements, last) ? null : last;
}

/** "Penicillin; no other allergies": what it is to is told. */
function names(statements: readonly Statement[], { stems }: RememberedStatement): boolean {
  const told = [...stems].filter((stem) => !ALLERGY.test(stem));
  return statements.some((each) => told.some((stem) => each.stems.has(stem)));
}

function tells({ tokens }: Statement): boolean {
  return tokens.some((token) => ALLERGY.test(plainWord(token)));
}

function isOfOthers({ tokens }: Statement): boolean {
  return tokens.some((token) => isOther(plainWord(token)));
}

function isOther(word: string): boolean {
  return KINSHIP.has(word) || OTHERS.test(word);
}
