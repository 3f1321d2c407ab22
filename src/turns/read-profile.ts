// What is known of a user: what they said they are, the rules that stand, and what they prefer for good.
import type { Clock } from "../base/chance.ts";
import type { BrainKey } from "../domain/brain.ts";
import type { SelfAttribute } from "../domain/learning.ts";
import type { Lesson } from "../domain/lesson.ts";
import { bySeq, type Packet, packetTime } from "../domain/packet.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import { readMetrics } from "./read-metrics.ts";
import { countSessions, type SessionDeps } from "./read-sessions.ts";

export interface ProfileDeps extends SessionDeps {
  readonly lessons: LessonStore;
  readonly clock: Clock;
}

export interface Profile {
  readonly attributes: readonly {
    readonly attribute: SelfAttribute;
    readonly value: string;
    /** The packet that states it. */
    readonly sourceId: string;
    readonly since: number;
  }[];
  /** Pinned ones first, then the most used. */
  readonly lessons: readonly Lesson[];
  /** Newest first. */
  readonly preferences: readonly Packet[];
  readonly counts: {
    readonly turns: number;
    readonly memorySize: number;
    readonly lessons: number;
    readonly sessions: number;
  };
}

const LESSONS_MAX = 50;
const PREFERENCES_MAX = 50;

/** Of a brain that was never used it is empty. */
export async function readProfile(deps: ProfileDeps, key: BrainKey): Promise<Profile> {
  const { turns, memorySize, lessons } = await readMetrics(deps, key);
  const counts = { turns, memorySize, lessons, sessions: await countSessions(deps, key) };
  const brain = await deps.brains.find(key);
  if (brain === null) return { attributes: [], lessons: [], preferences: [], counts };
  const { confirmed } = await deps.brains.attributes(brain.id);
  const stated = confirmed.map(({ seq }) => seq);
  const sources = bySeq(await deps.packets.bySeqs(brain.id, stated));
  const attributes = confirmed.flatMap(({ attribute, value, seq }) => {
    const packet = sources.get(seq);
    return packet === undefined ? [] : [{ attribute, value, sourceId: packet.id, since: packetTime(packet) }];
  });
  return {
    attributes,
    lessons: await deps.lessons.mostReinforced(brain.id, LESSONS_MAX, deps.clock.now()),
    preferences: await deps.packets.preferences(brain.id, PREFERENCES_MAX),
    counts,
  };
}
