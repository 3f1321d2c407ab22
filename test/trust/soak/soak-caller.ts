// Calls of the soak: each kind of call is timed, and an answer that the mix does not expect is kept.

export interface Timing {
  readonly kind: string;
  /** Seconds since the start of the run. */
  readonly atS: number;
  readonly ms: number;
}

export interface Unexpected {
  readonly atS: number;
  readonly kind: string;
  readonly what: string;
}

export interface Tally {
  readonly startedAt: number;
  readonly timings: Timing[];
  /** The first of them. */
  readonly unexpected: Unexpected[];
  unexpectedCount: number;
}

export interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly key: string;
  readonly user?: string;
  readonly core?: string;
  readonly body?: object;
  /** What it may be answered with; default 200. */
  readonly expect?: readonly number[];
}

export interface Answered {
  readonly status: number;
  readonly text: string;
}

const UNEXPECTED_KEPT = 50;
const WHAT_CHARS_MAX = 300;

export function newTally(): Tally {
  return { startedAt: performance.now(), timings: [], unexpected: [], unexpectedCount: 0 };
}

export function tell(tally: Tally, kind: string, what: string): void {
  tally.unexpectedCount++;
  if (tally.unexpected.length >= UNEXPECTED_KEPT) return;
  const atS = (performance.now() - tally.startedAt) / 1_000;
  tally.unexpected.push({ atS, kind, what: what.slice(0, WHAT_CHARS_MAX) });
}

/** null: it was answered with something else, which is told. */
export async function callAs(url: string, tally: Tally, kind: string, call: Call): Promise<Answered | null> {
  const begun = performance.now();
  const answered = await send(url, call).catch((error: unknown) => String(error));
  const now = performance.now();
  tally.timings.push({ kind, atS: (now - tally.startedAt) / 1_000, ms: now - begun });
  if (typeof answered === "string") {
    tell(tally, kind, answered);
    return null;
  }
  if ((call.expect ?? [200]).includes(answered.status)) return answered;
  tell(tally, kind, `${answered.status} ${answered.text}`);
  return null;
}

async function send(url: string, { method, path, key, user, core, body }: Call): Promise<Answered> {
  const headers = new Headers({ "X-API-Key": key });
  if (user !== undefined) headers.set("X-Memory-User", user);
  if (core !== undefined) headers.set("X-Memory-Core", core);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, text: await answer.text() };
}
