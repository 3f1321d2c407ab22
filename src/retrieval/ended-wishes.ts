// What was wished for good, and is not wanted any more: "answer in French from now on", before "English again, please".
import type { Clock } from "../base/chance.ts";
import type { BrainId } from "../domain/brain.ts";
import type { Packet } from "../domain/packet.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { ReplacedTurn, TextReading } from "../domain/ports/text-reading.ts";
import { areAboutTheSame, contradict, type WishSentence } from "../domain/wish.ts";

export interface EndedWishesDeps {
  readonly reading: Pick<TextReading, "readWishes">;
  readonly lessons: Pick<LessonStore, "list">;
  readonly clock: Clock;
}

export type WishingTurn = Pick<Packet, "id" | "input" | "cues">;

interface Asked {
  readonly brain: BrainId;
  readonly account: string;
}

/** Live lessons that are looked through for the one that a turn has taught. */
const LESSONS_READ_MAX = 1_000;

/**
 * Of each turn, in the order of time, the one that ended what was wished in it; null: it stands, or wishes nothing. Only a
 * turn whose words gave a cue when it was recorded may wish something; what gave none ends that only where no rule that it
 * taught is alive: a pass knows better what was meant.
 */
export async function findEndedWishes(
  deps: EndedWishesDeps,
  turns: readonly WishingTurn[],
  { brain, account }: Asked,
): Promise<(ReplacedTurn | null)[]> {
  const ended: (ReplacedTurn | null)[] = turns.map(() => null);
  const first = turns.findIndex(isCued);
  if (first < 0) return ended;
  const said = await Promise.all(
    turns.map(({ input }, at) => (at < first ? [] : deps.reading.readWishes(input, account))),
  );
  for (const [at, turn] of turns.entries()) {
    if (!isCued(turn)) continue;
    const ends = said[at]!.map((wish) => (mayStand(wish) ? endOf(wish, said, at) : -1));
    const isWhole = ends.every((end, index) => end >= 0 || said[at]![index]!.explains);
    const by = Math.max(-1, ...ends);
    if (by >= 0) ended[at] = { by, isWhole };
  }
  if (ended.every((end) => end === null || isCued(turns[end.by]!))) return ended;
  const live = await deps.lessons.list(brain, { limit: LESSONS_READ_MAX, before: null }, deps.clock.now());
  const teaching = new Set(live.flatMap(({ sourceLink }) => sourceLink));
  return ended.map((end, at) => (end !== null && !isCued(turns[end.by]!) && teaching.has(turns[at]!.id) ? null : end));
}

function isCued({ cues }: WishingTurn): boolean {
  return cues.length > 0;
}

/** What is asked for, "can you say that in English?", is wanted of one answer, unless it says that it is to last. */
function mayStand({ isOnce, isRequest, isLasting, asks, text }: WishSentence): boolean {
  return !isOnce && !isRequest && (isLasting || !(asks || text.endsWith("?")));
}

/** The last turn after `at` that says something about the same, where it says otherwise; -1: none. */
function endOf(wish: WishSentence, said: readonly (readonly WishSentence[])[], at: number): number {
  const isSame = (other: WishSentence) =>
    mayStand(other) && other.isConditional === wish.isConditional && areAboutTheSame(wish, other);
  const isOtherRule = ({ topic, rule }: WishSentence) => topic !== null && topic === wish.topic && rule !== wish.rule;
  const saysOtherwise = (other: WishSentence) => other.takesBack || contradict(wish, other) || isOtherRule(other);
  const last = said.findLastIndex((sentences, index) => index > at && sentences.some(isSame));
  return said[last]?.some((other) => isSame(other) && saysOtherwise(other)) === true ? last : -1;
}
