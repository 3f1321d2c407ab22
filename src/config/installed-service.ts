// The settings of the service that is installed on this machine, as its unit gives them: where a command is told no place
// of its own, they are what the operator means.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { faultCodeOf } from "../domain/storage-faults.ts";
import { CONFIG_VARIABLE, type SettingSources, SettingsError } from "./read-settings.ts";
import { environmentName, SETTINGS } from "./settings.ts";

/** As the unit file has them. */
const DATA_DIR = "var/lib/memoryd";
const ENVIRONMENT_FILE = "etc/memoryd/memoryd.env";
const UNIT = "memoryd.service";
const DATA_VARIABLE = environmentName("data_dir");

export type InstalledVariables = NonNullable<SettingSources["installed"]>;

/** Where the command looks; a test has places of its own. */
export interface Surroundings {
  readonly root: string;
  readonly workingDirectory: string;
}

/**
 * null where the command says where to look (a flag, the environment), where the working directory has data, or where no
 * service is installed. Throws SettingsError where its settings cannot be read.
 */
export function installedFor(
  { flags, environment, file }: SettingSources,
  { root, workingDirectory }: Surroundings,
): InstalledVariables | null {
  const isTold = flags.data_dir !== undefined || environment[DATA_VARIABLE] !== undefined || file !== null;
  if (isTold || existsSync(join(workingDirectory, SETTINGS.data_dir.default))) return null;
  const dataDir = join(root, DATA_DIR);
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() !== true) return null;
  const path = join(root, ENVIRONMENT_FILE);
  const written = Object.entries(readVariables(path)).map(([name, value]) => [name, { value, at: `${path}:${name}` }]);
  return { [DATA_VARIABLE]: { value: dataDir, at: `${UNIT}:${DATA_VARIABLE}` }, ...Object.fromEntries(written) };
}

/** The file of settings that these sources name; null: none. */
export function configOf({ environment, installed }: Pick<SettingSources, "environment" | "installed">): string | null {
  return environment[CONFIG_VARIABLE] ?? installed?.[CONFIG_VARIABLE]?.value ?? null;
}

/** Those that are memoryd's. */
function readVariables(path: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = faultCodeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return {};
    const what = `the settings of the installed service, ${path}, cannot be read (${code})`;
    throw new SettingsError(`${what}: run this with sudo, or name the data with --data-dir`, "failed");
  }
  return Object.fromEntries(variablesIn(text).filter(([name]) => name.startsWith("MEMORYD_")));
}

/** As systemd reads an EnvironmentFile: see systemd.exec(5). Values over several lines are left out. */
export function variablesIn(text: string): [name: string, value: string][] {
  return text.split("\n").flatMap((line): [string, string][] => {
    const trimmed = line.trim();
    const at = trimmed.indexOf("=");
    if (at < 1 || /^[#;]/.test(trimmed)) return [];
    return [[trimmed.slice(0, at).trim(), unquoted(trimmed.slice(at + 1).trim())]];
  });
}

function unquoted(value: string): string {
  const [, single, double] = /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)")$/.exec(value) ?? [];
  return single ?? (double ?? value).replace(/\\(.)/g, "$1");
}
