// Corrections that name both what is right and what is wrong: "not X but Y", "it's X, not Y".
import { linear } from "../matching/linear-expression.ts";
import { BE, BE_NOT, type Cue, NOMINAL } from "./correction-words.ts";

/** Tried on a sentence without its openers. */
export const CONTRAST_CUES: readonly Cue[] = [
  {
    id: "x-is-wrong-should-be",
    pattern: linear(
      /^(?:the|my|your|this) [^,;:]{1,60} (?:is|was|are) (?:wrong|incorrect)[,;:.]? (?:and |it |they |that )*(?:it |they |that )?(?:should|must|'s|is)\b/i,
    ),
  },
  {
    id: "not-x-but-y",
    pattern: linear(
      `(?:^|^(?:[Ii]t|[Tt]hat|[Hh]e|[Ss]he|[Tt]hey|[Mm]y \\w+|[Tt]he \\w+)(?:'s| is| was| are| were) )[Nn]ot ${NOMINAL}[^,;.]{0,40},? but (?:rather )?${NOMINAL}`,
    ),
    unless: /\bnot only\b|\bnot (?:a|the|my) (?:bad|big|huge|great|fan|problem|best)\b/i,
  },
  {
    id: "not-x-y",
    pattern: linear(`^[Nn]ot ${NOMINAL}[^,;.]{0,40}[,;] ${NOMINAL}`),
    unless: /^not (?:a (?:bad|big|huge|problem|fan)|the (?:best|worst|greatest))|\b(?:i|i'm|we|it|it's)\b/i,
  },
  {
    id: "it-is-x-not-y",
    pattern: linear(
      /^(?:no,? )?(?:it|that|this|he|she|they|i|we|the|my|our|your|his|her|you)\b[^,;]{0,80}?(?:'s|(?<=\b(?:it|that|he|she))s\b|'m|'re| is| am| are| was| were| be| live| lives| work| works| said| meant| needs?| takes?| leaves?| starts?| ends?| opens?| closes?| moved| have| has| had| costs?| called| named| spelled| ordered| booked| speak| speaks)\b[^;]{1,80}?(?:,(?: and)? not (?!get|go|have|make|do)|,? and not (?=(?:on|in|at|for|from|the|an?|my|with) |\d)| not (?=\d))(?:on |in |at |for |from |the |an? |my |with |to |by )*[\p{L}\d][^,;]{0,30}(?:[.!]*$|, (?:please|thanks|ok|as|so)\b)/iu,
    ),
    unless: linear(
      /^(?:it|this|that)(?:'s|s| is| was) an? [^,]{1,40}, not|^(?:i|we) (?:need|have)\b|\b(?:right|easy|same) thing\b|\bnot (?:far|near|close|well|out|only|just|really|yet|always|now|sure|at all|because|that|to|too|so|very|even|if|when|as|like|be|in the mood|the end|much|what|for (?:me|everyone)|allowed|have|been|a (?:fan|problem|big deal|bad)|going|i)\b|(?:'s|is|are|was|were|am|'m|'re|have|has|had|do|does|did|would|could|should|can|may|might|will|must|or|why|if|but|still|just|often|maybe|probably|simply|really|about|definitely|certainly|i'd) not\b|\b(?:like|love|prefer|want|hope|wish|as they say|until|just|whether|remember to|try to|trying|hoping|feeling|looking|going to)\b/i,
    ),
  },
  {
    id: "it-is-not-x-it-is-y",
    pattern: linear(
      `^(?:no,? )?(?:[Ii]t|[Tt]hat|[Tt]his|[Hh]e|[Ss]he|[Mm]y [\\w ]{1,30}|[Tt]he [\\w ]{1,30}|[Oo]ur [\\w ]{1,30})${BE_NOT} [^,;.]{1,40}[,;.–—]+ ?(?:it|he|she|that|they)${BE} (?:actually |really )?(?:${NOMINAL}|(?:due|called|spelled|mine|yours|half|noon|midnight|first|second|last|next)\\b)`,
    ),
    unless:
      /\bnot (?:just|only|about|easy|bad|that|always|too|so|really|a (?:big|bad|problem|secret)|the end)\b|\bn't (?:just|only|about|easy|bad|that|always|too|so|really)\b|\b(?:it)(?:'s| is) (?:about|a (?:great|good|bit|lot|journey|way|process|wonderful))\b/i,
  },
  {
    id: "i-am-not-x-i-am-y",
    pattern: linear(
      /^(?:[Nn]o,? )?[Ii](?:'m| am) not (?:(?:an?|the|from|in|at) |(?=[A-Z]))[^,;.]{1,40}[,;.–-] ?(?:but )?[Ii](?:'m| am) (?:(?:an?|the|from|in|at) |[A-Z])/,
    ),
  },
  {
    id: "my-name-is-not",
    pattern: linear(/^(?:[Nn]o,? )?[Mm]y name(?: is not| isn't|'s not| is no longer) (?:[A-Z]|[a-z]+[,;] ?it'?s)/),
  },
  { id: "you-mean-x-not-y", pattern: linear(/^you (?:mean|meant) [^,;]{1,40},? not\b/i) },
  {
    id: "you-said-but",
    pattern: linear(
      /^you (?:said|wrote|claimed|told me|put|wrote down) [^;]{1,60}?,? but (?:it|it's|that's|the|my|i|i'm|he|she|we|they)\b/i,
    ),
    unless: /\bbut i (?:think|feel|believe|wonder|love|like|still)\b/i,
  },
  {
    id: "not-verb-but-verb",
    pattern: linear(
      /(?:^|, )(?:no,? )?(?:i|we|he|she|they|it|you) (?:don't|do not|doesn't|does not|didn't|did not|no longer) (\w{3,12})\b[^,;.]{1,50}[,;] (?:i|we|he|she|they|it|but i|but we) (?:only |just |now |always )?(\w{3,})/i,
    ),
    says: ([, verb = "", other = ""]) => other.toLowerCase().startsWith(verb.toLowerCase()),
    unless: /\b(?:don't|do not|didn't|did not) (?:know|think|want|feel|like|love)\b/i,
  },
  {
    id: "no-longer",
    pattern: linear(
      /^(?:(?:i|we) (?:no longer|don't|do not) [^,;]{1,50}(?: any ?more)?[,;] (?:i'm|i am|we're|we are|now|it's)|(?:that|this|it)(?:'s| is)(?: not|n't) [^,;]{0,30}\bany ?more|(?:that|this) isn't [^,;]{0,30}\bany ?more|(?:we|i)(?:'ve| have)? (?:moved|changed|rescheduled) (?:the|my|our) [^,;]{1,30}[,;] it's)/i,
    ),
    unless: linear(/^(?:i|we) (?:don't|do not) (?!.*any ?more)|\b(?:fun|funny|easy)\b/i),
  },
  {
    id: "should-be",
    pattern: linear(
      /^(?:[Ii]t|[Tt]hat|[Tt]his|[Tt]hey|[Tt]here) should(?: have)? (?:be|been|say|read)(?: (?:on|at|in))? (?:\d|QUOTE|[A-Z]|[^,;]{1,40}, not\b|[^,;]{1,40} instead of\b)/,
    ),
  },
  {
    id: "spelled-with",
    pattern:
      /^(?:no,? )?(?:it|(?:my|her|his|our|their) (?:first |last |family )?(?:name|surname)|that)(?:'s|s| is)(?: actually)? (?:spelled|spelt|pronounced|written) (?!correctly|right|wrong|the same)\S/i,
  },
];
