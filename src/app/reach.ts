// What other machines can reach of a service with these settings, for whoever judges it.
import { isLoopbackHost } from "../config/listen-address.ts";
import type { Settings } from "../config/settings.ts";
import type { Reach } from "../doctor/facts.ts";
import { readMetricsAddress } from "../telemetry/metrics-listener.ts";
import type { CheckedSettings } from "./check-settings.ts";

/** `checked`: null where the settings are wrong. */
export function reachOf(settings: Settings, checked: Pick<CheckedSettings, "tls"> | null): Reach {
  const metrics = readMetricsAddress(settings.prometheus_listen);
  return {
    host: settings.host,
    isTls: settings.tls_cert !== "",
    isLoopback: isLoopbackHost(settings.host),
    allowsRemote: settings.allow_remote,
    certificate: checked?.tls?.certificate ?? null,
    openMetrics: metrics === null || isLoopbackHost(metrics.host) ? null : settings.prometheus_listen,
  };
}
