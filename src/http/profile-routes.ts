// Constitutions and settings of an account, for admin keys.
import { Type } from "@sinclair/typebox";
import { type AccountDeps, changeSettings } from "../accounts/keep-accounts.ts";
import {
  type ConstitutionDeps,
  deleteConstitution,
  getConstitution,
  listConstitutions,
  putConstitution,
  requireSoundPatterns,
} from "../accounts/keep-constitutions.ts";
import type { AccountSettings, DistillerChoice } from "../domain/account-settings.ts";
import type { Constitution, GuardPattern } from "../domain/constitution.ts";
import type { Limits } from "../domain/limits.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { REDACT_KINDS, type RedactKind } from "../domain/redaction.ts";
import { ConstitutionList, Constitution as ConstitutionModel, Redact, Settings } from "./admin-models.ts";
import { text, wholeNumber } from "./kinds.ts";
import { Ok } from "./models.ts";
import { keyPage, keyPageQuery } from "./page-cursor.ts";
import { type Route, route } from "./route.ts";

const LIMIT_DEFAULT = 50;
const PATTERNS_MAX = 100;
const PATTERN_CHARS_MAX = 1_000;
const MEMORY_TOKENS_MAX = 200_000;

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

export type ProfileRoutesDeps = AccountDeps &
  ConstitutionDeps & {
    readonly limits: Limits;
    readonly reading: Pick<TextReading, "checkPatterns">;
    /** Whether the operator's settings name an endpoint to distil with. */
    readonly hasEndpoint: boolean;
  };

export function profileRoutes(service: ProfileRoutesDeps): Route[] {
  return [...constitutionRoutes(service), ...settingsRoutes(service)];
}

function constitutionRoutes(service: ProfileRoutesDeps): Route[] {
  const { nameCharsMax, contextCharsMax } = service.limits;
  const params = Type.Object({
    name: text({ description: "The constitution's name.", minLength: 1, maxLength: nameCharsMax, nonBlank: true }),
  });
  const patterns = (description: string) =>
    Type.Optional(
      Type.Array(
        Type.Object({
          pattern: text({
            description: "A regular expression in RE2's syntax, without regard to case.",
            minLength: 1,
            maxLength: PATTERN_CHARS_MAX,
          }),
          reason: text({ description: "What the caller is told.", minLength: 1, maxLength: PATTERN_CHARS_MAX }),
        }),
        { maxItems: PATTERNS_MAX, description },
      ),
    );
  return [
    route(
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
    ),
    route(
      {
        ...common,
        method: "GET",
        path: "/admin/constitutions/:name",
        params,
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
    ),
    route(
      {
        ...common,
        method: "PUT",
        path: "/admin/constitutions/:name",
        params,
        body: Type.Object({
          text: text({ description: "Stands at the head of the brief.", maxLength: contextCharsMax }),
          gates: patterns("A match on the input gates the turn."),
          prohibitions: patterns("A match on the answer makes `/verify` say no."),
        }),
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
    ),
    route(
      {
        ...common,
        method: "DELETE",
        path: "/admin/constitutions/:name",
        params,
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
    ),
  ];
}

function shownSettings(settings: AccountSettings) {
  return {
    retrieval_mode: settings.retrievalMode,
    sources_max: settings.sourcesMax,
    memory_tokens: settings.memoryTokens,
    model: settings.model,
    distiller: settings.distiller,
    nightly: settings.nightly,
    redact: settings.redact.length === 0 ? ("off" as const) : [...settings.redact],
  };
}

/** In the order of the table, whatever that of the request. */
function redactKinds(asked: "off" | readonly RedactKind[]): readonly RedactKind[] {
  return asked === "off" ? [] : REDACT_KINDS.filter((kind) => asked.includes(kind));
}

function settingsRoutes(service: ProfileRoutesDeps): Route[] {
  return [
    route(
      {
        ...common,
        method: "GET",
        path: "/admin/settings",
        responses: { 200: Settings },
        operationId: "getSettings",
        brain: "none",
        demand: "nothing",
        counted: "work",
        summary: "Show the account's settings",
        description: "What the account chose, and the defaults of the rest.",
      },
      async ({ identity }) => shownSettings(await service.accounts.settings(identity.account)),
    ),
    route(
      {
        ...common,
        method: "PATCH",
        path: "/admin/settings",
        body: Type.Object({
          retrieval_mode: Type.Optional(
            Type.Union([Type.Literal("cosine"), Type.Literal("hybrid")], { description: "How memory is ranked." }),
          ),
          sources_max: Type.Optional(wholeNumber("Most sources in a brief.", 1, service.limits.listLimitMax)),
          memory_tokens: Type.Optional(
            wholeNumber("Tokens of quoted memory in a brief; 0: by the model hint.", 0, MEMORY_TOKENS_MAX),
          ),
          model: Type.Optional(
            text({
              description: "Overrides the model hint of every `/prepare`; empty: the hint counts.",
              maxLength: service.limits.nameCharsMax,
            }),
          ),
          distiller: Type.Optional(
            text({
              description: "`extractive`, or `endpoint` where the operator's settings name one.",
              maxLength: 10,
              pattern: /^(extractive|endpoint)$/,
              rule: (value) =>
                value === "endpoint" && !service.hasEndpoint ? "must be extractive: no endpoint is configured" : null,
            }),
          ),
          nightly: Type.Optional(Type.Boolean({ description: "Whether the nightly learning pass runs." })),
          redact: Type.Optional(Redact),
        }),
        responses: { 200: Settings },
        operationId: "changeSettings",
        brain: "none",
        demand: "nothing",
        counted: "work",
        summary: "Change the account's settings",
        description: "Fields that are absent stay as they are.",
      },
      async ({ identity, body }) => {
        const change: Partial<AccountSettings> = {
          ...(body.retrieval_mode === undefined ? {} : { retrievalMode: body.retrieval_mode }),
          ...(body.sources_max === undefined ? {} : { sourcesMax: body.sources_max }),
          ...(body.memory_tokens === undefined ? {} : { memoryTokens: body.memory_tokens }),
          ...(body.model === undefined ? {} : { model: body.model }),
          ...(body.distiller === undefined ? {} : { distiller: body.distiller as DistillerChoice }),
          ...(body.nightly === undefined ? {} : { nightly: body.nightly }),
          ...(body.redact === undefined ? {} : { redact: redactKinds(body.redact) }),
        };
        return shownSettings(await changeSettings(service, identity, change));
      },
    ),
  ];
}
