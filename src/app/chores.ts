// What a running service does by itself: sweeps, notes of used keys, and passes, soon and at night.
import type { Store } from "../domain/ports/store.ts";
import { forgetErased } from "../indexing/forget-brains.ts";
import { sweepExpired } from "../turns/sweep-expired.ts";
import type { LiveSettings } from "./live-settings.ts";
import type { Logger } from "./log.ts";
import { type LogFailure, logUnlessStorage } from "./log-sparingly.ts";
import { startNightly } from "./nightly.ts";
import type { Service } from "./service.ts";

const SWEEP_EVERY_MS = 60 * 60 * 1000;
const KEY_USES_EVERY_MS = 30 * 1000;
const ERASED_ELSEWHERE_EVERY_MS = 1000;
const LEARN_SOON_EVERY_MS = 1000;
/** Each minute of the history sees one, also where a timer is late. */
const SAMPLE_EVERY_MS = 20 * 1000;

/** Returns what ends them. */
export function startChores(service: Service, store: Store, logFailure: LogFailure): () => void {
  const run = (event: string, work: () => Promise<void>) => () => {
    work().catch((err: unknown) => logFailure({ event, err }));
  };
  const timers = [
    setInterval(
      run("sweep_failed", () => sweepExpired(service)),
      SWEEP_EVERY_MS,
    ),
    setInterval(
      run("key_uses_failed", () => store.keys.flushTouches()),
      KEY_USES_EVERY_MS,
    ),
    setInterval(
      run("forgetting_failed", async () => forgetErased(service, await store.brains.erasedElsewhere())),
      ERASED_ELSEWHERE_EVERY_MS,
    ),
    setInterval(
      run("soon_pass_failed", () => service.learnSoon.runDue((err) => logFailure({ event: "soon_pass_failed", err }))),
      LEARN_SOON_EVERY_MS,
    ),
    setInterval(
      run("sample_failed", () => sampleHistory(service)),
      SAMPLE_EVERY_MS,
    ),
  ];
  return () => timers.forEach(clearInterval);
}

export async function sampleHistory({ telemetry, packets }: Pick<Service, "telemetry" | "packets">): Promise<void> {
  const waiting = await packets.countPending();
  telemetry.requests.history.sample({ memoryBytes: process.memoryUsage.rss(), waiting });
}

// Single writer: every process that runs sweeps, learns and backs up by its own clock.
/** At the times of the setting `nightly_cron`. Returns what ends it. */
export function startNight(live: LiveSettings, service: Service, log: Logger): () => void {
  const logFailure = logUnlessStorage(log);
  const onError = (err: unknown) => logFailure({ event: "nightly_pass_failed", err });
  const run = () => service.learner.learnAll(onError);
  const begin = (cron: string) => (cron === "" ? null : startNightly({ cron, run, onError }));
  let nightly = begin(live.current.nightly_cron);
  live.onChange(({ nightly_cron: cron }) => {
    nightly?.stop();
    nightly = begin(cron);
  });
  return () => nightly?.stop();
}
