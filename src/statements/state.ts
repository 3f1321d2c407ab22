// What somebody has one of at a time, and whose it is: the user's, or that of whoever or whatever is named.
import { ADDRESSED, OTHERS, POSSESSIVES, SPEAKERS } from "../base/person-words.ts";
import { wordSet } from "../base/word-set.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord } from "./statement.ts";
import type { Token } from "./tokens.ts";
import { KINSHIP } from "./value-words.ts";

export type StateKind =
  | "place"
  | "work"
  | "employer"
  | "name"
  | "role"
  | "diet"
  | "team"
  | "vehicle"
  | "title"
  | "provider";

export interface HeldState {
  readonly kind: StateKind;
  /** Stem of whose it is, or of what is in the place, of a role with the role; USER: the user. */
  readonly holder: string;
  /** What it is, by its words in lower case. */
  readonly words: ReadonlySet<string>;
  /** It is told as something new: what was before is over. */
  readonly changes: boolean;
}

/** A state that is over, with nothing in its place. */
export interface LeftState {
  readonly kind: StateKind;
  /** null: whoever's it is. */
  readonly holder: string | null;
  /** What it was; empty: whatever it was. */
  readonly words: ReadonlySet<string>;
}

export const USER = "you";

/** Who speaks, or is spoken to: the user, in what the user and the assistant say. */
export const SELF = SPEAKERS.union(ADDRESSED);
const AUXILIARIES = wordSet(
  `have has had just recently finally now also all both currently still already actually officially 've and since am are is was be been got
  habe hab hat bin ist sind bist jetzt seit ai as a avons avez suis est ha han has me nos se s'est ya ahora maintenant so un`,
);
const PRONOUNS = OTHERS.union(wordSet("it it's that es who which"));
const VERBLESS = wordSet("so well oh ok yes ja yeah hey hi ah btw anyway update news sorry confession and und et y");
const MARKS: ReadonlySet<string> = new Set([",", ";", ":", ".", "(", "!", "–", "?"]);

/** One for all names of a relative: "mum" and "mother". */
export function holderOf(word: string): string | null {
  return KINSHIP.get(word) ?? contentStem(word);
}

/** Who stands before a verb. null: whoever it is, is not told. `isThird`: the verb is of somebody else. */
export function subjectBefore(tokens: readonly Token[], isThird = false): string | null {
  let at = tokens.length - 1;
  while (at >= 0 && AUXILIARIES.has(tokens[at]!.lower)) at--;
  const token = tokens[at];
  if (token === undefined || token.kind === "mark") {
    const first = MARKS.has(token?.text ?? "") ? subjectAtStart(tokens.slice(0, at)) : NOBODY;
    if (first === NOBODY) return isThird ? null : USER;
    return first === USER && isThird ? null : first;
  }
  return heldBy(tokens, at, isThird);
}

function heldBy(tokens: readonly Token[], at: number, isThird: boolean): string | null {
  const token = tokens[at]!;
  if (SELF.has(token.lower)) return isThird && token.lower !== "ihr" ? null : USER;
  if (token.kind !== "word" || PRONOUNS.has(token.lower)) return null;
  // "Brilliant news, started at": no subject, but words of their own.
  if (VERBLESS.has(token.lower)) return isThird ? null : USER;
  return holderOf(plainWord(token));
}

const NOBODY = Symbol("nobody");

/** "Noah's left the Rangers, signed with …": who the sentence began with. null: "he". */
function subjectAtStart(tokens: readonly Token[]): string | typeof NOBODY | null {
  const [first, second] = tokens;
  if (first === undefined || first.kind === "mark") return NOBODY;
  if (SELF.has(first.lower)) return USER;
  if (PRONOUNS.has(first.lower)) return null;
  if (POSSESSIVES.has(first.lower) && second !== undefined) return holderOf(plainWord(second));
  const isSubject = plainWord(first) !== first.lower || (first.capital && AUXILIARIES.has(second?.lower ?? ""));
  return isSubject && !VERBLESS.has(first.lower) ? holderOf(plainWord(first)) : NOBODY;
}
