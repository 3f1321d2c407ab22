// Every setting, once: its default, what it may be, what it means. Flags, environment and file all come from here.
import { availableParallelism } from "node:os";
import { DEFAULT_LIMITS } from "../domain/limits.ts";
import { DEFAULT_PLANS } from "../domain/plan.ts";

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

interface SwitchSetting extends SettingBase {
  readonly kind: "switch";
  readonly default: boolean;
}

export type Setting = TextSetting | NumberSetting | SwitchSetting;

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

/** A bound that need not be there. */
function allowed(doc: string, standard: number | null): NumberSetting {
  return whole(`${doc}; 0: no limit`, standard ?? 0, 0, 1_000_000_000);
}

function onOrOff(doc: string, standard: boolean): SwitchSetting {
  return { kind: "switch", doc, default: standard };
}

/** By the name in the TOML file; the environment has MEMORYD_ before it, a flag has dashes. */
export const SETTINGS = {
  data_dir: text("directory of the data", "./memoryd-data"),
  host: text("address to listen on", "127.0.0.1"),
  port: whole("port to listen on; 0 takes a free one", 8787, 0, 65_535),
  allow_remote: onOrOff("listen beyond loopback without TLS, on a network that is private", false),
  tls_cert: text("file of the TLS certificate with its chain, PEM; with tls_key the service speaks HTTPS", ""),
  tls_key: text("file of the TLS certificate's key, PEM", ""),
  admin_key_file: text("file of the admin key (default: admin.key in the data directory)", ""),
  log_level: text("least level of a log line", "info", {
    choices: ["debug", "info", "warn", "error"],
  }),
  log_slow_ms: whole("requests that take longer are logged with their stages, in ms; 0: none", 1_000, 0, 3_600_000),
  prometheus_public: onOrOff("show the counters of /prometheus without a key", false),
  prometheus_listen: text("HOST:PORT of a further listener for Prometheus, without a key; empty: none", ""),
  otlp_endpoint: text("base address of an OpenTelemetry collector, such as http://127.0.0.1:4318; empty: none", ""),
  otlp_hosts: text("hosts that may be sent traces, with commas between them (default: loopback)", ""),
  otlp_sample_percent: whole("share of the requests that are traced, where the caller does not say", 100, 0, 100),
  model_dir: text("folder of the embedding model (default: the model inside the executable)", ""),
  embedding_workers: whole("threads that embed, as many as cores unless set", availableParallelism(), 1, 256),
  embedding_queue_max: whole("texts that may wait to be embedded before requests get 503", 256, 1, 1_000_000),
  embedding_wait_ms: whole(
    "how long a text may wait to be embedded before further ones get 503, in ms",
    1_500,
    100,
    600_000,
  ),
  requests_max: whole("requests under way before further ones get 503", 1_024, 1, 1_000_000),
  body_memory_mib: whole("memory for bodies of requests under way, in MiB, before further ones get 503", 64, 1, 65_536),
  exports_max: whole("exports that clients may be reading at once before further ones get 503", 64, 1, 1_000_000),
  memory_mib: whole("memory for the vectors and words of brains in use, in MiB", 512, 1, 3_584),
  cors_origins: text("origins whose pages may call the API, with commas between them; empty: none", ""),
  nightly_cron: text("when the nightly learning pass runs, as cron says it in local time; empty: never", "0 3 * * *", {
    mayBeEmpty: true,
  }),
  backup_cron: text("when a backup is made, as cron says it in local time, such as 30 2 * * *; empty: never", ""),
  backup_dir: text("folder of these backups, better on another disk (default: backups in the data directory)", ""),
  backup_keep: whole("how many of these backups stay, the newest", 7, 1, 10_000),
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
  plan_free_turns_per_month: allowed(
    "turns that an account on the plan free may prepare in a month",
    DEFAULT_PLANS.free.turnsPerMonth,
  ),
  plan_free_cores: allowed("cores of an account on the plan free, beside `default`", DEFAULT_PLANS.free.cores),
  plan_free_sub_brains: allowed(
    "users of an account on the plan free that may have a brain",
    DEFAULT_PLANS.free.subBrains,
  ),
  plan_free_requests_per_second: allowed(
    "requests a second of an account on the plan free",
    DEFAULT_PLANS.free.requestsPerSecond,
  ),
  plan_pro_turns_per_month: allowed(
    "turns that an account on the plan pro may prepare in a month",
    DEFAULT_PLANS.pro.turnsPerMonth,
  ),
  plan_pro_cores: allowed("cores of an account on the plan pro, beside `default`", DEFAULT_PLANS.pro.cores),
  plan_pro_sub_brains: allowed(
    "users of an account on the plan pro that may have a brain",
    DEFAULT_PLANS.pro.subBrains,
  ),
  plan_pro_requests_per_second: allowed(
    "requests a second of an account on the plan pro",
    DEFAULT_PLANS.pro.requestsPerSecond,
  ),
  key_requests_per_second: allowed("requests a second of one key", null),
  failed_auth_per_minute: allowed("requests a minute without a valid key that one address may send", 60),
  trusted_proxies: text(
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

export function environmentName(name: SettingName): string {
  return `MEMORYD_${name.toUpperCase()}`;
}

export function flagName(name: SettingName): string {
  return `--${name.replaceAll("_", "-")}`;
}
