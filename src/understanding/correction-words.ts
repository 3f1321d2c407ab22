// The parts from which the patterns of corrections are built.

/** One way in which a sentence corrects. */
export interface Cue {
  /** Stable: it is kept with the packet. */
  readonly id: string;
  /** Searched in the sentence without its openers. */
  readonly pattern: RegExp;
  /** A further condition on what the pattern caught. */
  readonly says?: (match: RegExpExecArray) => boolean;
  /** Sentences that look the same and correct nothing. */
  readonly unless?: RegExp;
}

/** "is" and "was" as they are typed, leading space included. */
export const BE = "(?:'s|s| is| was| are| were|'re)";
/** The same, denied. */
export const BE_NOT =
  "(?:'s not| is not| isn'?t|s not| was not| wasn'?t| are not| aren'?t| were not| weren'?t|'re not)";
/** First words of a thing, place, time or number: "not X but Y" must be about one of these, not about a quality. */
export const NOMINAL =
  "(?:(?:on|in|at|for|from|to|with|by|the|a|an|my|our|his|her|your|this|that|another|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifty|thirty|twenty)\\b|\\d|[A-Z])";
/** What a correction is often about. */
export const CONTENT = "(?:it|that|this|he|she|they|we|there)";
