// What cannot be cooked with: "no dishes that need an oven", "the user has no blender".
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { type Ban, placesOf, sentenceOf } from "./answer-looks.ts";

const NEEDED = linear(
  /^(?:dish(?:es)?|recipes?|meals?|food|anything|things?) (?:that|which) (?:needs?|requires?|uses?|involves?|calls? for) (?:an?|the|any|my)?\s*(oven|microwave|blender|grill|food processor|air ?fryer|mixer|barbecue|stove|slow cooker|pressure cooker)s?$/i,
);
const LACKED = linear(
  /\b(?:the user|user|i) (?:has no|have no|does not have|doesn['’]?t have|do not have|don['’]?t have|does not own|doesn['’]?t own|don['’]?t own|got no)(?: an?| the| any)? (oven|microwave|blender|grill|food processor|air ?fryer|mixer|barbecue|slow cooker|pressure cooker)\s*(?:$|[.,;!”])/i,
);

/** "Dishes that need an oven": a sentence that cooks in one. */
export function applianceBan(thing: string): Ban | null {
  const needed = NEEDED.exec(thing.trim())?.[1];
  return needed === undefined ? null : cooksWith(needed);
}

/** "The user does not have an oven." */
export function lackedApplianceBan(sentence: string): Ban | null {
  const lacked = LACKED.exec(sentence)?.[1];
  return lacked === undefined ? null : cooksWith(lacked);
}

/** The two words before what is cooked with: "in the oven", "preheat your oven". */
const WITHIN = wordSet("in into using use with preheat heat the a an your hot preheated");

function cooksWith(appliance: string): Ban {
  const words = appliance.toLowerCase().split(" ");
  return (answer) =>
    placesOf(answer, words).some(({ from, to }) => {
      const [before, article] = [answer.tokens[from - 2]?.lower ?? "", answer.tokens[from - 1]?.lower ?? ""];
      const last = answer.tokens[from - 3]?.lower ?? "";
      const isWithin = WITHIN.has(before) && WITHIN.has(article) && last !== "or" && last !== "than";
      const sentence = sentenceOf(answer, from);
      if (!isWithin || sentence === null || !sentence.serves) return false;
      return !/^(?:gloves?|mitts?|dish|chips?|proof|or)$/.test(answer.tokens[to]?.lower ?? "");
    });
}
