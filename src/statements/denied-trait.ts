// Finds what users said that they are, where a draft plainly denies it: "you are not vegetarian".
import { linear } from "../matching/linear-expression.ts";
import type { Draft } from "./draft.ts";
import { tellsNewWork } from "./held-states.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { contentStem } from "./sentence-reader.ts";
import type { Statement } from "./statement.ts";

/** What somebody is for long; else what stands behind an article: "tired" is over tomorrow. */
const LASTING =
  /^(?:vegetarian|vegan|pescatarian|veggie|diabetic|coeliac|celiac|lactose|gluten|teetotal|married|single|divorced|widowed|engaged|retired|deaf|blind|colou?rblind|dyslexic|autistic|asthmatic|epileptic|muslim|jewish|christian|catholic|hindu|buddhist|atheist|left-handed|right-handed|nut-free|self-employed|bilingual)$/;
const IS = linear(
  /\b(?:i am|i['’]m|im|we are|we['’]re) (?:(?:both|also|a strict|strictly|an?|fully|completely|still) )?([\p{L}-]+)(?=[ ]?(?:[.,;:!)]|$)| (?:and|but|so|since|for|because|intolerant)\b)/giu,
);
const IS_NOT = linear(
  /\b(?:you are not|you['’]re not|you aren['’]t) (?:(?:actually|really|in fact|an?) )*([\p{L}-]+)(?=[ ]?(?:[.,;:!)]|$)| (?:and|but|so|since|because|intolerant)\b)/giu,
);
const ARTICLE = /\ban?(?: strict)? [\p{L}-]+$/iu;
/** What tells that it is over, or was never so. */
const OVER =
  /\b(?:not|never|no longer|no more|any ?more|used to|stopped|quit|gave up|given up|again|was|were|until|former|ex|isn['’]t|became|turned)\b/iu;
/** "I eat meat again". */
const EATS_ALL = linear(/\b(?:eat|eats|eating|ate|had|having)\b[^.,;!?]{0,40}\b(?:again|these days|now)\b/iu);
const TRAITS_MAX = 4;

/** null: memory tells of none, or that it is over. */
export function deniedTrait({ memory, question }: Draft, statement: Statement): RememberedStatement | null {
  if (!statement.negated || statement.tellsHistory || question.history) return null;
  for (const stem of traitsIn(statement, IS_NOT)) {
    let found: RememberedStatement | null = null;
    for (const remembered of memory.all) {
      if (!remembered.byUser || !remembered.claims) continue;
      if (tellsNewWork(remembered) || EATS_ALL.test(remembered.text)) found = null;
      if (!remembered.stems.has(stem)) continue;
      const tells = !remembered.negated && remembered.conditional.size === 0 && traitsIn(remembered, IS).has(stem);
      if (OVER.test(remembered.text)) found = null;
      else if (tells) found = remembered;
    }
    if (found !== null) return found;
  }
  return null;
}

function traitsIn({ text }: Statement, pattern: RegExp): ReadonlySet<string> {
  const found = new Set<string>();
  for (const match of text.matchAll(pattern)) {
    const word = match[1]!.toLowerCase();
    const isLasting = LASTING.test(word) || ARTICLE.test(match[0]);
    const stem = isLasting ? contentStem(word) : null;
    if (stem !== null) found.add(stem);
    if (found.size === TRAITS_MAX) break;
  }
  return found;
}
