// What the log holds after everything that a client can do, and what it must not hold.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openLab } from "./executable.ts";
import { memoryTexts, record, tokenOf } from "./turns.ts";

const lab = openLab({ model: "tiny" });

/** Words that stand in what clients send, each in another place. */
const MARKERS = {
  input: "quokkainput",
  answer: "quokkaanswer",
  draft: "quokkadraft",
  otherAnswer: "quokkaother",
  query: "quokkaquery",
  session: "quokkasession",
  user: "quokkauser",
  brokenJson: "quokkabroken",
  badField: "quokkafield",
  badKey: "mk_live_quokkaba",
  badToken: "turn_quokkatoken",
  path: "quokkapath",
  constitution: "quokkaprofile",
  lesson: "quokkalesson",
  requestHeader: "quokka header",
};

test("the log is JSON lines on stderr and holds no key, token or memory text, whatever clients send", async () => {
  const server = await lab.start({ args: ["--log-level", "debug"] });
  const user = MARKERS.user;
  const input = `I keep a ${MARKERS.input} in my garden`;
  const token = await tokenOf(server, input, { user });
  await server.ask("POST", "/verify", { user, body: { answer: MARKERS.draft, turn_token: token } });
  expect((await record(server, token, MARKERS.answer, { user })).status).toBe(200);
  expect((await record(server, token, MARKERS.otherAnswer, { user })).status).toBe(409);
  expect((await record(server, MARKERS.badToken, MARKERS.answer, { user })).status).toBe(404);
  const session = `${MARKERS.session}${"x".repeat(200)}`;
  const statuses = [
    await server.ask("POST", "/prepare", { body: { input, session } }),
    await server.ask("POST", "/prepare", { body: { input: { [MARKERS.badField]: 1 } } }),
    await server.ask("POST", "/prepare", { body: { input, constitution: MARKERS.constitution } }),
    await server.ask("POST", "/recall", { user, body: { query: MARKERS.query } }),
    await server.ask("POST", "/lessons", { user, body: { text: `Never mention the ${MARKERS.lesson}.` } }),
    await server.ask("GET", `/memory/${MARKERS.path}`, { user }),
    await server.ask("GET", `/memory?limit=${MARKERS.path}`, { user }),
    await server.ask("GET", `/${MARKERS.path}`, { user }),
    await server.ask("GET", "/memory", { user: "" }),
    await server.ask("GET", "/memory", { key: `${MARKERS.badKey}_${"a".repeat(49)}` }),
    await server.ask("GET", "/memory", { core: MARKERS.path }),
  ].map(({ status }) => status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const broken = await fetch(`${server.url}/prepare`, {
    method: "POST",
    headers: {
      "X-API-Key": server.adminKey,
      "Content-Type": "application/json",
      "X-Request-Id": MARKERS.requestHeader,
    },
    body: `{"input": "${MARKERS.brokenJson}`,
  });
  expect(broken.status).toBe(400);
  const issued = await server.ask<{ key: string }>("POST", "/admin/keys", { body: { name: "agent", scope: "agent" } });
  expect(issued.status).toBe(201);
  expect(await memoryTexts(server, { user })).toEqual([`${input}\n${MARKERS.answer}`]);
  expect(await server.stop()).toBe(0);

  const lines = server.written.stderr.split("\n").filter((line) => line !== "");
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), event: expect.anything() });
  const all = server.written.stderr + server.written.stdout;
  const secrets = { ...MARKERS, key: server.adminKey, token, issued: issued.body.key, password: "mk_live_" };
  expect(Object.entries(secrets).filter(([, secret]) => all.includes(secret))).toEqual([]);
});

test("a stop right after a record is no error in the log", async () => {
  const server = await lab.start({ args: ["--log-slow-ms", "0"] });
  await server.ready();
  const tokens = await Promise.all(Array.from({ length: 60 }, (_, i) => tokenOf(server, `My bicycle number ${i}`)));
  await Promise.all(tokens.map((token) => record(server, token, "A nice one.")));
  expect(await server.stop()).toBe(0);
  const levels = server.written.stderr.split("\n").filter((line) => /"level":"(warn|error|fatal)"/.test(line));
  expect(levels).toEqual([]);
});

test("the database holds no key and no token as it was given out", async () => {
  const server = await lab.start();
  const token = await tokenOf(server, "I like metric units");
  await record(server, token, "Noted.");
  expect(await server.stop()).toBe(0);
  const bytes = readFileSync(join(server.dataDir, "memoryd.db"));
  expect(bytes.includes("I like metric units")).toBe(true);
  for (const secret of [server.adminKey.slice(-30), token, token.slice(-20)])
    expect(bytes.includes(secret)).toBe(false);
});
