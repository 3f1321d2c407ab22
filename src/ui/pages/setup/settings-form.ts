// What may be chosen for each setting of an account, and which are as they would be without a choice.
import type { Model } from "../../api.ts";

export type SettingName = Model["SettingName"];
type Settings = Model["Settings"];

/** How a setting is chosen; values of a choice are those of the API, `server` none. */
export type Control =
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "number"; readonly min: number; readonly max: number }
  | { readonly kind: "text" }
  | { readonly kind: "switch" }
  | { readonly kind: "kinds"; readonly values: readonly Model["RedactKind"][] };

/** What the API takes at most. */
const SOURCES_MOST = 1_000;
const TOKENS_MOST = 200_000;

export const CONTROLS: Readonly<Record<SettingName, Control>> = {
  retrieval_mode: { kind: "choice", values: ["server", "cosine", "hybrid"] },
  sources_max: { kind: "number", min: 1, max: SOURCES_MOST },
  memory_tokens: { kind: "number", min: 0, max: TOKENS_MOST },
  model: { kind: "text" },
  distiller: { kind: "choice", values: ["extractive", "endpoint"] },
  nightly: { kind: "switch" },
  learn_once: { kind: "choice", values: ["preferences", "orders", "off"] },
  redact: { kind: "kinds", values: ["keys", "passwords", "cards", "ibans", "emails", "phones", "ids"] },
};

export const NAMES = Object.keys(CONTROLS) as readonly SettingName[];

/** Whether it is what holds where nothing was chosen. */
export function isDefault(settings: Settings, name: SettingName): boolean {
  const defaults: Readonly<Record<SettingName, boolean>> = {
    retrieval_mode: settings.retrieval_mode_chosen === null,
    sources_max: settings.sources_max_chosen === null,
    memory_tokens: settings.memory_tokens === 0,
    model: settings.model === "",
    distiller: settings.distiller === "extractive",
    nightly: settings.nightly,
    learn_once: settings.learn_once === "preferences",
    redact: settings.redact === "off",
  };
  return defaults[name];
}

/** What the controls show. */
export function shownValue(settings: Settings, name: SettingName): string | number | boolean | readonly string[] {
  if (name === "retrieval_mode") return settings.retrieval_mode_chosen ?? "server";
  if (name === "redact") return settings.redact === "off" ? [] : settings.redact;
  return settings[name];
}

/** What is sent for it. */
export function changeOf(
  name: SettingName,
  value: string | number | boolean | readonly string[],
): Model["ChangeSettingsRequest"] {
  if (name === "retrieval_mode" && value === "server") return { retrieval_mode: null };
  if (name === "redact" && Array.isArray(value) && value.length === 0) return { redact: "off" };
  return { [name]: value };
}
