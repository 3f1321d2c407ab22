// Tells a password from a word that is said about passwords.
import { linear } from "../matching/linear-expression.ts";

/** Words that are said of passwords in general, or that begin a longer phrase. */
const SAID_OF_PASSWORDS = new Set(
  `a about again all almost already also always an and any as at available bad because being below best better between
  blank blocked both broken but case-sensitive changed checked compromised correct critical current default different
  difficult disabled down due easy either empty enough essential even expired false fine for forever forgotten from
  gone good great hard hashed here hidden how if important in incorrect insecure invalid it just kept known leaked less
  like locked long longer lost many mandatory me mine missing more most much my necessary need needed never new next no
  nobody none not nothing now obsolete obvious of off ok okay old on one only optional or our out over perfect plain
  please possible pretty private protected public quite random ready really required reset right safe same saved secret
  secure set short shown simple so some stale still stolen stored strong such super temporary terrible that the their
  them then there these they this those to token too true unchanged under unique unknown unsafe up useless valid very
  visible was weak what when where which who why wrong yes yet you your yours zero
  falsch richtig vergessen abgelaufen sicher unsicher geheim leer nicht kein mein dein das der die zu sehr lang kurz
  incorrecta correcta segura débil larga corta no muy la el una oublié perdu faux correct trop très pas le la un une
  inny dobre ważne неверный правильный`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
/** What stands in place of a value that is left out or comes from elsewhere. Our own mark is no secret either. */
const NO_VALUE = linear(
  /^(?:null|none|nil|true|false|undefined|empty|\*+|x{3,}|\.{3}|…|\[redacted.*|[$%{<].*|process\.env.*|os\.environ.*|string|str)$/i,
);
const ENDING = /(?:ed|ing|able|ible|ful|less|ous|ive|ally|ily|tion|ment|ness)$/i;

export function isValue(value: string): boolean {
  return value.length >= 3 && !NO_VALUE.test(value);
}

/** Letters with digits or signs, a run of digits, or letters of both cases in the middle of a word. */
export function looksSecret(value: string): boolean {
  if (!isValue(value)) return false;
  if (/^\d+$/.test(value)) return value.length >= 4;
  if (/^[\d.,:%/-]+$/.test(value)) return false;
  if (/\d/.test(value)) return !/^(?:\d+(?:st|nd|rd|th|ms|s|h|d|px|kb|mb|gb)?|v?\d+(?:\.\d+)*)$/i.test(value);
  if (/[!#$%&*+=@^~\\|]/.test(value)) return true;
  return /^\p{L}*\p{Ll}\p{Lu}/u.test(value) && /\p{Lu}.*\p{Lu}/u.test(value);
}

/** A plain word that somebody may have chosen as a password, not one that is said about passwords. */
export function looksChosen(value: string): boolean {
  if (!isValue(value) || !/^[\p{L}-]{4,64}$/u.test(value)) return false;
  return !SAID_OF_PASSWORDS.has(value.toLowerCase()) && !ENDING.test(value);
}
