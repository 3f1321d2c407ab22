// Constitutions of an account, for admin keys.
import { Type } from "@sinclair/typebox";
import {
  type ConstitutionDeps,
  deleteConstitution,
  getConstitution,
  listConstitutions,
  putConstitution,
  requireSoundPatterns,
} from "../accounts/keep-constitutions.ts";
import { testConstitution } from "../accounts/test-constitution.ts";
import { type Constitution, type GuardPattern, PATTERN_CHARS_MAX, PATTERNS_MAX } from "../domain/constitution.ts";
import { invalidRequest } from "../domain/errors.ts";
import type { Limits } from "../domain/limits.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { ConstitutionList, Constitution as ConstitutionModel, TestedConstitution } from "./admin-models.ts";
import { text } from "./kinds.ts";
import { Ok } from "./models.ts";
import { keyPage, keyPageQuery } from "./page-cursor.ts";
import { type Route, route } from "./route.ts";

const LIMIT_DEFAULT = 50;
const common = { access: "admin", tag: "Administration" } as const;

/** Of a body that its schema has passed. */
interface GuardPatterns {
  readonly gates?: readonly GuardPattern[];
  readonly prohibitions?: readonly GuardPattern[];
}

/** The stored row may hold more than the interface shows. */
function shownConstitution({ name, text: written, gates, prohibitions }: Constitution) {
  return { name, text: written, gates, prohibitions };
}

export type ConstitutionRoutesDeps = ConstitutionDeps & {
  readonly limits: Limits;
  readonly reading: Pick<TextReading, "checkPatterns" | "findEachPattern">;
};

function namedConstitution({ nameCharsMax }: Limits) {
  return Type.Object({
    name: text({
      description: "The constitution's name; `.` and `..`, which no path can hold, are none.",
      minLength: 1,
      maxLength: nameCharsMax,
      nonBlank: true,
    }),
  });
}

function patterns(description: string) {
  return Type.Optional(
    Type.Array(
      Type.Object(
        {
          pattern: text({
            description: "A regular expression in RE2's syntax, without regard to case.",
            minLength: 1,
            maxLength: PATTERN_CHARS_MAX,
          }),
          reason: text({ description: "What the caller is told.", minLength: 1, maxLength: PATTERN_CHARS_MAX }),
        },
        { title: "GuardPatternRequest", description: "A pattern with its reason." },
      ),
      { maxItems: PATTERNS_MAX, description },
    ),
  );
}

export function constitutionRoutes(service: ConstitutionRoutesDeps): Route[] {
  return [
    listConstitutionsRoute(service),
    getConstitutionRoute(service),
    putConstitutionRoute(service),
    deleteConstitutionRoute(service),
    testConstitutionRoute(service),
  ];
}

function listConstitutionsRoute(service: ConstitutionRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "GET",
      path: "/admin/constitutions",
      query: keyPageQuery(LIMIT_DEFAULT, service.limits.listLimitMax),
      responses: { 200: ConstitutionList },
      operationId: "listConstitutions",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "List constitutions",
      description: "The account's profiles by name; `default` is always among them.",
    },
    async ({ identity, query }) => {
      const { items, next_cursor } = keyPage(await listConstitutions(service, identity), ({ name }) => name, query);
      return { items: items.map(shownConstitution), next_cursor };
    },
  );
}

function getConstitutionRoute(service: ConstitutionRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "GET",
      path: "/admin/constitutions/:name",
      params: namedConstitution(service.limits),
      responses: { 200: ConstitutionModel },
      errors: [404],
      operationId: "getConstitution",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Show a constitution",
      description: "One profile.",
    },
    async ({ identity, params }) => shownConstitution(await getConstitution(service, identity, params.name)),
  );
}

function putConstitutionRoute(service: ConstitutionRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "PUT",
      path: "/admin/constitutions/:name",
      params: namedConstitution(service.limits),
      body: Type.Object(
        {
          text: text({ description: "Stands at the head of the brief.", maxLength: service.limits.contextCharsMax }),
          gates: patterns("A match on the input gates the turn."),
          prohibitions: patterns("A match on the answer makes `/verify` say no."),
        },
        {
          title: "PutConstitutionRequest",
          description: "The whole of a constitution but its name.",
          examples: [
            {
              text: "You are the assistant of a bicycle shop.",
              gates: [{ pattern: "credit card", reason: "Please do not send card numbers." }],
            },
          ],
        },
      ),
      checkBody: ({ gates = [], prohibitions = [] }: GuardPatterns, account) =>
        requireSoundPatterns(service, account, { gates, prohibitions }),
      responses: { 200: ConstitutionModel },
      operationId: "putConstitution",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Make or replace a constitution",
      description: "Takes effect with the next turn.",
    },
    async ({ identity, params, body }) => {
      const { text: written, gates = [], prohibitions = [] } = body;
      const made = { name: params.name, text: written, gates, prohibitions };
      return shownConstitution(await putConstitution(service, identity, made));
    },
  );
}

function deleteConstitutionRoute(service: ConstitutionRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "DELETE",
      path: "/admin/constitutions/:name",
      params: namedConstitution(service.limits),
      responses: { 200: Ok },
      errors: [404],
      operationId: "deleteConstitution",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Delete a constitution",
      description: "`default` cannot be deleted.",
    },
    async ({ identity, params }) => {
      await deleteConstitution(service, identity, params.name);
      return { ok: true as const };
    },
  );
}

/** Of a body that its schema has passed. */
interface TestedTexts extends GuardPatterns {
  readonly input?: string;
  readonly answer?: string;
}

function testConstitutionRoute(service: ConstitutionRoutesDeps): Route {
  const { inputCharsMax, answerCharsMax } = service.limits;
  return route(
    {
      ...common,
      method: "POST",
      path: "/admin/constitutions/:name/test",
      params: namedConstitution(service.limits),
      body: Type.Object(
        {
          input: Type.Optional(
            text({ description: "What the gates are tried on.", minLength: 1, maxLength: inputCharsMax }),
          ),
          answer: Type.Optional(
            text({ description: "What the prohibitions are tried on.", minLength: 1, maxLength: answerCharsMax }),
          ),
          gates: patterns("Tried instead of the stored gates."),
          prohibitions: patterns("Tried instead of the stored prohibitions."),
        },
        {
          title: "TestConstitutionRequest",
          description: "Texts, and patterns that are not stored yet.",
          examples: [{ input: "Here is my credit card.", answer: "Thank you." }],
        },
      ),
      checkBody: async ({ input, answer, gates = [], prohibitions = [] }: TestedTexts, account) => {
        if (input === undefined && answer === undefined) {
          throw invalidRequest("`input` or `answer` must be there.", "input");
        }
        await requireSoundPatterns(service, account, { gates, prohibitions });
      },
      responses: { 200: TestedConstitution },
      errors: [404],
      operationId: "testConstitution",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Try a constitution",
      description:
        "Says of each gate whether it matches the input, and of each prohibition whether it matches the answer, as a turn would be judged. Stores nothing. 404 where stored patterns are asked for and there is no such profile.",
    },
    async ({ identity, params, body }) => {
      const { input = null, answer = null, gates = null, prohibitions = null } = body;
      return testConstitution(service, identity, { name: params.name, input, answer, gates, prohibitions });
    },
  );
}
