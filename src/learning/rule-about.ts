// What a rule is about, read from its words.

import type { Brain } from "../domain/brain.ts";
import { saidInLesson } from "../domain/lesson.ts";
import type { Seq } from "../domain/packet.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { type About, areGeneral } from "../domain/wish.ts";

export interface LiveRule extends About {
  readonly seq: Seq;
  readonly text: string;
}

export interface AboutDeps {
  readonly reading: Pick<TextReading, "readWishes">;
}

/** Lessons of a brain that are held against new rules and wishes. */
const LESSONS_READ_MAX = 1_000;

/** The live lessons, newest first, with what each is about. */
export async function liveRules(
  deps: AboutDeps & { readonly lessons: LessonStore },
  { id, key }: Brain,
  now: number,
): Promise<LiveRule[]> {
  const live = await deps.lessons.list(id, { limit: LESSONS_READ_MAX, before: null }, now);
  return Promise.all(live.map(async ({ seq, text }) => ({ seq, text, ...(await aboutOf(deps, text, key.account)) })));
}

export async function aboutOf(
  { reading }: AboutDeps,
  rule: string,
  account: string,
): Promise<About & { readonly isGeneral: boolean }> {
  const sentences = await reading.readWishes(asTheUserSays(saidInLesson(rule)), account);
  return {
    kinds: sentences.flatMap(({ kinds }) => kinds),
    topic: sentences.find(({ topic }) => topic !== null)?.topic ?? null,
    isGeneral: areGeneral(sentences),
  };
}

/** "Call the user Dot." is about what "call me Dot" is about, "the user is vegan" about what "I am vegan" is. */
function asTheUserSays(rule: string): string {
  return rule
    .replace(/^Remember that /, "")
    .replace(/\bthe user's\b/g, "my")
    .replace(/\bthe user is\b/g, "I am")
    .replace(/\bthe user has\b/g, "I have")
    .replace(/\bthe user does not\b/g, "I do not")
    .replace(/\bthe user (\p{L}+)s\b/gu, "I $1")
    .replace(/\bthe user\b/g, "me");
}
