// The key as a bearer token, and the paths that need none.
import { afterAll, describe, expect, test } from "bun:test";
import { AGENT, bothWays, codeOf } from "./toy-app.ts";

const { ways, stop } = bothWays();
afterAll(() => stop());

describe.each(ways)("$name", ({ send }) => {
  test("the key may come as a bearer token, or twice as the same", async () => {
    const key = AGENT["x-api-key"];
    for (const authorization of [`Bearer ${key}`, `bearer  ${key} `]) {
      expect((await send("/things", { headers: { authorization } })).status).toBe(200);
      expect((await send("/things", { headers: { ...AGENT, authorization } })).status).toBe(200);
    }
  });
  test("two different keys are none, and neither is another scheme", async () => {
    const key = AGENT["x-api-key"];
    for (const headers of [
      { ...AGENT, authorization: "Bearer other" },
      { "x-api-key": "", authorization: `Bearer ${key}` },
      { authorization: `Basic ${key}` },
      { authorization: `Bearer ${key} ${key}` },
      { authorization: key },
    ]) {
      const answer = await send("/things", { headers });
      expect([answer.headers.get("www-authenticate"), await codeOf(answer)]).toEqual(["Bearer", "401 unauthorized"]);
    }
    // A proxy's own password beside our key is none of our business.
    expect((await send("/things", { headers: { ...AGENT, authorization: "Basic eDp5" } })).status).toBe(200);
  });
  test("the root leads a browser to the page, and tells everybody else where to look", async () => {
    const page = await send("/", { headers: { accept: "text/html,*/*;q=0.8" }, redirect: "manual" });
    expect([page.status, page.headers.get("location")]).toEqual([302, "/docs"]);
    expect(await (await send("/", { headers: {} })).json()).toMatchObject({ openapi: "/openapi.json" });
    const slash = await send("/docs/", { redirect: "manual" });
    expect([slash.status, slash.headers.get("location")]).toEqual([308, "/docs"]);
  });
});
