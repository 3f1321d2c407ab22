// Which settings a running service can take over, and what a change of the others means.
import { SETTING_NAMES, SETTINGS, type SettingName, type Settings } from "./settings.ts";

type AtReload = "at a reload";

/** The settings that a running service takes over. */
export type ReloadableName = {
  [N in SettingName]: (typeof SETTINGS)[N]["takesEffect"] extends AtReload ? N : never;
}[SettingName];

export function isReloadable(name: SettingName): name is ReloadableName {
  return SETTINGS[name].takesEffect === "at a reload";
}

export interface Reload {
  /** What runs from now on: the new values of what can be reloaded, the old ones of the rest. */
  readonly settings: Settings;
  /** A certificate's settings too where their files hold another one under the old names. */
  readonly changed: readonly SettingName[];
  /** Changed too, but in effect only after a restart. */
  readonly afterRestart: readonly SettingName[];
}

export function planReload(running: Settings, read: Settings): Reload {
  const changed = SETTING_NAMES.filter((name) => running[name] !== read[name]);
  // TLS cannot be switched on or off while clients speak the other: only its files can be exchanged.
  const keepsTls = (running.tls_cert === "") === (read.tls_cert === "");
  const isLive = (name: SettingName) => isReloadable(name) && (keepsTls || !name.startsWith("tls_"));
  const live = changed.filter(isLive);
  return {
    settings: { ...running, ...Object.fromEntries(live.map((name) => [name, read[name]])) },
    changed: live,
    afterRestart: changed.filter((name) => !isLive(name)),
  };
}
