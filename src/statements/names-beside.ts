// Reads the name of who has a role, or is a relative, beside the word for it: "my boss is Tomás", "Noor is my cousin".
import { wordSet } from "../base/word-set.ts";
import { isWrittenAsName } from "./read-statements.ts";
import { ROLES } from "./roles.ts";
import { contentStem } from "./sentence-reader.ts";
import { subjectBefore, USER } from "./state.ts";
import { plainWord } from "./statement.ts";
import type { Token } from "./tokens.ts";
import { CHOICES, KINSHIP } from "./value-words.ts";

const LINKS = wordSet(
  "is 's was called named name's ist jetzt now heißt heisst es se llama est s'appelle appelle maintenant ahora un une una tal",
);
const CALLED = wordSet("called named heißt heisst llama s'appelle");
const TITLES = wordSet(
  "mr mrs ms miss dr doctor prof frau herr herrn mme mlle señora señor doctora don doña madame monsieur",
);
/** They stand between a word and its name, but not right behind it: "la jefa es la doctora Sanchis". */
const INNER = wordSet("la el der die bei");
/** Behind a role, before where it is one: "the manager at the bar is Gil". */
const BEFORE_FIELD = wordSet("at bei in chez en");
const FIELD_MAX = 4;
const NO_NAMES = wordSet("this that that's she's he's it's she he it they there here who what no yes ok");
/** Of "sister-in-law". */
const IN_LAW_TOKENS = 5;
/** Tokens from a word to its name. */
const REACH = 8;
const NAME_WORDS_MAX = 2;

/** Behind the word at `word`, in lower case: "my cousin Noor", "my sister-in-law, Noor", "my new boss is called Noor". */
export function nameBehind(tokens: readonly Token[], word: number): string[] | null {
  const law = tokens.slice(word, word + IN_LAW_TOKENS).findIndex(({ lower }) => lower === "law");
  const from = word + Math.max(0, law);
  let called = false;
  for (let at = from + 1; at <= from + REACH && at < tokens.length; at++) {
    const { lower, text } = tokens[at]!;
    const title = tokens[at - 1]!.text === "." ? at - 2 : at - 1;
    // "Your son-in-law, Franca's husband."
    if (tokens[at - 1]!.text === "," && plainWord(tokens[at]!) !== lower) return null;
    const isTitled = title > from && TITLES.has(tokens[title]!.lower);
    if (isName(tokens, at) || ((called || isTitled) && isSmallName(tokens[at]!))) return nameFrom(tokens, at);
    called ||= CALLED.has(lower);
    if (at === from + 1 && BEFORE_FIELD.has(lower)) {
      const link = tokens.findIndex((token, place) => place > at && LINKS.has(token.lower));
      if (link < 0 || link > at + FIELD_MAX) return null;
      at = link;
      continue;
    }
    const isInner = at > from + 1 && INNER.has(lower);
    if (!isInner && !TITLES.has(lower) && !LINKS.has(lower) && !/^[-,.]$/.test(text)) return null;
  }
  return null;
}

/** Before "my", which stands at `own`: "Carla is my new boss", "Carla, my boss", "seit Montag ist Carla meine neue Chefin". */
export function nameBefore(tokens: readonly Token[], own: number): string[] | null {
  let at = own - 1;
  const link = tokens[at];
  if (link?.capital && plainWord(link) !== link.lower && !NO_NAMES.has(link.lower)) return nameFrom(tokens, at);
  while (LINKS.has(tokens[at]?.lower ?? "") || tokens[at]?.text === ",") at--;
  const isLinked = at < own - 1 || LINKS.has(tokens[at - 1]?.lower ?? "");
  const name = tokens[at];
  if (name?.kind !== "word" || !name.capital || !isLinked || NO_NAMES.has(name.lower)) return null;
  return at === 0 || isName(tokens, at) ? nameFrom(tokens, at) : null;
}

/** Under whom the user works, "you report to Gil", "I'm managed by Gil"; empty: nobody is named. */
export function bossOf(tokens: readonly Token[]): string[] {
  const link = tokens.findIndex(
    ({ lower }, at) =>
      at > 1 && /^(?:report(?:ing)? to|(?:managed|supervised) by)$/.test(`${tokens[at - 1]!.lower} ${lower}`),
  );
  const isUsers = isName(tokens, link + 1) && subjectBefore(tokens.slice(0, Math.max(0, link - 1))) === USER;
  return link > 0 && isUsers ? nameFrom(tokens, link + 1) : [];
}

function nameFrom(tokens: readonly Token[], at: number): string[] {
  const end = tokens.findIndex((token, place) => place > at && (token.kind !== "word" || !token.capital));
  return tokens.slice(at, Math.min(at + NAME_WORDS_MAX, end < 0 ? tokens.length : end)).map(plainWord);
}

/** Whether a token is the name of a person, and no title, role or relative. */
export function isName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || !isWrittenAsName(tokens, at)) return false;
  return ![TITLES, CHOICES, KINSHIP, ROLES].some((words) => words.has(plainWord(token)));
}

function isSmallName({ kind, lower }: Token): boolean {
  return kind === "word" && !LINKS.has(lower) && !TITLES.has(lower) && contentStem(lower) !== null;
}
