// Finds what a brain knows about a text: packets by similarity x confidence, and the lessons that belong to it.
import type { BrainId } from "../domain/brain.ts";
import type { Lesson } from "../domain/lesson.ts";
import type { Packet } from "../domain/packet.ts";
import type { LessonStore, PacketStore } from "../domain/ports.ts";
import type { VectorIndex } from "../domain/vector-index.ts";

/** Retrieved for what was asked, and as many again injected because they proved themselves. */
const LESSONS_RETRIEVED_MAX = 5;
const LESSONS_INJECTED_MAX = 5;

export interface RetrievedPacket {
  readonly packet: Packet;
  readonly similarity: number;
  readonly score: number;
}

export interface RetrievePacketsDeps {
  readonly packets: PacketStore;
  readonly vectors: VectorIndex;
  readonly similarityFloor: number;
}

/** The best packets, best first; one that is erased while this runs is left out. */
export async function retrievePackets(
  deps: RetrievePacketsDeps,
  brain: BrainId,
  query: Float32Array,
  limit: number,
): Promise<RetrievedPacket[]> {
  const ranked = await deps.vectors.rank("packets", brain, { query, limit, floor: deps.similarityFloor });
  const packets = await deps.packets.bySeqs(
    brain,
    ranked.map((row) => row.seq),
  );
  const bySeq = new Map(packets.map((packet) => [packet.seq, packet]));
  return ranked.flatMap(({ seq, similarity, score }) => {
    const packet = bySeq.get(seq);
    return packet === undefined ? [] : [{ packet, similarity, score }];
  });
}

export interface BriefLessons {
  /** Similar to the input, most similar first: these are used, and renewed. */
  readonly retrieved: readonly Lesson[];
  /** The most reinforced others: these are shown, and nothing else happens to them. */
  readonly injected: readonly Lesson[];
}

export interface RetrieveLessonsDeps {
  readonly lessons: LessonStore;
  readonly vectors: VectorIndex;
  readonly similarityFloor: number;
}

export async function retrieveLessons(
  deps: RetrieveLessonsDeps,
  brain: BrainId,
  query: Float32Array,
  now: number,
): Promise<BriefLessons> {
  const retrieved = await retrieveLive(deps, brain, query, now);
  const taken = new Set(retrieved.map((lesson) => lesson.seq));
  const most = await deps.lessons.mostReinforced(brain, LESSONS_INJECTED_MAX + taken.size, now);
  const injected = most.filter((lesson) => !taken.has(lesson.seq)).slice(0, LESSONS_INJECTED_MAX);
  return { retrieved, injected };
}

/** Expired lessons keep their vectors until they are swept, so more is asked for until enough live ones are found. */
async function retrieveLive(
  deps: RetrieveLessonsDeps,
  brain: BrainId,
  query: Float32Array,
  now: number,
): Promise<Lesson[]> {
  for (let limit = LESSONS_RETRIEVED_MAX; ; limit *= 4) {
    const ranked = await deps.vectors.rank("lessons", brain, { query, limit, floor: deps.similarityFloor });
    const live = await deps.lessons.bySeqs(
      brain,
      ranked.map((row) => row.seq),
      now,
    );
    if (live.length < LESSONS_RETRIEVED_MAX && ranked.length === limit) continue;
    const bySeq = new Map(live.map((lesson) => [lesson.seq, lesson]));
    return ranked.flatMap(({ seq }) => bySeq.get(seq) ?? []).slice(0, LESSONS_RETRIEVED_MAX);
  }
}

/** Mean similarity of the sources weighted by confidence, 0 to 1; null without sources. */
export function coherenceOf(sources: readonly RetrievedPacket[]): number | null {
  let weighted = 0;
  let weight = 0;
  for (const { packet, similarity } of sources) {
    weighted += similarity * packet.confidence;
    weight += packet.confidence;
  }
  return weight === 0 ? null : Math.min(1, weighted / weight);
}
