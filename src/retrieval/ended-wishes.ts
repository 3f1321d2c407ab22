// What was wished for good, and is not wanted any more: "answer in French from now on", before "English again, please".
import type { Packet } from "../domain/packet.ts";
import type { ReplacedTurn, TextReading } from "../domain/ports/text-reading.ts";
import { areAboutTheSame, contradict, type WishSentence } from "../domain/wish.ts";

export interface EndedWishesDeps {
  readonly reading: Pick<TextReading, "readWishes">;
}

/** A turn in which a wish may be told, and what it says; -1 and nothing where none is. */
interface Wishing {
  readonly at: number;
  readonly sentences: readonly WishSentence[];
}

/**
 * Of each turn, in the order of time, the one that ended what was wished in it; null: it stands, or wishes nothing. Only
 * turns whose words gave a cue when they were recorded are read.
 */
export async function findEndedWishes(
  { reading }: EndedWishesDeps,
  turns: readonly Pick<Packet, "input" | "cues">[],
  account: string,
): Promise<(ReplacedTurn | null)[]> {
  const ended: (ReplacedTurn | null)[] = turns.map(() => null);
  const cued = [...turns.entries()].filter(([, { cues }]) => cues.length > 0);
  if (cued.length < 2) return ended;
  const wishing = await Promise.all(
    cued.map(
      async ([at, { input }]): Promise<Wishing> => ({ at, sentences: await reading.readWishes(input, account) }),
    ),
  );
  for (const { at, sentences } of wishing) {
    const later = wishing.filter((other) => other.at > at);
    const ends = sentences.map((sentence) => (mayStand(sentence) ? endOf(sentence, later) : null));
    const by = Math.max(...ends.map((end) => end ?? -1));
    if (by >= 0) ended[at] = { by, isWhole: ends.every((end, index) => end !== null || sentences[index]!.explains) };
  }
  return ended;
}

/** What is asked for, "can you say that in English?", is wanted of one answer, unless it says that it is to last. */
function mayStand({ isOnce, isRequest, isLasting, asks, text }: WishSentence): boolean {
  return !isOnce && !isRequest && (isLasting || !(asks || text.endsWith("?")));
}

/** The turn that ended a wish: the last that says something about the same, where it says otherwise. */
function endOf(wish: WishSentence, later: readonly Wishing[]): number | null {
  const isSame = (other: WishSentence) =>
    mayStand(other) && other.isConditional === wish.isConditional && areAboutTheSame(wish, other);
  const last = later.findLast(({ sentences }) => sentences.some(isSame));
  const isOtherRule = ({ topic, rule }: WishSentence) => topic !== null && topic === wish.topic && rule !== wish.rule;
  const saysOtherwise = (other: WishSentence) => other.takesBack || contradict(wish, other) || isOtherRule(other);
  return last?.sentences.some((other) => isSame(other) && saysOtherwise(other)) === true ? last.at : null;
}
