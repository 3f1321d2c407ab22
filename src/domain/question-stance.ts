// How a question stands to what was said before, by its words and by what the model's head for inputs says.

export interface QuestionStance {
  /** Nothing but greetings, thanks and goodbyes. */
  readonly isSocial: boolean;
  /** The user speaks of themselves or their own: "my", "we". */
  readonly isPersonal: boolean;
  /** It asks how the user's own life is: what they have, are or do, and no advice. */
  readonly asksOfLife: boolean;
  /** Anybody could ask it: how something is done, what things of a kind are or do, what a word is in a language. */
  readonly isGeneral: boolean;
  /** It asks for advice, or for something to be made: what the user needs or likes matters for that. */
  readonly asksForAdvice: boolean;
  /** It asks how things are now: "these days", "currently". */
  readonly asksForNow: boolean;
  /** How much it leans on the turn before it, 0 to 1: "Yes please." wholly, "And for two people?" by half. */
  readonly leaning: number;
}

export const NO_STANCE: QuestionStance = {
  isSocial: false,
  isPersonal: false,
  asksOfLife: false,
  isGeneral: false,
  asksForAdvice: false,
  asksForNow: false,
  leaning: 0,
};
