// The ways in which somebody says what they do for a living.
import { linear } from "../matching/linear-expression.ts";
import { ADVERB, BOUNDARY, type Statement } from "./attribute-words.ts";

export const OCCUPATION_STATEMENTS: readonly Statement[] = [
  {
    cue: "as-occupation",
    attribute: "occupation",
    rank: 2,
    pattern: "(?:^|[,;:.!] ?)(?:hi, |so |but |and |well,? )?(?:speaking )?as (?=an? )",
    after: linear(/^(?:[^,.;:!?]{0,40},)? ?(?:{i}|{my}|{am}|{have})\b/),
  },
  {
    cue: "i-work-as",
    attribute: "occupation",
    rank: 4,
    anyHead: true,
    pattern: `${BOUNDARY}(?:{i} ${ADVERB}(?:work|serve)(?: full-time| part-time| nights| days| mostly)?|{am} ${ADVERB}(?:working|employed|serving)(?: full-time| part-time)?|{have} (?:\\w+ )?(?:been working|worked|been employed|been)) as (?=an? |the )`,
  },
  {
    cue: "i-work-as",
    attribute: "occupation",
    rank: 4,
    pattern: `${BOUNDARY}(?:{i} ${ADVERB}(?:work|serve)|{am} ${ADVERB}(?:working|employed)|{have} (?:been working|worked)|{i} (?:just |recently )?(?:started(?: working| out)?|got hired|was hired|got a job)|{i} (?:make|earn) {my} living)(?: [\\w-]+){0,6} as (?=an? |the )`,
  },
  {
    cue: "my-job-is",
    attribute: "occupation",
    rank: 4,
    pattern: `${BOUNDARY}{my} (?:current |new |day |main |actual )?(?:job|occupation|profession|role|position|trade|job title|title|line of work)(?: is|'s|:)(?: now| currently| actually)?(?: that of| being)? `,
    bare: true,
  },
  { cue: "i-am-occupation", attribute: "occupation", rank: 3, pattern: `${BOUNDARY}{am} ${ADVERB}(?=(?:an?|the) )` },
  {
    cue: "i-am-title",
    attribute: "occupation",
    rank: 3,
    pattern: `${BOUNDARY}{am} ${ADVERB}(?!an? |the )`,
    after: /^ ?(?:at|of|for|in|here|[,.!]|$)/,
  },
  {
    cue: "i-have-been",
    attribute: "occupation",
    rank: 3,
    pattern: `${BOUNDARY}(?:{have}) been (?=an? )`,
    after: linear(/^(?:[^,.;:!?]{0,30})? (?:for|since|all my life|now)\b/i),
  },
  {
    cue: "i-became",
    attribute: "occupation",
    rank: 3,
    pattern: `${BOUNDARY}{i} (?:just |recently |finally )became (?=an? |the )`,
  },
  {
    cue: "promoted-to",
    attribute: "occupation",
    rank: 4,
    pattern: `${BOUNDARY}{i} (?:was |got |just got |have been )(?:just |recently )?promoted to `,
    bare: true,
  },
  {
    cue: "new-job-as",
    attribute: "occupation",
    rank: 4,
    pattern: `${BOUNDARY}{i} (?:just |recently )?(?:started|got|have|took|accepted|began)(?: \\w+){0,3} (?:job|position|role) as (?=an? |the )`,
  },
  {
    cue: "name-and-occupation",
    attribute: "occupation",
    rank: 2,
    only: "first",
    pattern: `${BOUNDARY}(?:[Ii]'m|[Ii] am|my name(?:'s| is)) \\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+)?, (?=an? )`,
  },
];
