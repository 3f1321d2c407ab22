// The week again, through the executable, with a model on the operator's machine that words the rules.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ChatEndpoint, completion, startEndpoint } from "../distilling/chat-endpoint.ts";
import { openLab, type Server } from "./executable.ts";
import { type Brain, converse, record, type Turn } from "./turns.ts";
import { EXPECTED, FORBIDDEN, TURNS_OF_WEEK, WEEK } from "./week-turns.ts";

const lab = openLab();
/** For a correction, which teaches whatever it means. */
const quick = openLab({ model: "tiny" });
const DANA: Brain = { user: "dana" };
const MODEL = "rule-writer-7b";
/** Long for an answer over loopback, short for a test that waits it out once. */
const TIMEOUT_MS = 2_000;

/** What the model makes of a prompt that holds the words; the ways to wrap a rule are those of real models. */
const RULES: readonly (readonly [words: RegExp, answer: string])[] = [
  [/stop calling me Diana/, '"Call the user Dana."'],
  [/distances in kilometres/, "Give distances in kilometres."],
  [/answers short/, "**Rule:** Keep the answers short."],
  [/vegetarian/, "- Remember that the user is a vegetarian."],
  [/window seat/, "1. Suggest a window seat on trains."],
  [/emojis/, "```\nNever use emojis.\n```"],
  [/in Antwerp, not in Ghent/, "Rule: Remember that the user lives in Antwerp."],
  [/nurse/, "Remember that the user works as a nurse."],
];
const NOTHING = ["NONE", "None.", '"NONE"', "```\nNONE\n```"];

type Mood = "answers" | "answers 500" | "redirects" | "hangs" | "answers no JSON";
let mood: Mood = "answers";
let nothings = 0;
let endpoint: ChatEndpoint;
let server: Server;

interface Chat {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

function answerAs(chat: Chat): Response | Promise<Response> {
  if (mood === "answers 500") return new Response("overloaded", { status: 500 });
  if (mood === "redirects") return Response.redirect(`${endpoint.url}/elsewhere`, 307);
  if (mood === "hangs") return new Promise<Response>(() => {});
  if (mood === "answers no JSON") return new Response("Keep the answers short.");
  const prompt = chat.messages.at(-1)?.content ?? "";
  const answer = RULES.find(([words]) => words.test(prompt))?.[1];
  return completion(answer ?? NOTHING[nothings++ % NOTHING.length]);
}

/** Each failure comes on a night that has something to learn. */
const BAD_NIGHTS: ReadonlyMap<string, Mood> = new Map([
  ["2026-03-02", "answers 500"],
  ["2026-03-04", "redirects"],
  ["2026-03-05", "hangs"],
  ["2026-03-06", "answers no JSON"],
]);

interface Night {
  readonly date: string;
  /** The pass that met the failure; null on a good night. */
  readonly failed: unknown;
  readonly learned: unknown;
  readonly before: readonly string[];
  readonly afterFailure: readonly string[];
  readonly after: readonly string[];
}

const nights: Night[] = [];

interface Lesson {
  readonly response_text: string;
  readonly source_link: readonly string[];
}

async function lessons(brain: Brain = DANA): Promise<readonly Lesson[]> {
  const { body } = await server.ask<{ lessons: readonly Lesson[] }>("GET", "/lessons?limit=1000", brain);
  return body.lessons;
}

const rules = async () => (await lessons()).map(({ response_text: text }) => text);

async function sync(): Promise<unknown> {
  const { status, body } = await server.ask("POST", "/sync", DANA);
  expect(status).toBe(200);
  return body;
}

async function prepareAt(input: string, occurredAt: string): Promise<Turn> {
  const body = { input, occurred_at: occurredAt };
  const answer = await server.ask<Turn>("POST", "/prepare", { ...DANA, body });
  expect(answer.status).toBe(200);
  return answer.body;
}

beforeAll(async () => {
  endpoint = startEndpoint((_request) => answerAs(endpoint.asked.at(-1)?.body as Chat));
  server = await lab.start({
    args: ["--distiller-url", endpoint.url, "--distiller-model", MODEL, "--nightly-cron", ""],
    env: {
      MEMORYD_DISTILLER_TIMEOUT_MS: String(TIMEOUT_MS),
      // A proxy of the machine is not to see what users said.
      HTTP_PROXY: "http://127.0.0.1:9",
      http_proxy: "http://127.0.0.1:9",
    },
  });
  const changed = await server.ask("PATCH", "/admin/settings", { body: { distiller: "endpoint" } });
  expect(changed).toMatchObject({ status: 200, body: { distiller: "endpoint" } });
  for (const { date, turns } of WEEK) {
    for (const { at, input, answer } of turns) {
      const { turn_token: token } = await prepareAt(input, `${date}T${at}:00Z`);
      expect((await record(server, token ?? "", answer, DANA)).status).toBe(200);
    }
    const before = await rules();
    const bad = BAD_NIGHTS.get(date);
    let failed: unknown = null;
    if (bad !== undefined) {
      mood = bad;
      failed = await sync();
      mood = "answers";
    }
    const afterFailure = await rules();
    const learned = await sync();
    nights.push({ date, failed, learned, before, afterFailure, after: await rules() });
  }
});

afterAll(() => endpoint[Symbol.dispose]());

test.each([...BAD_NIGHTS])(
  "the night of %s, when the model %s, learns nothing at first and all of it next time",
  (date) => {
    const night = nights.find((each) => each.date === date);
    expect(night?.failed).toMatchObject({ ok: false, learned: 0 });
    expect(night?.afterFailure).toEqual([...(night?.before ?? [])]);
    const gained = (night?.after.length ?? 0) - (night?.before.length ?? 0);
    expect(gained).toBeGreaterThan(0);
    expect(night?.learned).toMatchObject({ ok: true, learned: gained });
  },
);

test.each(EXPECTED)(
  "at the end of the week the brief holds the model's rule on $about",
  async ({ rule, never, ask }) => {
    const { messages } = await prepareAt(ask, "2026-03-09T08:00:00Z");
    const [, standing = ""] = /\n## Standing rules\n([\s\S]*?)(?:\n## |$)/.exec(messages[0]?.content ?? "") ?? [];
    expect(standing).toMatch(rule);
    if (never !== undefined) expect(standing).not.toMatch(never);
    expect(FORBIDDEN.filter((pattern) => pattern.test(standing))).toEqual([]);
  },
);

test("every lesson is a rule that the model gave, bare of its wrapping, and NONE is none", async () => {
  expect((await rules()).sort()).toEqual(
    [
      "Call the user Dana.",
      "Give distances in kilometres.",
      "Keep the answers short.",
      "Never use emojis.",
      "Remember that the user is a vegetarian.",
      "Remember that the user lives in Antwerp.",
      "Remember that the user works as a nurse.",
      "Suggest a window seat on trains.",
    ].sort(),
  );
  // The model was asked about chatter too: otherwise nothing was shown of NONE.
  expect(nothings).toBeGreaterThan(0);
});

test("the model is asked without a key, at one address, as the settings say, and follows no redirect", () => {
  expect(endpoint.asked.length).toBeGreaterThan(BAD_NIGHTS.size);
  for (const { method, path, headers, body } of endpoint.asked) {
    expect({ method, path }).toEqual({ method: "POST", path: "/v1/chat/completions" });
    expect(headers.host).toBe(endpoint.host);
    for (const name of ["authorization", "x-api-key", "api-key", "cookie", "proxy-authorization", "x-memory-user"]) {
      expect(headers).not.toHaveProperty(name);
    }
    expect(body).toMatchObject({ model: MODEL, stream: false });
    expect(JSON.stringify({ headers, body })).not.toContain(server.adminKey);
  }
});

test("the model sees what was said as quotations, and nothing of the brain but turns of the cluster", () => {
  const said = new Set(WEEK.flatMap(({ turns }) => turns.flatMap(({ input, answer }) => [`User: ${input}`, answer])));
  for (const { body } of endpoint.asked) {
    const { messages } = body as Chat;
    expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(messages[0]?.content).toContain("NONE");
    const lines = (messages[1]?.content ?? "").split("\n").filter((line) => line !== "");
    const quoted = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
    expect(quoted.length).toBeGreaterThan(0);
    expect(quoted.filter((line) => !said.has(line) && !said.has(line.replace(/^Assistant: /, "")))).toEqual([]);
    // What is not quoted is the service's own.
    const own = lines.filter((line) => !line.startsWith("> "));
    expect(
      own.filter((line) => !/^(?:The turns:|Turn \d+(?: \(correction\))?|Write the one rule .*)$/.test(line)),
    ).toEqual([]);
  }
});

test("the corrected name comes first in its prompt, and is marked as a correction", () => {
  const prompts = endpoint.asked.map(({ body }) => (body as Chat).messages[1]?.content ?? "");
  const aboutName = prompts.filter((prompt) => prompt.includes("stop calling me Diana"));
  expect(aboutName.length).toBeGreaterThan(0);
  for (const prompt of aboutName) expect(prompt).toMatch(/Turn 1 \(correction\)\n> User: Please stop calling me Diana/);
});

test("nothing that was said stands in the log, and a failed pass stops nothing", async () => {
  const words = /kilomet|Diana|Dana\b|vegetarian|nurse|emoji|overloaded/i;
  expect(server.written.stderr.split("\n").filter((line) => words.test(line))).toEqual([]);
  const { body } = await server.ask("GET", "/metrics", DANA);
  expect(body).toMatchObject({ turns: TURNS_OF_WEEK, memory_size: TURNS_OF_WEEK });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test("an account that chose no endpoint learns with the service's own words, and asks nobody", async () => {
  await server.ask("PATCH", "/admin/settings", { body: { distiller: "extractive" } });
  const asked = endpoint.asked.length;
  const eve: Brain = { user: "eve" };
  for (const input of ["Please keep your answers short", "Keep your answers short, please, I read them on my phone"]) {
    await converse(server, input, "Sure, I'll keep that in mind.", eve);
  }
  expect((await server.ask("POST", "/sync", eve)).body).toMatchObject({ ok: true, learned: 1 });
  expect((await lessons(eve)).map(({ response_text: text }) => text)).toEqual([expect.stringMatching(/answers short/)]);
  expect(endpoint.asked.length).toBe(asked);
});

test("an endpoint that nobody listens at fails the pass and not the service", async () => {
  const gone = startEndpoint(() => completion("NONE"));
  gone[Symbol.dispose]();
  const other = await quick.start({ args: ["--distiller-url", gone.url] });
  await other.ask("PATCH", "/admin/settings", { body: { distiller: "endpoint" } });
  await converse(other, "No, I live in Antwerp, not in Ghent", "Antwerp it is.", DANA);
  expect(await other.ask("POST", "/sync", DANA)).toEqual({ status: 200, body: { ok: false, learned: 0, lessons: [] } });
  await other.ask("PATCH", "/admin/settings", { body: { distiller: "extractive" } });
  expect(await other.ask("POST", "/sync", DANA)).toMatchObject({ status: 200, body: { ok: true, learned: 1 } });
  expect(await other.stop()).toBe(0);
});

test("TERM ends a pass that waits for the model: /sync says so, and the next start learns", async () => {
  const reached = Promise.withResolvers<void>();
  using slow = startEndpoint(() => {
    reached.resolve();
    return new Promise<Response>(() => {});
  });
  const cwd = quick.directory();
  const args = ["--distiller-url", slow.url, "--distiller-timeout-ms", "600000", "--shutdown-timeout-ms", "2000"];
  const stopped = await quick.start({ cwd, args });
  await stopped.ask("PATCH", "/admin/settings", { body: { distiller: "endpoint" } });
  await converse(stopped, "No, I live in Antwerp, not in Ghent", "Antwerp it is.", DANA);
  const syncing = stopped.ask("POST", "/sync", DANA).catch((error: unknown) => `no answer: ${error}`);
  await reached.promise;
  const code = await stopped.stop();
  expect({ code, answer: await syncing }).toEqual({
    code: 0,
    answer: { status: 200, body: { ok: false, learned: 0, lessons: [] } },
  });
  const next = await quick.start({ cwd, args: ["--distiller-url", endpoint.url] });
  expect(await next.ask("POST", "/sync", DANA)).toMatchObject({ status: 200, body: { ok: true, learned: 1 } });
});
