// Tells whether users announce that their name or occupation has become another one: "I got promoted", "I go by Sam now".
import type { SelfAttribute } from "../domain/learning.ts";
import { linear } from "../matching/linear-expression.ts";
import { spread } from "./rule-words.ts";

const ADVERBS = "(?: (?:just|recently|finally|also|now|actually|officially|newly|only|already|since|even|legally))*";
/** "I've just …" and "I was just …", before a participle. */
const I_HAVE = `(?:^|[^\\p{L}'])i(?:'ve| have)?${ADVERBS}`;
const I_WAS = `${I_HAVE} (?:been|got|gotten|was)${ADVERBS}`;
const AT_FIRST =
  "^(?:(?:hi|hello|hey|so|well|and|ok|okay|oh|yes|great|good|big|news|update|btw|fyi|guess what)[,.!:]* )*";
const WORK = "(?:job|role|position|post|gig|career|profession|employer|trade|line of work|job title)";
const FIELDS =
  "(?:teaching|nursing|management|consulting|freelancing|freelance|academia|law|medicine|tech|it|sales|marketing|design|engineering|coding|politics|banking|finance)";

/** In the first person and of the past: "my sister got promoted" and "I want to change jobs" are none. */
const NEWS: Readonly<Record<SelfAttribute, RegExp>> = {
  occupation: spread(
    String.raw`
      ${I_WAS} (?:promoted|hired|appointed|headhunted|taken on|laid off|made redundant|let go|sacked|fired)\b(?! up\b)|
      ${I_HAVE} (?:(?:changed|switched|swapped) (?:my )?${WORK}s?\b|made (?:a|the) (?:career|job) (?:change|switch)|
      (?:retrained|requalified|reskilled|retired|graduated)\b|(?:quit|left|lost|resigned from|gave up|given up) (?:my|the) (?:\p{L}+ ){0,2}${WORK}\b|
      (?:quit|left|given up|gave up) ${FIELDS}\b|(?:resigned|quit)(?=[,.;!]| and\b)|
      (?:moved|went|gone|switched|transitioned|pivoted|got) (?:back |up |over )?(?:in)?to ${FIELDS}\b|(?:gone|went|turned) freelance|
      (?:set up|opened|started) my own |(?:started|began|begun|got|gotten|landed|found|took|taken|accepted|have) (?:a|an|my|the)
      (?: brand[- ]new| new| different| better| another)(?: \p{L}+){0,2} ${WORK}\b|
      (?:got|gotten|landed|accepted|received|was given|been given) (?:a|the|my) (?:promotion|job|role|position)\b(?! (?:interview|offer|application|description|ad|fair|centre|center)))|
      (?:^|[^\p{L}'])i(?:'m| am) no longer (?:an?|the|working|employed) |(?:^|[^\p{L}'])i(?:'m| am) not an? [\p{L} -]{2,40} any ?more\b|
      (?:^|[^\p{L}'])i (?:no longer (?:work|teach|practi[sc]e)|used to (?:be an?|work|teach))\b|(?:^|[^\p{L}'])i was an? [\p{L} -]{2,40} (?:until|till|before) |
      \bmy (?:new ${WORK}|promotion (?:came|went|is|was|got))\b|
      ${AT_FIRST}(?:just |finally |recently )*(?:(?:got |been )?promoted\b|(?:changed|switched) ${WORK}s\b|(?:quit|left) my job\b|(?:a )?new ${WORK}(?=[,.!:;]| (?:now|here)\b|$)|career change)`,
    "iu",
  ),
  name: spread(
    String.raw`
      ${I_HAVE} (?:(?:changed|switched|shortened) my (?:(?:first|last|family|full|legal|given) )?(?:sur)?name\b|(?:had|got) my (?:\p{L}+ )?name changed|
      (?:took|taken) (?:my (?:husband|wife|partner|spouse)'?s|his|her|their|a new) (?:\p{L}+ )?(?:sur)?name\b|(?:have |got )a new name\b|
      (?:stopped|quit) (?:going by|using) |no longer (?:go by|use|answer to) )|${I_WAS} (?:re)?(?:married|divorced)\b|
      (?:^|[^\p{L}'])i(?:'m| am) no longer (?:called|known as|named|\p{L}+[,;.])|(?:^|[^\p{L}'])i (?:don't|do not) go by [\p{L} -]{2,40} any ?more\b|
      (?:^|[^\p{L}'])i used to (?:be (?:called|known as|named)|go by)\b|\bmy name(?:'s| has| was| has been)?(?: just| recently| legally| officially)* changed\b|
      ${AT_FIRST}(?:just |legally )*(?:changed my name\b|new name\b)`,
    "iu",
  ),
};

/** Before the news: what somebody supposes, hopes, tells of others, or tells of another time. */
const NOT_NEWS =
  /\b(?:if|suppose|imagine|pretend|says?|said|tells?|told|thinks?|thought|wish|hope|hoping|would|unless|whether|when|before|until|till|once|after|in case|as soon as|dreamt|dreamed|story|translate|write)\b/i;
/** Whoever says so is not in earnest, or not sure. */
const IN_JEST = linear(
  /\b(?:lol|lmao|ha(?:ha)+|apparently|i guess|i suppose|it seems|basically|practically|kidding|joking)\b|[😂🤣😅😉😜]|\/s\b/iu,
);

/** Up to the value: "I'm now a", "these days I work as a", "my new name is", "I started a job as a". */
const CHANGED_BEFORE = linear(
  String.raw`(?<!\b(?:right|for|until|till|by|just|every) )\bnow\b(?!,)|\b(?:nowadays|these days|from now on|going forward|in future|promoted|made|appointed|became|become|hired|taken on|landed|retrained|start(?:ed|ing)?|begun|began|changed?|got a|took|taken|accepted|no longer)\b|\b(?:my|a) new\b|\b(?:as of|since) (?:today|yesterday|this \p{L}+|last \p{L}+|\p{L}+day)\b`,
  "iu",
);
/** Behind the value: "now", "at Acme these days". */
const CHANGED_BEHIND = linear(
  String.raw`^(?: (?:at|for|in|with|of|over|on)(?: [^\s,.;:!?]{1,30}){1,5}?)?,? (?:now|nowadays|these days|from (?:now|here|today) on|going forward|instead|as of (?:today|now|this \p{L}+|last \p{L}+|\p{L}+day)|since (?:today|yesterday|this \p{L}+|last \p{L}+|\p{L}+day))(?=[,.;:!?)–—]| (?:and|but|so|because|by the way|btw)\b(?! (?:then|again)\b)| *$)`,
  "iu",
);
const FOR_NOW = /\b(?:for|right|just|until|till|by|every) now\b/i;

/** Whether a sentence tells that the user's name or occupation has changed, whatever it is now. */
export function tellsNews(attribute: SelfAttribute, sentence: string): boolean {
  const match = NEWS[attribute].exec(sentence);
  return match !== null && !NOT_NEWS.test(sentence.slice(0, match.index)) && !IN_JEST.test(sentence);
}

/** Whether a statement tells by itself that its value is a new one. `before`: up to the value; `behind`: what follows it. */
export function statesChange(before: string, behind: string): boolean {
  if (IN_JEST.test(before) || IN_JEST.test(behind)) return false;
  if (CHANGED_BEFORE.test(before)) return true;
  const after = CHANGED_BEHIND.exec(behind)?.[0];
  return after !== undefined && !FOR_NOW.test(after);
}
