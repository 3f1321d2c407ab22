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
const LEFT_BEHIND_EVERY_MS = 10 * 1000;
/** Each minute of the history sees one, also where a timer is late. */
const SAMPLE_EVERY_MS = 20 * 1000;

/** Returns what ends them. */
export function startChores(service: Service, store: Store, logFailure: LogFailure): () => void {
  const run = (event: string, work: () => Promise<void>) => () => {
    work().catch((err: unknown) => logFailure({ event, err }));
  };
  const timers = [
    setInterval(
      run("sweep_failed", async () => void (await store.claims.unlessTaken("sweep", () => sweepExpired(service)))),
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
  if (store.changes !== null) {
    const takeUp = takeUpLeftBehind(service, store);
    timers.push(setInterval(run("left_behind_failed", takeUp), LEFT_BEHIND_EVERY_MS));
  }
  return () => timers.forEach(clearInterval);
}

/** What a node that is gone has left: packets that waited in two looks, and brains that it would have learned from. */
function takeUpLeftBehind({ backlog, learnSoon }: Service, { packets, claims }: Store): () => Promise<void> {
  let seen = new Map<number, number>();
  return async () => {
    const pending = await packets.brainsPending();
    const stuck = pending.filter(({ brain, through }) => (seen.get(brain) ?? 0) >= through);
    seen = new Map(pending.map(({ brain, through }) => [brain, through]));
    for (const { brain, through } of stuck) {
      await claims.unlessTaken(`embed ${brain}`, () => {
        backlog.add(brain, through);
        return backlog.settle(brain);
      });
    }
    await learnSoon.takeUp();
  };
}

export async function sampleHistory({ telemetry, packets }: Pick<Service, "telemetry" | "packets">): Promise<void> {
  const waiting = await packets.countPending();
  telemetry.requests.history.sample({ memoryBytes: process.memoryUsage.rss(), waiting });
}

/** At the times of the setting `nightly_cron`. Returns what ends it. */
export function startNight(live: LiveSettings, service: Service, log: Logger): () => void {
  const logFailure = logUnlessStorage(log);
  const onError = (err: unknown) => logFailure({ event: "nightly_pass_failed", err });
  const run = async () => void (await service.claims.unlessTaken("night", () => service.learner.learnAll(onError)));
  const begin = (cron: string) => (cron === "" ? null : startNightly({ cron, run, onError }));
  let nightly = begin(live.current.nightly_cron);
  live.onChange(({ nightly_cron: cron }) => {
    nightly?.stop();
    nightly = begin(cron);
  });
  return () => nightly?.stop();
}
