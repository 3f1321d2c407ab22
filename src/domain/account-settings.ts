// What an account may choose for all of its brains.
import type { Limits } from "./limits.ts";
import type { RedactKind } from "./redaction.ts";

/** `cosine`: the contract's ranking, by embeddings alone. `hybrid`: by embeddings, words, time and neighbours. */
export const RETRIEVAL_MODES = ["cosine", "hybrid"] as const;
export type RetrievalMode = (typeof RETRIEVAL_MODES)[number];
/**
 * What is learned from one turn alone: `orders`: standing orders and corrections; `preferences`: lasting preferences of the
 * user too; `off`: corrections alone.
 */
export const LEARN_ONCE = ["off", "orders", "preferences"] as const;
export type LearnOnce = (typeof LEARN_ONCE)[number];
export const DISTILLERS = ["extractive", "endpoint"] as const;
export type DistillerChoice = (typeof DISTILLERS)[number];

export interface AccountSettings {
  /** null: the account chose none, and the server's holds. */
  readonly retrievalMode: RetrievalMode | null;
  /** Most sources in a brief; null: the account chose none, and the mode's hold. */
  readonly sourcesMax: number | null;
  /** Tokens of quoted memory in a brief; 0: by the model hint. */
  readonly memoryTokens: number;
  /** Overrides the model hint of `/prepare`; "": the hint of the request. */
  readonly model: string;
  /** Who words the rules of the service's own passes; `endpoint` needs one in the operator's settings. */
  readonly distiller: DistillerChoice;
  /** Whether the nightly pass runs for the account. */
  readonly nightly: boolean;
  readonly learnOnce: LearnOnce;
  /** What is taken out of every text before it is stored; none: nothing. */
  readonly redact: readonly RedactKind[];
}

/** What a setting may be. The API, the command line and an import all read it by this. */
export type SettingKind =
  | { readonly kind: "choice"; readonly values: readonly string[] }
  /** A whole number, both bounds included. */
  | { readonly kind: "number"; readonly least: number; readonly most: (limits: Limits) => number }
  /** As long as a name. */
  | { readonly kind: "text" }
  | { readonly kind: "flag" }
  | { readonly kind: "redact" };

interface AccountSetting<T> {
  /** What it is called wherever it is shown, in the API, on the command line and in exports. */
  readonly name: string;
  readonly takes: SettingKind;
  /** Where the account chose none. */
  readonly standard: T;
}

/** In the order in which they are shown. What they are for stands in AccountSettings, their descriptions in the API's models. */
export const ACCOUNT_SETTINGS = {
  retrievalMode: { name: "retrieval_mode", takes: { kind: "choice", values: RETRIEVAL_MODES }, standard: null },
  sourcesMax: {
    name: "sources_max",
    takes: { kind: "number", least: 1, most: ({ listLimitMax }: Limits) => listLimitMax },
    standard: null,
  },
  memoryTokens: { name: "memory_tokens", takes: { kind: "number", least: 0, most: () => 200_000 }, standard: 0 },
  model: { name: "model", takes: { kind: "text" }, standard: "" },
  distiller: { name: "distiller", takes: { kind: "choice", values: DISTILLERS }, standard: "extractive" },
  nightly: { name: "nightly", takes: { kind: "flag" }, standard: true },
  learnOnce: { name: "learn_once", takes: { kind: "choice", values: LEARN_ONCE }, standard: "preferences" },
  redact: { name: "redact", takes: { kind: "redact" }, standard: [] },
} as const satisfies { readonly [F in keyof AccountSettings]: AccountSetting<AccountSettings[F]> };

export type SettingName = (typeof ACCOUNT_SETTINGS)[keyof AccountSettings]["name"];
export const SETTING_FIELDS = Object.keys(ACCOUNT_SETTINGS) as (keyof AccountSettings)[];
export const SETTING_NAMES: readonly SettingName[] = SETTING_FIELDS.map((field) => ACCOUNT_SETTINGS[field].name);

export function settingField(name: SettingName): keyof AccountSettings {
  return SETTING_FIELDS.find((field) => ACCOUNT_SETTINGS[field].name === name)!;
}

export const DEFAULT_ACCOUNT_SETTINGS = Object.fromEntries(
  SETTING_FIELDS.map((field) => [field, ACCOUNT_SETTINGS[field].standard]),
) as unknown as AccountSettings;

/** A null takes back what the account chose. */
export type SettingsChange = { readonly [F in keyof AccountSettings]?: AccountSettings[F] | null };

/** What the server's settings say for accounts that chose nothing. */
export interface AccountDefaults {
  readonly retrievalMode: RetrievalMode;
}

/** Of an account that chose none; in hybrid mode those beyond it come only where there is room: see SOURCES_MOST. */
export const SOURCES_MAX = 8;
/**
 * In hybrid mode, where the first so many are short. In brains of 24 to 47 turns (bench:brains) the 16 nearest hold .93 of
 * what questions need, the 12 nearest .91, and 8 .87.
 */
export const SOURCES_MOST = 16;

/** Most sources in a brief. */
export function sourcesMaxOf({ sourcesMax }: Pick<AccountSettings, "sourcesMax">, mode: RetrievalMode): number {
  return sourcesMax ?? (mode === "hybrid" ? SOURCES_MOST : SOURCES_MAX);
}

export function retrievalModeOf(
  chosen: Pick<AccountSettings, "retrievalMode">,
  defaults: AccountDefaults,
): RetrievalMode {
  return chosen.retrievalMode ?? defaults.retrievalMode;
}
