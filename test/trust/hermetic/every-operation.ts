// Each operation of the OpenAPI document asked once of a running server, with requests that it answers.
import { expect } from "bun:test";
import type { Server } from "../../e2e/executable.ts";
import { tokenOf } from "../../e2e/turns.ts";

interface Request {
  readonly path?: string;
  readonly body?: unknown;
  /** Lines instead of JSON. */
  readonly lines?: string;
}

type Make = (server: Server) => Request | Promise<Request>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

const USER = "ada";
const body =
  (made: unknown): Make =>
  async () => ({ body: made });

async function newestMemory(server: Server): Promise<string> {
  const token = await tokenOf(server, "My train leaves at nine.", { user: USER });
  const answer = "Noted.";
  await server.ask("POST", "/record", { user: USER, body: { turn_token: token, answer } });
  const { body: page } = await server.ask<{ items: { id: string }[] }>("GET", "/memory?limit=1", { user: USER });
  return page.items[0]?.id ?? "";
}

async function newLesson(server: Server): Promise<string> {
  const made = await server.ask<{ id: string }>("POST", "/lessons", {
    user: USER,
    body: { text: `Rule ${++numbers} holds.` },
  });
  return made.body.id;
}
let numbers = 0;

async function newCore(server: Server): Promise<string> {
  const slug = `core-${++numbers}`;
  await server.ask("POST", "/cores", { body: { slug, name: slug } });
  return slug;
}

/** By `operationId`; what is not here is asked with invented names and an empty body, and must only not be a 500. */
const REQUESTS: Readonly<Record<string, Make>> = {
  prepareTurn: body({ input: "In which city do I live?" }),
  verifyAnswer: async (server) => ({
    body: { turn_token: await tokenOf(server, "Which units do I like?", { user: USER }), answer: "Metric ones." },
  }),
  recordTurn: async (server) => ({
    body: { turn_token: await tokenOf(server, "Actually, I live in Porto.", { user: USER }), answer: "Porto, then." },
  }),
  recallMemory: body({ query: "city" }),
  answerMcp: body({
    ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
    params: { name: "recall", arguments: { query: "city", user: USER } },
  }),
  addMemory: body({ input: "The boiler was serviced in May.", session: "s", metadata: { topic: "home" } }),
  changeMemory: async (server) => ({
    path: `/memory/${await newestMemory(server)}`,
    body: { answer: "Noted.", metadata: { topic: "city" } },
  }),
  getMemory: async (server) => ({ path: `/memory/${await newestMemory(server)}` }),
  forgetMemory: async (server) => ({ path: `/memory/${await newestMemory(server)}` }),
  addLesson: body({ text: "Keep the answers short." }),
  rewordLesson: async (server) => ({ path: `/lessons/${await newLesson(server)}`, body: { text: "Be brief." } }),
  removeLesson: async (server) => ({ path: `/lessons/${await newLesson(server)}` }),
  recordSynthesis: async (server) => {
    const plan = await server.ask<{ token?: string; synthesis_token?: string }>("POST", "/synthesize/prepare", {
      user: USER,
    });
    return { body: { ...plan.body, lessons: [] } };
  },
  createCore: body({ slug: "support", name: "Support" }),
  getCore: async (server) => ({ path: `/cores/${await newCore(server)}` }),
  changeCore: async (server) => ({ path: `/cores/${await newCore(server)}`, body: { name: "Other" } }),
  deleteCore: async (server) => ({ path: `/cores/${await newCore(server)}` }),
  issueKey: body({ name: "app", scope: "agent" }),
  revokeKey: async (server) => {
    const made = await server.ask<{ id: string }>("POST", "/admin/keys", { body: { name: "gone", scope: "agent" } });
    return { path: `/admin/keys/${made.body.id}` };
  },
  createAccount: body({ name: "acme" }),
  changeAccount: async (server) => {
    await server.ask("POST", "/admin/accounts", { body: { name: "shop" } });
    return { path: "/admin/accounts/shop", body: { plan: "free" } };
  },
  deleteAccount: async (server) => {
    await server.ask("POST", "/admin/accounts", { body: { name: "left" } });
    return { path: "/admin/accounts/left" };
  },
  getConstitution: () => ({ path: "/admin/constitutions/default" }),
  putConstitution: () => ({
    path: "/admin/constitutions/strict",
    body: { text: "Be exact.", gates: [], prohibitions: [] },
  }),
  testConstitution: () => ({
    path: "/admin/constitutions/default/test",
    body: { input: "hello", gates: [{ pattern: "hel+o", reason: "No greetings." }] },
  }),
  deleteConstitution: async (server) => {
    await server.ask("PUT", "/admin/constitutions/old", { body: { text: "Old.", gates: [], prohibitions: [] } });
    return { path: "/admin/constitutions/old" };
  },
  changeSettings: body({ retrieval_mode: "hybrid" }),
  resetSetting: () => ({ path: "/admin/settings/retrieval_mode" }),
  getUser: () => ({ path: `/admin/users/${USER}` }),
  eraseUser: async (server) => {
    await tokenOf(server, "Who am I?", { user: "bob" });
    return { path: "/admin/users/bob" };
  },
  importMemory: () => ({
    lines: `${JSON.stringify([{ role: "user", content: "I like tea." }])}\n`,
    path: "/admin/import?user=carl&format=chat",
  }),
};

/** These take away what others ask for. */
const LAST = ["forgetBrain"];

/** What was answered: "operationId status", in the order in which they were asked. */
export async function askEveryOperation(server: Server): Promise<string[]> {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
  const operations = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { operationId = "" }]) => ({
      template,
      method: method.toUpperCase(),
      operationId,
    })),
  );
  expect(operations.length).toBeGreaterThan(40);
  const isLast = ({ operationId }: { operationId: string }) => Number(LAST.includes(operationId));
  const answered: string[] = [];
  for (const { template, method, operationId } of operations.sort((one, other) => isLast(one) - isLast(other))) {
    const made: Request = (await REQUESTS[operationId]?.(server)) ?? (method === "GET" ? {} : { body: {} });
    const response = await fetch(server.url + (made.path ?? template.replaceAll(/\{\w+\}/g, "nothing")), {
      method,
      headers: {
        "X-API-Key": server.adminKey,
        "X-Memory-User": USER,
        ...(made.lines === undefined ? {} : { "Content-Type": "application/x-ndjson" }),
        ...(made.body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(method === "GET" ? {} : { body: made.lines ?? (made.body === undefined ? "" : JSON.stringify(made.body)) }),
    });
    await response.arrayBuffer();
    answered.push(`${operationId} ${response.status}`);
  }
  return answered;
}
