// Reads what statements tell by the patterns of states: who it is of, what it is, and whether it is told as something new.
import { DEFINITE } from "../base/person-words.ts";
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { isNegated } from "./read-statements.ts";
import { contentStem } from "./sentence-reader.ts";
import { type HeldState, holderOf, subjectBefore, USER } from "./state.ts";
import { SERVICES, STATE_PATTERNS, type StatePattern } from "./state-patterns.ts";
import { plainWord, type Statement } from "./statement.ts";
import { cutTokens, type Token } from "./tokens.ts";
import { KINSHIP, MONTHS, WEEKDAYS } from "./value-words.ts";

/** A statement without any of them is matched with no pattern. */
const CUES = linear(
  /\b(?:work|job|employ|start|began|begun|first|hired|taken|sign|arbeit|jobb|angefangen|gewechselt|boss|travail|commenc|embauch|trabaj|curr|empe|entra|cogido|contratado|wohn|leb|gezogen|umgezogen|habit|vis|viv|vit|déménag|emménag|install|resid|mudad|mud|traslad|settled|moved|live|in|hei|name|m['’]appel|t['’]appel|appelez|nom|llamo|llamas|nombre|play|spiel|joue|jueg|fichado|drive|call|renam|with|bei|chez|con|provider|supplier|switched|changed|transferred|i['’]?m|i am|you are|you['’]re|our|my)/iu,
);
/** In the same part of a statement it is no state with these, or none that is known to be so. */
const UNSURE = linear(
  String.raw`\b(?:would|could|might|may (?:be|have|get|move|start|join|go|change|switch)|maybe|perhaps|nearly|almost|wish(?:es|ed)?|want(?:s|ed)? to|hop(?:e|ing) to|dream\p{L}*|used to|years ago|back then|in (?:19|20)\d\d|as a (?:kid|child|student)|originally|thinking (?:of|about)|considering|appl(?:y|ied|ying)|interview\p{L}*|offer(?:ed)?|should|until|till|holidays?|vacation|trip|hotel|airbnb|würde\p{L}*|könnte\p{L}*|vielleicht|früher|damals|urlaub|ferien|peut-être|avant|à l['’]époque|j['’]aimerais|vacances|en (?:19|20)\d\d|quizás?|tal vez|antes|ojalá|me gustaría|podría|vacaciones)(?![\p{L}\d])`,
  "iu",
);
/** Anywhere in it. */
const INVENTED = linear(/\b(?:if|story|imagine|pretend|suppose|wenn|falls|si)(?!\p{L})/iu);
/** One more of the kind, which takes no place. */
const BESIDE = linear(
  /\b(?:second|another|also|too|as well|auch|zusätzlich|zweiten?|aussi|également|también|además|otro|otra)(?!\p{L})/iu,
);
/** Work beside other work. */
const ON_THE_SIDE = linear(
  /\b(?:side|(?:at|on|over) (?:the )?weekends?|weekends|evenings?|saturdays?|sundays?|part[- ]time|volunteer\p{L}*|nebenbei|nebenjob|am wochenende|wochenenden|le week-end|fines de semana|club|choir|team captain)(?!\p{L})/iu,
);
/** Told as something that is so since lately; not "now for 3 years". */
const NEWLY = linear(
  /\b(?:now(?! for| since)|nowadays|these days|as of|from (?:mon|tues|wednes|thurs|fri|satur|sun)day|since (?:mon|tues|wednes|thurs|fri|satur|sun)day|jetzt(?! seit)|neuerdings|inzwischen|mittlerweile|seit (?:gestern|heute|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)|ab (?:jetzt|sofort)|ahora|desde (?:ayer|hoy|el lunes)|maintenant|désormais|depuis (?:hier|lundi|mardi|mercredi|jeudi|vendredi))\b/iu,
);
/** What is no name of an employer, a place or a team. */
const NO_NAMES = wordSet(
  `home work school uni university college nursery kindergarten kita schule uni büro office night nights day days weekend weekends all once least last
  first noon midnight moment time times gym gymnasium academy church fun it them him her me us you this that these those a an my our your his their
  one ein eine einer einem einen der die das dem den le la les un une el los las una mi mon ma mein meiner meine meinem casa maison hause
  myself yourself free christmas easter the is was no not so and or but`,
);
/** They end the name of an employer, a place or a team. */
export const ENDS_NAME = wordSet(
  `now last this in for with since after because so and but yesterday today recently finally when at on as from to by is are was were has have
  who which that if although where who's these here there btw lol tbh too also again then than jetzt seit als und aber weil im in am um bei mit von zu
  depuis et mais avec pour dans au à comme en y pero con desde de que como porque a maintenant ahora hier lundi i i'm we he she they it it's`,
);
const WORDS_MAX = 4;
const PATTERNED_TOKENS_MAX = 60;

/** `part`: of the statement, where it may be told. */
export function isUnsure(text: string, part: string): boolean {
  return UNSURE.test(part) || INVENTED.test(text);
}

export function tellsNewly(text: string): boolean {
  return NEWLY.test(text);
}

/** One more of the kind, or work beside other work. */
export function tellsBeside(text: string, kind: StatePattern["kind"]): boolean {
  return BESIDE.test(text) || ((kind === "work" || kind === "employer") && ON_THE_SIDE.test(text));
}

/** What the patterns find, at most one a kind. `denied`: of what is no longer so instead. */
export function toldStates(statement: Statement, denied: boolean): HeldState[] {
  const { text, tokens } = statement;
  if (tokens.length > PATTERNED_TOKENS_MAX || !CUES.test(text)) return [];
  const found: HeldState[] = [];
  for (const pattern of STATE_PATTERNS) {
    if (found.some(({ kind }) => kind === pattern.kind)) continue;
    const match = pattern.told.exec(text);
    const state = match === null ? null : stateOf(pattern, match, { text, denied });
    if (state !== null) found.push(state);
  }
  return found;
}

function stateOf(
  pattern: StatePattern,
  match: RegExpExecArray,
  { text, denied }: { readonly text: string; readonly denied: boolean },
): HeldState | null {
  const { kind, fresh, of, named } = pattern;
  const start = partStart(text, match.index);
  const part = text.slice(start, match.index + match[0].length);
  if (isNegated(cutTokens(part)) !== denied) return null;
  const phrase = (of === "group" ? match[2] : match[1]) ?? "";
  const words = wordsOfName(phrase, named, kind);
  const before = cutTokens(text.slice(0, match.index));
  const holder = words === null ? null : holderIn(pattern, match, before);
  if (words === null || holder === null) return null;
  const whole = text.slice(start, match.index) + text.slice(match.index).split(PART_ENDS, 1)[0]!;
  if (isUnsure(text, whole)) return null;
  const changes =
    (fresh || tellsNewly(whole)) &&
    !tellsBeside(text, kind) &&
    (!(named || fresh) || NAME_START.test(phrase.replace(/^the /i, "")));
  if (fresh && !changes) return null;
  return { kind, holder, words: new Set(words), changes };
}

/** Where the part between marks begins that a place is in. */
function partStart(text: string, at: number): number {
  const ends = PART_MARKS.map((mark) => {
    const found = at === 0 ? -1 : text.lastIndexOf(mark, at - 1);
    return found < 0 ? 0 : found + mark.length;
  });
  return Math.max(...ends);
}

const PART_MARKS = [
  ...",;:.!(–?",
  " and ",
  " but ",
  " because ",
  " und ",
  " aber ",
  " weil ",
  " et ",
  " mais ",
  " y ",
  " pero ",
];
const PART_ENDS = /[.;!?,(]| (?:and|but|because|und|aber|weil|et|mais|y|pero) /i;

const NAME_START = /^[\p{Lu}\d]/u;

/** null: it is no name. One word that is written small counts where it ends there. */
function wordsOfName(phrase: string, named: boolean, kind: StatePattern["kind"]): string[] | null {
  const all = phrase.split(" ");
  if (DEFINITE.has(all[0]!.toLowerCase())) all.shift();
  const isCapital = NAME_START.test(all[0] ?? "");
  if (all.length === 0 || (named && !isCapital)) return null;
  const words: string[] = [];
  for (const [at, each] of all.slice(0, WORDS_MAX).entries()) {
    const word = each
      .toLowerCase()
      .replaceAll("’", "'")
      .replace(/[.'-]$/, "")
      .replace(/'s$/, "");
    if (
      ENDS_NAME.has(word) ||
      WEEKDAYS.has(word) ||
      MONTHS.has(word) ||
      (at > 0 && isCapital && !NAME_START.test(each))
    )
      break;
    if (NO_NAMES.has(word) || (kind !== "name" && KINSHIP.has(word))) return null;
    if (word !== "&" && word.length > 1 && !/^\d+$/.test(word)) words.push(word);
  }
  const telling = words.filter((word) => contentStem(word) !== null);
  return telling.length === 0 ? null : telling;
}

function holderIn(pattern: StatePattern, match: RegExpExecArray, before: readonly Token[]): string | null {
  const { kind, of } = pattern;
  if (of === "user") return isOfAnother(before) ? null : USER;
  if (of === "before") {
    if (/(?<!\p{L})(?:ich|wir|du|ihr)(?!\p{L})/iu.test(match[0].split(" ").slice(0, 3).join(" "))) return USER;
    return subjectBefore(before, pattern.third === true);
  }
  const noun = match[1]!.toLowerCase();
  if (kind === "provider") return isOfAnother(before) ? null : SERVICES.get(noun)!;
  if (kind === "place") return KINSHIP.has(noun) || /^\p{Lu}/u.test(match[1]!) ? holderOf(noun) : null;
  return KINSHIP.has(noun) ? null : noun === "it" ? noun : contentStem(noun);
}

/** "Mum's internet", "his phone". */
function isOfAnother(before: readonly Token[]): boolean {
  const last = before.at(-1);
  return last !== undefined && (/^(?:his|her|their|seine?|ihre?)$/.test(last.lower) || plainWord(last) !== last.lower);
}
