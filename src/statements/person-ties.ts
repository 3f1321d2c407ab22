// Reads which names a statement ties to the user, and as what: "my cousin Noor", "Priya is my new boss", "you report to Gil".
import { POSSESSIVES } from "../base/person-words.ts";
import { wordSet } from "../base/word-set.ts";
import { bossOf, isName, nameBefore, nameBehind } from "./names-beside.ts";
import { FORMER, FRESH } from "./roles.ts";
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

const SHE_IS = wordSet("she's he's she he");
/** Adjectives between "my" and a relation. */
const ADJECTIVES_MAX = 3;

/** At most one a relation that it names, in their order. */
export function tiesOf(statement: Statement): PersonTie[] {
  const relations = statement.values.filter(isRelation);
  const found = relations.flatMap((relation) => tieOf(statement, relation) ?? []);
  const [boss] = bossOf(statement.tokens);
  return boss === undefined ? found : [...found, { name: boss, relation: "boss", former: false, fresh: false }];
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
  const [name] =
    nameBehind(tokens, from) ??
    nameBefore(tokens, from - (before.length - Math.max(0, own))) ??
    nameOfPronoun(tokens, text);
  return name === undefined ? null : { name, relation: member, former, fresh };
}

/** "Picking up Noor tonight, she's my cousin": the only name before. */
function nameOfPronoun(tokens: readonly Token[], text: string): string[] {
  if (!/\b(?:she|he)(?:['’]s| is) (?:my|our)\b/i.test(text)) return [];
  const pronoun = tokens.findIndex(({ lower }) => SHE_IS.has(lower));
  const names = tokens.flatMap((token, at) => (at < pronoun && isName(tokens, at) ? plainWord(token) : []));
  return new Set(names).size === 1 ? names : [];
}
