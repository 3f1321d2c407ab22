// Reads from a clause what stays true of a user: a diet, a home, a trade, a family.
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { isHead } from "./occupation-words.ts";
import type { Draft } from "./rule-orders.ts";
import { aboutTheUser } from "./rule-person.ts";
import { POINTING, spread } from "./rule-words.ts";

const NATIONS = `
    (?:[A-Z][a-z]+(?:ish|ese|ian|ean|can)|German|French|Dutch|Greek|Swiss|Thai|Czech|Norwegian|Israeli|Iraqi|
    Pakistani|Welsh|Afghan)`;
const BEING = `
  vegetarian|a vegetarian|vegan|a vegan|pescatarian|a pescatarian|lactose[- ]intolerant|gluten[- ](?:free|
  intolerant)|coeliac|celiac|(?:a )?(?:type [12] )?diabetic|asthmatic|dyslexic|colou?r[- ]?blind|blind|deaf|
  hard of hearing|left-handed|right-handed|autistic|muslim|jewish|hindu|christian|buddhist|catholic|sikh|
  an? (?:muslim|christian|jew|hindu|buddhist|catholic|sikh|quaker|mormon)|(?:an )?atheist|sober|teetotal|retired|
  married|divorced|widowed|bilingual|self-employed|a widow(?:er)?|
  an? (?:(?:stay-at-home|single|working) )?(?:mother|father|grandmother|grandfather|mom|mum|dad|parent)(?: of .+)?|
  (?:allergic|intolerant) to .+|(?:afraid|scared|terrified) of .+|(?:fluent|proficient) in .+|
  on an? .+ diet|an? (?:(?:war )?veteran|au pair|early bird|night owl|morning person|native .+ speaker|beginner(?: .+)?|member of .+)|
  new to (?:programming|coding|cooking|\\p{Lu}.+)|colou?r blind|wheelchair bound|in a wheelchair|hearing impaired|
  visually impaired`;
const I_AM_THUS = spread(
  `
    ^I am ((?:not |no longer )?(?:(?:also|actually|still|very|severely|strictly|a strict|strict|highly|
    originally) )*(?:${BEING}))((?:,? (?:anymore|any more))?)(,? (?:but|except|and|unless|since|because|for) .+)?$`,
  "iu",
);
const I_AM_FROM = linear(/^I am (?:not |no longer )?(?:originally )?(?:from|based in|born in) \p{Lu}.+$/u);
const I_AM_NATION = spread(`^I am (?:actually )?(${NATIONS})$`, "u");

/** A trade is recognised by its last word; the words before it are free. */
const TRADE = linear(
  /^I am (?:actually |also )?an? (?:[\p{L}-]+ ){0,4}?([\p{L}-]+)(?: (?:in|at|for|from|with|and|of|specializing|who) .+)?$/iu,
);

const HABITS = wordSet(
  `eat drink take drive use work wake run cook travel fly read write order sleep shop pay buy wear commute walk cycle bike
  train play exercise speak fast`,
);

/** What a person does, with its topic. */
const DOING: readonly (readonly [RegExp, string])[] = [
  [
    spread(
      String.raw`
      ^I (?:now |still |currently )?live (?:in (?!hope|fear|luxury|peace|harmony|denial|sin\b)|near |on |outside |
      with |alone\b|at ).*$`,
      "i",
    ),
    "home",
  ],
  [
    linear(/^I (?:now |still )?work (?:as|for|at|in|with|from|part-time|full-time|nights|night shifts|remotely)\b.*$/i),
    "occupation",
  ],
  [/^I (?:study|teach) \p{L}.+$/iu, "occupation"],
  [linear(/^I (?:only )?speak (?:only )?(?:a little |some |fluent )?\p{Lu}.+$/u), "languages"],
  [
    spread(
      String.raw`
      ^I (?:have|own) (?:an? |one |two |three |four |five |\d |no |some )?(?:[\p{L}-]+ ){0,2}?(?:dogs?|cats?|sons?|
      daughters?|kids?|child|children|allerg(?:y|ies)|diabetes|asthma|adhd|dyslexia|epilepsy|brothers?|sisters?|
      rabbits?|horses?|parrots?|twins|cars?|motorcycles?|celiac disease|driving licen[cs]e|garden)(?: (?:to|named|
      called|who|and|of|with) .+)?$`,
      "iu",
    ),
    "has",
  ],
  [
    spread(
      `
      ^I (?:do not|no longer) (?:eat|drink|smoke|drive|fly|own|use|speak|work|watch|cook|celebrate|wear|take|
      read) (?:an? |any )?.+$`,
      "i",
    ),
    "avoids",
  ],
  [
    spread(
      `
      ^I (?:do not|no longer) (?:have|own) (?:an? car|a driving licen[cs]e|a tv|a television|a smartphone|
      any (?:pets|kids|children|siblings)|kids|children|pets)$`,
      "i",
    ),
    "has",
  ],
  [/^I (?:do not|no longer) (?:smoke|drive|drink|fly|cook)$/i, "avoids"],
  [
    linear(/^I (?:cannot|never|only|mostly) (?:eat|drink|have) (?:only )?(?!the |my |your |an? |any of ).+$/i),
    "avoids",
  ],
  [/^I eat (?:only|mostly) .+$/i, "avoids"],
  [/^I drive an? .+$/i, "car"],
  [
    spread(
      String.raw`
      ^I play (?:the )?(?:guitar|piano|violin|cello|drums|flute|bass|trumpet|saxophone|chess|tennis|football|soccer|
      basketball|golf|volleyball|hockey|rugby|cricket|badminton|squash)\b.*$`,
      "i",
    ),
    "plays",
  ],
];

const KIN = `
    wife|husband|partner|spouse|girlfriend|boyfriend|son|daughter|mother|father|mom|mum|dad|sister|brother|dog|
    cat|horse|parrot|company|boss|manager|child|baby|team`;
const MY: readonly RegExp[] = [
  spread(
    `
    ^my (?:(?:older|younger|eldest|oldest|youngest|little|big) )?(?:${KIN})
    (?:'s name is|'s called| is called| is named) \\p{Lu}[\\p{L}'-]*(?: \\p{Lu}[\\p{L}'-]*)?$`,
    "iu",
  ),
  linear(/^my (?:all-time )?favou?rite [\p{L} -]{2,40} (?:is|are) (?!not sure)[\p{L}\d'., -]{2,60}$/iu),
  spread(
    `
    ^my (?:native language|mother tongue|first language|pronouns|time ?zone|nationality|religion|job|profession|
    occupation|hobby|hobbies|blood type|shoe size|dress size|birthday) (?:is|are) .{2,60}$`,
    "iu",
  ),
];

const HABIT = linear(/^I (?:usually|always|never|normally|typically|rarely|generally|mostly) (\p{L}+) .+$/iu);
const DAILY = linear(
  /^I (?:usually|always|never|normally|rarely) (?:get up|go to (?:bed|church|mass|the gym|the mosque)) .+$/i,
);
/** Words before what a person is; they do not change the topic. */
const BEFORE_BEING = linear(/^(?:(?:not|no longer|a|an|also|still|actually|strict|strictly|very|severely) )+/i);
/** Topics on which only one fact holds for a person. */
const SINGLE = wordSet("home occupation");
/** Pronouns that people state as their own do not point at anything in the conversation. */
const STATED_PRONOUNS = /\b(?:she\/her|he\/him|they\/them|he\/they|she\/they|it\/its)\b/gi;

/** "I'm vegetarian", "I live in Porto", "my wife's name is Ines". */
export function readFact(clause: string): Draft | null {
  const topic = topicOf(clause);
  if (topic === null || POINTING.test(clause.replace(STATED_PRONOUNS, ""))) return null;
  return { text: `Remember that ${aboutTheUser(clause.replace(/^M/, "m"))}`, topic };
}

/** The topic of a fact; null where the clause states none. */
function topicOf(clause: string): string | null {
  const being = I_AM_THUS.exec(clause)?.[1];
  const whole = clause.toLowerCase();
  if (being !== undefined) return `is:${being.replace(BEFORE_BEING, "").toLowerCase()}`;
  if (I_AM_FROM.test(clause)) return "origin";
  if (I_AM_NATION.test(clause)) return "nationality";
  if (isHead(TRADE.exec(clause)?.[1]?.toLowerCase() ?? "")) return "occupation";
  const doing = DOING.find(([pattern]) => pattern.test(clause))?.[1];
  if (doing !== undefined) return SINGLE.has(doing) ? doing : `${doing}:${whole}`;
  if (HABITS.has(HABIT.exec(clause)?.[1] ?? "") || DAILY.test(clause)) return `habit:${whole}`;
  return MY.some((pattern) => pattern.test(clause)) ? `my:${whole.replace(/ (?:is|are) .*/, "")}` : null;
}
