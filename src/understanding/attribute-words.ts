// The parts from which the patterns of statements about oneself are built.
import type { SelfAttribute } from "../domain/learning.ts";

/** The user speaks of themselves in the first person; an answer speaks of the user in the second. */
export type Person = "first" | "second";

export interface PersonWords {
  readonly i: string;
  readonly am: string;
  readonly have: string;
  readonly my: string;
  readonly me: string;
}

/** What `{i}` and the like stand for. */
export const WORDS: Readonly<Record<Person, PersonWords>> = {
  first: { i: "i", am: "(?:i'm|i am|im)", have: "(?:i've|i have)", my: "my", me: "me" },
  second: { i: "you", am: "(?:you're|you are|youre)", have: "(?:you've|you have)", my: "your", me: "you" },
};

/** Greetings and fillers after which a statement may begin. */
export const GREETING =
  "(?:(?:hi|hiya|hello|hey|good (?:morning|evening|afternoon|day)|greetings)(?: (?:there|all|again|everyone))?[,.!:]* ?)";
export const FILLER =
  "(?:(?:yes|yeah|no|nope|oh|well|ok|okay|so|and|but|now|because|since|also|actually|honestly|currently|remember|remember that|note that|fyi|btw|by the way|for the record|sorry|these days|please|just|look|listen|that|wait|as|thanks|thank you)[,.!:]* )";
/** The text up to here may end a clause. */
export const BOUNDARY = `(?:^|[,;:.!?–—)-] ?|\\b(?:and|but|because|since|so|as|that|now|while|although|though) )${GREETING}?${FILLER}{0,3}`;
/** An answer may hold the statement anywhere: "I remember that your name is Diana". */
export const ANYWHERE = "(?<![\\p{L}'])";
export const ADVERB =
  "(?:(?:currently|now|actually|also|still|just|presently|really|usually|mostly|normally|generally) )?";

/** One way to state an attribute. */
export interface Statement {
  /** Stable: it is kept with the packet. */
  readonly cue: string;
  readonly attribute: SelfAttribute;
  /** The higher, the more clearly the statement says that its value is the one to use. */
  readonly rank: number;
  /** The value follows the match. `{i}` and the like are the person's words. */
  readonly pattern: string;
  /** See NameRules. */
  readonly announced?: boolean;
  /** See OccupationRules. */
  readonly anyHead?: boolean;
  /** See OccupationRules. */
  readonly bare?: boolean;
  /** A name in small letters is read in a sentence that begins in small letters. */
  readonly announcedInSmall?: boolean;
  /** A further condition on what the pattern caught. */
  readonly says?: (match: RegExpExecArray) => boolean;
  /** What must follow the value. */
  readonly after?: RegExp;
  /** Only statements in this person are read; without it, statements in both. */
  readonly only?: Person;
}
