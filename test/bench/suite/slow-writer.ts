// The writer's thread on a disk that takes longer: every batch waits before it is committed.
import type { ToWriter } from "../../../src/storage/writer-worker.ts";
import "../../../src/storage/writer-worker.ts";

declare const self: Worker;

const delayMs = Number(process.env.BENCH_COMMIT_DELAY_MS ?? 0);

const { onmessage } = self;
if (onmessage === null) throw new Error("the writer's thread takes no messages");
const neverWoken = new Int32Array(new SharedArrayBuffer(4));

self.onmessage = (event: MessageEvent<ToWriter>) => {
  if (event.data.kind === "batch" && delayMs > 0) Atomics.wait(neverWoken, 0, 0, delayMs);
  onmessage.call(self, event);
};
