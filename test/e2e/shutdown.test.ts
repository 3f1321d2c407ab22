// TERM while clients are at work, and while some of them never end.
import { expect, test } from "bun:test";
import { openLab, type Server } from "./executable.ts";
import { openRaw } from "./raw-connection.ts";
import { memoryTexts, record, type Turn, tokenOf } from "./turns.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });
const CLIENTS = 12;
/** A stop that waits for this has failed: it is longer than a test may take. */
const NEVER_MS = "600000";

/** For who embeds nothing: the model inside is opened after the listening line, one of a folder before it. */
const LISTENS_SOONER = ["--model-dir", ""];

/** Text of some windows, so that it takes a while to embed. */
const LONG = "The committee discussed the budget of the library and the opening hours. ".repeat(25);

const said = (server: Server, event: string) =>
  until(event, () => server.written.stderr.includes(`"event":"${event}"`) || undefined);

test("what is under way when TERM comes is answered, what comes later is refused, and the exit code is 0", async () => {
  const server = await lab.start({ args: ["--shutdown-timeout-ms", NEVER_MS] });
  await server.ready();
  let answered = 0;
  const under = Array.from({ length: CLIENTS }, async (_, i) => {
    const answer = await server.ask<Turn>("POST", "/prepare", { body: { input: `${i} ${LONG}` } });
    answered++;
    return answer;
  });
  // All were sent at the same moment: with the first answer the others have come in too.
  await until("the first answer", () => answered > 0 || undefined);
  server.kill("SIGTERM");
  await said(server, "stopping");
  const refused = await until("a refusal", () =>
    fetch(`${server.url}/livez`).then(
      () => undefined,
      (error: unknown) => String(error),
    ),
  );
  expect(refused).toMatch(/connect/i);
  const answers = await Promise.all(under);
  expect(answers.map(({ status, body }) => [status, body.allowed])).toEqual(answers.map(() => [200, true]));
  expect(await server.exited).toBe(0);
});

test("a record that TERM meets under way is either refused or kept, in a database without a write-ahead log", async () => {
  const server = await lab.start();
  const inputs = Array.from({ length: CLIENTS }, (_, i) => `My locker has the number ${i}`);
  const tokens = await Promise.all(inputs.map((input) => tokenOf(server, input)));
  const records = tokens.map((token) =>
    record(server, token, "Noted.").then(
      ({ status }) => status,
      () => "refused",
    ),
  );
  await records[0];
  expect(await server.stop()).toBe(0);
  const files = [...new Bun.Glob("*").scanSync({ cwd: server.dataDir, dot: true })].sort();
  expect(files).toEqual(["admin.key", "audit.key", "memoryd.db", "memoryd.id", "memoryd.lock", "memoryd.reserve"]);
  const outcomes = await Promise.all(records);
  expect(outcomes.filter((outcome) => outcome !== 200 && outcome !== "refused")).toEqual([]);
  const next = await lab.start({ cwd: server.cwd, args: LISTENS_SOONER });
  const kept = await memoryTexts(next);
  next.kill("SIGKILL");
  const promised = inputs.filter((_, i) => outcomes[i] === 200).map((input) => `${input}\nNoted.`);
  expect(promised.filter((text) => !kept.includes(text))).toEqual([]);
  expect(promised.length).toBeGreaterThan(0);
});

test("idle connections do not hold the stop up", async () => {
  const server = await lab.start({ args: [...LISTENS_SOONER, "--shutdown-timeout-ms", NEVER_MS] });
  const used = await openRaw(server.port);
  used.send("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
  await used.receive('{"status":"ok"}');
  expect(await server.stop()).toBe(0);
  used.close();
});

test("clients that never finish a body, a chunk or their headers, or never begin, are cut off at shutdown_timeout_ms", async () => {
  const server = await lab.start({ env: { MEMORYD_SHUTDOWN_TIMEOUT_MS: "300" } });
  const head = `POST /prepare HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-API-Key: ${server.adminKey}\r\n`;
  const sent = [
    `${head}Content-Length: 99\r\n\r\n5f\r\n{"input":`,
    `${head}Transfer-Encoding: chunked\r\n\r\n5f\r\n{"input":`,
    "POST /prep",
    "",
  ];
  const stuck = await Promise.all(sent.map(() => openRaw(server.port)));
  for (const [at, text] of sent.entries()) stuck[at]?.send(text);
  // The answer to a later request shows that the server has the earlier ones.
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  for (const connection of stuck) connection.close();
});

test("a second signal during the stop does not cut it short: Ctrl-C under `bun run` sends two", async () => {
  const server = await lab.start({ args: ["--shutdown-timeout-ms", "1000"] });
  const stuck = await openRaw(server.port);
  stuck.send(`POST /prepare HTTP/1.1\r\nHost: x\r\nX-API-Key: ${server.adminKey}\r\nContent-Length: 99\r\n\r\n{`);
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  server.kill("SIGINT");
  await said(server, "stopping");
  server.kill("SIGINT");
  expect(await server.exited).toBe(0);
  expect(server.written.stderr).toContain('"event":"stopped"');
  stuck.close();
});

test("TERM at the moment of the listening line is a stop like any other", async () => {
  const codes: (number | null)[] = [];
  for (let round = 0; round < 4; round++) codes.push(await (await lab.start({ args: LISTENS_SOONER })).stop());
  expect(codes).toEqual(codes.map(() => 0));
});
