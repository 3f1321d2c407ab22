// A process that sends requests on schedule, whatever comes back: started by overload.ts, tells what came in one line of JSON.
import { latenciesOf } from "../../bench/percentiles.ts";

export interface Load {
  readonly url: string;
  readonly key: string;
  readonly kind: "prepare" | "record" | "recall";
  readonly perSecond: number;
  readonly seconds: number;
  /** Tokens of prepared turns; each record takes the next. */
  readonly tokens: readonly string[];
}

export interface LoadReport {
  readonly sent: number;
  /** Those whose time came while every connection waited for an answer. */
  readonly heldBack: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly refusedWithoutRetryAfter: number;
  readonly served: ReturnType<typeof latenciesOf>;
  readonly refused: ReturnType<typeof latenciesOf>;
}

const TICK_MS = 5;
/** Open at once: four times as many as the service takes in hand, and fewer than a process may open. */
const CONNECTIONS_MAX = 4_096;
/** How long answers are waited for after the last request was sent. */
const DRAIN_MS = 60_000;

async function offer(load: Load): Promise<LoadReport> {
  const byStatus: Record<string, number> = {};
  const served: number[] = [];
  const refused: number[] = [];
  let refusedWithoutRetryAfter = 0;
  let sent = 0;
  let heldBack = 0;
  let open = 0;

  async function send(number: number): Promise<void> {
    const begun = performance.now();
    open++;
    try {
      const answer = await fetch(`${load.url}/${load.kind}`, {
        method: "POST",
        headers: { "X-API-Key": load.key, "X-Memory-User": "ada", "Content-Type": "application/json" },
        body: JSON.stringify(bodyOf(load, number)),
      });
      await answer.arrayBuffer();
      byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1;
      (answer.status === 200 ? served : refused).push(performance.now() - begun);
      if (answer.status !== 200 && !answer.headers.has("retry-after")) refusedWithoutRetryAfter++;
    } catch (error) {
      const name = error instanceof Error && "code" in error ? String(error.code) : "failed";
      byStatus[name] = (byStatus[name] ?? 0) + 1;
    } finally {
      open--;
    }
  }

  const startedAt = performance.now();
  for (;;) {
    const elapsed = (performance.now() - startedAt) / 1_000;
    if (elapsed >= load.seconds) break;
    for (const due = elapsed * load.perSecond; sent + heldBack < due; ) {
      if (open < CONNECTIONS_MAX) void send(sent++);
      else heldBack++;
    }
    await Bun.sleep(TICK_MS);
  }
  const end = performance.now() + DRAIN_MS;
  while (open > 0 && performance.now() < end) await Bun.sleep(TICK_MS);
  if (open > 0) byStatus.unanswered = open;
  return {
    sent,
    heldBack,
    byStatus,
    refusedWithoutRetryAfter,
    served: latenciesOf(served),
    refused: latenciesOf(refused),
  };
}

function bodyOf({ kind, tokens }: Load, number: number): object {
  const text = `Question ${number}: what grows in bed ${number % 97} behind the house?`;
  if (kind === "prepare") return { input: text };
  if (kind === "recall") return { query: text };
  return { turn_token: tokens[number % tokens.length], answer: "It grows well." };
}

if (import.meta.main) {
  const load = (await Bun.stdin.json()) as Load;
  console.log(JSON.stringify(await offer(load)));
  // Connections that are kept alive would keep the process too.
  process.exit(0);
}
