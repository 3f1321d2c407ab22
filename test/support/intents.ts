// A head for intents whose answers a test can foresee.
import { INTENTS, type Intent, type IntentReader, type IntentShares } from "../../src/domain/intent.ts";

/** For whom a sentence begins with what it is for; others are talk. */
export const INTENTS_BY_FIRST_WORD: IntentReader = {
  thresholds: { plain: 0.8, lasting: 0.5, worded: 0.3 },
  read(sentence) {
    const said = INTENTS.find((intent) => sentence.toLowerCase().startsWith(intent));
    const likely: Intent = said ?? "talk";
    return Object.fromEntries(INTENTS.map((each) => [each, each === likely ? 0.93 : 0.01])) as unknown as IntentShares;
  },
};
