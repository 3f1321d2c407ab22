// Mutated requests on many connections at once against the running executable: what came back that must not.
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { seededRandom } from "../../vectors/seeded-random.ts";
import type { Executable } from "../start-logged.ts";
import { mutated, soundRequests } from "./mutate-requests.ts";
import { answersIn, faultOf } from "./read-answers.ts";

/** Connections at work at once. */
const AT_ONCE = 48;
/** A connection that has not answered yet waits for more, most likely; one that has has said what it had to say. */
const FIRST_ANSWER_MS = 600;
const QUIET_MS = 30;
const LOOK_EVERY_MS = 5;
const LIVE_EVERY = 200;
const SETTLED_TIMEOUT_MS = 60_000;
/** Descriptors that the service may hold beyond those it had: files that it opened for the first time. */
const DESCRIPTORS_SLACK = 24;

export interface FuzzOptions {
  readonly seed: number;
  /** Connections, each with one to three requests. */
  readonly connections: number;
}

export interface FuzzResult {
  readonly answers: Readonly<Record<number, number>>;
  /** What was wrong, with the text that was sent. */
  readonly faults: readonly string[];
}

export async function fuzzHttp(running: Executable, options: FuzzOptions): Promise<FuzzResult> {
  const port = Number(new URL(running.url).port);
  const random = seededRandom(options.seed);
  const sound = soundRequests(running.adminKey);
  const answers: Record<number, number> = {};
  const faults: string[] = [];
  let sent = 0;
  const one = async () => {
    while (sent < options.connections) {
      const number = sent++;
      const text = mutated(random, sound);
      const manner = random.integer(4);
      for (const answer of answersIn(await exchange(port, text, manner))) {
        answers[answer.status] = (answers[answer.status] ?? 0) + 1;
        const fault = faultOf(answer);
        if (fault !== null) faults.push(`connection ${number}: ${fault}: ${JSON.stringify(text.slice(0, 2_000))}`);
      }
      if (number % LIVE_EVERY === 0 && (await fetch(`${running.url}/livez`)).status !== 200)
        faults.push("it is not alive");
    }
  };
  await Promise.race([Promise.all(Array.from({ length: AT_ONCE }, one)), running.died]);
  return { answers, faults };
}

/** `manner`: 0 whole, 1 in two pieces, 2 whole and half-closed, 3 whole and torn off without waiting. */
function exchange(port: number, text: string, manner: number): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    let heardAt = Date.now();
    const socket = connect(port, "127.0.0.1", async () => {
      const bytes = Buffer.from(text, "latin1");
      const cut = manner === 1 ? bytes.length >> 1 : bytes.length;
      socket.write(bytes.subarray(0, cut));
      if (manner === 1) {
        await Bun.sleep(1);
        socket.write(bytes.subarray(cut));
      }
      if (manner === 2) socket.end();
      if (manner === 3) return socket.destroy();
      const patience = () => (received === "" ? FIRST_ANSWER_MS : QUIET_MS);
      while (!socket.destroyed && Date.now() - heardAt < patience()) await Bun.sleep(LOOK_EVERY_MS);
      socket.destroy();
    });
    socket.on("data", (bytes) => {
      heardAt = Date.now();
      received += bytes.toString("latin1");
    });
    socket.on("error", () => {}); // A reset is an end like another.
    socket.on("close", () => resolve(received));
  });
}

export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
}

/** Waits until the service has let go of what the clients left behind; throws where it never does. */
export async function descriptorsSettled(pid: number, before: number): Promise<number> {
  const end = Date.now() + SETTLED_TIMEOUT_MS;
  for (;;) {
    const now = descriptorsOf(pid);
    if (now <= before + DESCRIPTORS_SLACK) return now;
    if (Date.now() > end) throw new Error(`The service holds ${now} descriptors; there were ${before}.`);
    await Bun.sleep(100);
  }
}

/** Memory that was only waiting to be collected is given back in time; throws where it never is. */
export async function memorySettled(pid: number, before: number, growthMax: number): Promise<number> {
  const end = Date.now() + SETTLED_TIMEOUT_MS;
  for (;;) {
    const grown = residentBytes(pid) - before;
    if (grown <= growthMax) return grown;
    if (Date.now() > end) throw new Error(`The service has grown by ${grown} bytes.`);
    await Bun.sleep(100);
  }
}

/** Failures of the service's own that it logged. */
export function failuresIn(logFile: string): string[] {
  const lines = readFileSync(logFile, "latin1").split("\n");
  return lines.filter((line) => line.includes('"request_failed"') || line.includes('"level":"error"'));
}
