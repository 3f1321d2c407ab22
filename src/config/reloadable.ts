// Which settings a running service can take over, and what a change of the others means.
import { SETTING_NAMES, type SettingName, type Settings } from "./settings.ts";

/** Every other setting takes effect at the next start. */
export const RELOADABLE: ReadonlySet<SettingName> = new Set([
  "log_level",
  "log_slow_ms",
  "cors_origins",
  "nightly_cron",
  "backup_cron",
  "backup_dir",
  "backup_keep",
  "tls_cert",
  "tls_key",
  "shutdown_timeout_ms",
  "body_bytes_max",
  "input_chars_max",
  "answer_chars_max",
  "lesson_chars_max",
  "name_chars_max",
  "context_chars_max",
  "list_limit_max",
  "plan_free_turns_per_month",
  "plan_free_cores",
  "plan_free_sub_brains",
  "plan_free_requests_per_second",
  "plan_pro_turns_per_month",
  "plan_pro_cores",
  "plan_pro_sub_brains",
  "plan_pro_requests_per_second",
  "key_requests_per_second",
  "failed_auth_per_minute",
  "trusted_proxies",
]);

export interface Reload {
  /** What runs from now on: the new values of what can be reloaded, the old ones of the rest. */
  readonly settings: Settings;
  readonly changed: readonly SettingName[];
  /** Changed too, but in effect only after a restart. */
  readonly afterRestart: readonly SettingName[];
}

export function planReload(running: Settings, read: Settings): Reload {
  const changed = SETTING_NAMES.filter((name) => running[name] !== read[name]);
  // TLS cannot be switched on or off while clients speak the other: only its files can be exchanged.
  const keepsTls = (running.tls_cert === "") === (read.tls_cert === "");
  const isLive = (name: SettingName) => RELOADABLE.has(name) && (keepsTls || !name.startsWith("tls_"));
  const live = changed.filter(isLive);
  return {
    settings: { ...running, ...Object.fromEntries(live.map((name) => [name, read[name]])) },
    changed: live,
    afterRestart: changed.filter((name) => !isLive(name)),
  };
}
