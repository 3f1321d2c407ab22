// The lines that a request leaves in the log.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "./executable.ts";
import { tokenOf } from "./turns.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });

interface Line {
  readonly level: string;
  readonly event: string;
  readonly requestId?: string;
  readonly operationId?: string | null;
  readonly stagesMs?: Record<string, number>;
}

function linesOf(server: Server): Line[] {
  return server.written.stderr
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

test("each request leaves one line with its id, operation, status and time; health none", async () => {
  const server = await lab.start();
  await server.ready();
  const ask = (path: string, id: string) =>
    fetch(server.url + path, { headers: { "X-API-Key": server.adminKey, "X-Request-Id": id } });
  await ask("/memory/quokka", "one");
  await ask("/quokka", "two");
  await ask("/memory?limit=quokka", "five");
  await ask("/livez", "three");
  await ask("/prometheus", "four");
  expect(await server.stop()).toBe(0);
  const told = linesOf(server).filter(({ event }) => event === "request");
  expect(told).toMatchObject([
    { level: "info", requestId: "one", method: "GET", operationId: "getMemory", status: 404, code: "memory_not_found" },
    { level: "info", requestId: "two", method: "GET", operationId: null, status: 404, code: "route_not_found" },
    {
      level: "info",
      requestId: "five",
      method: "GET",
      operationId: "listMemory",
      status: 400,
      code: "invalid_request",
    },
  ]);
  expect(server.written.stderr).not.toContain("quokka");
});

test("a slow request is told with its stages", async () => {
  const server = await lab.start({ args: ["--log-slow-ms", "1", "--log-level", "warn"] });
  // The first turn waits until the model is open.
  await tokenOf(server, "I like metric units");
  const slow = await until("the line", () => linesOf(server).find(({ event }) => event === "slow_request"));
  expect(slow).toMatchObject({ level: "warn", operationId: "prepareTurn" });
  expect(Object.keys(slow.stagesMs ?? {}).sort()).toEqual(["auth", "embedding", "storage"]);
  expect(linesOf(server).filter(({ level }) => level === "info")).toEqual([]);
  expect(await server.stop()).toBe(0);
});

test("HUP changes the level while the service runs", async () => {
  const cwd = lab.directory();
  const config = join(cwd, "memoryd.toml");
  writeFileSync(config, 'log_level = "info"\n');
  const server = await lab.start({ cwd, args: ["--config", config] });
  // A request is told after its answer, by the level of that moment: the line of a later one says that its time is past.
  await fetch(`${server.url}/livez`);
  await server.ask("GET", "/memory");
  await until("the line", () => linesOf(server).find(({ operationId }) => operationId === "listMemory"));
  expect(server.written.stderr).not.toContain('"operationId":"getLiveness"');
  writeFileSync(config, 'log_level = "debug"\n');
  server.kill("SIGHUP");
  await until("the new level", async () => {
    await fetch(`${server.url}/livez`);
    return server.written.stderr.includes('"operationId":"getLiveness"') || undefined;
  });
  expect(await server.stop()).toBe(0);
});
