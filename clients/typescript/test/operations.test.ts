// Every operation of the API is a method of the client, and calls what its document says.
import { expect, test } from "bun:test";
import { readDocument } from "../../../test/support/api-document.ts";
import { createClient } from "../src/client.ts";
import { openToy } from "./toy-service.ts";

/** What hosts of models speak, with clients of their own, and how browsers sign in. */
const NOT_CALLED: readonly string[] = ["POST /mcp", "POST /ui/session", "GET /ui/session", "DELETE /ui/session"];

const toy = openToy(({ path }) => {
  if (path === "/admin/export") return new Response('{"type":"end"}\n');
  return Response.json({ items: [], lessons: [], next_cursor: null });
});
const client = createClient({ url: toy.url, key: "mk_live_of-a-test" });

/** One call of each method of an object and of the objects in it, with arguments that suit them all. */
async function callAll(methods: object): Promise<void> {
  for (const [name, method] of Object.entries(methods)) {
    if (["forUser", "forCore", "startTurn", "continueTurn", "flush", "close"].includes(name)) continue;
    if (typeof method === "object" && method !== null) await callAll(method);
    if (typeof method !== "function") continue;
    // Paths take a text first, bodies an object: the toy does not mind.
    const takesId = /^(get|forget|reword|remove|change|delete|revoke|put|test|reset|erase|import|turns|eachTurn)$/.test(
      name,
    );
    const result: unknown = method(...(takesId ? ["x", {}] : [{}]));
    if (result instanceof Promise) await result;
    else for await (const _ of result as AsyncIterable<unknown>);
  }
}

test("each operation is called by a method, and no other", async () => {
  const { paths } = await readDocument();
  const declared = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, "x")}`),
  );
  await callAll(client);
  const called = new Set(toy.seen.map(({ method, path }) => `${method} ${path.replace(/%7B.*?%7D/g, "x")}`));
  expect(declared.length).toBeGreaterThan(40);
  expect([...called].sort()).toEqual(declared.filter((each) => !NOT_CALLED.includes(each)).sort());
});
