// What the user does not eat: allergies and diets, as rules tell of them.
import { linear } from "../matching/linear-expression.ts";
import { type AnswerLooks, type Ban, stemsOf } from "./answer-looks.ts";
import { kindOf, PARTS, servesKind, servesStems } from "./food-bans.ts";
import { DIET_NAMES, type FoodKind, foodKind, kindsOfDiet } from "./food-kinds.ts";

/** "Allergic to walnuts and pecans", "a penicillin allergy", up to what is said of it. */
const ALLERGIC = linear(
  /\b(?:(?:allergic|anaphylactic|intolerant|allergy|allergies|intolerance) to|allergies(?::| are| include)) ([^.;:!?“”"()]{1,200})/iu,
);
const ALLERGY = linear(/((?:\p{L}{2,30} )?\p{L}{3,30}) (?:allergy|allergies|intolerance|intolerant)\b/iu);
/** It is not, or no more. */
const NOT_ALLERGIC = linear(
  /\b(?:not|isn['’]t|isnt|ain['’]t|no longer|never|used to be|was|were|wasn['’]t|without|if|whether|outgrew|outgrown|no) (?:\S+ )?$/i,
);
const ALLERGEN_ENDS = /,|\/|\b(?:and|or|like|especially|particularly|mainly|mostly)\b/i;
const ALLERGENS_END =
  /\b(?:since|as|for|from|in|at|such|which|that|so|but|because|when|who|have|has|except|not|including|please|carries|is|are|i|he|she)\b/i;
const NO_ALLERGEN =
  /^(?:an?|the|my|your|his|her|our|any|no|food|severe|serious|mild|bad|have|has|had|of|this|that|user's|with|and|got|to|is|am|are|i'm|im|because|other|strong|life|threatening|known)$/i;
const ALLERGENS_MAX = 8;

/** A rule that tells of an allergy forbids to serve what it is to, or what is of that kind. */
export function allergyBans(rule: string): Ban[] {
  return [...toldBy(ALLERGIC, rule, allergensOf), ...toldBy(ALLERGY, rule, (named) => [withoutFrame(named)])]
    .slice(0, ALLERGENS_MAX)
    .flatMap((allergen) => {
      // Who is told to be allergic to milk is so to what is made of it.
      const kind = kindOf(allergen.replace(/\bmilk\b/i, "dairy"));
      if (kind !== null) return [(answer: AnswerLooks) => servesKind(answer, kind, [])];
      const stems = stemsOf(allergen);
      return stems.length === 0 ? [] : [(answer: AnswerLooks) => servesStems(answer, stems)];
    });
}

function toldBy(cue: RegExp, rule: string, read: (named: string) => string[]): string[] {
  const found = cue.exec(rule);
  if (found === null || NOT_ALLERGIC.test(rule.slice(Math.max(0, found.index - 40), found.index))) return [];
  return read(found[1]!);
}

function allergensOf(named: string): string[] {
  return named.slice(0, ALLERGENS_END.exec(named)?.index ?? named.length).split(ALLERGEN_ENDS);
}

function withoutFrame(named: string): string {
  return named
    .split(" ")
    .filter((word) => !NO_ALLERGEN.test(word))
    .join(" ");
}

/** "The user is vegan", "i've been vegetarian for years", and not "a vegan chef". */
const IS_ON = linear(
  `(?:^|that |[“,;.] ?|\\band |\\b(?:because|since|as) )(?:the user|user|i)(?:['’]?m|['’]ve been|ve been|['’]ve gone| am| is| has been| have been| became| went| turned| has gone) (?:(?:a|an|now|also|strict|strictly|still|both|lifelong|fully|completely|been) )*(${DIET_NAMES})(?: person| now| too| diet| household)?(?=\\s*(?:$|[.,;:!”"(]|and |so |for |since |because |who |but |except ))`,
  "iu",
);
const AS_ONE = linear(`\\bas an? (?:strict |lifelong )?(${DIET_NAMES}),? i\\b`, "iu");
const KEEPS = linear(
  `\\b(?:the user|user|i) (?:keeps?|eats?|eats? only|only eats?|follows?(?: an?)?)(?: strict| strictly)? (${DIET_NAMES})(?: diet)?(?=\\s*(?:$|[.,;!”]))`,
  "iu",
);
const ONLY = linear(
  `\\b(?:only|always|keep|all|every|just)\\b[^.;]{0,60}\\b(${DIET_NAMES})\\b(?! (?:chef|rule))`,
  "iu",
);
const FREE_OF = linear(
  /\b(?:only|always|keep|all|every|just|must)\b[^.;]{0,60}?\b(\p{L}{2,20})[- ]free\b|\b(\p{L}{2,20})[- ]free (?:\p{L}{1,12} )?only\b/iu,
);
const ABOUT_FOOD =
  /\b(?:recipes?|meals?|dish(?:es)?|food|snacks?|cook|menus?|lunch(?:es)?|dinners?|breakfasts?|it|everything|baking)\b/i;
const NOT_EATEN = linear(
  /\b(?:the user|user|i) (?:(?:does not|doesn['’]?t|do not|don['’]?t|never|no longer|must not|won['’]?t|will not) (?:ever |really )?(?:eats?|drinks?|touch|consumes?|tolerates?)|(?:cannot|can['’]?t|can not|must not|mustn['’]?t|(?:is|am|['’]m) not allowed(?: to)?) (?:eat|have|drink|tolerate|touch|digest)|(?:eats|eat|drinks|drink) no|avoids?(?: eating)?|(?:is|am|['’]m) off|(?:has |have )?(?:gave|given) up|quit|(?:has |have )?(?:stopped|stays? off) (?:eating|drinking)?) ?([^.;:!?“”"()]{1,80})/iu,
);
const EATEN_ENDS = /\b(?:for|because|since|as|any ?more|at all|so|please|ever)\b/i;
const NEVER_DRINKS = linear(
  /\b(?:the user|user|i) (?:does not|doesn['’]?t|do not|don['’]?t|never|no longer) drinks?(?: any ?more| at all| ever)?\s*(?:$|[.;!”])/iu,
);
const DENIED =
  /\b(?:not|n['’]t|no longer|any ?more|never|used to|was|if|unless|when(?:ever)?|sister|brother|wife|husband|partner|friend|likes?|loves?)\b/i;
const EXCEPTION = /\b(?:but|except|apart from|besides|although|though|only on|sometimes|mostly|on \p{L}+days?)\b/iu;

/** "The user is vegan", "I don't eat pork", "keep recipes nut-free": what is not eaten is not to be served. */
export function dietBans(sentence: string): Ban[] {
  return [...kindsOfKept(sentence), ...kindsOfRefused(sentence)].map(
    (kind) => (answer) => servesKind(answer, kind, []),
  );
}

function kindsOfKept(sentence: string): FoodKind[] {
  if (EXCEPTION.test(sentence) || /\b(?:if|unless|when(?:ever)?|used to|any ?more)\b/i.test(sentence)) return [];
  const told = IS_ON.exec(sentence) ?? AS_ONE.exec(sentence) ?? KEEPS.exec(sentence);
  if (told !== null && !DENIED.test(sentence.slice(0, told.index))) return kindsOfDiet(dietIn(told));
  if (DENIED.test(sentence) || !ABOUT_FOOD.test(sentence)) return [];
  const [, before = "", after = ""] = FREE_OF.exec(sentence) ?? [];
  const freeOf = foodKind((before || after).toLowerCase());
  return [...kindsOfDiet(dietIn(ONLY.exec(sentence))), ...(freeOf === null ? [] : [freeOf])];
}

function dietIn(found: RegExpExecArray | null): string {
  return (found?.[1] ?? "").toLowerCase().replace("-", " ");
}

function kindsOfRefused(sentence: string): FoodKind[] {
  if (EXCEPTION.test(sentence) || /\b(?:if|unless|when(?:ever)?|used to)\b/i.test(sentence)) return [];
  const kinds = NEVER_DRINKS.test(sentence) ? [foodKind("alcohol")!] : [];
  const [, said = ""] = NOT_EATEN.exec(sentence) ?? [];
  const named = said.slice(0, EATEN_ENDS.exec(said)?.index ?? said.length);
  for (const part of named.split(PARTS)) {
    const kind = kindOf(part);
    if (kind !== null) kinds.push(kind);
  }
  return kinds;
}
