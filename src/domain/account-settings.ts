// What an account may choose for all of its brains.
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

/** As an account may choose; most of its other bounds are the service's limits. */
export const MEMORY_TOKENS_MAX = 200_000;

/** A null takes back what the account chose. */
export type SettingsChange = { readonly [K in keyof AccountSettings]?: AccountSettings[K] | null };

/** What each is called wherever it is shown, in the API, on the command line and in exports. */
export const SETTING_NAMES = {
  retrieval_mode: "retrievalMode",
  sources_max: "sourcesMax",
  memory_tokens: "memoryTokens",
  model: "model",
  distiller: "distiller",
  nightly: "nightly",
  learn_once: "learnOnce",
  redact: "redact",
} as const satisfies Readonly<Record<string, keyof AccountSettings>>;
export type SettingName = keyof typeof SETTING_NAMES;

/** A setting without a name would be lost on the way through a file. */
type Missing = Exclude<keyof AccountSettings, (typeof SETTING_NAMES)[SettingName]>;
true satisfies [Missing] extends [never] ? true : never;

export const DEFAULT_ACCOUNT_SETTINGS: AccountSettings = {
  retrievalMode: null,
  sourcesMax: null,
  memoryTokens: 0,
  model: "",
  distiller: "extractive",
  nightly: true,
  learnOnce: "preferences",
  redact: [],
};

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
