// Every setting, once: its default, what it may be, what it means. Flags, environment and file all come from here.
import { availableParallelism } from "node:os";
import { DEFAULT_LIMITS } from "../domain/limits.ts";

const MIB = 1024 * 1024;

interface SettingBase {
  readonly doc: string;
}

interface TextSetting extends SettingBase {
  readonly kind: "text";
  readonly default: string;
  readonly choices?: readonly string[];
  /** Whether "" is a value of its own. */
  readonly mayBeEmpty: boolean;
}

interface NumberSetting extends SettingBase {
  readonly kind: "number";
  readonly default: number;
  readonly least: number;
  readonly most: number;
}

export type Setting = TextSetting | NumberSetting;

interface TextOptions {
  readonly choices?: readonly string[];
  /** Whether "" is a value of its own where it is not the default. */
  readonly mayBeEmpty?: boolean;
}

function text(doc: string, standard: string, options: TextOptions = {}): TextSetting {
  return { kind: "text", doc, default: standard, mayBeEmpty: standard === "", ...options };
}

function whole(doc: string, standard: number, least: number, most: number): NumberSetting {
  return { kind: "number", doc, default: standard, least, most };
}

/** By the name in the TOML file; the environment has MEMORYD_ before it, a flag has dashes. */
export const SETTINGS = {
  data_dir: text("directory of the data", "./memoryd-data"),
  host: text("address to listen on", "127.0.0.1"),
  port: whole("port to listen on; 0 takes a free one", 8787, 0, 65_535),
  admin_key_file: text("file of the admin key (default: admin.key in the data directory)", ""),
  log_level: text("least level of a log line", "info", {
    choices: ["debug", "info", "warn", "error"],
  }),
  model_dir: text("folder of the embedding model (default: the model inside the executable)", ""),
  embedding_workers: whole("threads that embed, as many as cores unless set", availableParallelism(), 1, 256),
  embedding_queue_max: whole("texts that may wait to be embedded before requests get 503", 256, 1, 1_000_000),
  memory_mib: whole("memory for the vectors and words of brains in use, in MiB", 512, 1, 3_584),
  cors_origins: text("origins whose pages may call the API, with commas between them; empty: none", ""),
  nightly_cron: text("when the nightly learning pass runs, as cron says it in local time; empty: never", "0 3 * * *", {
    mayBeEmpty: true,
  }),
  distiller_url: text(
    "base address of an OpenAI-compatible endpoint that words rules, such as http://127.0.0.1:8080/v1",
    "",
  ),
  distiller_model: text("name of the model to ask there", "default"),
  distiller_hosts: text("hosts that may be asked, with commas between them (default: loopback)", ""),
  distiller_timeout_ms: whole("how long one answer of the endpoint may take, in ms", 60_000, 100, 600_000),
  shutdown_timeout_ms: whole("how long TERM waits for requests under way, in ms", 10_000, 0, 600_000),
  body_bytes_max: whole("largest request body, in bytes", DEFAULT_LIMITS.bodyBytesMax, 1_024, 256 * MIB),
  input_chars_max: whole("longest input, in characters", DEFAULT_LIMITS.inputCharsMax, 1, 10_000_000),
  answer_chars_max: whole("longest answer, in characters", DEFAULT_LIMITS.answerCharsMax, 1, 10_000_000),
  lesson_chars_max: whole("longest text of a lesson, in characters", DEFAULT_LIMITS.lessonCharsMax, 1, 100_000),
  name_chars_max: whole("longest name, in characters", DEFAULT_LIMITS.nameCharsMax, 1, 10_000),
  context_chars_max: whole("longest context of a core, in characters", DEFAULT_LIMITS.contextCharsMax, 1, 1_000_000),
  list_limit_max: whole("most entries of one page of a list", DEFAULT_LIMITS.listLimitMax, 1, 100_000),
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

export type Settings = { readonly [N in SettingName]: (typeof SETTINGS)[N] extends NumberSetting ? number : string };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export function environmentName(name: SettingName): string {
  return `MEMORYD_${name.toUpperCase()}`;
}

export function flagName(name: SettingName): string {
  return `--${name.replaceAll("_", "-")}`;
}
