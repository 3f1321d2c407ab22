// Reads which names a statement ties to the user, and as what: "my cousin Noor", "Priya is my new boss", "you report to Gil".
import { POSSESSIVES } from "../base/person-words.ts";
import { wordSet } from "../base/word-set.ts";
import { isWrittenAsName } from "./read-statements.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";
import type { Choice } from "./value.ts";

export interface PersonTie {
  /** In lower case. */
  readonly name: string;
  /** "cousin", "sister in law", "boss", "dentist". */
  readonly relation: string;
  /** No longer so: "my old boss". */
  readonly former: boolean;
  /** In the place of another: "my new boss". */
  readonly fresh: boolean;
}

const FORMER = wordSet(
  "old former ex previous last erstwhile ehemaliger ehemalige alter alte frühere früherer antiguo antigua ancien ancienne",
);
const FRESH = wordSet("new current next neuer neue nuevo nueva nouveau nouvelle");
const IS = wordSet("is 's was called named name's ist heißt es se llama est s'appelle");
const SHE_IS = wordSet("she's he's she he that's");
const TITLES = wordSet("mr mrs ms dr prof frau herr");
/** Adjectives between "my" and a relation. */
const ADJECTIVES_MAX = 3;
/** Tokens from a relation to its name. */
const REACH = 7;

/** At most one a relation that it names, in their order. */
export function tiesOf(statement: Statement): PersonTie[] {
  const relations = statement.values.filter(isRelation);
  const found = relations.flatMap((relation) => tieOf(statement, relation) ?? []);
  return [...found, ...reportsTo(statement.tokens)];
}

function isRelation(value: Statement["values"][number]): value is Choice {
  return value.type === "choice" && (value.of === "kinship" || value.of === "role");
}

function tieOf({ tokens, text }: Statement, { from, member }: Choice): PersonTie | null {
  const before = tokens.slice(Math.max(0, from - ADJECTIVES_MAX - 1), from).map(({ lower }) => lower);
  const own = before.findLastIndex((word) => POSSESSIVES.has(word));
  const described = own < 0 ? before.slice(-1) : before.slice(own + 1);
  const former = described.some((word) => FORMER.has(word));
  const fresh = described.some((word) => FRESH.has(word));
  // "Old boss Gil": whoever writes short leaves out the "my".
  if (own < 0 && !(former && from === 1)) return null;
  if (own >= 0 && described.some((word) => word === "," || word.endsWith("'s"))) return null;
  const name =
    nameBehind(tokens, from) ??
    nameBefore(tokens, from - (before.length - Math.max(0, own))) ??
    nameOfPronoun(tokens, text);
  return name === null ? null : { name, relation: member, former, fresh };
}

/** "My cousin Noor", "my sister-in-law, Noor", "my new boss is Noor", "my boss is called Noor". */
function nameBehind(tokens: readonly Token[], relation: number): string | null {
  for (let at = relation + 1; at <= relation + REACH && at < tokens.length; at++) {
    const token = tokens[at]!;
    if (isName(tokens, at)) return plainWord(token);
    const passes =
      /^[-,.]$/.test(token.text) ||
      token.lower === "in" ||
      token.lower === "law" ||
      IS.has(token.lower) ||
      TITLES.has(token.lower);
    if (!passes) return null;
  }
  return null;
}

/** "Noor is my cousin", "Noor, my cousin". `own`: where "my" stands. */
function nameBefore(tokens: readonly Token[], own: number): string | null {
  let at = own - 1;
  if (at < 1 && tokens[at]?.kind !== "word") return null;
  const link = tokens[at];
  const isContracted = link?.lower.endsWith("'s") === true && link.capital && plainWord(link).length > 2;
  if (isContracted && !SHE_IS.has(link.lower)) return plainWord(link);
  if (link === undefined || !(IS.has(link.lower) || link.text === ",")) return null;
  at--;
  const name = tokens[at];
  if (name?.kind !== "word" || !name.capital || SHE_IS.has(name.lower)) return null;
  return at === 0 || isName(tokens, at) ? plainWord(name) : null;
}

/** "Picking up Noor tonight, she's my cousin": the only name before. */
function nameOfPronoun(tokens: readonly Token[], text: string): string | null {
  if (!/\b(?:she|he)(?:['’]s| is) (?:my|our)\b/i.test(text)) return null;
  const pronoun = tokens.findIndex(({ lower }) => SHE_IS.has(lower));
  const names = [...tokens.keys()]
    .filter((at) => at < pronoun && isName(tokens, at))
    .map((at) => plainWord(tokens[at]!));
  return new Set(names).size === 1 ? names[0]! : null;
}

/** "You report to Gil", "I'm managed by Gil". */
function reportsTo(tokens: readonly Token[]): PersonTie[] {
  return tokens.flatMap(({ lower }, at) => {
    const isBoss =
      (lower === "to" && /^report(?:ing|s)?$/.test(tokens[at - 1]?.lower ?? "")) ||
      (lower === "by" && /^(?:managed|supervised)$/.test(tokens[at - 1]?.lower ?? ""));
    if (!isBoss || !isName(tokens, at + 1) || !/^(?:you|i|i'm|you're)$/.test(tokens[at - 2]?.lower ?? "")) return [];
    return [{ name: plainWord(tokens[at + 1]!), relation: "boss", former: false, fresh: false }];
  });
}

function isName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return token !== undefined && isWrittenAsName(tokens, at) && !TITLES.has(token.lower);
}
