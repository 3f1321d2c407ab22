// Every setting, once: its default, what it may be, what it means. Flags, environment and file all come from here.
import { availableParallelism } from "node:os";
import { RETRIEVAL_MODES } from "../domain/account-settings.ts";
import { DEFAULT_GATE_LIMITS, DEFAULT_LIMITS } from "../domain/limits.ts";
import { DEFAULT_PLANS } from "../domain/plan.ts";

const MIB = 1024 * 1024;

/** When a new value takes effect: at a reload of the running service (HUP), or at its next start. */
export type TakesEffect = "at a reload" | "at a start";

type Effect<T extends TakesEffect> = { readonly takesEffect: T };

const AT_RELOAD = "at a reload";
const AT_START = "at a start";

interface SettingBase {
  readonly doc: string;
  readonly takesEffect: TakesEffect;
}

interface TextSetting extends SettingBase {
  readonly kind: "text";
  readonly default: string;
  readonly choices?: readonly string[];
  /** Whether "" is a value of its own. */
  readonly mayBeEmpty: boolean;
  /** Whether the file may have a list of texts: the value is that list as JSON. */
  readonly isList?: boolean;
  /** Whether it is a URL that may hold a password: no flag may have one, which every user of the machine could see. */
  readonly isSecretUrl?: boolean;
}

interface NumberSetting extends SettingBase {
  readonly kind: "number";
  readonly default: number;
  readonly least: number;
  readonly most: number;
}

interface SwitchSetting extends SettingBase {
  readonly kind: "switch";
  readonly default: boolean;
}

export type Setting = TextSetting | NumberSetting | SwitchSetting;

interface TextOptions {
  readonly choices?: readonly string[];
  /** Whether "" is a value of its own where it is not the default. */
  readonly mayBeEmpty?: boolean;
  readonly isList?: boolean;
  readonly isSecretUrl?: boolean;
}

function text<T extends TakesEffect>(
  takesEffect: T,
  doc: string,
  standard: string,
  options: TextOptions = {},
): TextSetting & Effect<T> {
  return { kind: "text", takesEffect, doc, default: standard, mayBeEmpty: standard === "", ...options };
}

function whole<T extends TakesEffect>(
  takesEffect: T,
  doc: string,
  standard: number,
  least: number,
  most: number,
): NumberSetting & Effect<T> {
  return { kind: "number", takesEffect, doc, default: standard, least, most };
}

/** A bound that need not be there. */
function allowed<T extends TakesEffect>(
  takesEffect: T,
  doc: string,
  standard: number | null,
): NumberSetting & Effect<T> {
  return whole(takesEffect, `${doc}; 0: no limit`, standard ?? 0, 0, 1_000_000_000);
}

function onOrOff<T extends TakesEffect>(takesEffect: T, doc: string, standard: boolean): SwitchSetting & Effect<T> {
  return { kind: "switch", takesEffect, doc, default: standard };
}

/** By the name in the TOML file; the environment has MEMORYD_ before it, a flag has dashes. */
export const SETTINGS = {
  data_dir: text(AT_START, "directory of the data", "./memoryd-data"),
  database_url: text(
    AT_START,
    "PostgreSQL database that holds the data, such as postgres://memoryd@db.example/memory; empty: SQLite in the data directory",
    "",
    { isSecretUrl: true },
  ),
  database_url_file: text(AT_START, "file that holds database_url, for one with a password", ""),
  host: text(AT_START, "address to listen on", "127.0.0.1"),
  port: whole(AT_START, "port to listen on; 0 takes a free one", 8787, 0, 65_535),
  allow_remote: onOrOff(AT_START, "listen beyond loopback without TLS, on a network that is private", false),
  tls_cert: text(
    AT_RELOAD,
    "file of the TLS certificate with its chain, PEM; with tls_key the service speaks HTTPS",
    "",
  ),
  tls_key: text(AT_RELOAD, "file of the TLS certificate's key, PEM", ""),
  ui: text(AT_RELOAD, "the dashboard at /ui; auto: on loopback and with TLS", "auto", {
    choices: ["auto", "on", "off"],
  }),
  admin_key_file: text(AT_START, "file of the admin key (default: admin.key in the data directory)", ""),
  audit_key_file: text(
    AT_START,
    "file of the audit's key, which all nodes of a database_url share (default: audit.key in the data directory)",
    "",
  ),
  log_level: text(AT_RELOAD, "least level of a log line", "info", {
    choices: ["debug", "info", "warn", "error"],
  }),
  log_file: text(AT_START, "file for log lines, in place of standard error; HUP opens it anew", ""),
  log_file_mib: whole(
    AT_RELOAD,
    "size at which the file of log lines is moved aside, in MiB; 0: never",
    100,
    0,
    1_000_000,
  ),
  log_file_keep: whole(AT_RELOAD, "how many older files of log lines stay", 5, 1, 1_000),
  log_slow_ms: whole(
    AT_RELOAD,
    "requests that take longer are logged with their stages, in ms; 0: none",
    1_000,
    0,
    3_600_000,
  ),
  prometheus_public: onOrOff(AT_START, "show the counters of /prometheus without a key", false),
  prometheus_listen: text(AT_START, "HOST:PORT of a further listener for Prometheus, without a key; empty: none", ""),
  otlp_endpoint: text(
    AT_START,
    "base address of an OpenTelemetry collector, such as http://127.0.0.1:4318; empty: none",
    "",
  ),
  otlp_hosts: text(AT_START, "hosts that may be sent traces, with commas between them (default: loopback)", ""),
  otlp_sample_percent: whole(
    AT_START,
    "share of the requests that are traced, where the caller does not say",
    100,
    0,
    100,
  ),
  model_dir: text(AT_START, "folder of the embedding model (default: the model inside the executable)", ""),
  embedding_workers: whole(
    AT_START,
    "threads that embed at most, opened where texts wait; as many as cores unless set",
    availableParallelism(),
    1,
    256,
  ),
  embedding_queue_max: whole(AT_START, "texts that may wait to be embedded before requests get 503", 256, 1, 1_000_000),
  embedding_wait_ms: whole(
    AT_START,
    "how long a text may wait to be embedded before further ones get 503, in ms",
    1_500,
    100,
    600_000,
  ),
  requests_max: whole(
    AT_START,
    "requests under way before further ones get 503",
    DEFAULT_GATE_LIMITS.requestsMax,
    1,
    1_000_000,
  ),
  body_memory_mib: whole(
    AT_START,
    "memory for bodies of requests under way, in MiB, before further ones get 503",
    DEFAULT_GATE_LIMITS.bodyBytesMax / MIB,
    1,
    65_536,
  ),
  exports_max: whole(
    AT_START,
    "exports that clients may be reading at once before further ones get 503",
    DEFAULT_GATE_LIMITS.exportsMax,
    1,
    1_000_000,
  ),
  memory_mib: whole(AT_START, "memory for the vectors and words of brains in use, in MiB", 512, 1, 3_584),
  warm_brains: whole(AT_START, "largest brains that a start reads into memory, before they are asked", 16, 0, 1_000),
  retrieval_mode: text(AT_RELOAD, "how memory is ranked in accounts that chose no mode", "cosine", {
    choices: RETRIEVAL_MODES,
  }),
  cors_origins: text(AT_RELOAD, "origins whose pages may call the API, with commas between them; empty: none", ""),
  nightly_cron: text(
    AT_RELOAD,
    "when the nightly learning pass runs, as cron says it in local time; empty: never",
    "0 3 * * *",
    {
      mayBeEmpty: true,
    },
  ),
  learn_after_s: whole(
    AT_RELOAD,
    "how long after a turn that teaches something by itself a learning pass of its brain comes, in s; 0: none does",
    60,
    0,
    86_400,
  ),
  backup_cron: text(
    AT_RELOAD,
    "when a backup is made, as cron says it in local time, such as 30 2 * * *; empty: never",
    "",
  ),
  backup_dir: text(
    AT_RELOAD,
    "folder of these backups, better on another disk (default: backups in the data directory)",
    "",
  ),
  backup_keep: whole(AT_RELOAD, "how many of these backups stay, the newest", 7, 1, 10_000),
  backup_seal_to: text(
    AT_RELOAD,
    "public keys (age1…) that backups are sealed to, with commas between them; empty: they are not sealed",
    "",
  ),
  backup_command: text(
    AT_RELOAD,
    "command that is run after each of these backups, as a list of arguments; {file} stands for the backup; empty: none",
    "",
    { isList: true },
  ),
  backup_command_timeout_s: whole(AT_RELOAD, "how long that command may take, in s", 3_600, 1, 86_400),
  distiller_url: text(
    AT_START,
    "base address of an OpenAI-compatible endpoint that words rules, such as http://127.0.0.1:8080/v1",
    "",
  ),
  distiller_model: text(AT_START, "name of the model to ask there", "default"),
  distiller_hosts: text(AT_START, "hosts that may be asked, with commas between them (default: loopback)", ""),
  distiller_timeout_ms: whole(AT_START, "how long one answer of the endpoint may take, in ms", 60_000, 100, 600_000),
  erase_remains: onOrOff(
    AT_START,
    "after an erasure, zero the copies of erased rows that SQLite leaves in the free room of the file's pages",
    true,
  ),
  shutdown_timeout_ms: whole(AT_RELOAD, "how long TERM waits for requests under way, in ms", 10_000, 0, 600_000),
  body_bytes_max: whole(AT_RELOAD, "largest request body, in bytes", DEFAULT_LIMITS.bodyBytesMax, 1_024, 256 * MIB),
  input_chars_max: whole(AT_RELOAD, "longest input, in characters", DEFAULT_LIMITS.inputCharsMax, 1, 10_000_000),
  answer_chars_max: whole(AT_RELOAD, "longest answer, in characters", DEFAULT_LIMITS.answerCharsMax, 1, 10_000_000),
  lesson_chars_max: whole(
    AT_RELOAD,
    "longest text of a lesson, in characters",
    DEFAULT_LIMITS.lessonCharsMax,
    1,
    100_000,
  ),
  name_chars_max: whole(AT_RELOAD, "longest name, in characters", DEFAULT_LIMITS.nameCharsMax, 1, 10_000),
  context_chars_max: whole(
    AT_RELOAD,
    "longest context of a core, in characters",
    DEFAULT_LIMITS.contextCharsMax,
    1,
    1_000_000,
  ),
  list_limit_max: whole(AT_RELOAD, "most entries of one page of a list", DEFAULT_LIMITS.listLimitMax, 1, 100_000),
  plan_free_turns_per_month: allowed(
    AT_RELOAD,
    "turns that an account on the plan free may prepare in a month",
    DEFAULT_PLANS.free.turnsPerMonth,
  ),
  plan_free_cores: allowed(
    AT_RELOAD,
    "cores of an account on the plan free, beside `default`",
    DEFAULT_PLANS.free.cores,
  ),
  plan_free_sub_brains: allowed(
    AT_RELOAD,
    "users of an account on the plan free that may have a brain",
    DEFAULT_PLANS.free.subBrains,
  ),
  plan_free_requests_per_second: allowed(
    AT_RELOAD,
    "requests a second of an account on the plan free",
    DEFAULT_PLANS.free.requestsPerSecond,
  ),
  plan_pro_turns_per_month: allowed(
    AT_RELOAD,
    "turns that an account on the plan pro may prepare in a month",
    DEFAULT_PLANS.pro.turnsPerMonth,
  ),
  plan_pro_cores: allowed(AT_RELOAD, "cores of an account on the plan pro, beside `default`", DEFAULT_PLANS.pro.cores),
  plan_pro_sub_brains: allowed(
    AT_RELOAD,
    "users of an account on the plan pro that may have a brain",
    DEFAULT_PLANS.pro.subBrains,
  ),
  plan_pro_requests_per_second: allowed(
    AT_RELOAD,
    "requests a second of an account on the plan pro",
    DEFAULT_PLANS.pro.requestsPerSecond,
  ),
  key_requests_per_second: allowed(AT_RELOAD, "requests a second of one key", null),
  failed_auth_per_minute: allowed(AT_RELOAD, "requests a minute without a valid key that one address may send", 60),
  trusted_proxies: text(
    AT_RELOAD,
    "proxies whose X-Forwarded-For or Forwarded is believed: addresses and networks such as 10.0.0.0/8, with commas",
    "",
  ),
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

type ValueOf<S extends Setting> = S extends NumberSetting ? number : S extends SwitchSetting ? boolean : string;

export type Settings = { readonly [N in SettingName]: ValueOf<(typeof SETTINGS)[N]> };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** What a setting may be, where that is one of a few words; else empty. */
export function choicesOf(setting: Setting): readonly string[] {
  if (setting.kind === "switch") return ["true", "false"];
  return setting.kind === "text" ? (setting.choices ?? []) : [];
}

/** A program and what it is given. */
export function isArguments(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string") && value.length > 0 && value[0] !== "";
}

export function environmentName(name: SettingName): string {
  return `MEMORYD_${name.toUpperCase()}`;
}

export function flagName(name: SettingName): string {
  return `--${name.replaceAll("_", "-")}`;
}

/** The value for people: without the password of a URL. */
export function shownValue(name: SettingName, value: string | number | boolean): string | number | boolean {
  const setting: Setting = SETTINGS[name];
  if (setting.kind !== "text" || setting.isSecretUrl !== true || !hasPassword(value)) return value;
  const url = new URL(String(value));
  url.password = "...";
  return url.href;
}

export function hasPassword(value: unknown): boolean {
  return typeof value === "string" && (URL.parse(value)?.password ?? "") !== "";
}
