// Nothing that a client sends makes the service fail: random bodies, queries and headers on every endpoint.
import { afterAll, expect, test } from "bun:test";
import { ROUTE_SPECS } from "../support/api-document.ts";
import { seededNumbers } from "../support/chance.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const REQUESTS = 1_500;
const TIMEOUT_MS = 120_000;

/** All that take and give JSON. */
const ENDPOINTS = ROUTE_SPECS.filter(({ body, content }) => body !== "stream" && content === undefined).map(
  ({ method, path }) => [method, path.replace(/:\w+/, "ID")] as const,
);

const FIELDS =
  "input model constitution session occurred_at history as_of turn_token answer correction query limit text slug name context scope core user expires_at gates prohibitions sources_max memory_tokens retrieval_mode __proto__ constructor toString length".split(
    " ",
  );

const TEXTS = [
  "",
  " ",
  "a",
  "default",
  "never",
  "\u0000",
  "\ud800",
  "\u2028",
  "\u{1f600}",
  "(",
  "[[:alpha:]]",
  "%",
  "'",
  '"',
  "\\",
  "../",
  "2026-01-31T09:30:00Z",
  "+275760-09-13T00:00:00Z",
  "-000001-01-01T00:00:00Z",
  "1e999",
  "NaN",
  "agent",
  "cosine",
  "a".repeat(5_000),
  "Never a. Do not 1.\nNo 2!",
];
const NUMBERS = [0, -0, 1, -1, 8, 1e21, 1e-7, 2 ** 53, -(2 ** 53), 0.5];
const HEADERS = ["", "a", "default", "a::b", "constructor", "\u00e9", "a".repeat(300), "%00", ",", " "];
const QUERIES = [
  "",
  "?limit=1",
  "?limit=",
  "?cursor=czE",
  "?cursor=bjE",
  "?cursor=%00",
  "?limit=1&cursor=czk5OTk5OTk5OTk",
  "?cursor=bjk5OTk5OTk5OQ",
  "?%",
  "?=&=",
  "??",
  "?limit=9007199254740993",
];

test(
  "no request is answered with 500, and every answer is JSON under a request id",
  async () => {
    const next = seededNumbers(7);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
    const value = (depth: number): unknown => {
      const kind = next();
      if (kind < 0.55) return pick(TEXTS);
      if (kind < 0.7) return pick(NUMBERS);
      if (kind < 0.8) return pick([null, true, false]);
      if (depth > 2) return {};
      if (kind < 0.9) return Array.from({ length: Math.floor(next() * 4) }, () => value(depth + 1));
      return { pattern: value(depth + 1), reason: value(depth + 1), [pick(FIELDS)]: value(depth + 1) };
    };
    const { admin } = await t.account();
    const ids = [
      await admin.remember("alpha"),
      (await admin.teach("Never a.")).id,
      "default",
      "%2e%2e",
      "%f0%9f%98%80",
      "constructor",
      "x".repeat(128),
    ];
    const statuses = new Map<number, number>();
    for (let at = 0; at < REQUESTS; at += 1) {
      const [method, path] = pick(ENDPOINTS);
      const headers: Record<string, string> = { ...admin.headers(), "content-type": "application/json" };
      if (next() < 0.15) headers["x-memory-user"] = pick(HEADERS);
      if (next() < 0.1) headers["x-memory-core"] = pick(HEADERS);
      if (next() < 0.1) headers["x-request-id"] = pick(HEADERS);
      const fields = Array.from(
        { length: 1 + Math.floor(next() * 6) },
        () => `${JSON.stringify(pick(FIELDS))}:${JSON.stringify(value(0))}`,
      );
      // Good fields stand in often, so that what lies behind the first check is reached too.
      const good =
        next() < 0.6
          ? `,"input":"a b","answer":"Never a 1.","text":"Never a.","query":"a","name":"n","slug":"s${at}","scope":"agent"`
          : "";
      const body = method === "GET" || method === "DELETE" ? {} : { body: `{${fields.join()}${good}}` };
      const target = `${path.replace("ID", pick(ids))}${method === "GET" ? pick(QUERIES) : ""}`;
      // The client throws at 500.
      const { status } = await admin.send(target, { method, headers, ...body });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(t.failures).toEqual([]);
    // Both kinds were reached, or the requests were not odd enough, or too odd.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 20);
  },
  TIMEOUT_MS,
);
