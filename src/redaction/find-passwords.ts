// Finds passwords by what people and programs write before them: "my password is …", password=…, user:password@host.
import { linear } from "../matching/linear-expression.ts";
import { isValue, looksChosen, looksSecret } from "./password-words.ts";
import { type Finder, finderOf, onlyWhere, type Span, spansOf } from "./span.ts";

const WHAT = "password";
/** A value in quotation marks, or up to the next white space or mark of punctuation that ends a value. */
const QUOTED = `["“„«'‘\`]([^"”“»'’\`\\n]{1,200})["”“»'’\`]`;
const BARE = `([^\\s"'\`“”„«»<>()]{2,200})`;

/** Names of settings and fields; a `=` after one was written for a program, and whatever follows is the value. */
const FIELD =
  "(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[ _-]?(?:key|token|secret)|access[_-]?(?:key|token)|auth[_-]?(?:key|token)|client[_-]?secret|(?:secret|private|signing|encryption|account)[_-]?key|credentials?)";
const ASSIGNED = linear(`${FIELD}["']? {0,3}(:=|=>|[:=]) {0,3}(?:${QUOTED}|${BARE})`, "dgi");

/** Words for a password in the languages that people of the service write in. */
const NOUNS_IN_WORDS = "passwort|kennwort|wachtwoord|lösenord|adgangskode|passord";
const NOUNS =
  "pass ?(?:word|phrase|code)|contraseña|contrasena|clave(?: secreta)?|mot de passe|senha|palavra-passe|parola d'ordine|hasło|şifrem?|пароль|pin(?: ?code| ?number)?|pw";
const NOUN = `(?:(?:\\p{L}{0,30}(?:${NOUNS_IN_WORDS}))|(?<!\\p{L})(?:${NOUNS}))`;
const ANY_NOUN = new RegExp(`${NOUNS_IN_WORDS}|${NOUNS}`, "iu");
const IS =
  '(?: (?:is|was|are|ist|lautet|war|es|est|è|é|jest|är|er|(?:(?:has been|was|is) )?(?:now|changed to|set to|reset to))(?=[ :"“„«]):? ?| ?(?::|—| - ) ?)';
/** A few words may stand between: "the password for the wifi is …". */
const BETWEEN = "(?: (?:for|of|to|on|at|für|para|pour|del|de|di|im|zum) [^\\n.,;:?!=]{1,40}?)?";
const SAID = linear(
  `(?<![\\p{L}\\d_])${NOUN}${BETWEEN}(?: (?:still|now|currently|always|jetzt|ahora|maintenant))?${IS}(?:(?:still|now|just|simply|always) )?(?:${QUOTED}|${BARE})`,
  "dgiu",
);
const SAID_WITHOUT_SPACES = linear(/(?:パスワードは|密码是|密碼是|密码[:：]|비밀번호는 ?)[「"“]?([!-~]{3,200})/dg);
/** "login ada, password Winter-2025": without an "is", only a value that nobody would take for a word. */
const BESIDE = linear(`(?<![\\p{L}\\d_])${NOUN} ${BARE}`, "dgiu");

const HEADER = linear(/(?<![A-Za-z])(?:bearer|basic|digest) +([A-Za-z0-9._~+/-]{8,}={0,2})/dgi);
const NAMED_HEADER = linear(
  /(?<![A-Za-z])authorization["']? ?: ?["']?(?:[A-Za-z]{1,20} )?([A-Za-z0-9._~+/-]{8,}={0,2})/dgi,
);
const IN_ADDRESS = linear(/(?<=:\/\/)([^\s/?#@:"'<>]{0,128}:[^\s/?#"'<>]{1,256})@(?=[^\s@/])/dg);

/** Marks that end a sentence or close a bracket are not part of the value. */
const TAIL = linear(/[.,;:!?)\]}]+$/);
/** The same, except marks with which a password may end. */
const TAIL_AFTER_SECRET = linear(/[.,;:)\]}」]+$/);
/** The rest of a query or of a list after an assigned value. */
const NEXT_FIELD = linear(/[;&,].*$/);

export const PASSWORD_FINDERS: readonly Finder[] = [
  assigned,
  onlyWhere(ANY_NOUN, said),
  (text) => spansOf(text, SAID_WITHOUT_SPACES, WHAT).map((span) => withoutTail(text, span)),
  onlyWhere(ANY_NOUN, (text) =>
    spansOf(text, BESIDE, WHAT, (value) => value.length >= 6 && looksSecret(value)).map((span) =>
      withoutTail(text, span),
    ),
  ),
  finderOf(HEADER, WHAT, (value) => value.length >= 16 && /\d/.test(value)),
  finderOf(NAMED_HEADER, WHAT, (value) => looksSecret(value)),
  onlyWhere(/:\/\//, finderOf(IN_ADDRESS, WHAT)),
];

function assigned(text: string): Span[] {
  const spans: Span[] = [];
  for (const { indices, 1: sign = "", 2: quoted, 3: bare } of text.matchAll(ASSIGNED)) {
    const [from, to] = indices?.[quoted === undefined ? 3 : 2] ?? [0, 0];
    const value = (quoted ?? bare ?? "").replace(NEXT_FIELD, "").replace(TAIL, (tail) => (quoted ? tail : ""));
    const rest = text.slice(to, to + 1);
    const isReal =
      sign === "=" || quoted !== undefined
        ? isValue(value) && !(quoted !== undefined && / /.test(value) && !looksSecret(value))
        : looksSecret(value) || (looksChosen(value) && endsThere(rest));
    if (isReal) spans.push({ from, to: quoted === undefined ? from + value.length : to, what: WHAT });
  }
  return spans;
}

function said(text: string): Span[] {
  const spans: Span[] = [];
  for (const { indices, 1: quoted, 2: bare } of text.matchAll(SAID)) {
    const [from, to] = indices?.[quoted === undefined ? 2 : 1] ?? [0, 0];
    if (quoted !== undefined) {
      if (isValue(quoted)) spans.push({ from, to, what: WHAT });
      continue;
    }
    const value = (bare ?? "").replace(TAIL, "");
    const next = text.slice(from + value.length, from + value.length + 1);
    if (looksSecret(value) || (looksChosen(value) && endsThere(next))) {
      spans.push({ from, to: from + value.length + punctuationOf(bare ?? "", value), what: WHAT });
    }
  }
  return spans;
}

/** How many marks after the value belong to it: "Sommer2024!". Full stops and commas seldom do. */
function punctuationOf(bare: string, value: string): number {
  return /^[!?]+/.exec(bare.slice(value.length))?.[0].length ?? 0;
}

function withoutTail(text: string, { from, to, what }: Span): Span {
  return { from, to: from + text.slice(from, to).replace(TAIL_AFTER_SECRET, "").length, what };
}

/** Whether the clause ends after a value that is a plain word: if it goes on, it more likely talks about passwords. */
function endsThere(next: string): boolean {
  return next === "" || /[.,;!?\n)]/.test(next);
}
