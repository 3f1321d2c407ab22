// Corrections that begin with "no" or "actually", and what begins so without correcting.
import { linear } from "../matching/linear-expression.ts";
import { BE, BE_NOT, CONTENT, type Cue } from "./correction-words.ts";

const NO = "^(?:hmm+,? |wait,? |sorry,? |well,? )*(?:no+|nope|nah)(?:,? no+)*";
/** "No" and its comma; a pronoun may follow without one. */
const NO_THEN = `${NO}(?:[,.!;:…]+ ?| ?[-–—]+ ?| (?=(?:i|it|its|that|thats|this|he|she|they|we|you)\\b))(?:actually,? |wait,? |sorry,? |because )*`;
const ACTUALLY_THEN = "^(?:well,? |no,? )*actually[,…]? (?:no[,.]? )?";
const PRAISE =
  "(?:a |an |the |all |really |quite |pretty |so |very |totally |just |kind of |actually |not (?:a |that |too )?)*(?:fine|ok|okay|alright|all right|good|great|perfect|nice|cool|awesome|amazing|wonderful|helpful|lovely|fun|funny|interesting|brilliant|excellent|right|correct|true|all|it|everything|enough|better|best|bad|problem|sweet|exciting|fantastic|impressive|beautiful|smart|easy|simple|useful|worse|clear|working)\\b";
const IMPERATIVE =
  "(?:always|never|don't|do not|use|make|write|put|keep|leave|send|call|give|show|change|remove|add|set|book|stop|translate|answer|only|start with|let's|skip|delete|move|replace|include|drop|ask|order|check|remind|speak|round|sort|name|take out)\\b";

/** Tried on a sentence without its openers. */
export const REPLY_CUES: readonly Cue[] = [
  {
    id: "no-it-is",
    pattern: linear(
      `${NO_THEN}(?:(?:he|she|they) (?:lives?|works?|wants?|needs?|likes?|comes?|takes?|arrives?)|${CONTENT}(?:${BE}|'ve|'d| has| have| had| should| must| goes| moved| said| called| starts?| ends?| leaves?| costs?| belongs?| means|${BE_NOT}))\\b`,
      "i",
    ),
    unless: linear(
      `${NO_THEN}(?:${CONTENT}(?:${BE}|'d be| should be| sounds| looks)|there${BE} no) (?:${PRAISE}|(?:nothing|doing|my (?:first|birthday|pleasure|favou?rite)|just|only|more|not (?:necessary|needed|required|really|so|too|that))\\b)|${NO_THEN}${CONTENT}(?:${BE_NOT}[.!]*$|${BE_NOT} \\w+ing\\b)`,
      "i",
    ),
  },
  {
    id: "no-i",
    pattern: linear(
      `${NO_THEN}(?:i|we)(?:'m| am| meant| mean| said| asked| told| wanted| want| need| needed| prefer| live| work| moved| was| use| think (?:it|that's|that is|he|she|the|they)| never (?:said|asked|told|wanted)|'d rather)\\b`,
      "i",
    ),
    unless: linear(
      `${NO_THEN}i(?:'m| am| was) (?:just |all |really |so |pretty |very )*(?:good|fine|ok|okay|set|not|sure|afraid|done|sorry|happy|just|still|glad|kidding|joking|curious|too|serious|only|always|trying|thinking|planning|going|looking|doing|thankful|grateful)\\b|${NO_THEN}i have(?:n't| not| never| no| to| a question| been)\\b|${NO_THEN}i (?:mean,|need to go|want to thank|was wondering)`,
      "i",
    ),
  },
  {
    id: "no-the",
    pattern: linear(
      `${NO_THEN}(?:(?:the|my|our|your|his|her|their)\\b|(?:that|this|these|those) \\w+(?: is| was| are| were|'s| should| has)\\b|not (?:that (?!i\\b)|this|the|my|those|these|him|her|mine|on|at|for|\\d))`,
      "i",
    ),
    unless: linear(
      `${NO_THEN}(?:not (?:at all|the (?:only|first|same)|this time|for (?:now|me|a))|(?:the|my) pleasure)\\b`,
      "i",
    ),
  },
  {
    id: "no-imperative",
    pattern: linear(`${NO_THEN}(?:please )?(?:just )?${IMPERATIVE}`, "i"),
    unless: linear(
      `${NO_THEN}(?:please )?(?:never (?:been|had|tried|heard|seen|done|mind|got|really|did|met|ever|thought|knew|played|read|went)|(?:don't|do not) (?:worry|bother|think|know|have|mind|need|sweat|really|remember|be)|let's (?:talk|move)|keep going|only (?:that|this|the)|ask away|show me)\\b`,
      "i",
    ),
  },
  {
    id: "no-value",
    pattern: linear(
      `${NO}, (?:(?:on |at |in |next )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|april|june|july|august|september|october|november|december|\\d[\\w:.]*)(?: \\w+){0,2}[.!]*$|(?:in|on|at|with|without|from|to|by|as) [^,.]{1,40}(?:please|instead)\\b)`,
      "i",
    ),
  },
  {
    id: "no-you",
    pattern: linear(
      `${NO_THEN}you(?:'re| are| were|'ve| have| got| should| can(?!'t be)| need| must| forgot| said| mis\\w+)\\b`,
      "i",
    ),
    unless: linear(
      `${NO_THEN}you(?:'re| are| were) (?:right|welcome|good|fine|the best|great|awesome|not)\\b|${NO_THEN}you (?:can|should|have to|need to) (?:go|tell|do it)\\b`,
      "i",
    ),
  },
  {
    id: "actually-it-is",
    pattern: linear(`${ACTUALLY_THEN}${CONTENT}(?:${BE}|'ve|'d| has| have| had| should|${BE_NOT})\\b`, "i"),
    unless: linear(
      `${ACTUALLY_THEN}${CONTENT}(?:${BE}|'d be| would be| sounds| looks) (?:${PRAISE}|my (?:first|birthday|pleasure|favou?rite)|been\\b)|${ACTUALLY_THEN}${CONTENT} has been\\b|${ACTUALLY_THEN}there${BE} (?:something|one|a|an|this)\\b`,
      "i",
    ),
  },
  {
    id: "actually-i",
    pattern: linear(
      `${ACTUALLY_THEN}i(?:'m| am) (?:a|an|the|from|in|at|\\d)|${ACTUALLY_THEN}(?:i|we) (?:only )?(?:meant|said|asked|prefer|live|work|moved|have (?!a question|been|to|some|no|an idea|something|never|already)|don't (?!know|think|mind|remember|really)|was born|use|need (?!to|your|some|help)|go by|changed|spell|never (?:said|asked))\\b`,
      "i",
    ),
  },
  {
    id: "actually-the",
    pattern: linear(
      `${ACTUALLY_THEN}(?:the|my|our|your|his|her|their) [^,]{1,80}?(?: (?:is|was|are|were|has|have|pays?|lives?|works?|starts?|ends?|leaves?|opens?|closes?|costs?|needs?|should|isn't|wasn't)\\b|'s )`,
      "i",
    ),
    unless: linear(
      `${ACTUALLY_THEN}(?:the|my) (?:reason|thing|question|point|best|worst|funny|only)\\b| (?:is|was|are|were) ${PRAISE}`,
      "i",
    ),
  },
  {
    id: "actually-imperative",
    pattern: linear(`${ACTUALLY_THEN}(?:no[,.] |scratch|(?:please )?${IMPERATIVE})`, "i"),
    unless: linear(`${ACTUALLY_THEN}(?:let's|don't (?:worry|know|bother)|never|no[,.] (?:thank|i'm|that's))`, "i"),
  },
  {
    id: "it-is-actually",
    pattern: linear(
      `^(?:my [a-z]+|the [a-z]+|${CONTENT})${BE} actually (?:(?:spelled|spelt|pronounced|called|named|on|at|from|not)\\b|the \\d|the (?:\\w+(?:st|nd|rd|th)|other|first|second|third)\\b|\\d|[A-Z])`,
      "",
    ),
  },
];
