// What was wished for good, and is not wanted any more: "answer in French from now on", before "English again, please".
import type { Clock } from "../base/chance.ts";
import { endedBy, type Packet } from "../domain/packet.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { areAboutTheSame, contradict, PREFERENCE_CUE, type WishSentence } from "../domain/wish.ts";
import type { Lookup } from "./lookup.ts";

export interface EndedWishesDeps {
  readonly reading: Pick<TextReading, "readWishes">;
  readonly lessons: Pick<LessonStore, "teachingPackets">;
  readonly packets: Pick<PacketStore, "find">;
  readonly clock: Clock;
}

export type WishingTurn = Pick<Packet, "id" | "input" | "cues">;

/** Which packet ended what a turn told. */
export interface EndedTurn {
  readonly by: string;
  /** Else the rest of the turn stands, and is what the question is about. */
  readonly isWhole: boolean;
}

/**
 * Of each turn, in the order of time, what ended the wish in it; null: it stands, or wishes nothing. What a learning pass
 * has found ended counts. Of a turn that was recorded as a wish, and taught no rule that lives, later words tell it too.
 */
export async function findEndedWishes(
  deps: EndedWishesDeps,
  turns: readonly WishingTurn[],
  { brain, question: { text: question, account } }: Pick<Lookup, "brain" | "question">,
): Promise<(EndedTurn | null)[]> {
  const known = await Promise.all(turns.map((turn) => knownEnd(deps, turns, turn, brain)));
  const wishing = turns.filter((turn, at) => known[at] === null && isWish(turn));
  const ids = wishing.map(({ id }) => id);
  const taught = new Set(await deps.lessons.teachingPackets(brain, ids, deps.clock.now()));
  const doubtful = new Set(wishing.filter(({ id }) => !taught.has(id)));
  const first = turns.findIndex((turn) => doubtful.has(turn));
  // To read a turn takes a millisecond: mostly none is read.
  const ending = new Set(known);
  const isRead = (at: number) => known[at] !== null || ending.has(turns[at]!.id) || (first >= 0 && at >= first);
  const said = await Promise.all(
    turns.map(({ input }, at) => (isRead(at) ? deps.reading.readWishes(input, account) : [])),
  );
  return turns.map((turn, at) => {
    const sentences = said[at]!;
    const end = known[at]!;
    if (end !== null) {
      // Who takes back all that they wished says nothing in the place of any of it.
      const by = said[turns.findIndex(({ id }) => id === end)] ?? [];
      const isWhole = !by.some(({ takesBackAll }) => takesBackAll) && isWholeFor(question, sentences, mayBeWish);
      return { by: end, isWhole };
    }
    const ends = doubtful.has(turn) ? sentences.map((wish) => endOf(wish, said, at)) : [];
    const by = turns[Math.max(-1, ...ends)];
    return by === undefined
      ? null
      : { by: by.id, isWhole: isWholeFor(question, sentences, (_, index) => ends[index]! >= 0) };
  });
}

/** By what the record made of it. */
function isWish({ cues }: WishingTurn): boolean {
  return cues.some((cue) => cue.startsWith("order") || cue === PREFERENCE_CUE);
}

/** Where a pass has found the end that is still there. */
async function knownEnd(
  { packets }: EndedWishesDeps,
  turns: readonly WishingTurn[],
  turn: WishingTurn,
  brain: Lookup["brain"],
): Promise<string | null> {
  const by = endedBy(turn);
  if (by === null || turns.some(({ id }) => id === by)) return by;
  return (await packets.find(brain, by)) === null ? null : by;
}

/** What is asked for, "can you say that in English?", is wanted of one answer, unless it says that it is to last. */
function mayStand({ isOnce, isRequest, isLasting, asks, text }: WishSentence): boolean {
  return !isOnce && !isRequest && (isLasting || !(asks || text.endsWith("?")));
}

function mayBeWish(sentence: WishSentence): boolean {
  const { kinds, topic, cue, stands, isLasting } = sentence;
  return mayStand(sentence) && (kinds.length > 0 || topic !== null || cue !== null || stands !== null || isLasting);
}

/** The place of the last turn after `at` that says something about the same, where it says otherwise; -1: none. */
function endOf(wish: WishSentence, said: readonly (readonly WishSentence[])[], at: number): number {
  if (!mayStand(wish)) return -1;
  const isSame = (other: WishSentence) =>
    mayStand(other) && other.isConditional === wish.isConditional && areAboutTheSame(wish, other);
  // What the user tells of themselves is a statement, of which the values tell what stands.
  const isOtherRule = ({ topic, rule, addresses }: WishSentence) =>
    addresses && wish.addresses && topic !== null && topic === wish.topic && rule !== wish.rule;
  const saysOtherwise = (other: WishSentence) => other.takesBack || contradict(wish, other) || isOtherRule(other);
  const last = said.findLastIndex((sentences, index) => index > at && sentences.some(isSame));
  return said[last]?.some((other) => isSame(other) && saysOtherwise(other)) === true ? last : -1;
}

/** Unless the question is about the rest of the turn alone, by its words. */
function isWholeFor(
  question: string,
  sentences: readonly WishSentence[],
  isStale: (sentence: WishSentence, index: number) => boolean,
): boolean {
  const stale = sentences.filter(isStale);
  const rest = sentences.filter((sentence) => stale.length > 0 && !stale.includes(sentence));
  const asked = beginningsOf([question]);
  const isAsked = (of: readonly WishSentence[]) => !beginningsOf(of.map(({ text }) => text)).isDisjointFrom(asked);
  return isAsked(stale) || !isAsked(rest);
}

/** Shorter words say little, and what is behind these letters is mostly an ending. */
const WORD = /^\p{L}{4,6}/u;

function beginningsOf(texts: readonly string[]): Set<string> {
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u));
  return new Set(words.flatMap((word) => WORD.exec(word)?.[0] ?? []));
}
