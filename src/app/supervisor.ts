// What the service tells systemd of itself: see sd_notify(3). Nothing where no manager asks.
import type { Logger } from "./log.ts";
import type { NotifySocket } from "./notify-socket.ts";

export interface Supervisor {
  /** It listens. `status` is shown by `systemctl status`. Also ends what `reloading` began. */
  ready(status: string): void;
  reloading(): void;
  stopping(): void;
}

export interface SupervisorOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly log: Pick<Logger, "warn">;
  readonly open: (address: string) => Promise<NotifySocket>;
  /** Runs the work again and again, until the process ends. */
  readonly every: (ms: number, work: () => void) => void;
}

const NOBODY: Supervisor = { ready: () => {}, reloading: () => {}, stopping: () => {} };

/**
 * `ready` is said when the service listens, not when `/readyz` is 200: requests are answered from then on, and what
 * `/readyz` may wait for, such as a full disk, no restart mends. Throws nothing: a service that is not heard goes on.
 */
export async function openSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  const { environment, log } = options;
  const address = environment.NOTIFY_SOCKET;
  if (address === undefined || address === "") return NOBODY;
  let socket: NotifySocket;
  try {
    socket = await options.open(address);
  } catch (err) {
    log.warn({ event: "notify_failed", err });
    return NOBODY;
  }
  const tell = (...words: readonly string[]) => {
    if (!socket.send(`${words.join("\n")}\n`)) log.warn({ event: "notify_failed", words: words[0] });
  };
  let isWatched = false;
  const beginWatch = () => {
    const periodMs = watchdogMs(options);
    if (isWatched || periodMs === null) return;
    isWatched = true;
    // From the event loop: where that hangs, none comes, and the manager starts the service again.
    options.every(periodMs / 2, () => tell("WATCHDOG=1"));
  };
  return {
    ready(status) {
      tell("READY=1", `STATUS=${status}`);
      beginWatch();
    },
    reloading: () => tell("RELOADING=1", `MONOTONIC_USEC=${socket.monotonicUs()}`),
    stopping: () => tell("STOPPING=1"),
  };
}

/** null: nobody watches this process. */
function watchdogMs({ environment, pid }: SupervisorOptions): number | null {
  const { WATCHDOG_USEC: us = "", WATCHDOG_PID: watched = "" } = environment;
  if (!/^[1-9]\d{0,15}$/.test(us) || (watched !== "" && watched !== String(pid))) return null;
  return Number(us) / 1_000;
}
