// What the command healthcheck says of what answers, or does not, where the service should.
import { afterAll, expect, test } from "bun:test";
import { commandParts } from "../../src/commands/command-parts.ts";
import { createHealthcheckCommand } from "../../src/commands/healthcheck.ts";
import { threadFilesBelow } from "../../src/config/threads.ts";
import { runLine, runText, usageOf } from "../support/command-line.ts";

let answer = () => new Response();
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => answer() });
afterAll(() => server.stop(true));

const ready = { status: "ok", checks: { storage: "ok", disk: "warning" } };
const unready = { status: "failing", checks: { storage: "ok", disk: "failing", model: "failing" } };

function checkOf(environment: Readonly<Record<string, string>>) {
  return createHealthcheckCommand(commandParts(environment, threadFilesBelow(import.meta.url), () => {}));
}

const here = checkOf({ MEMORYD_HOST: "0.0.0.0", MEMORYD_PORT: String(server.port) });

test("the service is asked where the settings say that it listens, by the loopback where that is everywhere", async () => {
  answer = () => Response.json(ready);
  expect(await here.whyUnready(null, undefined)).toBeNull();
  answer = () => Response.json(unready, { status: 503 });
  const why = `the service at http://127.0.0.1:${server.port} is not ready: disk, model`;
  expect(await here.whyUnready(null, undefined)).toBe(why);
});

test("an address that is given goes before the settings", async () => {
  answer = () => Response.json(ready);
  expect(await checkOf({ MEMORYD_PORT: "1" }).whyUnready(`http://127.0.0.1:${server.port}/`, undefined)).toBeNull();
});

test("who is no memoryd, and who does not answer, is not healthy", async () => {
  answer = () => new Response("hello");
  expect(await here.whyUnready(null, undefined)).toEndWith("answered 200, and is no memoryd");
  expect(await checkOf({ MEMORYD_PORT: "1" }).whyUnready(null, undefined)).toBe(
    "no answer from http://127.0.0.1:1: nothing listens there",
  );
});

test("the command prints one word, or fails with the reason", async () => {
  expect(await runText(["healthcheck"], { whyUnready: async () => null })).toEqual(["ready"]);
  expect(await runText(["healthcheck", "--json"], { whyUnready: async () => null })).toEqual(['{"ready":true}']);
  const { error } = await runLine(["healthcheck"], { whyUnready: async () => "the disk is full" });
  expect(error).toMatchObject({ kind: "failed", message: "the disk is full" });
  expect(await usageOf(["healthcheck", "--url", "elsewhere"])).toContain("It is not a valid URL.");
});
