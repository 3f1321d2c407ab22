// Reads what few words say to be over or allowed again: "skip the working", "the emoji rule, lose it", "bullets are ok".
import type { PlainEnd } from "../domain/wish.ts";
import { spread } from "./rule-words.ts";

const LEAD = String.raw`^(?:(?:ok|okay|k|right|so|well|hey|oh|and|btw|actually|please|pls|plz|you can|u can|can you|could you|let['’]?s|just|now|hmm|also),? )*`;
const WHAT = "(?<what>[^.,;:!?]{2,40}?)";
const RULE = "(?:thing|stuff|bit|rule|business|ban|limit)";
const TAIL = String.raw`(?:,? (?:now|please|pls|again|any ?more|from now on|tbh|lol|haha|then|too|actually|after all|altogether|with me|by me|for me|thanks|thx|i think))*[.! ]*$`;

/** "Skip the working", "no need for the summary any more"; "the emoji rule, lose it". */
const ENDS = spread(
  String.raw`
    ${LEAD}(?:skip|scrap|drop|lose|forget|ditch|bin|kill|scratch|stop with|leave out|enough with|enough of|no (?:more )?need for|(?:i )?(?:don['’]?t|do not) (?:really )?need)(?: all)?(?: about)?
    (?: (?:the|that|those|these|my|your|this))? ${WHAT}(?<rule> ${RULE})?${TAIL}|
    ${LEAD}(?:the|that|those|my|this) (?<named>[^.,;:!?]{2,40}?)(?<noun> ${RULE}),? (?:you can |u can |just |pls |please )*(?:(?:lose|drop|scrap|skip|forget|bin|ditch|kill|end) (?:it|that|them)|can go|is over|is off)${TAIL}`,
  "iu",
);
/** "Bullets are ok"; "started drinking coffee again". */
const ALLOWS = spread(
  String.raw`
    ${LEAD}${WHAT} (?:is|are|r) (?:totally |perfectly |actually |all |quite )?(?:ok|okay|fine|allowed|alright|right|good|welcome)${TAIL}|
    ${LEAD}(?:(?:i|we)(?:['’](?:ve|m|re)| have| am| are)? )?(?:started|begun|back to|back on|gone back to|went back to) (?<named>[^.,;:!?]{3,40}?) again${TAIL}`,
  "iu",
);

/** "The miles and use kilometres" names more than what is over. */
const MORE = /\b(?:and|but|or|so)\b/i;

export function plainEnd(masked: string): PlainEnd | null {
  const [ends, allows] = [ENDS, ALLOWS].map((pattern) => pattern.exec(masked)?.groups);
  const what = ends?.["what"] ?? ends?.["named"] ?? allows?.["what"] ?? allows?.["named"];
  if (what === undefined || MORE.test(what)) return null;
  const isRule = ends?.["rule"] !== undefined || ends?.["noun"] !== undefined;
  return { what, isRule, isAllowed: ends === undefined };
}
