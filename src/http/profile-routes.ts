// What is known of a user at a glance: their conversations, and their profile.
import { Type } from "@sinclair/typebox";
import { cutText } from "../base/cut-text.ts";
import { isoTime } from "../base/iso-time.ts";
import type { Limits } from "../domain/limits.ts";
import { packetTime } from "../domain/packet.ts";
import { type ProfileDeps, readProfile } from "../turns/read-profile.ts";
import { listSessions, readSession } from "../turns/read-sessions.ts";
import { idInQuery, nameOf } from "./dotted-name.ts";
import { sessionName } from "./kinds.ts";
import { shownLesson } from "./lesson-routes.ts";
import { Profile, SessionList, SessionTurns } from "./models.ts";
import { seqCursor, seqOfCursor, seqPageQuery } from "./page-cursor.ts";
import { type Route, route } from "./route.ts";
import { shownDetail } from "./shown-memory.ts";

const SESSIONS_DEFAULT = 50;
const TURNS_DEFAULT = 50;
/** Of the input that tells a preference. */
const PREFERENCE_TOKENS_MAX = 250;

const common = {
  method: "GET",
  access: "agent",
  brain: "of-request",
  tag: "Memory",
  demand: "nothing",
  counted: "work",
} as const;

export type ProfileRoutesDeps = ProfileDeps & { readonly limits: Limits };

export function profileRoutes(service: ProfileRoutesDeps): Route[] {
  return [listSessionsRoute(service), getSessionRoute(service), getProfileRoute(service)];
}

function listSessionsRoute(service: ProfileRoutesDeps): Route {
  return route(
    {
      ...common,
      path: "/sessions",
      query: seqPageQuery(SESSIONS_DEFAULT, service.limits.listLimitMax),
      responses: { 200: SessionList },
      operationId: "listSessions",
      summary: "List sessions",
      description: "The brain's conversations that callers gave a name, the one with the newest turn first.",
    },
    async ({ brain, query }) => {
      const before = seqOfCursor(query.cursor);
      const { items, next } = await listSessions(service, { brain, limit: query.limit, before });
      const shown = items.map(({ name, turns, first, last }) => ({
        ...{ name, turns },
        ...{ first: isoTime(first), last: isoTime(last) },
      }));
      return { items: shown, next_cursor: seqCursor(next) };
    },
  );
}

function getSessionRoute(service: ProfileRoutesDeps): Route {
  return route(
    {
      ...common,
      path: "/sessions/:name",
      params: Type.Object({ name: sessionName("The session's `name`.") }),
      query: Type.Object({ ...seqPageQuery(TURNS_DEFAULT, service.limits.listLimitMax).properties, id: idInQuery }),
      responses: { 200: SessionTurns },
      operationId: "getSession",
      summary: "Show a session",
      description: "The turns of one conversation, oldest first; none of one that is not there.",
    },
    async ({ brain, params, query }) => {
      const after = seqOfCursor(query.cursor);
      const session = nameOf(params.name, query);
      const page = await readSession(service, { brain, session, limit: query.limit, after });
      return { items: page.items.map(shownDetail), next_cursor: seqCursor(page.next) };
    },
  );
}

function getProfileRoute(service: ProfileRoutesDeps): Route {
  return route(
    {
      ...common,
      path: "/profile",
      responses: { 200: Profile },
      operationId: "getProfile",
      summary: "Show what is known of the user",
      description:
        "Confirmed name and occupation, the standing rules, and lasting preferences, each with where it comes from, and how much there is.",
    },
    async ({ brain }) => {
      const { attributes, lessons, preferences, counts } = await readProfile(service, brain);
      return {
        attributes: attributes.map(({ attribute, value, sourceId, since }) => ({
          ...{ attribute, value },
          ...{ source_id: sourceId, since: isoTime(since) },
        })),
        lessons: lessons.map(shownLesson),
        preferences: preferences.map((packet) => ({
          text: cutText(packet.input, PREFERENCE_TOKENS_MAX),
          source_id: packet.id,
          since: isoTime(packetTime(packet)),
        })),
        counts: {
          ...{ turns: counts.turns, memory_size: counts.memorySize },
          ...{ lessons: counts.lessons, sessions: counts.sessions },
        },
      };
    },
  );
}
