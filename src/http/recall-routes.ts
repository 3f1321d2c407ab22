// A look at memory without a turn.
import { Type } from "@sinclair/typebox";
import type { Limits } from "../domain/limits.ts";
import { type RecallMemoryDeps, recallMemory } from "../turns/recall-memory.ts";
import { shownBelow, shownSource } from "../turns/shown-source.ts";
import { bodyLimit, instant, metadata, sessionName, timeOrAbsent, wholeNumber } from "./kinds.ts";
import { Recall } from "./models.ts";
import { type Route, route } from "./route.ts";
import { EXPLAIN_FOR_ADMINS, explain, inputText, MODE_FOR_ADMINS, modeField } from "./turn-fields.ts";

/** Of what did not enter, to say how far from the floor it was: no list to be read through. */
const BELOW_MAX = 20;

export type RecallRoutesDeps = RecallMemoryDeps & {
  readonly limits: Limits;
};

export function recallRoutes(service: RecallRoutesDeps): Route[] {
  return [recallRoute(service)];
}

function recallRoute(service: RecallRoutesDeps): Route {
  return route(
    {
      method: "POST",
      path: "/recall",
      access: "agent",
      brain: "of-request",
      body: Type.Object(
        {
          query: inputText(service.limits),
          limit: Type.Optional(bodyLimit(service.limits.listLimitMax)),
          as_of: Type.Optional(
            instant({
              description:
                "The memory of that moment: only what had been said by then, `last week` counted from then. Absent: the memory of now.",
            }),
          ),
          session: Type.Optional(sessionName("Only turns of this session.")),
          metadata: Type.Optional(metadata("Only what has these fields, each with that very value.")),
          mode: modeField("Ranked in this mode, whatever the account's setting is. Admin keys only."),
          below: Type.Optional(
            wholeNumber(
              "The answer gains `below`: so many of the best entries that did not enter. Admin keys only.",
              0,
              BELOW_MAX,
            ),
          ),
          explain,
        },
        {
          title: "RecallRequest",
          description: "What is looked up.",
          examples: [{ query: "Which units do I like?", limit: 5 }],
        },
      ),
      forAdmins: {
        explain: EXPLAIN_FOR_ADMINS,
        mode: MODE_FOR_ADMINS,
        below: "what did not enter is for admin keys",
      },
      responses: { 200: Recall },
      operationId: "recallMemory",
      demand: "nothing",
      counted: "work",
      tag: "Memory",
      summary: "Look memory up",
      description:
        "The sources that `/prepare` would use for this text, without a turn: no token, no counter, no renewal. With `limit`, that many at most and each whole.",
    },
    async ({ brain, body, request }) => {
      const { sources, below } = await recallMemory(service, {
        brain,
        signal: request.signal,
        query: body.query,
        limit: body.limit ?? null,
        asOf: timeOrAbsent(body.as_of),
        session: body.session,
        metadata: body.metadata,
        explain: body.explain === true,
        mode: body.mode,
        below: body.below,
      });
      return { sources: sources.map(shownSource), ...(below === null ? {} : { below: below.map(shownBelow) }) };
    },
  );
}
