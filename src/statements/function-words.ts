// German, Spanish and French words that tell nothing of what a sentence is about: "el", "ihren", "j'ai".
import { wordSet } from "../base/word-set.ts";
import type { Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";

const FOREIGN = wordSet(
  `der das dem des ein eine einen einem einer eines mein meine meinen meinem meiner meines dein deine unser unsere unseren unserem unserer
  sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer ich du er sie wir mich mir uns dich dir ihm ihn bin ist sind bist hab habe haben
  haben hatte hatten wurde wurden worden wird werden im zum zur vom beim von bei mit nach auf aus für und oder aber nur noch schon auch jetzt
  el la los las del al un una unos unas mi mis tu tus su sus yo me te se nos lo le les he ha han hemos has en de que con por para y pero ya muy
  es son está están fue ser era nuestro nuestra
  le du des une au aux ma mes ton ta tes sa ses notre nos votre leur leurs je tu il elle ils elles nous vous lui suis est êtes sommes j'ai j' ai
  avons avez ont à dans sur chez et mais ou qui que qu'il qu'elle c'est n'est ne pas c' l' d' est-ce était`,
);
/** So are these, where the sentence is in one of those languages: they are English words too. */
const ENGLISH_TOO = wordSet("die den hat war man mal also so am an in sin son car par pour plus on mon me as a");

/** Whether it is in one of those languages. */
export function isForeign({ tokens }: Pick<Statement, "tokens">): boolean {
  return tokens.some(({ lower }) => FOREIGN.has(lower));
}

/** Of all words; "remind me" has one that is English too. */
const FOREIGN_SHARE_MAX = 0.12;

/** Whether statements as a whole are in one of those languages. */
export function areForeign(statements: readonly Pick<Statement, "tokens">[]): boolean {
  const words = statements.flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === "word"));
  return words.filter(({ lower }) => FOREIGN.has(lower)).length > FOREIGN_SHARE_MAX * words.length;
}

/** Whether a token of a statement is such a word. */
export function functionWords(statement: Pick<Statement, "tokens">): (token: Token) => boolean {
  const inForeign = isForeign(statement);
  return ({ lower }) => FOREIGN.has(lower) || (inForeign && ENGLISH_TOO.has(lower));
}
