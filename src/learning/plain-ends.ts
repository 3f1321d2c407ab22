// Tells what ends a rule by its words alone: few words that name what the rule names, and that it is over or allowed again.
import { spread } from "../understanding/rule-words.ts";
import { denies, namesOnly } from "./change-signs.ts";
import type { Wish } from "./find-wishes.ts";

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

/** What a rule says, and the message that taught it, if that is known. */
interface Ended {
  readonly said: string;
  readonly taughtBy: string | null;
}

type EndingWish = Pick<Wish, "masked" | "isOnce" | "asks">;

interface Named {
  readonly what: string;
  /** It says that it speaks of a rule. */
  readonly isRule: boolean;
  readonly isAllowed: boolean;
}

/** "The miles and use kilometres" names more than what is over. */
const MORE = /\b(?:and|but|or|so)\b/i;

function namedBy({ masked, isOnce, asks }: EndingWish): Named | null {
  if (isOnce || asks) return null;
  const [ends, allows] = [ENDS, ALLOWS].map((pattern) => pattern.exec(masked)?.groups);
  const what = ends?.["what"] ?? ends?.["named"] ?? allows?.["what"] ?? allows?.["named"];
  if (what === undefined || MORE.test(what)) return null;
  const isRule = ends?.["rule"] !== undefined || ends?.["noun"] !== undefined || denies(what);
  return { what, isRule, isAllowed: ends === undefined };
}

export function mayEndPlainly(wish: EndingWish): boolean {
  return namedBy(wish) !== null;
}

/** All that the sentence names the rule names too. "Skip the emojis" says again what "no emojis" says, "skip the emoji rule" ends it. */
export function endsPlainly(wish: EndingWish, { said, taughtBy }: Ended): boolean {
  const named = namedBy(wish);
  if (named === null || !namesOnly(named.what, `${said} ${taughtBy ?? ""}`)) return false;
  return named.isRule || denies(said) === named.isAllowed;
}
