// Mutated imports against a service in this process: each is taken whole, or refused in words and leaves nothing.
import { expect } from "bun:test";
import type { ErrorAnswer } from "../../support/bodies.ts";
import type { Client } from "../../support/client.ts";
import type { TestService } from "../../support/test-service.ts";
import { seededRandom } from "../../vectors/seeded-random.ts";
import { mutatedImport, type Sound } from "./mutate-imports.ts";

export interface ImportTally {
  taken: number;
  refused: number;
  /** Refusals that name a line or an entry. */
  placed: number;
}

const TABLES = ["brains", "packets", "lessons", "cores", "constitutions"] as const;

export function sendImport(client: Client, text: string, query = "") {
  const headers = { ...client.headers(), "content-type": "application/x-ndjson" };
  const body = Buffer.from(text, "latin1");
  return client.send<unknown>(`/admin/import${query}`, { method: "POST", headers, body });
}

export async function fuzzImports(
  t: TestService,
  sound: readonly Sound[],
  options: { readonly seed: number; readonly files: number },
): Promise<ImportTally> {
  const random = seededRandom(options.seed);
  const tally: ImportTally = { taken: 0, refused: 0, placed: 0 };
  let { admin } = await t.account();
  for (let i = 0; i < options.files; i++) {
    if (i % 50 === 49) ({ admin } = await t.account());
    const text = mutatedImport(random, sound);
    const named = random.integer(2) === 0 ? "" : `?format=${sound[random.integer(sound.length)]!.format}`;
    const before = TABLES.map((table) => t.countRows(table));
    // A status of 500 throws here.
    const { status, body } = await sendImport(admin, text, named);
    if (status === 200) {
      tally.taken++;
      continue;
    }
    const told = body as ErrorAnswer;
    const what = `file ${i}: ${status} ${told.message}`;
    expect([400, 404, 413], what).toContain(status);
    expect(told.message, what).toMatch(/^[^\n\0]{10,400}$/);
    expect(told.message, what).not.toMatch(/undefined|is not a function|\[object|Maximum call stack|SQLITE/);
    expect(
      TABLES.map((table) => t.countRows(table)),
      what,
    ).toEqual(before);
    tally.refused++;
    const { line, entry } = (told.details ?? {}) as { line?: unknown; entry?: unknown };
    if (typeof line === "number" || typeof entry === "number") tally.placed++;
    else expect(told.message, what).toMatch(/the format is none that is known|file|document|line \d+/);
  }
  expect(t.failures).toEqual([]);
  return tally;
}
