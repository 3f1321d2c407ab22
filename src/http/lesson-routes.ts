// The standing rules of a brain.
import { Type } from "@sinclair/typebox";
import { isoTime } from "../base/iso-time.ts";
import { doneBy } from "../domain/audit.ts";
import { brainLabel } from "../domain/brain.ts";
import { isPinned, type Lesson, PINNED_MAX, PINNED_UNTIL_SHOWN } from "../domain/lesson.ts";
import type { Limits } from "../domain/limits.ts";
import { addLesson, changeLesson, type LessonDeps, listLessons, removeLesson } from "../learning/keep-lessons.ts";
import { flag, text } from "./kinds.ts";
import { LessonList, Lesson as LessonModel, Ok } from "./models.ts";
import { seqCursor, seqOfCursor, seqPageQuery } from "./page-cursor.ts";
import { type Route, route } from "./route.ts";

const LIMIT_DEFAULT = 50;
const IdParams = Type.Object({ id: text({ description: "The lesson's `id`.", minLength: 1, maxLength: 128 }) });

const common = { brain: "of-request", tag: "Lessons" } as const;

export function shownLesson(lesson: Lesson) {
  return {
    id: lesson.id,
    packet_type: "lesson" as const,
    response_text: lesson.text,
    use_count: lesson.useCount,
    created_at: isoTime(lesson.createdAt),
    expires_at: isPinned(lesson) ? PINNED_UNTIL_SHOWN : isoTime(lesson.expiresAt),
    pinned: isPinned(lesson),
    source_link: lesson.sourceLink,
    llm_cost: lesson.llmCost,
    superseded_by: lesson.supersededBy,
  };
}

export type LessonRoutesDeps = LessonDeps & {
  readonly limits: Limits;
};

function ruleText({ lessonCharsMax }: Limits) {
  return text({
    description: "The rule, an imperative sentence.",
    minLength: 1,
    maxLength: lessonCharsMax,
    nonBlank: true,
    examples: ["Always answer in metric units."],
  });
}

const Pinned = Type.Boolean({
  description: `Whether it is in every brief and never expires, whatever users say; at most ${PINNED_MAX} of a brain are.`,
});

export function lessonRoutes(service: LessonRoutesDeps): Route[] {
  return [listLessonsRoute(service), addLessonRoute(service), changeLessonRoute(service), removeLessonRoute(service)];
}

function addLessonRoute(service: LessonRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "POST",
      path: "/lessons",
      access: "admin",
      body: Type.Object(
        { text: ruleText(service.limits), pinned: Type.Optional(Pinned) },
        {
          title: "AddLessonRequest",
          description: "A rule by hand.",
          examples: [{ text: "Always answer in metric units." }],
        },
      ),
      responses: { 201: LessonModel },
      errors: [409],
      operationId: "addLesson",
      demand: "brain",
      counted: "work",
      summary: "Add a rule by hand",
      description:
        "Stores a standing rule as written, with the life of every lesson: 30 days, renewed by retrieval. A pinned one stays, and is in every brief.",
    },
    async ({ brain, identity, body }) => {
      const by = doneBy(identity, service.clock);
      return shownLesson(await addLesson(service, { brain, text: body.text, pinned: body.pinned ?? false, by }));
    },
  );
}

function changeLessonRoute(service: LessonRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "PATCH",
      path: "/lessons/:id",
      access: "admin",
      params: IdParams,
      body: Type.Object(
        { text: Type.Optional(ruleText(service.limits)), pinned: Type.Optional(Pinned) },
        {
          title: "ChangeLessonRequest",
          minProperties: 1,
          description: "What changes of the lesson: at least one of the two.",
          examples: [{ text: "Always answer in metric units." }],
        },
      ),
      responses: { 200: LessonModel },
      errors: [409],
      operationId: "rewordLesson",
      demand: "nothing",
      counted: "work",
      summary: "Reword or pin a lesson",
      description:
        "Stores new wording with its embedding, and whether the lesson is pinned, in one write; sources and use stay. With `pinned: false` a pinned one lives for 30 days from now.",
    },
    async ({ brain, identity, params, body }) => {
      const by = doneBy(identity, service.clock);
      return shownLesson(
        await changeLesson(service, { brain, id: params.id, text: body.text, pinned: body.pinned, by }),
      );
    },
  );
}

function removeLessonRoute(service: LessonRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "DELETE",
      path: "/lessons/:id",
      access: "admin",
      params: IdParams,
      query: Type.Object({
        forget: Type.Optional(
          flag("`false`: a later learning pass may bring the same rule back; `true`, the default: none does."),
        ),
      }),
      responses: { 200: Ok },
      operationId: "removeLesson",
      demand: "nothing",
      counted: "work",
      summary: "Remove a lesson",
      description:
        "Erases the rule for good: no later learning pass makes a rule of the same meaning. 404 where the id is not a live lesson of this brain.",
    },
    async ({ brain, identity, params, query }) => {
      const by = doneBy(identity, service.clock);
      await removeLesson(service, { brain, id: params.id, forget: query.forget !== "false", by });
      return { ok: true as const };
    },
  );
}

function listLessonsRoute(service: LessonRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "GET",
      path: "/lessons",
      access: "agent",
      query: Type.Object({
        ...seqPageQuery(LIMIT_DEFAULT, service.limits.listLimitMax).properties,
        superseded: Type.Optional(
          flag(
            "`true`: the lessons that another one took the place of, for 30 days; `false`, the default: those that hold.",
          ),
        ),
      }),
      responses: { 200: LessonList },
      operationId: "listLessons",
      demand: "nothing",
      counted: "work",
      summary: "List lessons",
      description: "The live lessons of the brain, newest first; with `superseded=true` those that were replaced.",
    },
    async ({ brain, query }) => {
      const isReplaced = query.superseded === "true";
      const page = await listLessons(service, {
        brain,
        limit: query.limit,
        before: seqOfCursor(query.cursor),
        isReplaced,
      });
      return {
        user_id: brainLabel(brain),
        core: brain.core,
        lessons: page.items.map(shownLesson),
        next_cursor: seqCursor(page.next),
      };
    },
  );
}
