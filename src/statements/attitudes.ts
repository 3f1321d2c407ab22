// What a statement says is liked, or cannot be borne.
import { isDirective } from "./directives.ts";
import { clausesOf } from "./read-statements.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";
import { KINSHIP } from "./value-words.ts";

export interface Attitude {
  readonly likes: boolean;
  /** Of its clause, without whose attitude it is where that is told apart. */
  readonly stems: ReadonlySet<string>;
  /** Whose it is, or whom it is for: "Amos", "mother", "you"; empty where nothing tells. */
  readonly holders: ReadonlySet<string>;
  /** Which of the statement's clauses says it. */
  readonly clause: number;
  /** "No nuts" alone: of a dish it says what is in it. */
  readonly wantsNone: boolean;
}

const LIKING =
  /^(?:loves?|loved|likes|liked|enjoys?|enjoyed|adores?|favou?rite|fond|fan|prefers?|preferred|keen|happy|fine|welcome|allow|allows|allowed|treat|soothing|favou?rites|tolerates?|tolerated|well|crazy|obsessed|mag|liebt|liebe|adore|aime|encanta|gusta)$/;
/** Somebody's own: "favourites" alone are anybody's. */
const FAVOURITE = /^favou?rites?$/;
const OWNER = /^(?:my|your|his|her|our|their|mein|dein|all-time)$|'s$|s'$/;
/** What stands before "like" where it is a verb. */
const LIKERS =
  /^(?:i|you|he|she|we|they|who|that|which|to|do|does|did|not|really|also|still|would|might|may|and)$|n't$|'d$/;
const DISLIKING =
  /^(?:hates?|hated|dislikes?|detests?|loathes?|despises?|avoids?|banned|forbidden|horrors|scared|afraid|allergic|intolerant|hasse|hasst|déteste|odio|odia|sick|gross)$/;
const CANNOT_BEAR =
  / (?:can't|cant|cannot|couldn't) (?:really )?(?:stand|eat|have|take|bear|look|abide|stomach|tolerate|listen|drink) | (?:won't|wont|doesn't|don't|dont) (?:eat|touch|drink|do) | spits? /;
const WANTS_NONE = /^ (?:(?:and|but|also|still|so|please|absolutely|definitely) )*no [^ ]+ /;
/** What somebody began to eat or drink again can be borne. */
const BEGAN = / (?:start(?:ed)?|began|begun|back to|back on) (?:eating|drinking|having|taking) /;
const DENYING = /^(?:not|never|no|nothing|without|cant|dont|doesnt|wont)$|n't$/;

/** Clause by clause. */
export function attitudesOf(statement: Statement): Attitude[] {
  let holding: ReadonlySet<string> = new Set();
  return clausesOf(statement).flatMap((clause, place) => {
    const words = clause.map(({ lower }) => lower);
    const text = ` ${words.join(" ")} `;
    const bears = CANNOT_BEAR.test(text);
    const isDisliked = bears || words.some((word) => DISLIKING.test(word));
    const dislikes = isDisliked || WANTS_NONE.test(text);
    if (!dislikes && !BEGAN.test(text) && !words.some((_, at) => isLiking(words, at))) return [];
    if (isDirective(clause) && !words.some((word) => SUBJECT.test(word))) return [];
    const negated = words.some((word) => DENYING.test(word));
    const likes = dislikes ? words.some((word) => DISLIKING.test(word)) && negated && !bears : !negated;
    const holders = holdersIn(clause);
    const objects = clause.filter(
      ({ kind, lower }, at) =>
        kind === "word" && !LIKING.test(lower) && !DISLIKING.test(lower) && lower !== "like" && !holders.has(at),
    );
    const stems = new Set(objects.flatMap((token) => contentStem(plainWord(token)) ?? []));
    // "I like tea, can't stand coffee": who it is was told before.
    if (holders.size > 0 || !BEARING.test(words[0]!)) holding = new Set(holders.values());
    return [{ likes, stems, holders: holding, clause: place, wantsNone: dislikes && !isDisliked }];
  });
}

function isLiking(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  // "Love from all of us" ends a letter.
  if (word === "love" && at === 0 && /^(?:from|to)$/.test(words[1] ?? "")) return false;
  if (FAVOURITE.test(word)) return words.slice(Math.max(0, at - 3), at).some((before) => OWNER.test(before));
  return LIKING.test(word) || (word === "like" && LIKERS.test(words[at - 1] ?? ""));
}

const SUBJECT = /^(?:you|you'd|you've|you're|your|he|he'd|she|she'd|they|they'd|his|her|their|who|i|we)$/;
const POSSESSIVE = /^(?:my|your|his|her|our|their)$/;
/** "She" is anybody but who speaks or is spoken to. */
export const OTHER = "she";
const OTHERS = /^(?:he|she|they|he'd|she'd|they'd|he's|she's|they're)$/;
const YOU = /^(?:you|you'd|you've|you're|i|i'm|i've|i'd)$/;

/** Place -> holder: "Birgit's", "for Birgit", "my mother hates", "you love". A thing that is spoken of may be none. */
function holdersIn(clause: readonly Token[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const attitude = clause.findIndex(
    ({ lower }) => LIKING.test(lower) || DISLIKING.test(lower) || lower === "like" || BEARING.test(lower),
  );
  for (const [at, token] of clause.entries()) {
    if (token.kind !== "word") continue;
    if (YOU.test(token.lower)) {
      if (at < attitude) found.set(at, "you");
      continue;
    }
    if (OTHERS.test(token.lower)) {
      if (at < attitude) found.set(at, OTHER);
      continue;
    }
    const word = plainWord(token);
    if (!KINSHIP.has(word) && !token.capital) continue;
    const before = clause[at - 1]?.lower ?? "";
    const isOwner = at > 0 && token.capital && word !== token.lower;
    const isSubject = at < attitude && HAVING.test(clause[attitude]!.lower);
    const isMeant = before === "for" || (POSSESSIVE.test(before) && clause[at - 2]?.lower === "for");
    if (isOwner || isSubject || isMeant) found.set(at, KINSHIP.get(word) ?? word);
  }
  return found;
}

/** What begins that somebody cannot bear or do it. */
const BEARING = /^(?:can't|cant|cannot|couldn't|won't|wont|doesn't|don't|dont|spits?)$/;
/** Verbs, before which stands who likes. */
const HAVING =
  /^(?:can't|cant|cannot|couldn't|won't|wont|doesn't|don't|dont|loves?|loved|likes|liked|like|enjoys?|enjoyed|adores?|prefers?|preferred|hates?|hated|dislikes?|detests?|loathes?|despises?|avoids?)$/;
