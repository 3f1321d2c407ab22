// Reads the settings: flag before environment before TOML file before default. Anything unknown is an error.
import { readFileSync } from "node:fs";
import { nearestName } from "../base/nearest-name.ts";
import { CommandFault, type FaultKind } from "../domain/command-fault.ts";
import {
  environmentName,
  flagName,
  hasPassword,
  isArguments,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type Settings,
} from "./settings.ts";

/** A setting is not what it may be; the message names it and where it stands. */
export class SettingsError extends CommandFault {
  override readonly name = "SettingsError";

  constructor(
    message: string,
    readonly kind: FaultKind = "usage",
  ) {
    super(message);
  }
}

const PREFIX = "MEMORYD_";

/** The file may be named by a flag or by this variable. */
export const CONFIG_VARIABLE = "MEMORYD_CONFIG";

/** What the command of backup_command is told: it may run memoryd itself. */
export const BACKUP_FILE_VARIABLE = "MEMORYD_BACKUP_FILE";

/** Variables with the prefix that are no settings. */
const OTHER_VARIABLES: ReadonlySet<string> = new Set([CONFIG_VARIABLE, BACKUP_FILE_VARIABLE]);

export interface SettingSources {
  /** By setting name, as written on the command line. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Path of the TOML file; null: none. */
  readonly file: string | null;
  /** Variables of the service that is installed, which go behind the environment; absent or null: it is not meant. */
  readonly installed?: Readonly<Record<string, { readonly value: string; readonly at: string } | undefined>> | null;
}

export type SettingValue = string | number | boolean;

/** One setting as it was read. */
export interface SettingReading {
  readonly name: SettingName;
  readonly value: SettingValue;
  readonly source: "flag" | "environment" | "file" | "default";
  /** The flag, the variable, or the file and the key in it; "" for a default. */
  readonly at: string;
}

function parse(setting: Setting, raw: unknown, where: string): SettingValue {
  if (setting.kind === "text") {
    if (setting.isList === true && isArguments(raw)) return JSON.stringify(raw);
    if (typeof raw !== "string") {
      throw new SettingsError(`${where} must be ${setting.isList === true ? "a list of texts" : "text"}`);
    }
    if (raw === "" && !setting.mayBeEmpty) throw new SettingsError(`${where} must not be empty`);
    if (setting.choices !== undefined && !setting.choices.includes(raw)) {
      throw new SettingsError(`${where} must be one of ${setting.choices.join(", ")}`);
    }
    return raw;
  }
  if (setting.kind === "switch") {
    const value = raw === "true" ? true : raw === "false" ? false : raw;
    if (typeof value !== "boolean") throw new SettingsError(`${where} must be true or false`);
    return value;
  }
  const value = typeof raw === "string" && /^\d+$/.test(raw) ? Number(raw) : raw;
  if (typeof value !== "number" || !Number.isInteger(value) || value < setting.least || value > setting.most) {
    throw new SettingsError(`${where} must be a whole number from ${setting.least} to ${setting.most}`);
  }
  return value;
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** " (did you mean port?)" where a known name is near; what all of them begin with does not count. */
function hint(written: string, known: readonly string[], prefix = ""): string {
  const near = nearestName(
    written.slice(prefix.length),
    known.map((name) => name.slice(prefix.length)),
  );
  return near === null ? "" : ` (did you mean ${prefix}${near}?)`;
}

/** Above this many lines the one at fault is not looked for: every one of them is parsed with all before it. */
const LINES_SEARCHED = 500;

/** ", line 3": where what cannot be parsed begins; the parser itself does not say. */
function lineOfFault(source: string): string {
  const lines = source.split("\n");
  if (lines.length > LINES_SEARCHED) return "";
  let good = lines.length - 1;
  while (good > 0 && !isToml(lines.slice(0, good).join("\n"))) good -= 1;
  return `, line ${good + 1}`;
}

function isToml(source: string): boolean {
  try {
    Bun.TOML.parse(source);
    return true;
  } catch {
    return false;
  }
}

function readFile(path: string): Record<string, unknown> {
  let source: string;
  try {
    source = readFileSync(path, "utf8");
  } catch (error) {
    throw new SettingsError(`the settings file ${path} cannot be read: ${error instanceof Error ? error.message : ""}`);
  }
  let parsed: unknown;
  try {
    parsed = Bun.TOML.parse(source);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^TOML Parse error: /, "") : "";
    throw new SettingsError(`the settings file ${path} is not TOML${lineOfFault(source)}: ${why}`);
  }
  const values = parsed as Record<string, unknown>;
  for (const name of Object.keys(values)) {
    if (isSettingName(name)) continue;
    throw new SettingsError(
      `the settings file ${path} has an unknown key${lineOfKey(source, name)}: ${name}${hint(name, SETTING_NAMES)}`,
    );
  }
  return values;
}

/** ", line 3"; "" where the key is written in another way than most do. */
function lineOfKey(source: string, name: string): string {
  const at = source.split("\n").findIndex((line) => line.split("=")[0]?.trim() === name || line.trim() === `[${name}]`);
  return at < 0 ? "" : `, line ${at + 1}`;
}

/** Every setting and where it came from, in the order of the table. Throws SettingsError. */
export function readSettingSources(sources: SettingSources): SettingReading[] {
  const known = [...SETTING_NAMES.map(environmentName), ...OTHER_VARIABLES];
  const places = [
    ["the environment", sources.environment],
    ["the environment of the installed service", sources.installed ?? {}],
  ] as const;
  for (const [place, variables] of places) {
    const unknown = Object.keys(variables).find((name) => name.startsWith(PREFIX) && !known.includes(name));
    if (unknown === undefined) continue;
    throw new SettingsError(`${place} has an unknown setting: ${unknown}${hint(unknown, known, PREFIX)}`);
  }
  const file = sources.file === null ? {} : readFile(sources.file);
  return SETTING_NAMES.map((name) => readOne(name, sources, file));
}

/** Throws SettingsError. */
export function readSettings(sources: SettingSources): Settings {
  return settingsOf(readSettingSources(sources));
}

export function settingsOf(readings: readonly SettingReading[]): Settings {
  return Object.fromEntries(readings.map(({ name, value }) => [name, value])) as Settings;
}

function readOne(name: SettingName, sources: SettingSources, file: Record<string, unknown>): SettingReading {
  const setting: Setting = SETTINGS[name];
  const flag = sources.flags[name];
  if (flag !== undefined) {
    if (setting.kind === "text" && setting.isSecretUrl === true && hasPassword(flag)) {
      throw new SettingsError(
        `${flagName(name)} must hold no password, which every user of the machine could see: give it as ${environmentName(name)}, or in the settings file or the file of ${flagName("database_url_file")}`,
      );
    }
    return { name, value: parse(setting, flag, flagName(name)), source: "flag", at: flagName(name) };
  }
  const variable = sources.environment[environmentName(name)];
  if (variable !== undefined) {
    const at = environmentName(name);
    return { name, value: parse(setting, variable, at), source: "environment", at };
  }
  const installed = sources.installed?.[environmentName(name)];
  if (installed !== undefined) {
    const { value, at } = installed;
    return { name, value: parse(setting, value, at), source: "environment", at };
  }
  if (file[name] !== undefined) {
    const value = parse(setting, file[name], `${name} in the settings file`);
    return { name, value, source: "file", at: `${sources.file}:${name}` };
  }
  return { name, value: setting.default, source: "default", at: "" };
}
