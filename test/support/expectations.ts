// What every error answer must look like, and how a list is read to its end.
import { expect } from "bun:test";
import type { ErrorAnswer, TurnBody } from "./bodies.ts";
import type { Answer, Client } from "./client.ts";

/** Status, code, and a body that holds the documented fields and no other; `field` names the culprit. */
export function expectError(answer: Answer<unknown>, status: number, code: string, field?: string): void {
  const body = answer.body as ErrorAnswer;
  expect(`${answer.status} ${body.code}`).toBe(`${status} ${code}`);
  const { message, request_id, details, ...rest } = body;
  expect(message.length).toBeGreaterThan(0);
  expect(request_id).toBe(answer.headers.get("x-request-id") ?? "");
  expect(rest).toEqual({ code });
  if (field !== undefined) expect(details).toMatchObject({ field });
}

/** Follows `next_cursor` to the end; `between` runs before each further page. */
export async function readAll<T>(
  client: Client,
  path: string,
  itemsOf: (body: never) => readonly T[],
  between: (page: number) => Promise<void> = async () => {},
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  for (let page = 1; ; page += 1) {
    const more: string = cursor === null ? "" : `${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await client.get<{ next_cursor: string | null }>(path + more);
    expect(status).toBe(200);
    all.push(...itemsOf(body as never));
    cursor = body.next_cursor;
    if (cursor === null) return all;
    if (page > 1_000) throw new Error(`${path} has no end`);
    await between(page);
  }
}

/** The brief: what the caller's model is given beside the user's input. */
export function briefOf(turn: TurnBody): string {
  const brief = turn.messages[0];
  if (brief === undefined) throw new Error("the turn has no messages");
  expect(brief.role).toBe("system");
  return brief.content;
}

export function idsOf(turn: { readonly sources: readonly { readonly id: string }[] }): string[] {
  return turn.sources.map((source) => source.id);
}
