// What an account chooses for all of its brains, for admin keys.
import { Type } from "@sinclair/typebox";
import { type AccountDeps, changeSettings } from "../accounts/keep-accounts.ts";
import {
  ACCOUNT_SETTINGS,
  type AccountDefaults,
  type AccountSettings,
  DISTILLERS,
  retrievalModeOf,
  SETTING_FIELDS,
  SETTING_NAMES,
  settingField,
  sourcesMaxOf,
} from "../domain/account-settings.ts";
import type { Limits } from "../domain/limits.ts";
import { REDACT_KINDS, type RedactKind } from "../domain/redaction.ts";
import { DISTILLER_TOLD, LearnOnce, Redact, RetrievalMode, Settings } from "./admin-models.ts";
import { Nullable } from "./fields.ts";
import { choice, text, wholeNumber } from "./kinds.ts";
import { type Route, route } from "./route.ts";

const common = { access: "admin", tag: "Administration" } as const;

export type SettingsRoutesDeps = AccountDeps & {
  readonly limits: Limits;
  readonly accountDefaults: AccountDefaults;
  /** Whether the operator's settings name an endpoint to distil with. */
  readonly hasEndpoint: boolean;
};

function shownSettings(settings: AccountSettings, defaults: AccountDefaults) {
  const mode = retrievalModeOf(settings, defaults);
  return {
    retrieval_mode: mode,
    retrieval_mode_chosen: settings.retrievalMode,
    sources_max: sourcesMaxOf(settings, mode),
    sources_max_chosen: settings.sourcesMax,
    memory_tokens: settings.memoryTokens,
    model: settings.model,
    distiller: settings.distiller,
    nightly: settings.nightly,
    learn_once: settings.learnOnce,
    redact: settings.redact.length === 0 ? ("off" as const) : [...settings.redact],
  };
}

/** In the order of the table, whatever that of the request. */
function redactKinds(asked: "off" | readonly RedactKind[]): readonly RedactKind[] {
  return asked === "off" ? [] : REDACT_KINDS.filter((kind) => asked.includes(kind));
}

export function settingsRoutes(service: SettingsRoutesDeps): Route[] {
  return [getSettingsRoute(service), changeSettingsRoute(service), resetSettingRoute(service)];
}

function getSettingsRoute(service: SettingsRoutesDeps): Route {
  return route(
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
    async ({ identity }) => shownSettings(await service.accounts.settings(identity.account), service.accountDefaults),
  );
}

function changeSettingsRoute(service: SettingsRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "PATCH",
      path: "/admin/settings",
      body: Type.Object(
        {
          retrieval_mode: Type.Optional(
            Nullable(RetrievalMode, "How memory is ranked; null: as the server's setting says."),
          ),
          sources_max: Type.Optional(bounded("sourcesMax", "Most sources in a brief.", service.limits)),
          memory_tokens: Type.Optional(
            bounded("memoryTokens", "Tokens of quoted memory in a brief; 0: by the model hint.", service.limits),
          ),
          model: Type.Optional(
            text({
              description: "Overrides the model hint of every `/prepare`; empty: the hint counts.",
              maxLength: service.limits.nameCharsMax,
            }),
          ),
          distiller: Type.Optional(
            choice("Distiller", DISTILLERS, {
              description: DISTILLER_TOLD,
              rule: (value) =>
                value === "endpoint" && !service.hasEndpoint ? "must be extractive: no endpoint is configured" : null,
            }),
          ),
          nightly: Type.Optional(
            Type.Boolean({ description: "Whether learning passes come unasked, soon and at night." }),
          ),
          learn_once: Type.Optional(LearnOnce),
          redact: Type.Optional(Redact),
        },
        {
          title: "ChangeSettingsRequest",
          minProperties: 1,
          description: "What the account chooses.",
          examples: [{ retrieval_mode: "hybrid" }],
        },
      ),
      responses: { 200: Settings },
      operationId: "changeSettings",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Change the account's settings",
      description:
        "Fields that are absent stay as they are. A `retrieval_mode` of null takes the account's choice back.",
    },
    async ({ identity, body }) => {
      const change = Object.fromEntries(
        SETTING_FIELDS.flatMap((field) => {
          const { name } = ACCOUNT_SETTINGS[field];
          const value = name === "redact" && body.redact !== undefined ? redactKinds(body.redact) : body[name];
          return value === undefined ? [] : [[field, value]];
        }),
      );
      return shownSettings(await changeSettings(service, identity, change), service.accountDefaults);
    },
  );
}

function bounded(field: "sourcesMax" | "memoryTokens", description: string, limits: Limits) {
  const { least, most } = ACCOUNT_SETTINGS[field].takes;
  return wholeNumber(description, least, most(limits));
}

function resetSettingRoute(service: SettingsRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "DELETE",
      path: "/admin/settings/:name",
      params: Type.Object({
        name: choice("SettingName", SETTING_NAMES, { description: "The setting." }),
      }),
      responses: { 200: Settings },
      operationId: "resetSetting",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Take a setting of the account back",
      description: "What the account chose is forgotten, and the default holds. Answers all settings as they are then.",
    },
    async ({ identity, params }) => {
      const change = { [settingField(params.name)]: null };
      return shownSettings(await changeSettings(service, identity, change), service.accountDefaults);
    },
  );
}
