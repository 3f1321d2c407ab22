// What settings can be wrong in beyond their form: checked before anything is made, at a reload, and by `config check`.
import { argumentsOf } from "../config/arguments-of.ts";
import { entriesOf } from "../config/entries-of.ts";
import { isLoopbackHost, listenAddressOf } from "../config/listen-address.ts";
import { limitOf } from "../config/read-limits.ts";
import { SettingsError } from "../config/read-settings.ts";
import type { Settings } from "../config/settings.ts";
import { createEndpointDistiller, EndpointSettingsError } from "../distilling/endpoint-distiller.ts";
import { CommandFault } from "../domain/command-fault.ts";
import type { Distiller } from "../domain/ports/distiller.ts";
import { readTrustedProxies } from "../http/client-address.ts";
import { isOrigin } from "../http/cors.ts";
import { parseRule } from "../learning/parse-rule.ts";
import { clusterPrompt, SYSTEM_PROMPT } from "../learning/write-prompt.ts";
import { type MetricsAddress, readMetricsAddress } from "../telemetry/metrics-listener.ts";
import { CollectorSettingsError, tracesUrlOf } from "../telemetry/otlp-exporter.ts";
import type { RequestGuard } from "./assemble.ts";
import { checkCron } from "./nightly.ts";
import { readTls, type Tls } from "./read-tls.ts";

const NAME_FAULT = "is a name, and no name is looked up: give an address of this machine";
const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** What the settings stand for. */
export interface CheckedSettings {
  readonly endpoint: Distiller | null;
  readonly corsOrigins: ReadonlySet<string>;
  readonly guard: RequestGuard;
  /** null: plain HTTP. */
  readonly tls: Tls | null;
  /** Whether there is a dashboard. */
  readonly hasPages: boolean;
  /** Where Prometheus is answered without a key; null: nowhere. */
  readonly prometheusAddress: MetricsAddress | null;
  /** Where traces go; null: nowhere. */
  readonly tracesUrl: string | null;
}

/** The service would be reachable from other machines in the clear. */
export class ExposureRefusedError extends CommandFault {
  override readonly name = "ExposureRefusedError";
  readonly kind = "refused";
}

/** Throws SettingsError, ExposureRefusedError. */
export async function checkSettings(settings: Settings): Promise<CheckedSettings> {
  const endpoint = endpointOf(settings);
  const corsOrigins = corsOriginsOf(settings);
  const guard = guardOf(settings);
  requireSchedule(settings);
  await requireSealKeys(settings);
  requireBackupCommand(settings);
  requireSharedKey(settings);
  const prometheusAddress = prometheusAddressOf(settings);
  const tls = readTls(settings);
  const hasPages = settings.ui === "on" || (settings.ui === "auto" && (tls !== null || isLoopbackHost(settings.host)));
  const checked = { endpoint, corsOrigins, guard, tls, hasPages, prometheusAddress, tracesUrl: tracesUrl(settings) };
  // After the rest, so that what is plainly wrong is told first.
  if (tls === null && !settings.allow_remote && !isLoopbackHost(settings.host)) {
    throw new ExposureRefusedError(
      `with --host ${settings.host} other machines would reach the service without encryption, and keys and memory ` +
        "could be read on the way: give --tls-cert and --tls-key, or stay on 127.0.0.1 behind a TLS proxy, or add " +
        "--allow-remote where the network is private",
    );
  }
  if (listenAddressOf(settings.host) === null) {
    // Like an address that is none of this machine, of which nothing is known before it is listened on.
    throw new SettingsError(`host: ${settings.host} ${NAME_FAULT}`, "failed");
  }
  return checked;
}

/** The endpoint that the settings name; loopback is allowed where they list no hosts. */
function endpointOf(settings: Settings): Distiller | null {
  if (settings.distiller_url === "") return null;
  const listed = entriesOf(settings.distiller_hosts);
  try {
    return createEndpointDistiller({
      url: settings.distiller_url,
      model: settings.distiller_model,
      allowedHosts: listed.length > 0 ? listed : LOOPBACK_HOSTS,
      timeoutMs: settings.distiller_timeout_ms,
      system: SYSTEM_PROMPT,
      prompt: clusterPrompt,
      parse: parseRule,
    });
  } catch (error) {
    if (error instanceof EndpointSettingsError) throw new SettingsError(`distiller_url: ${error.message}`);
    throw error;
  }
}

function corsOriginsOf({ cors_origins: listed }: Settings): ReadonlySet<string> {
  const origins = entriesOf(listed);
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong !== undefined)
    throw new SettingsError(`cors_origins: ${wrong} is not an origin such as https://app.example`);
  return new Set(origins);
}

function guardOf(settings: Settings): RequestGuard {
  const trustedProxies = readTrustedProxies(entriesOf(settings.trusted_proxies));
  if ("wrong" in trustedProxies) {
    const why = "is no address and no network such as 10.0.0.0/8 or fd00::/8";
    throw new SettingsError(`trusted_proxies: ${trustedProxies.wrong} ${why}`);
  }
  return {
    trustedProxies,
    keyRequestsPerSecond: limitOf(settings.key_requests_per_second),
    failedAuthPerMinute: limitOf(settings.failed_auth_per_minute),
  };
}

function prometheusAddressOf({ prometheus_listen: text }: Settings): MetricsAddress | null {
  if (text === "") return null;
  const address = readMetricsAddress(text);
  if (address === null) throw new SettingsError(`prometheus_listen: ${text} is not HOST:PORT, such as 127.0.0.1:9464`);
  const host = listenAddressOf(address.host);
  if (host === null) throw new SettingsError(`prometheus_listen: ${address.host} ${NAME_FAULT}`, "failed");
  return { ...address, host };
}

function tracesUrl(settings: Settings): string | null {
  if (settings.otlp_endpoint === "") return null;
  const listed = entriesOf(settings.otlp_hosts);
  try {
    return tracesUrlOf(settings.otlp_endpoint, listed.length > 0 ? listed : LOOPBACK_HOSTS);
  } catch (error) {
    if (error instanceof CollectorSettingsError) throw new SettingsError(`otlp_endpoint: ${error.message}`);
    throw error;
  }
}

function requireSchedule(settings: Settings): void {
  for (const name of ["nightly_cron", "backup_cron"] as const) {
    const fault = settings[name] === "" ? null : checkCron(settings[name]);
    if (fault !== null) throw new SettingsError(`${name}: ${fault}`);
  }
}

async function requireSealKeys({ backup_seal_to: text }: Settings): Promise<void> {
  const keys = entriesOf(text);
  if (keys.length === 0) return;
  // Loaded where something is sealed: most starts never need the library.
  const { faultOfPublicKey } = await import("../storage/sealing/age-keys.ts");
  for (const key of keys) {
    const fault = faultOfPublicKey(key);
    // What was meant to be the public key may be the secret one: not a word of it comes into a log.
    if (fault !== null)
      throw new SettingsError(`backup_seal_to: ${key.startsWith("age1") ? `${key} ` : "an entry "}${fault}`);
  }
}

/** SQLite's key lies beside its database, where a restore and every command look for it. */
function requireSharedKey(settings: Settings): void {
  if (settings.audit_key_file === "" || settings.database_url !== "" || settings.database_url_file !== "") return;
  throw new SettingsError("audit_key_file is for nodes that share a database: set database_url, or leave it out");
}

function requireBackupCommand({ backup_command: command }: Settings): void {
  if (argumentsOf(command) === null) {
    throw new SettingsError(
      'backup_command: it is a list of arguments, such as ["rsync", "-a", "{file}", "host:backups/"]',
    );
  }
}
