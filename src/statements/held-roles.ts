// Reads who has a role of which somebody has one: "my boss is Tomás", "Zoe's piano teacher is Mrs Abernathy".
import { INDEFINITE, POSSESSIVES } from "../base/person-words.ts";
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { bossOf, nameBefore, nameBehind } from "./names-beside.ts";
import { isNegated } from "./read-statements.ts";
import { FORMER, FRESH, ROLES } from "./roles.ts";
import { contentStem } from "./sentence-reader.ts";
import { type HeldState, holderOf, subjectBefore, USER } from "./state.ts";
import { plainWord, type Statement } from "./statement.ts";
import { partAround, type Token } from "./tokens.ts";
import { isUnsure, tellsBeside, tellsNewly } from "./told-states.ts";

/** "Chef" is a cook in English. */
const FOREIGN = wordSet("chef chefin patron responsable docteur mari professeur trainer doc");
const ENGLISH_OWN = wordSet("my our your");
/** "Su" is a formal "your". */
const OWN = POSSESSIVES.union(wordSet("su"));
/** A role of before, of one of several, or of somebody else. */
const OTHER = FORMER.union(wordSet("other second another his her their future potential otro otra autre next"));
/** "Has a new …": who has it stands before. */
const HAVING = wordSet("has have got had've haben habe hat hast tengo tenemos tiene tienes ai j'ai avons avez as a");
const PASSED_MAX = 4;

export function heldRoles(statement: Statement): HeldState[] {
  const found = statement.tokens.flatMap((_, at) => roleAt(statement, at) ?? []);
  return [...found, ...reportsTo(statement), ...signedUpWith(statement), ...changedRole(statement)].slice(0, ROLES_MAX);
}

const ROLES_MAX = 4;

function roleAt({ tokens, text }: Statement, at: number): HeldState | null {
  const role = ROLES.get(plainWord(tokens[at]!));
  const owner = role === undefined ? null : ownerBefore(tokens, at);
  const part = partOf(tokens, at);
  const told = part.map(({ lower }) => lower).join(" ");
  if (owner === null || isNegated(part) || isUnsure(text, told)) return null;
  const name = nameBehind(tokens, at) ?? nameBefore(tokens, owner.from);
  if (name === null) return null;
  const changes = (owner.fresh || tellsNewly(told)) && !tellsBeside(text, "role");
  const kind = [role, ...owner.kinds, ...fieldBehind(tokens, at)].join(" ");
  return { kind: "role", holder: `${owner.holder} ${kind}`, words: new Set(name), changes };
}

interface Owner {
  readonly holder: string;
  /** What tells one of a role from another: "piano". */
  readonly kinds: readonly string[];
  readonly fresh: boolean;
  /** Where it is told whose it is. */
  readonly from: number;
}

/** "My new", "Zoe's piano", "Zoe has a new piano". */
function ownerBefore(tokens: readonly Token[], role: number): Owner | null {
  const kinds: string[] = [];
  let fresh = false;
  for (let at = role - 1; at >= Math.max(0, role - PASSED_MAX); at--) {
    const token = tokens[at]!;
    const { lower } = token;
    if (token.kind !== "word" || OTHER.has(lower)) return null;
    const isForeign = FOREIGN.has(tokens[role]!.lower);
    if (OWN.has(lower)) {
      return isForeign && ENGLISH_OWN.has(lower) ? null : { holder: USER, kinds, fresh, from: at };
    }
    if (FRESH.has(lower)) fresh = true;
    else if (INDEFINITE.has(lower) || (fresh && HAVING.has(lower))) {
      const verb = INDEFINITE.has(lower) ? at - 1 : at;
      const having = tokens[verb]?.lower ?? "";
      if (!fresh || !(HAVING.has(having) || /(?:'ve|'s)$/.test(having))) return null;
      const holder = havingHolder(tokens, verb);
      return holder === null ? null : { holder, kinds, fresh, from: at };
    } else if (plainWord(token) !== lower) {
      const holder = holderOf(plainWord(token));
      return holder === null ? null : { holder, kinds, fresh, from: at };
    } else {
      const stem = contentStem(lower);
      if (stem !== null && stem !== "line") kinds.push(stem);
    }
  }
  return null;
}

function havingHolder(tokens: readonly Token[], verb: number): string | null {
  const { lower } = tokens[verb]!;
  if (/^(?:j'ai|i've|we've|you've|tengo|tenemos|tienes|habe)$/.test(lower)) return USER;
  return subjectBefore(tokens.slice(0, verb));
}

/** "At the bar", "for maths": one of several. */
function fieldBehind(tokens: readonly Token[], role: number): string[] {
  if (!/^(?:at|in|for|of|bei|chez|en)$/.test(tokens[role + 1]?.lower ?? "")) return [];
  const named = tokens.slice(role + 2, role + 2 + 3).find((token) => contentStem(plainWord(token)) !== null);
  return named === undefined ? [] : [contentStem(plainWord(named))!];
}

/** The part of a statement that a place is in. */
function partOf(tokens: readonly Token[], at: number): readonly Token[] {
  const isMark = ({ lower }: Token) => /^(?:[,;:!?()–]|and|but|because|und|aber|weil|et|mais|y|pero)$/.test(lower);
  const { start, end } = partAround(tokens, { from: at, to: at + 1 }, isMark);
  return tokens.slice(start, end);
}

/** Of the user. `name`: none names nobody. */
function usersRole(text: string, role: string, name: readonly string[], changes: boolean): HeldState[] {
  if (name.length === 0 || isUnsure(text, text)) return [];
  return [{ kind: "role", holder: `${USER} ${role}`, words: new Set(name), changes }];
}

function reportsTo({ tokens, text }: Statement): HeldState[] {
  return usersRole(text, "boss", bossOf(tokens), tellsNewly(text) && !tellsBeside(text, "role"));
}

const SIGNED_UP = linear(
  /(?<!\p{L})(?:(registered|signed up|switched|changed|transferred|moved) )?(?:over )?(?:with|to) (?:a new \p{L}+, ?)?(?:(dr|doctor)|mrs?|ms|frau|herr)\.? (\p{L}[\p{L}'’-]+)([^,.;!?]*)/iu,
);

/** "We've registered with Dr Banerjee now", "we're with Dr Banerjee now". */
function signedUpWith({ text, tokens }: Statement): HeldState[] {
  const match = SIGNED_UP.exec(text);
  if (match === null || tellsBeside(text, "role")) return [];
  const [, verb, doctor, name = "", rest = ""] = match;
  const holder = subjectBefore(tokens.filter(({ end }) => end <= match.index));
  if (holder !== USER || (verb === undefined && !tellsNewly(rest))) return [];
  const [named] = tokens.flatMap(({ lower }) => ROLES.get(lower) ?? []);
  const role = named ?? (doctor === undefined ? undefined : "doctor");
  return role === undefined ? [] : usersRole(text, role, [name.toLowerCase()], true);
}

const CHANGED_ROLE = linear(
  /(?<!\p{L})(?:changed|switched|gewechselt|changé (?:de |d['’])|cambiado de|cambié de) ?(?:my |our |den |die )?(\p{L}+)s?[^.;!?]{0,60}?(?:c['’]est|it['’]s|he['’]s|she['’]s|es|ist|called|to|with|chez|zu|bei)(?: (?:now|jetzt|maintenant|ahora|with))?(?: (?:dr|mme|mrs?|ms|frau|herrn?|la doctora|el doctor)\.?)? (\p{L}[\p{L}'’-]+)/iu,
);

/** "I've changed dentist, it's Ms Roux now". */
function changedRole({ text }: Statement): HeldState[] {
  const [, noun = "", name = ""] = CHANGED_ROLE.exec(text) ?? [];
  const role = ROLES.get(noun.toLowerCase());
  return role === undefined || !/^\p{Lu}/u.test(name) ? [] : usersRole(text, role, [name.toLowerCase()], true);
}

/** What a question asks for by a role: "who's my manager?" */
export function askedRole({ tokens }: Statement): string | null {
  for (const [at, token] of tokens.entries()) {
    const role = ROLES.get(plainWord(token));
    const owner = role === undefined ? null : ownerBefore(tokens, at);
    if (role !== undefined && owner !== null) return [`${owner.holder} ${role}`, ...owner.kinds].join(" ");
  }
  return null;
}
