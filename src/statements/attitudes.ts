// What a statement says is liked, or cannot be borne.
import { clausesOf } from "./read-statements.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";

export interface Attitude {
  readonly likes: boolean;
  readonly stems: ReadonlySet<string>;
}

const LIKING =
  /^(?:loves?|loved|likes|liked|enjoys?|enjoyed|adores?|favou?rite|fond|fan|prefers?|preferred|keen|happy|fine|welcome|allow|allows|allowed|treat|soothing|favou?rites|tolerates?|tolerated|well|crazy|obsessed|mag|liebt|liebe|adore|aime|encanta|gusta)$/;
/** What stands before "like" where it is a verb. */
const LIKERS =
  /^(?:i|you|he|she|we|they|who|that|which|to|do|does|did|not|really|also|still|would|might|may|and)$|n't$|'d$/;
const DISLIKING =
  /^(?:hates?|hated|dislikes?|detests?|loathes?|despises?|avoids?|banned|forbidden|horrors|scared|afraid|allergic|intolerant|hasse|hasst|déteste|odio|odia|sick|gross)$/;
const CANNOT_BEAR =
  / (?:can't|cant|cannot|couldn't) (?:stand|eat|have|take|bear|look) | (?:won't|wont|doesn't|don't|dont) (?:eat|touch|drink|do) | spits? /;
const WANTS_NONE = /^ (?:and |but |also )?no [^ ]+ /;
const DENYING = /^(?:not|never|no|nothing|without|cant|dont|doesnt|wont)$|n't$/;

/** Clause by clause. */
export function attitudesOf(statement: Statement): Attitude[] {
  return clausesOf(statement).flatMap((clause) => {
    const words = clause.map(({ lower }) => lower);
    const text = ` ${words.join(" ")} `;
    const bears = CANNOT_BEAR.test(text);
    const dislikes = bears || words.some((word) => DISLIKING.test(word)) || WANTS_NONE.test(text);
    if (
      !dislikes &&
      !words.some((word, at) => LIKING.test(word) || (word === "like" && LIKERS.test(words[at - 1] ?? "")))
    )
      return [];
    const negated = words.some((word) => DENYING.test(word));
    const likes = dislikes ? words.some((word) => DISLIKING.test(word)) && negated && !bears : !negated;
    const objects = clause.filter(
      ({ kind, lower }) => kind === "word" && !LIKING.test(lower) && !DISLIKING.test(lower) && lower !== "like",
    );
    return [{ likes, stems: new Set(objects.flatMap((token) => contentStem(plainWord(token)) ?? [])) }];
  });
}
