// How a question stands, by what the model's head for inputs says beside its words.
import type { InputKindReader } from "../domain/input-kind.ts";
import type { QuestionStance } from "../domain/question-stance.ts";

/** The head was taught with inputs of up to 25 words: a longer text is left to its words. */
const CHARACTERS_MAX = 240;
/** How much an input leans on the turn before it where the head alone says so. */
const LEANING = 0.5;

/**
 * The head knows turns of speech that no list holds ("alright butt", "how do they get the lead in pencils"): from its bounds on
 * it goes before the words.
 */
export function stanceByKind(
  stance: QuestionStance,
  text: string,
  vector: Float32Array,
  inputs: InputKindReader | null,
): QuestionStance {
  if (inputs === null || text.length > CHARACTERS_MAX) return stance;
  const shares = inputs.read(text, vector);
  const { thresholds: bounds } = inputs;
  const least = stance.isPersonal ? bounds.sure : 0;
  const nothing = { isPersonal: false, asksOfLife: false, leaning: 0 };
  if (shares.social >= Math.max(bounds.social, least)) return { ...stance, ...nothing, isSocial: true };
  if (shares.foreign >= Math.max(bounds.foreign, least))
    return { ...stance, ...nothing, isSocial: false, isGeneral: true };
  const isOwn = shares.own >= bounds.own;
  const isRequest = shares.request >= bounds.request;
  if (isOwn || isRequest) {
    const isPersonal = isOwn || stance.isPersonal;
    return {
      ...stance,
      isPersonal,
      isSocial: false,
      asksForAdvice: isRequest || stance.asksForAdvice,
    };
  }
  return shares.leans >= bounds.leans
    ? { ...stance, isSocial: false, leaning: Math.max(stance.leaning, LEANING) }
    : stance;
}
