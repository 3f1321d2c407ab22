// The ways in which somebody says what they do for a living.
import { linear } from "../matching/linear-expression.ts";
import { ADVERB, BOUNDARY, GREETING, type Statement } from "./attribute-words.ts";
import { readName } from "./person-names.ts";

/** Titles that stand without an article: "as head of marketing". */
const TITLED = "(?:head|director|chief|vice|vp|senior|lead|ceo|cto|cfo|coo)\\b";
const SINCE = "\\b(?:as of|since) (?:today|yesterday|this \\w+|last \\w+|\\w+day) ";

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
    pattern: `${BOUNDARY}(?:{i} ${ADVERB}(?:work|serve)|{am} ${ADVERB}(?:working|employed)|{have} (?:been working|worked)|(?:{i}|{have}) ${ADVERB}(?:recently |finally )?(?:started(?: working| out)?|got hired|was hired|been hired|got taken on|was taken on|been taken on|got a job|retrained|requalified)|{i} (?:make|earn) {my} living)(?: [\\w-]+){0,6} as (?=an? |the |${TITLED})`,
  },
  {
    cue: "my-job-is",
    attribute: "occupation",
    rank: 4,
    pattern: `${BOUNDARY}{my} (?:current |new |day |main |actual )?(?:job|occupation|profession|role|position|trade|job title|title|line of work)(?: is|'s|:)(?: now| currently| actually)?(?: that of| being)? `,
    bare: true,
  },
  {
    cue: "i-am-occupation",
    attribute: "occupation",
    rank: 3,
    pattern: `(?:${BOUNDARY}|${SINCE}){am} ${ADVERB}(?=(?:an?|the) )`,
  },
  {
    cue: "i-am-title",
    attribute: "occupation",
    rank: 3,
    pattern: `(?:${BOUNDARY}|${SINCE}){am} ${ADVERB}(?!an? |the )`,
    after: /^ ?(?:at|of|for|in|here|now|nowadays|these days|again|[,.!]|$)/,
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
    pattern: `${BOUNDARY}(?:{i} (?:just |recently |finally )became|{have} (?:just |recently |finally |now )?become) (?=an? |the )`,
  },
  {
    cue: "promoted-to",
    attribute: "occupation",
    rank: 4,
    pattern: `${BOUNDARY}(?:(?:{i}|{have}) (?:just |recently |finally )?(?:was |got |been )(?:just |recently |finally )?(?:promoted to|made|appointed|bumped up to)|(?:they|my (?:boss|company|manager|employer))(?:'ve| have)?(?: just| finally)? (?:made {me}|promoted {me} to|appointed {me})) `,
    bare: true,
    after: linear(
      /^(?! of (?:the|my|our|a) (?:[^\s,.;:!?]{1,30} ){0,4}(?:choir|society|club|association|committee|newsletter|team|band|league|guild|troupe|pta|parish|church|group|village|council)\b)/,
    ),
  },
  {
    cue: "new-job-as",
    attribute: "occupation",
    rank: 4,
    pattern: `${BOUNDARY}(?:{i}|{have}) (?:just |recently |finally )?(?:started|got|have|took|taken|accepted|began|begun|landed)(?: \\w+){0,3} (?:job|position|role) as (?=an? |the |${TITLED})`,
  },
  {
    cue: "name-and-occupation",
    attribute: "occupation",
    rank: 2,
    only: "first",
    pattern: `${BOUNDARY}(?:[Ii]'m|[Ii] am|my name(?:'s| is)) \\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+)?, (?=an? )`,
  },
  {
    // One word alone may be whom the user speaks to: "I'm Priya, doctor".
    cue: "name-and-occupation",
    attribute: "occupation",
    rank: 2,
    only: "first",
    pattern: `^${GREETING}?(?:I'm|I am|im|my name(?:'s| is)) ([\\p{L}'-]+(?: [\\p{L}'-]+)?)(?:, ?[1-9]\\d)?, (?:(?:first|second|third|fourth|final)[ -]year )?(?!an? |the |your |our |my )(?=[\\p{L}-]+ (?:[\\p{L}-]+ ){0,4}[\\p{L}-]+)`,
    bare: true,
    says: ([, name = ""]) => readName(name, { announced: false })?.rest === "",
    after: linear(/^(?:[.,;!]| (?:in|at|from|based|here|living|working)\b| *$)/),
  },
];
