// A process that asks /livez again and again over a connection of its own and tells its longest wait: started by watch-livez.ts.
import { connect } from "node:net";
import { threadTime } from "./thread-times.ts";
import type { PingReport } from "./watch-livez.ts";

const OTHERS_EVERY_MS = 250;

const [port, pid, pauseMs] = [Number(process.argv[2]), Number(process.argv[3]), Number(process.argv[4])];
const key = process.argv[5] ?? "";
const REQUEST = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";

let worst = noPing();
let begun = 0;
let ended = 0;
let otherMs = 0;
const asked: { readonly after: number }[] = [];

function noPing(): Omit<PingReport, "pings" | "otherMs"> {
  return { stallMs: 0, waitMs: 0, mainMs: 0 };
}

const socket = connect({ port, host: "127.0.0.1", noDelay: true });
let answered: (() => void) | null = null;
socket.on("data", (bytes) => {
  if (bytes.includes("HTTP/1.1 200")) answered?.();
});
socket.on("error", () => process.exit(1));
socket.on("close", () => process.exit(0));

async function ping(): Promise<void> {
  const [main, own] = [threadTime(pid, pid), threadTime("self", process.pid)];
  const startedAt = performance.now();
  begun++;
  await new Promise<void>((resolve) => {
    answered = resolve;
    socket.write(REQUEST);
  });
  const waitMs = performance.now() - startedAt;
  ended++;
  const [mainAfter, ownAfter] = [threadTime(pid, pid), threadTime("self", process.pid)];
  // What either side waited for a processor is the machine's doing.
  const stallMs = Math.max(0, waitMs - (mainAfter.waitMs - main.waitMs) - (ownAfter.waitMs - own.waitMs));
  if (stallMs > worst.stallMs) worst = { stallMs, waitMs, mainMs: mainAfter.runMs - main.runMs };
}

/** The same short text each time: what a turn of another account has to wait. */
async function prepareAsOther(): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/prepare`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ input: "What grows in the bed behind the house?" }),
    });
    await answer.arrayBuffer();
    otherMs = Math.max(otherMs, performance.now() - startedAt);
    await Bun.sleep(OTHERS_EVERY_MS);
  }
}

let wake = () => {};
process.on("message", () => {
  asked.push({ after: begun });
  wake();
});
if (key !== "") void prepareAsOther().catch(() => {});

let reported = 0;
for (;;) {
  await ping();
  // Whoever asks waits for one ping that began after it asked.
  const due = asked.findIndex(({ after }) => ended > after);
  if (due !== -1) {
    asked.splice(due, 1);
    process.send!({ ...worst, pings: ended - reported, otherMs } satisfies PingReport);
    reported = ended;
    worst = noPing();
    otherMs = 0;
  }
  // Nobody who asks waits for the pause.
  if (asked.length === 0) await Promise.race([Bun.sleep(pauseMs), new Promise<void>((resolve) => (wake = resolve))]);
}
