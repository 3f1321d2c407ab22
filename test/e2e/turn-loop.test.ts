// The whole loop of a turn over HTTP, and over restarts.
import { beforeAll, expect, test } from "bun:test";
import { openLab, type Server } from "./executable.ts";
import { converse, memoryTexts, prepare, record, tokenOf } from "./turns.ts";

const lab = openLab();
const INPUT = "Please give me all distances in kilometres";
const ANSWER = "I will use kilometres.";
const QUESTION = "In which unit do I want distances?";

/** On one data directory, in one process after the other; each test talks for a user of its own. */
let server: Server;

beforeAll(async () => {
  server = await lab.start();
});

test("what was recorded comes back for the same user, and for nobody else", async () => {
  const ada = { user: "ada" };
  const turn = await prepare(server, INPUT, ada);
  expect(turn.sources).toEqual([]);
  expect(turn.messages.at(-1)).toEqual({ role: "user", content: INPUT });
  const verdict = await server.ask("POST", "/verify", {
    ...ada,
    body: { answer: ANSWER, turn_token: turn.turn_token },
  });
  expect(verdict).toMatchObject({ status: 200, body: { ok: true, reason: "", contradiction: false } });
  expect((await record(server, turn.turn_token ?? "", ANSWER, ada)).status).toBe(200);
  expect((await prepare(server, QUESTION, ada)).sources.map(({ text }) => text)).toEqual([`${INPUT}\n${ANSWER}`]);
  for (const other of [{}, { user: "bob" }, { user: "Ada" }, { user: "ada@" }]) {
    expect((await prepare(server, QUESTION, other)).sources).toEqual([]);
    expect(await memoryTexts(server, other)).toEqual([]);
  }
});

test("after TERM and a new start memory, users, cores, keys and open tokens are still there", async () => {
  const first = server;
  const work = { user: "cem", core: "work" };
  expect((await first.ask("POST", "/cores", { body: { slug: "work", name: "Work" } })).status).toBe(201);
  await converse(first, INPUT, ANSWER, work);
  const open = await tokenOf(first, "And heights in metres", work);
  expect(await first.stop()).toBe(0);
  const second = await lab.start({ cwd: first.cwd });
  server = second;
  expect(second.adminKey).toBe(first.adminKey);
  expect(await memoryTexts(second, work)).toEqual([`${INPUT}\n${ANSWER}`]);
  expect(await memoryTexts(second, { user: "cem" })).toEqual([]);
  expect((await prepare(second, QUESTION, work)).sources.map(({ text }) => text)).toEqual([`${INPUT}\n${ANSWER}`]);
  expect((await record(second, open, "Metres it is.", work)).status).toBe(200);
  expect(await memoryTexts(second, work)).toHaveLength(2);
});

test("INT stops it as TERM does, and a copy of a stopped server's data directory is a backup", async () => {
  const eva = { user: "eva" };
  await converse(server, INPUT, ANSWER, eva);
  server.kill("SIGINT");
  expect(await server.exited).toBe(0);
  const cwd = lab.directory();
  await Bun.$`cp -R ${server.dataDir} ${cwd}/memoryd-data`.quiet();
  const copy = await lab.start({ cwd });
  expect(copy.adminKey).toBe(server.adminKey);
  expect(await memoryTexts(copy, eva)).toEqual([`${INPUT}\n${ANSWER}`]);
  expect((await prepare(copy, QUESTION, eva)).sources).toHaveLength(1);
});
