// Tells who leaves or gives up what a sentence says is over: "Priya quit the bakery" ends nothing of the user's.
import { ARTICLES, OTHERS, SPEAKERS, THEIRS } from "../base/person-words.ts";
import { wordSet } from "../base/word-set.ts";
import { functionWords } from "./function-words.ts";
import { contentStem } from "./sentence-reader.ts";
import { holderOf } from "./state.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";

/** What only who has a thing does with it. */
const LEAVES = wordSet(
  `quit resigned ditched sold gave given handed fired laid traded got
  gekündigt verkauft dejado renunciado vendido dimitido démissionné vendu quitté`,
);
/** Who runs a thing does it too, unless it is told of a thing of theirs. */
const CANCELS = wordSet("cancelled canceled scrapped abgesagt storniert cancelado anulado annulé");
const SELF = SPEAKERS.union(wordSet("hab habe j' dejé renuncié vendí avons hemos me us mich uns"));
const PASSIVE = wordSet("is are was were been ist sind wurde wurden worden fue sido été est");
const AUXILIARIES = wordSet("hat haben ha han has have had a ont just finally also already");
const TIMES = wordSet(
  "yesterday today tonight recently lately news update gestern heute neulich ayer hoy hier aujourd'hui finally",
);
const BEFORE_THINGS = ARTICLES.union(THEIRS).union(wordSet("bei at from"));
/** Somebody who is not named: nothing is known to be theirs. */
const NOBODY: ReadonlySet<string> = new Set([""]);

/** Stems of whoever it is; null: the user, or nobody in particular. */
export function agentOf(clause: readonly Token[], statement: Statement): ReadonlySet<string> | null {
  const ofTheirs = clause.some(({ lower }) => THEIRS.has(lower));
  const verb = clause.findLastIndex(({ lower }) => LEAVES.has(lower) || (ofTheirs && CANCELS.has(lower)));
  const isSpanish = clause[verb]?.lower.endsWith("do") === true;
  if (verb < 0 || clause.some(({ lower }) => SELF.has(lower) || (isSpanish && lower === "he"))) return null;
  const before = clause.slice(0, verb);
  if (before.some(({ lower }) => PASSIVE.has(lower)) && !/^(?:fired|laid)$/.test(clause[verb]!.lower)) return null;
  const isEmpty = functionWords(statement);
  const isNamed = (token: Token) =>
    token.kind === "word" && !isEmpty(token) && !isAside(token) && contentStem(plainWord(token)) !== null;
  const auxiliary = before.findIndex(({ lower }) => AUXILIARIES.has(lower));
  const start = auxiliary < 0 ? before : before.slice(0, auxiliary);
  // "Gestern hat Anna ihren Job gekündigt".
  const isTurned = auxiliary >= 0 && !start.some((token) => isNamed(token) || OTHERS.has(token.lower));
  const head = headOf(isTurned ? untilThing(before.slice(auxiliary + 1)) : start, isNamed);
  if (head !== undefined) return new Set([holderOf(plainWord(head))!, contentStem(plainWord(head))!]);
  return before.some(({ lower }) => OTHERS.has(lower)) ? NOBODY : null;
}

/** "Annas Mutter": the last of the words that are named first. */
function headOf(tokens: readonly Token[], isNamed: (token: Token) => boolean): Token | undefined {
  const from = tokens.findIndex(isNamed);
  if (from < 0) return undefined;
  const end = tokens.findIndex((token, at) => at > from && !isNamed(token));
  return tokens[(end < 0 ? tokens.length : end) - 1];
}

function untilThing(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex(({ lower }, at) => at > 0 && BEFORE_THINGS.has(lower));
  return end < 0 ? tokens : tokens.slice(0, end);
}

function isAside({ lower }: Token): boolean {
  return TIMES.has(lower) || AUXILIARIES.has(lower) || lower.endsWith("ly");
}
