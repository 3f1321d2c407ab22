// Reads from a sentence what the user is, or is not, to be called.
import { linear } from "../matching/linear-expression.ts";
import type { Draft } from "./rule-orders.ts";
import { spread } from "./rule-words.ts";

/** One to three capitalised words, or one in small letters; the latter counts only where nothing is capitalised. */
const NAME = "((?:(?:Dr|Mr|Mrs|Ms|Prof)\\. )?\\p{Lu}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*){0,2}|\\p{Ll}[\\p{L}'’-]*)";
/** A name after "call me" may begin with a small letter; these words are none. */
const NOT_A_NAME = spread(
  `
    ^(?:back|later|tomorrow|today|tonight|now|soon|crazy|maybe|when|if|at|on|again|asap|please|anytime|any|an?|the|
    in|up|out|over|by|that|this|names|old-fashioned|what|whatever|for|before|after|once|from|with|and|or|when|weird|
    stupid|paranoid|picky|biased|mad|lazy|cynical|naive|sir|not|it|to|i|you|as|ishmael|because|about|every|right|
    instead|sometime|cheap)$`,
  "i",
);
/** Words that are no names, even with a capital. */
const NOT_PEOPLE = spread(
  `
    ^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|
    november|december|ok|okay|yes|no|sorry|thanks|good|here|i|a|the|not|done|sure|back|english|vegetarian|vegan|
    .*(?:ish|ese))$`,
  "i",
);

const CALL = linear(
  `\\b(?:[Cc]all me|[Aa]ddress me as|[Rr]efer to me as) (?:just |only |simply )?${NAME}(?=[,.!;]|$| not\\b| instead| please| from\\b| and\\b| because| rather)`,
  "u",
);
const MY_NAME = spread(
  `
    (?:\\b[Mm]y (?:real |actual |full |first )?n|^[Nn])ame(?:'s| is) (?:actually |really )?${NAME}(?=[,.!;]|$| not\\b| and\\b| but\\b)`,
  "u",
);
const STOP_CALLING = linear(
  `\\b(?:[Ss]top calling me|(?:[Dd]o not|[Nn]ever) (?:ever )?call me) ${NAME}(?=[,.!;]|$| and\\b| because| anymore)`,
  "u",
);
const NAME_AFTER = linear(`\\b(?:[Ii]t is|[Ii]t's|I am|the name is|that is) ${NAME}(?=[,.!;]|$)`, "u");
const NOT_NAME = linear(`,? (?:not|rather than|instead of|and not) ${NAME}(?=[,.!;]|$)`, "u");
const GO_BY = spread(
  `
    ^(?:I go by|I prefer to be called|I prefer being called|I like to be called|I want to be called|
    I would like to be called|everyone calls me|people call me|I am called|I am known as) ${NAME}(?=[,.!;]|$| not\\b| instead\\b| rather\\b| at\\b)`,
  "u",
);
const I_AM = linear(`^I am ${NAME}, not ${NAME}$`, "u");

/** What the user is, or is not, to be called. `sentence`: contractions expanded. */
export function readName(sentence: string): Draft | null {
  const swap = I_AM.exec(sentence);
  if (swap !== null && [swap[1]!, swap[2]!].every((name) => isName(name, false) && !A_KIND.test(name))) {
    return nameRule(swap[1]!, swap[2]!);
  }
  const stopped = STOP_CALLING.exec(sentence)?.[1] ?? null;
  const rest = stopped === null ? sentence : sentence.replace(STOP_CALLING, "");
  const name = MY_NAME.exec(rest)?.[1] ?? GO_BY.exec(rest)?.[1] ?? calledName(rest) ?? afterStop(rest, stopped);
  const small = !/\p{Lu}/u.test(sentence.replace(/\bI\b|^./gu, ""));
  const not = stopped ?? NOT_NAME.exec(rest)?.[1] ?? null;
  const refused = not !== null && isName(not, small) ? not : null;
  if (name !== null && isName(name, small)) return nameRule(name, refused);
  return stopped !== null && refused !== null ? nameRule(null, refused) : null;
}

/** "I'm German, not Austrian" says what people are, not what they are called. */
const A_KIND = spread(
  `
    (?:ian|can|german|french|dutch|greek|swiss|thai|czech|catholic|protestant|muslim|hindu|christian|jew|sikh|
    vegetarian|democrat)$`,
  "i",
);

/** Words before "call me …" that show that somebody else does so, or that the user does not want it. */
const NOT_WISHED =
  /\b(?:hates?|dislike|not|never|stop|when|if|only my|who|wish|nobody|used|would not|sometimes|why|let|I (?:should|could|might|may|ought)|maybe|perhaps|tempted|thinking|almost)\b/i;

function calledName(sentence: string): string | null {
  const found = CALL.exec(sentence);
  return found === null || NOT_WISHED.test(sentence.slice(0, found.index)) ? null : found[1]!;
}

function afterStop(rest: string, stopped: string | null): string | null {
  return stopped === null ? null : (NAME_AFTER.exec(rest)?.[1] ?? null);
}

function isName(name: string, small: boolean): boolean {
  if (/^\p{Ll}/u.test(name) && (!small || /(?:ed|ing)$/.test(name))) return false;
  return name.length >= 2 && !name.split(" ").some((word) => NOT_PEOPLE.test(word) || NOT_A_NAME.test(word));
}

function nameRule(name: string | null, not: string | null): Draft {
  const [called, other] = [name, not].map((each) =>
    each?.replace(/\.$/, "").replace(/^\p{Ll}/u, (first) => first.toUpperCase()),
  );
  if (called === undefined) return { text: `Do not call the user ${other}`, topic: "name" };
  return { text: `Call the user ${called}${other === undefined ? "" : `, not ${other}`}`, topic: "name" };
}
