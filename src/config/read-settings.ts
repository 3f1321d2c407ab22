// Reads the settings: flag before environment before TOML file before default. Anything unknown is an error.
import { readFileSync } from "node:fs";
import {
  environmentName,
  flagName,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type Settings,
} from "./settings.ts";

/** A setting is not what it may be; the message names it and where it stands. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** The file may be named by a flag or by this variable. */
export const CONFIG_VARIABLE = "MEMORYD_CONFIG";

/** Variables with the prefix that are no settings. */
const OTHER_VARIABLES: ReadonlySet<string> = new Set([CONFIG_VARIABLE]);

export interface SettingSources {
  /** By setting name, as written on the command line. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Path of the TOML file; null: none. */
  readonly file: string | null;
}

function parse(setting: Setting, raw: unknown, where: string): string | number {
  if (setting.kind === "text") {
    if (typeof raw !== "string") throw new SettingsError(`${where} must be text`);
    if (raw === "" && !setting.mayBeEmpty) throw new SettingsError(`${where} must not be empty`);
    if (setting.choices !== undefined && !setting.choices.includes(raw)) {
      throw new SettingsError(`${where} must be one of ${setting.choices.join(", ")}`);
    }
    return raw;
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
    throw new SettingsError(`the settings file ${path} is not TOML: ${error instanceof Error ? error.message : ""}`);
  }
  const values = parsed as Record<string, unknown>;
  for (const name of Object.keys(values)) {
    if (!isSettingName(name)) throw new SettingsError(`the settings file ${path} has an unknown key: ${name}`);
  }
  return values;
}

/** Throws SettingsError. */
export function readSettings(sources: SettingSources): Settings {
  const known = new Set(SETTING_NAMES.map(environmentName));
  for (const name of Object.keys(sources.environment)) {
    if (name.startsWith("MEMORYD_") && !known.has(name) && !OTHER_VARIABLES.has(name)) {
      throw new SettingsError(`the environment has an unknown setting: ${name}`);
    }
  }
  const file = sources.file === null ? {} : readFile(sources.file);
  const entries = SETTING_NAMES.map((name) => [name, readOne(name, sources, file)]);
  return Object.fromEntries(entries) as Settings;
}

function readOne(name: SettingName, sources: SettingSources, file: Record<string, unknown>): string | number {
  const setting = SETTINGS[name];
  const flag = sources.flags[name];
  if (flag !== undefined) return parse(setting, flag, flagName(name));
  const variable = sources.environment[environmentName(name)];
  if (variable !== undefined) return parse(setting, variable, environmentName(name));
  if (file[name] !== undefined) return parse(setting, file[name], `${name} in the settings file`);
  return setting.default;
}
