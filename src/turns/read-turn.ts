// Reads what an input teaches: by its words, and what of it is meant to last by what its sentences are for.
import type { LearnOnce } from "../domain/account-settings.ts";
import { statesClaim } from "../domain/decide-record.ts";
import { type IntentReader, type IntentShares, type IntentThresholds, LIKELY, wantedShare } from "../domain/intent.ts";
import type { TurnSignals } from "../domain/learning.ts";
import type { Limits } from "../domain/limits.ts";
import { CONFIDENCE, type PacketKind } from "../domain/packet.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { AttributeDecision } from "../domain/ports/turn-store.ts";
import { isSaidForGood, type LastingWish, PREFERENCE_CUE, REMEMBER_CUE, type WishSentence } from "../domain/wish.ts";
import type { RedactDeps } from "../redaction/redact-for.ts";

export interface ReadTurnDeps {
  readonly reading: Pick<TextReading, "readInput" | "readWishes">;
  /** null: the model brings none, and words decide alone. */
  readonly intents: IntentReader | null;
}

/** An order that the head for intents tells, and no word explains. */
const BY_MEANING = "order";
const WITHDRAWAL = "takes-back";

/** From which a sentence may be a wish. Chosen on the seen part of bench:learning. */
const MAY_WISH_SHARE = 0.3;

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
  let mayWish = false;
  for (const sentence of sentences) {
    const shares = intents?.read(sentence.masked, vector) ?? null;
    const found = wishOf(sentence, shares, intents?.thresholds ?? null);
    if (found?.kind === "order") return { ...signals, wish: found };
    wish ??= found;
    mayWish ||= shares !== null && shares.order + shares.preference >= MAY_WISH_SHARE;
  }
  return { ...signals, wish, mayWish };
}

/** What reading an input needs, with taking out of it what the account does not store. */
export interface StoreInputDeps extends RedactDeps, ReadTurnDeps {
  readonly reading: Pick<TextReading, "redact"> & ReadTurnDeps["reading"];
  readonly embedder: Embedder;
  readonly limits: Pick<Limits, "inputCharsMax" | "answerCharsMax">;
}

export interface ReadOutsideTurn {
  /** Of the input, in the query role. */
  readonly vector: Float32Array;
  readonly tokens: number;
  /** What of it the account wants to be learned from. */
  readonly signals: TurnSignals;
}

/** `input`: as the account may store it. Throws `overloaded`. */
export async function readOutsideTurn(
  deps: StoreInputDeps,
  account: string,
  input: string,
  signal?: AbortSignal,
): Promise<ReadOutsideTurn> {
  const reading = readInput(deps, input, account);
  // Where the embedding fails first, nobody waits for it.
  reading.catch(() => {});
  const embedded = await deps.embedder.embed({ text: input, role: "query", lane: "interactive", account, signal });
  const { learnOnce } = await deps.accounts.settings(account);
  const signals = asWanted(signalsOf(deps, await reading, embedded.vector), learnOnce);
  return { vector: embedded.vector, tokens: embedded.tokens, signals };
}

function wishOf(
  sentence: WishSentence,
  shares: IntentShares | null,
  thresholds: IntentThresholds | null,
): LastingWish | null {
  const { cue, topic, addresses, takesBack } = sentence;
  if (shares === null) {
    if (takesBack) return { kind: "withdrawal", cue: WITHDRAWAL };
    const isOrder = cue !== null && (cue === REMEMBER_CUE || topic?.startsWith("order:") === true);
    if (!isSaidForGood({ ...sentence, isLasting: sentence.isLasting || isOrder }, null, null)) return null;
    return isOrder ? { kind: "order", cue } : { kind: "preference", cue: PREFERENCE_CUE };
  }
  const { order, preference } = shares;
  if (takesBack && wantedShare(shares) >= LIKELY) return { kind: "withdrawal", cue: WITHDRAWAL };
  const isSaid = (share: number) => isSaidForGood(sentence, share, thresholds);
  if (addresses && isSaid(order)) return { kind: "order", cue: cue ?? BY_MEANING };
  if (onlyAsks(sentence)) return null;
  return isSaid(preference + (addresses ? order : 0)) ? { kind: "preference", cue: PREFERENCE_CUE } : null;
}

/** Whoever asks for something wants it now, unless the words say that it is to last; what is said beside it may last. */
function onlyAsks({ asks, isLasting, said, text }: WishSentence): boolean {
  return asks && !isLasting && said === text;
}

/** The cue of a packet that the caller called a correction. */
export const ASKED_FOR = "asked-for";

/** What becomes of a packet by what its input says. */
export interface TaughtPacket {
  /** It corrects a fact: what it states of the user is confirmed at once. */
  readonly isCorrection: boolean;
  readonly kind: PacketKind;
  readonly cues: readonly string[];
  /** It teaches something by itself, or may, so that a pass comes soon. */
  readonly teaches: boolean;
}

/** Without what the account does not want to be learned from one turn alone. */
export function asWanted(signals: TurnSignals, learnOnce: LearnOnce): TurnSignals {
  const isWanted = learnOnce === "preferences" || (learnOnce === "orders" && signals.wish?.kind !== "preference");
  if (isWanted) return signals;
  return { ...signals, wish: null, mayWish: learnOnce !== "off" && signals.mayWish === true };
}

/** `asked`: the caller says that the input corrects what went before. */
export function taughtBy(
  { correction, wish = null, mayWish = false, attributes }: TurnSignals,
  asked: boolean,
): TaughtPacket {
  const isCorrection = asked || correction !== null;
  const cues = [correction ?? (asked ? ASKED_FOR : null), wish?.cue ?? null, ...attributes.map(({ cue }) => cue)];
  return {
    isCorrection,
    // A standing order corrects how the assistant behaves, and no fact: what it states of the user stays a claim.
    kind: isCorrection || wish?.kind === "order" ? "correction" : "raw",
    cues: cues.filter((cue) => cue !== null),
    teaches: isCorrection || wish !== null || mayWish,
  };
}

/** Of a packet that states these attributes. */
export function confidenceOf(kind: PacketKind, attributes: readonly AttributeDecision[]): number {
  return statesClaim(attributes) ? CONFIDENCE.unconfirmedOverwrite : CONFIDENCE[kind];
}
