// Turns and questions in hybrid mode: each turn in a session of its own, each source with its explanation.
import { expect } from "bun:test";
import type { MemoryPage, SourceItem } from "./bodies.ts";
import type { Client } from "./client.ts";
import type { TestService } from "./test-service.ts";

export interface Explained extends SourceItem {
  readonly explain: Readonly<
    Record<"cosine" | "lexical" | "time" | "session" | "neighbours" | "newest" | "confidence", number>
  > & {
    readonly entered_by: string;
    readonly ranks: Readonly<Record<string, number>>;
  };
}

/** An account in hybrid mode. */
export async function hybrid(service: TestService): Promise<{ name: string; admin: Client; agent: Client }> {
  const account = await service.account();
  const { status } = await account.admin.patch("/admin/settings", { retrieval_mode: "hybrid" });
  expect(status).toBe(200);
  return account;
}

export interface More {
  readonly session?: string;
  readonly occurred_at?: string;
  readonly correction?: boolean;
}

let sessions = 0;

/** One turn, in a session of its own where none is named; returns its id. */
export async function say(client: Client, input: string, answer = "Noted.", more: More = {}): Promise<string> {
  const { correction, session = `session-${++sessions}`, ...rest } = more;
  const { turn_token } = await client.prepare(input, { session, ...rest });
  const { status } = await client.record(turn_token, answer, correction === undefined ? {} : { correction });
  expect(status).toBe(200);
  return (await client.get<MemoryPage>("/memory?limit=1")).body.items[0]?.id ?? "";
}

/** With explanations, which an admin key may have. */
export async function recall(client: Client, query: string, limit?: number): Promise<readonly Explained[]> {
  const { status, body } = await client.post<{ sources: Explained[] }>("/recall", {
    query,
    limit: limit ?? null,
    explain: true,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.sources;
}

export const ids = (sources: readonly SourceItem[]) => sources.map(({ id }) => id);

/** So many words that nothing else has. */
let unique = 0;
export function filler(count: number): string {
  return Array.from({ length: count }, () => `filler${++unique}`).join(" ");
}
