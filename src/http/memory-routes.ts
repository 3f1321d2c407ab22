// What a brain remembers, and its numbers.
import { Type } from "@sinclair/typebox";
import type { Clock } from "../base/chance.ts";
import { doneBy } from "../domain/audit.ts";
import type { Limits } from "../domain/limits.ts";
import { forgetBrain, forgetMemory, getMemory, listMemory, type MemoryDeps } from "../turns/list-memory.ts";
import { type MetricsDeps, readMetrics } from "../turns/read-metrics.ts";
import { flag, instant, metadataQuery, parseMetadata, sessionName, text, timeOrAbsent } from "./kinds.ts";
import { ForgottenBrain, MemoryDetail, MemoryList, Metrics, Ok } from "./models.ts";
import { seqCursor, seqOfCursor, seqPageQuery } from "./page-cursor.ts";
import { type Route, route } from "./route.ts";
import { shownDetail, shownMemory, shownWithDetail } from "./shown-memory.ts";

const LIMIT_DEFAULT = 20;
/** Of `q`: a search, no document. */
const QUERY_CHARS_MAX = 1_000;
export const IdParams = Type.Object({
  id: text({ description: "The `id` of a memory item or of a source.", minLength: 1, maxLength: 128 }),
});

const common = { access: "agent", brain: "of-request", tag: "Memory" } as const;

export type MemoryRoutesDeps = MemoryDeps &
  MetricsDeps & {
    readonly limits: Limits;
    readonly clock: Clock;
  };

export function memoryRoutes(service: MemoryRoutesDeps): Route[] {
  return [
    listMemoryRoute(service),
    getMemoryRoute(service),
    getMetricsRoute(service),
    forgetMemoryRoute(service),
    forgetBrainRoute(service),
  ];
}

function listMemoryRoute(service: MemoryRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "GET",
      path: "/memory",
      query: Type.Object({
        ...seqPageQuery(LIMIT_DEFAULT, service.limits.listLimitMax).properties,
        session: Type.Optional(sessionName("Only turns of this session.")),
        after: Type.Optional(
          instant({ description: "Only what happened then or later: of a date, from its beginning on." }),
        ),
        before: Type.Optional(instant({ description: "Only what happened before: of a date, before it began." })),
        q: Type.Optional(
          text({
            description:
              "Only what holds every one of these words, in any of its forms; words like `the` are left out.",
            minLength: 1,
            maxLength: QUERY_CHARS_MAX,
            nonBlank: true,
            examples: ["dentist appointment"],
          }),
        ),
        metadata: Type.Optional(metadataQuery("Only what has these fields.")),
        detail: Type.Optional(flag("`true`: each entry has `detail`, what else is kept of it.")),
      }),
      responses: { 200: MemoryList },
      operationId: "listMemory",
      demand: "nothing",
      counted: "work",
      summary: "List memory",
      description:
        "What the brain remembers, newest first; with filters, what passes all of them. A turn happened at its `occurred_at`, or else at its `created_at`.",
    },
    async ({ brain, query }) => {
      const { limit, session, after, before, q: words } = query;
      const filter = {
        ...{ session, words, metadata: parseMetadata(query.metadata) },
        ...{ after: timeOrAbsent(after), before: timeOrAbsent(before) },
      };
      const page = await listMemory(service, { brain, limit, cursor: seqOfCursor(query.cursor), filter });
      const shown = query.detail === "true" ? shownWithDetail : shownMemory;
      return { items: page.items.map(shown), next_cursor: seqCursor(page.next) };
    },
  );
}

function getMemoryRoute(service: MemoryRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "GET",
      path: "/memory/:id",
      params: IdParams,
      responses: { 200: MemoryDetail },
      operationId: "getMemory",
      demand: "nothing",
      counted: "work",
      summary: "Show one memory",
      description: "One remembered turn with all that is kept about it.",
    },
    async ({ brain, params }) => {
      return shownDetail(await getMemory(service, { brain, id: params.id }));
    },
  );
}

function getMetricsRoute(service: MemoryRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "GET",
      path: "/metrics",
      tag: "Metrics",
      responses: { 200: Metrics },
      operationId: "getMetrics",
      demand: "nothing",
      counted: "work",
      summary: "Show the numbers of a brain",
      description: "Turns, coherence, memory and lessons of the selected brain.",
    },
    async ({ brain }) => {
      const { turns, avgCoherence, memorySize, lessons } = await readMetrics(service, brain);
      return { turns, avg_coherence: avgCoherence, memory_size: memorySize, lessons };
    },
  );
}

function forgetMemoryRoute(service: MemoryRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "DELETE",
      path: "/memory/:id",
      params: IdParams,
      responses: { 200: Ok },
      operationId: "forgetMemory",
      demand: "nothing",
      counted: "work",
      summary: "Erase one memory",
      description: "Erases the turn, its bytes on disk included; its id leaves every `source_link`.",
    },
    async ({ brain, identity, params }) => {
      await forgetMemory(service, { brain, id: params.id, by: doneBy(identity, service.clock) });
      return { ok: true as const };
    },
  );
}

function forgetBrainRoute(service: MemoryRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "DELETE",
      path: "/memory",
      responses: { 200: ForgottenBrain },
      operationId: "forgetBrain",
      demand: "nothing",
      counted: "work",
      summary: "Erase a brain's memory",
      description:
        "Erases every turn, lesson and token of the selected brain, their bytes on disk included, and answers with a signed receipt.",
    },
    async ({ brain, identity }) => {
      const receipt = await forgetBrain(service, brain, doneBy(identity, service.clock));
      return { ok: true as const, packets: receipt.packets, lessons: receipt.lessons, receipt };
    },
  );
}
