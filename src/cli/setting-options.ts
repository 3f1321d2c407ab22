// The settings as options of a command: the same for every command that takes them all.
import { type Command, Option } from "commander";

/** One setting as the command line shows it. */
export interface SettingOption {
  readonly name: string;
  readonly flag: string;
  readonly doc: string;
  /** "" where there is nothing to show. */
  readonly standard: string;
  /** The flag alone means true. */
  readonly isSwitch: boolean;
  /** Empty: any value. */
  readonly choices: readonly string[];
}

/** By setting name, as written. */
export type SettingFlags = Readonly<Record<string, string | undefined>>;

/** One setting as `config show` prints it. */
export interface ShownSetting {
  readonly name: string;
  readonly value: string | number | boolean;
  readonly source: "flag" | "environment" | "file" | "default";
  /** The flag, the variable, or the file and the key in it; "" for a default. */
  readonly at: string;
}

export function addSettingOptions(command: Command, options: readonly SettingOption[]): void {
  command.option("--config <file>", "settings file, TOML");
  for (const { flag, doc, standard, isSwitch, choices } of options) {
    const shown = standard === "" ? "" : ` (default: ${standard})`;
    const option = new Option(isSwitch ? `${flag} [true|false]` : `${flag} <value>`, doc + shown);
    // For help and completion alone: a wrong value is refused where all sources are read, in the same words.
    if (choices.length > 0 && !isSwitch) option.argChoices = [...choices];
    command.addOption(option);
  }
}

export function givenSettings(
  command: Command,
  options: readonly SettingOption[],
): { readonly flags: SettingFlags; readonly config: string | undefined } {
  const given = command.opts<Record<string, string | true | undefined>>();
  const written = (flag: string) => {
    const value = given[optionKey(flag)];
    return value === true ? "true" : value;
  };
  return {
    flags: Object.fromEntries(options.map(({ name, flag }) => [name, written(flag)])),
    config: written("--config"),
  };
}

/** commander keeps `--data-dir` as `dataDir`. */
function optionKey(flag: string): string {
  return flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
