// Foods that are not to be served or proposed: "never put nuts in a recipe", "no meat".
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { contentStem } from "../statements/sentence-reader.ts";
import {
  type AnswerLooks,
  anyOf,
  type Ban,
  type Place,
  placesOf,
  sentenceOf,
  stemsOf,
  wordsOf,
} from "./answer-looks.ts";
import { type FoodKind, foodKind } from "./food-kinds.ts";

const AMOUNT =
  /^(?:g|gram|grams|kg|ml|cl|l|oz|ounce|ounces|cup|cups|tbsp|tsp|tablespoon|tablespoons|teaspoon|teaspoons|handful|handfuls|pinch|slice|slices|large|medium|small|whole|fillet|fillets|can|tin|packet|rashers?|sticks?)$/;
/** Tokens between the number of an amount and its food: "50 g of coarsely chopped almonds". */
const AMOUNT_TOKENS = 5;

/** The food at the place is told to be taken, by a sentence that neither denies nor warns. */
function isServed(answer: AnswerLooks, place: Place): boolean {
  const sentence = sentenceOf(answer, place.from);
  if (sentence === null || sentence.warns || sentence.isOfOtherThings) return false;
  return sentence.tells || hasAmount(answer, place);
}

function hasAmount({ tokens }: AnswerLooks, { from }: Place): boolean {
  for (let at = from - 1; at >= Math.max(0, from - AMOUNT_TOKENS); at--) {
    const { kind, lower } = tokens[at]!;
    if (kind === "number") return at === from - 1 || AMOUNT.test(tokens[at + 1]!.lower);
    if (/^[.,;:!?]$/.test(lower)) return false;
  }
  return false;
}

const HYPHEN = /^[-‑]$/;

/** The word next to a place, over a hyphen; empty: a mark, or nothing. */
function neighbour({ tokens }: AnswerLooks, at: number, step: 1 | -1): string {
  const next = HYPHEN.test(tokens[at]?.lower ?? "") ? tokens[at + step] : tokens[at];
  return next?.kind === "word" ? next.lower : "";
}

/** Whether a sentence tells to take a food of the kind, beside `others`: stems that it must say too. */
export function servesKind(answer: AnswerLooks, kind: FoodKind, others: readonly string[]): boolean {
  return kind.members.some((words) =>
    placesOf(answer, words).some((place) => {
      if (kind.notAfter.has(neighbour(answer, place.from - 1, -1))) return false;
      if (kind.notBefore.has(neighbour(answer, place.to, 1))) return false;
      // The country is written with a capital.
      if (words[0] === "turkey" && answer.tokens[place.from]!.capital) return false;
      if (!isServed(answer, place)) return false;
      return others.every((stem) => sentenceOf(answer, place.from)!.stems.has(stem));
    }),
  );
}

/** The stems of a food that no table knows, in a sentence that tells to take it. */
export function servesStems({ sentences }: AnswerLooks, stems: readonly string[]): boolean {
  return sentences.some(
    ({ serves, isOfOtherThings, stems: said }) => serves && !isOfOtherThings && stems.every((stem) => said.has(stem)),
  );
}

/** Between the foods of a list. */
export const PARTS = linear(/\s*(?:,|\/|&|\band\b|\bor\b|\bnor\b)\s*/i);
/** "Put nuts in a recipe", "cook with wine", "feed me meat": what stands before the food. */
const SERVING = linear(
  /^(?:put(?:ting)?|add(?:ing)?|includ(?:e|ing)|us(?:e|ing)|cook(?:ing)?(?: with)?|bak(?:e|ing)(?: with)?|serv(?:e|ing)|giv(?:e|ing)|feed(?:ing)?|mak(?:e|ing)|suggest(?:ing)?|recommend(?:ing)?|propos(?:e|ing)|offer(?:ing)?|order(?:ing)?|plan(?:ning)?)\s+(?:(?:me|us|the user|anything|something|recipes?|meals?|dish(?:es)?|food|ideas?) )?(?:with |containing |that (?:contains?|has|have|includes?|involves?|uses?) )?/i,
);
const DISHES_WITH = linear(
  /^(?:(?:recipes?|meals?|dish(?:es)?|food|ideas?|anything|things?) (?:with|containing|that (?:contains?|has|have|includes?|involves?|uses?)) )/i,
);
const PLACE = linear(/^(.*?)\s(?:in|into|to|on|for)\s(.*)$/i);
/** Said of food without naming one. */
const OF_FOOD = wordSet(
  "recipe recipes dish dishes food foods meal meals cooking baking menu menus plate snack snacks diet product products ingredient ingredients",
);
const FILLERS = wordSet(
  "a an the any my your their user's of all ever again please pls more raw anything everything something it them suggestions suggestion ideas idea plan plans answers answer option options what suggest you me us there based stuff whole at containing with kind kinds most some sort sorts type types",
);
/** A food that no table knows is forbidden by its words, where the rule says that it is about food. */
const MADE_OF_FOOD =
  /\b(?:recipes?|dish(?:es)?|meals?|food|cooking|baking|menus?|salads?|soups?|sauces?|cakes?|smoothies?|sandwich(?:es)?|pizzas?|curry|stews?|coffee|tea)\b/i;

/** "Put nuts in a recipe", "meat in recipes", "nuts or seeds", "dishes with fish"; null: it is not about food. */
export function foodBan(thing: string): Ban | null {
  const order = SERVING.exec(thing)?.[0] ?? "";
  const said = thing.slice(order.length).replace(DISHES_WITH, "");
  const [, food = said, place = ""] = PLACE.exec(said) ?? [];
  const others = stemsWithout(place);
  const bans = food.split(PARTS).map((part): Ban | null => {
    const kind = kindOf(part);
    if (kind !== null) return (answer) => servesKind(answer, kind, others);
    const stems = stemsOf(part);
    if (order === "" || stems.length === 0 || !MADE_OF_FOOD.test(place)) return null;
    return (answer) => servesStems(answer, [...stems, ...others]);
  });
  return anyOf(bans);
}

function stemsWithout(place: string): string[] {
  const told = wordsOf(place).filter((word) => !OF_FOOD.has(word) && !FILLERS.has(word));
  return told.flatMap((word) => contentStem(word) ?? []);
}

/** The kind of food that a few words of a rule name; null: none that is known. */
export function kindOf(text: string): FoodKind | null {
  const words = wordsOf(text).filter((word) => !FILLERS.has(word) && !OF_FOOD.has(word));
  const whole = wordsOf(text).join(" ");
  return foodKind(words.join(" ")) ?? foodKind(whole);
}
