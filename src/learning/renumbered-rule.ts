// Words a rule anew whose number alone a message changes: "you can go up to six", to "two lines at most".
import { numberNamed } from "../base/number-words.ts";
import { LIKELY } from "../domain/intent.ts";
import { saidInLesson } from "../domain/lesson.ts";
import type { MessageClassifier } from "../domain/ports/message-classifier.ts";
import { relationTo } from "./classify-message.ts";
import type { Wish } from "./find-wishes.ts";

const WORD = /[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu;
const DIGITS = /^\d{1,4}$/;
/** Which number is wanted from now on. */
const WANTED =
  /\b(?:make (?:it|that|them)|up to|at most|at the most|max|maximum|instead|from now on|let['’]?s (?:say|do|go)|rather|will do)\b/i;
const MOVED =
  /\b(?:go|stretch|bump|raise|cut|drop|change|switch|set|move|keep|stick|limit) (?:(?:it|that|them|things|answers) )?(?:(?:up|down|back) )?to\b/i;
/** The same in German, French and Spanish. */
const WANTED_ABROAD =
  /\b(?:lieber|stattdessen|bis zu|höchstens|künftig|ab jetzt|plutôt|jusqu['’]à|au lieu de|désormais|mejor|hasta|en vez de|a partir de ahora|que sean)(?!\p{L})/iu;
const MOVED_ABROAD =
  /\b(?:mach|geh|erhöh|kürz|passe|passez|passer|monte|montez|monter|descends|descendez|va|allez|pasa|pase|pasar|sube|suba|subir|baja|baje|llega|llegar|llegue|puedes|puede) (?:(?:mir|es|das|auf|draus|llegar|subir|pasar|ir) ){0,2}(?:à|a|auf|hasta|zu)(?!\p{L})/iu;
const SUFFICES =
  /\b(?:is|are|be|s|sounds?|seems?) (?:now )?(?:fine|ok|okay|enough|better|plenty|good|great|perfect|the limit)\b/i;
/** What is so many may stand behind a number, and says nothing of the rule where it is a time or a share. */
const OF_TIME = /^(?:(?:second|minute|hour|day|week|month|year|time)s?|ago|am|pm|o|percent|more|of)$/i;
/** Behind a number, and no name of what is counted. */
const NO_NOUN =
  /^(?:is|are|was|will|would|instead|now|then|please|pls|plz|from|at|max|maximum|or|and|but|if|so|too|per|each|for|in|as|rather|ones?|fine|ok|okay|an?|the|mehr|más|plus|draus)$/i;

interface Counted {
  readonly value: number;
  readonly written: string;
  readonly at: number;
  /** What is counted, as one; null: it does not follow. */
  readonly noun: string | null;
}

function countedIn(text: string): Counted[] {
  const words = [...text.matchAll(WORD)];
  return words.flatMap(({ 0: written, index: at }, place) => {
    const value = numberNamed(written) ?? (DIGITS.test(written) ? Number(written) : null);
    if (value === null) return [];
    const behind = words[place + 1];
    const follows = behind !== undefined && text.slice(at + written.length, behind.index) === " ";
    const isNoun = follows && !NO_NOUN.test(behind[0]);
    return [{ value, written, at, noun: isNoun ? singular(behind[0]) : null }];
  });
}

/** In small letters, without the plural's s. */
function singular(noun: string): string {
  return noun.toLowerCase().replace(/s$/, "");
}

/** Whether it says by its words which number it is to be. */
export function wantsNumber(message: string): boolean {
  return (
    [WANTED, MOVED, SUFFICES, WANTED_ABROAD, MOVED_ABROAD].some((each) => each.test(message)) &&
    countedIn(message).length > 0
  );
}

/** Of these nobody speaks but of answers. */
const OF_ANSWERS =
  /\b(?:lines?|sentences?|words?|paragraphs?|bullets?|bullet points?|zeilen?|sätzen?|satz|wörtern?|lignes?|phrases?|mots?|líneas?|lineas?|frases?|palabras?)(?!\p{L})/iu;

/** Whether both count lines, words or the like: then the message is a rule of its own. */
export function countsTheSame(rule: string, message: string): boolean {
  const [of, other] = [rule, message].map((text) => OF_ANSWERS.exec(text)?.[0]);
  return of !== undefined && other !== undefined && singular(of) === singular(other);
}

/** What a rule counts that a message counts too, or all that it counts; null: several things, or nothing. */
function countIn(rule: string, message: readonly Counted[]): Counted | null {
  const counted = countedIn(rule);
  const ofBoth = counted.filter(({ noun }) => noun !== null && message.some((other) => other.noun === noun));
  const [only, ...further] = ofBoth.length > 0 ? ofBoth : counted;
  return only === undefined || further.length > 0 ? null : only;
}

/** In the user's words the other number stands in brackets. null: the rule has not one number, or the message names none that takes its place. */
export function renumbered(rule: string, message: string): string | null {
  const said = saidInLesson(rule);
  const counted = countedIn(message);
  const old = countIn(said, counted);
  if (old === null || !wantsNumber(message)) return null;
  const others = counted.filter(({ value, noun }) => value !== old.value && !OF_TIME.test(noun ?? ""));
  // "I have two hands free, make it eight sentences": of the same thing.
  const ofSame = others.filter(({ noun }) => noun !== null && noun === old.noun);
  const [other, ...rest] = ofSame.length > 0 ? ofSame : others;
  if (other === undefined || rest.length > 0) return null;
  if (other.noun !== null && other.noun !== old.noun) return null;
  const changed = said === rule ? other.written.toLowerCase() : `[${other.written.toLowerCase()}]`;
  return rule.replace(said, () => said.slice(0, old.at) + changed + said.slice(old.at + old.written.length));
}

/** Whether a sentence gives the rule another number: "make that five", to three options, and not to a table for two. */
export async function takesNumberOf(classifier: MessageClassifier, wish: Wish, said: string): Promise<boolean> {
  if (wish.isOnce || wish.asks) return false;
  const naming = [wish.classified?.input ?? "", wish.masked].find((text) => renumbered(said, text) !== null);
  if (naming === undefined || countsTheSame(said, naming)) return naming !== undefined;
  return ((await relationTo(classifier, naming, [said]))?.replaces ?? 0) >= LIKELY;
}
