// The loop of a turn as a client runs it, and the answers as the contract words them.
import { expect } from "bun:test";
import type { Answer, Asked, Server } from "./executable.ts";

export interface Turn {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly sources: readonly { readonly id: string; readonly text: string; readonly score: number }[];
  readonly allowed: boolean;
  readonly turn_token: string | null;
}

export interface MemoryPage {
  readonly items: readonly { readonly id: string; readonly text: string; readonly created_at: string }[];
  readonly next_cursor: string | null;
}

export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly request_id: string;
}

/** Whose turn it is. */
export type Brain = Pick<Asked, "key" | "user" | "core">;

export async function prepare(server: Server, input: string, brain: Brain = {}): Promise<Turn> {
  const { status, body } = await server.ask<Turn>("POST", "/prepare", { ...brain, body: { input } });
  expect({ status, body }).toMatchObject({ status: 200, body: { allowed: true } });
  return body;
}

export async function tokenOf(server: Server, input: string, brain: Brain = {}): Promise<string> {
  const { turn_token: token } = await prepare(server, input, brain);
  if (token === null) throw new Error("The turn has no token.");
  return token;
}

export function record(server: Server, token: string, answer: string, brain: Brain = {}): Promise<Answer<Failure>> {
  return server.ask<Failure>("POST", "/record", { ...brain, body: { turn_token: token, answer } });
}

/** Prepares and records one turn; returns its token. */
export async function converse(server: Server, input: string, answer: string, brain: Brain = {}): Promise<string> {
  const token = await tokenOf(server, input, brain);
  const { status, body } = await record(server, token, answer, brain);
  expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
  return token;
}

/** The text of everything in memory, page by page. */
export async function memoryTexts(server: Server, brain: Brain = {}, limit = 1000): Promise<string[]> {
  const texts: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const more: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await server.ask<MemoryPage>("GET", `/memory?limit=${limit}${more}`, brain);
    expect(status).toBe(200);
    texts.push(...body.items.map(({ text }) => text));
    cursor = body.next_cursor;
  }
  return texts;
}
