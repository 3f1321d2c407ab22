// What the patterns of corrections are made of.

/** One way in which a sentence corrects. */
export interface Cue {
  /** Stable: it is kept with the packet. */
  readonly id: string;
  /** Searched in the sentence without its openers. */
  readonly pattern: RegExp;
  /** What must hold of what it caught. */
  readonly says?: (match: RegExpExecArray) => boolean;
  /** What looks the same and corrects nothing. */
  readonly unless?: RegExp;
}

/** "is" and "was" as they are typed, leading space included. */
export const BE = "(?:'s|s| is| was| are| were|'re)";
/** The same, denied. */
export const BE_NOT =
  "(?:'s not| is not| isn'?t|s not| was not| wasn'?t| are not| aren'?t| were not| weren'?t|'re not)";
/** How a thing, place, time or number begins, so that "not X but Y" is about those and not about how something is. */
export const NOMINAL =
  "(?:(?:on|in|at|for|from|to|with|by|the|a|an|my|our|his|her|your|this|that|another|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifty|thirty|twenty)\\b|\\d|[A-Z])";
/** What a correction is often about. */
export const CONTENT = "(?:it|that|this|he|she|they|we|there)";
