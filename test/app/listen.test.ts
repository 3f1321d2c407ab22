// The head of a request: how long it may be on the service's own socket.
import { afterAll, expect, test } from "bun:test";
import { listen } from "../../src/app/listen.ts";
import { AGENT, toyApp } from "../http/toy-app.ts";

const listener = listen(toyApp().app, { host: "127.0.0.1", port: 0, tls: null });
afterAll(() => listener.stop(100));

const queryOf = (letters: number) => encodeURIComponent("😀".repeat(letters));

test("the longest filters find room in it, each letter of which takes twelve", async () => {
  const answer = await fetch(`${listener.url}/things?limit=5&limit=${queryOf(2_000)}`, { headers: AGENT });
  // It was read, and its rules are the route's.
  expect([answer.status, answer.headers.has("x-request-id")]).toEqual([400, true]);
});

test("one without end is refused by the server's parser", async () => {
  const answer = await fetch(`${listener.url}/things?q=${queryOf(6_000)}`, { headers: AGENT });
  expect([answer.status, answer.headers.has("x-request-id")]).toEqual([431, false]);
});
