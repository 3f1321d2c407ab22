// Reads what an input teaches: by its words, and what of it is meant to last by what its sentences are for.
import type { IntentReader } from "../domain/intent.ts";
import type { TurnSignals } from "../domain/learning.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { isSaidForGood, type LastingWish, type WishSentence } from "../domain/wish.ts";

export interface ReadTurnDeps {
  readonly reading: Pick<TextReading, "readInput" | "readWishes">;
  /** null: the model brings none, and words decide alone. */
  readonly intents: IntentReader | null;
}

/** An order that the head for intents tells, and no word explains. */
const BY_MEANING = "order";
const PREFERENCE = "lasting-preference";
const WITHDRAWAL = "takes-back";

/** As likely is it that words which may take something back are said to the assistant. */
const WITHDRAWAL_SHARE = 0.5;

/** What the words of an input say. */
export interface InputRead {
  readonly signals: TurnSignals;
  readonly sentences: readonly WishSentence[];
}

export async function readInput({ reading }: ReadTurnDeps, input: string, account: string): Promise<InputRead> {
  const [signals, sentences] = await Promise.all([
    reading.readInput(input, account),
    reading.readWishes(input, account),
  ]);
  return { signals, sentences };
}

/**
 * `vector`: the input's embedding in the query role. It stands for each of the input's sentences, which have none of their
 * own yet: 15 of the 17 orders that their own tell, in the 490 turns of bench:learning's seen part.
 */
export function signalsOf(
  { intents }: ReadTurnDeps,
  { signals, sentences }: InputRead,
  vector: Float32Array,
): TurnSignals {
  let wish: LastingWish | null = null;
  for (const sentence of sentences) {
    const found = wishOf(sentence, intents, vector);
    if (found?.kind === "order") return { ...signals, wish: found };
    wish ??= found;
  }
  return { ...signals, wish };
}

function wishOf(sentence: WishSentence, intents: IntentReader | null, vector: Float32Array): LastingWish | null {
  const { masked, cue, topic, addresses, takesBack } = sentence;
  if (intents === null) {
    if (takesBack) return { kind: "withdrawal", cue: WITHDRAWAL };
    const isOrder = cue !== null && topic?.startsWith("order:") === true;
    if (!isSaidForGood({ ...sentence, isLasting: sentence.isLasting || isOrder }, null, null)) return null;
    return isOrder ? { kind: "order", cue } : { kind: "preference", cue: PREFERENCE };
  }
  const { order, preference, once, correction } = intents.read(masked, vector);
  if (takesBack && order + preference + once + correction >= WITHDRAWAL_SHARE) {
    return { kind: "withdrawal", cue: WITHDRAWAL };
  }
  const isSaid = (share: number) => isSaidForGood(sentence, share, intents.thresholds);
  if (addresses && isSaid(order)) return { kind: "order", cue: cue ?? BY_MEANING };
  return isSaid(preference + (addresses ? order : 0)) ? { kind: "preference", cue: PREFERENCE } : null;
}
