// What the command config does, and the settings as every command that takes them shows them.
import type { ConfigContext } from "../cli/config.ts";
import { readSettingSources } from "../config/read-settings.ts";
import { choicesOf, flagName, SETTING_NAMES, SETTINGS, shownValue } from "../config/settings.ts";
import { examineReach } from "../doctor/examine-reach.ts";
import { openModel } from "../embedding/open-embedder.ts";
import type { CommandParts } from "./command-parts.ts";

/** Their doc says what the default is: its number is of the machine, and help and manual page are of no machine. */
const DEFAULT_BY_MACHINE: ReadonlySet<string> = new Set(["embedding_workers"]);

type ConfigCommands = Pick<ConfigContext, "readSettings" | "checkSettings" | "settingOptions">;

export function createConfigCommands({ sourcesFor, settingsFor, clock }: CommandParts): ConfigCommands {
  return {
    settingOptions: SETTING_NAMES.map((name) => ({
      name,
      flag: flagName(name),
      doc: SETTINGS[name].doc,
      standard: DEFAULT_BY_MACHINE.has(name) ? "" : String(SETTINGS[name].default),
      isSwitch: SETTINGS[name].kind === "switch",
      choices: choicesOf(SETTINGS[name]),
    })),
    readSettings: (flags, config) =>
      readSettingSources(sourcesFor(flags, config)).map((reading) => ({
        ...reading,
        value: shownValue(reading.name, reading.value),
      })),
    checkSettings: async (flags, config) => {
      const settings = settingsFor(flags, config);
      // They load much that other commands never need.
      const [{ checkSettings }, { checkPlaces }, { reachOf }] = await Promise.all([
        import("../app/check-settings.ts"),
        import("../app/check-places.ts"),
        import("../app/reach.ts"),
      ]);
      const checked = await checkSettings(settings);
      await openModel(settings.model_dir);
      checkPlaces(settings);
      return [...examineReach(reachOf(settings, checked), clock.now())];
    },
  };
}
