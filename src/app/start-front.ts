// The side of the service that clients see: the socket and the interface, and their exchange at a reload.
import { PageSessions } from "../accounts/page-sessions.ts";
import { planReload, type Reload } from "../config/reloadable.ts";
import type { SettingName, Settings } from "../config/settings.ts";
import { doneBy, SERVICE, SERVICE_ACCOUNT } from "../domain/audit.ts";
import type { Certificate } from "../domain/certificate.ts";
import type { ServiceCare } from "../domain/ports/service-care.ts";
import type { Store } from "../domain/ports/store.ts";
import { faultCodeOf, storageFaultOf } from "../domain/storage-faults.ts";
import type { Readiness, UnexpectedFailure } from "../http/context.ts";
import type { ServiceFacts } from "../http/status-routes.ts";
import { createHttpApp, createRequestCounters, type RequestGuard } from "./assemble.ts";
import { type CheckedSettings, checkSettings } from "./check-settings.ts";
import { listen } from "./listen.ts";
import type { LiveSettings } from "./live-settings.ts";
import type { Logger } from "./log.ts";
import type { Tls } from "./read-tls.ts";
import type { Service } from "./service.ts";
import { shareSpending } from "./share-spending.ts";

export interface FrontParts {
  readonly service: Service;
  readonly live: LiveSettings;
  readonly checked: CheckedSettings;
  readonly version: string;
  readonly log: Logger;
  readonly readiness: () => Promise<Readiness>;
  readonly noteReadFault: Store["health"]["noteReadFault"];
  readonly spending: Store["spending"];
  /** Told of the certificate that clients are shown. */
  readonly onCertificate: (certificate: Certificate | null) => void;
  readonly facts: () => Promise<ServiceFacts>;
  readonly care: ServiceCare;
}

export interface Front {
  /** http://HOST:PORT, or https. */
  readonly url: string;
  /** PEM, with its chain; null: plain HTTP. */
  readonly certificate: string | null;
  /** Throws SettingsError or ExposureRefusedError, and goes on as before then. */
  reload(read: Settings): Promise<Reload>;
  /** Answers what is under way. */
  close(): Promise<void>;
}

/** Throws PortError. */
export function startFront(parts: FrontParts): Front {
  const { live, service, spending, onCertificate } = parts;
  const { appOf, counters } = createApps(parts);
  const { host, port } = live.current;
  let { tls } = parts.checked;
  const listener = listen(appOf(parts.checked), { host, port, tls });
  onCertificate(tls?.certificate ?? null);
  const stopSharing = spending === null ? () => {} : shareSpending(spending, counters, service.clock.now);
  const reloadNext = async (read: Settings): Promise<Reload> => {
    const plan = planReload(live.current, read);
    const next = await checkSettings(plan.settings);
    await checkSettings(read);
    const exchanged = exchangedFiles(tls, next.tls);
    const changed = [...plan.changed, ...exchanged.filter((name) => !plan.changed.includes(name))];
    if (changed.length > 0) await enterReload(service, changed);
    live.change(plan.settings);
    if (plan.changed.length > 0) listener.exchangeApp(appOf(next));
    if (next.tls !== null && exchanged.length > 0) listener.exchangeTls(next.tls);
    tls = next.tls;
    // Also where it is the same one: the mode of its key's file may be another.
    onCertificate(tls?.certificate ?? null);
    return { ...plan, changed };
  };
  // One after another: two that come at once would both enter, and make, the same change.
  let reloading: Promise<unknown> = Promise.resolve();
  return {
    url: listener.url,
    get certificate() {
      return tls?.cert ?? null;
    },
    reload: (read) => {
      const reloaded = reloading.then(() => reloadNext(read));
      reloading = reloaded.catch(() => {});
      return reloaded;
    },
    close() {
      stopSharing();
      return listener.stop(live.current.shutdown_timeout_ms);
    },
  };
}

/** The settings whose files hold something else than before, be it under their old names. */
function exchangedFiles(used: Tls | null, next: Tls | null): SettingName[] {
  if (next === null) return [];
  const names: SettingName[] = [];
  if (next.cert !== used?.cert) names.push("tls_cert");
  if (next.key !== used?.key) names.push("tls_key");
  return names;
}

/** The interface is made again for other settings: its schemas hold their limits. What it counts goes on. */
function createApps({ service, version, log, readiness, noteReadFault, checked, facts, care }: FrontParts) {
  let { guard: counted } = checked;
  let counters = createRequestCounters(counted);
  /** Unless failures are counted by another limit now. */
  const countersFor = (guard: RequestGuard) => {
    if (guard.failedAuthPerMinute !== counted.failedAuthPerMinute) {
      counters = { ...createRequestCounters(guard), rates: counters.rates };
    }
    counted = guard;
    return counters;
  };
  const logFailure = ({ error, ...failure }: UnexpectedFailure) => {
    const fault = storageFaultOf(error);
    if (fault === null) log.error({ event: "request_failed", ...failure, err: error });
    else noteReadFault(faultCodeOf(error), fault.message);
  };
  const newRequestId = () => crypto.randomUUID();
  const sessions = new PageSessions(service.random);
  const appOf = ({ corsOrigins, guard, hasPages, tls }: CheckedSettings) =>
    createHttpApp(service, {
      ...{ readiness, newRequestId, logFailure, version, corsOrigins, guard, facts, care },
      ...(hasPages ? { sessions, isTls: tls !== null } : {}),
      counters: countersFor(guard),
    });
  return { appOf, counters: () => counters };
}

/** The names only: a value may be a secret. */
function enterReload({ audit, clock }: Service, settings: readonly string[]): Promise<void> {
  const by = doneBy({ id: SERVICE }, clock);
  return audit.note({ action: "service_settings.changed", account: SERVICE_ACCOUNT, details: { settings }, by });
}
