// The witness: a process beside the service under attack, for which everybody else stands.
import { join } from "node:path";

export interface PingReport {
  /** The longest wait since the last report, without what server and witness waited for a processor. */
  readonly stallMs: number;
  /** That wait on the clock. */
  readonly waitMs: number;
  /** Processor time of the service's main thread in it. */
  readonly mainMs: number;
  readonly pings: number;
  /** The longest turn of another account since the last report; 0 where none ended. */
  readonly otherMs: number;
}

export interface Witness {
  /** What was seen since the last time, once a ping has come back that began after this call. */
  report(): Promise<PingReport>;
  end(): Promise<void>;
}

export interface WatchOptions {
  /** Between two pings, ms. */
  readonly pauseMs: number;
  /** Of an account that asks for turns meanwhile; "": none does. */
  readonly otherKey: string;
}

export function watchLivez(url: string, pid: number, { pauseMs, otherKey }: WatchOptions): Witness {
  const waiting: ((report: PingReport) => void)[] = [];
  const script = join(import.meta.dir, "ping-livez.ts");
  const child = Bun.spawn([process.execPath, script, new URL(url).port, String(pid), String(pauseMs), otherKey], {
    stdio: ["ignore", "ignore", "inherit"],
    ipc: (report) => waiting.shift()?.(report as PingReport),
  });
  return {
    report: () =>
      new Promise((resolve, reject) => {
        waiting.push(resolve);
        child.send("report");
        void child.exited.then(() => reject(new Error("The witness ended: the service hung up.")));
      }),
    async end() {
      child.kill();
      await child.exited;
    },
  };
}
