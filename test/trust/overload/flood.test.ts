// More requests than can be served: what is admitted is answered, the rest is refused early, others get their share.
import { expect, test } from "bun:test";
import { openLab, type Server } from "../../e2e/executable.ts";
import { prepare } from "../../e2e/turns.ts";
import { until } from "../../e2e/until.ts";

const FLOOD = 300;

const lab = openLab({ model: "tiny" });

interface Answered {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code: string | undefined;
}

async function send(server: Server, path: string, key: string, body: object): Promise<Answered> {
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const answer = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), code };
}

async function keyOf(server: Server, account: string): Promise<string> {
  await server.ask("POST", "/admin/accounts", { body: { name: account } });
  const created = ["--name", "x", "--scope", "agent", "--account", account, "--data-dir", server.dataDir, "--json"];
  const made = await lab.run(["keys", "create", ...created]);
  return (JSON.parse(made.stdout) as { key: string }).key;
}

/** Every answer of a crowd is a right one, or a refusal that says when to come again. */
function expectOrderly(answers: readonly Answered[]): { served: number; refused: number } {
  const served = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status !== 200);
  for (const answer of refused) expect(answer).toEqual({ status: 503, retryAfter: "1", code: "overloaded" });
  return { served, refused: refused.length };
}

async function queues(server: Server): Promise<string[]> {
  const answer = await fetch(`${server.url}/prometheus`, { headers: { "X-API-Key": server.adminKey } });
  const watched = /^memoryd_(writes_waiting|embeddings_pending|embedding_queue_texts\{[^}]*\}) ([1-9]\d*)$/;
  return (await answer.text()).split("\n").filter((line) => watched.test(line));
}

test("a flood of texts to embed: some are served, the rest is refused, another account is served meanwhile", async () => {
  const server = await lab.start({ args: ["--embedding-queue-max", "8"] });
  await server.ready();
  const other = await keyOf(server, "other");
  const paths = ["/prepare", "/recall"] as const;
  const flood = Promise.all(
    Array.from({ length: FLOOD }, (_, at) => {
      const path = paths[at % 2]!;
      const text = `Question ${at} about the garden and the ${at} trees behind the house.`;
      return send(server, path, server.adminKey, path === "/prepare" ? { input: text } : { query: text });
    }),
  );
  const others = Promise.all([1, 2, 3].map((at) => send(server, "/prepare", other, { input: `Am I served, ${at}?` })));
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  expect((await others).map(({ status }) => status)).toEqual([200, 200, 200]);
  const { served, refused } = expectOrderly(await flood);
  expect(served).toBeGreaterThanOrEqual(8);
  expect(refused).toBeGreaterThan(0);
  await until("empty queues", async () => ((await queues(server)).length === 0 ? true : undefined));
  await prepare(server, "Is all as it was?");
  expect(await server.stop()).toBe(0);
});

test("a flood of records: beyond so many under way they are refused unread, and what is answered 200 is there", async () => {
  const server = await lab.start({ args: ["--requests-max", "4"] });
  await server.ready();
  const other = await keyOf(server, "other");
  const tokens: string[] = [];
  for (let turn = 0; turn < FLOOD; turn++) {
    const { turn_token } = await prepare(server, "The same every time.");
    tokens.push(turn_token ?? "");
  }
  const flood = Promise.all(
    tokens.map((turn_token, at) => send(server, "/record", server.adminKey, { turn_token, answer: `Answer ${at}.` })),
  );
  const { status } = await send(server, "/prepare", other, { input: "Am I served?" });
  expect(status).toBe(200);
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  const answers = await flood;
  const { served, refused } = expectOrderly(answers);
  expect(served).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  const memory = await server.ask<{ items: { text: string }[] }>("GET", "/memory?limit=1000");
  const stored = new Set(memory.body.items.map(({ text }) => text.split("\n")[1]));
  const acknowledged = answers.flatMap((answer, at) => (answer.status === 200 ? [`Answer ${at}.`] : []));
  expect([...stored].toSorted()).toEqual(acknowledged.toSorted());
  // Refused is not consumed: it can be sent again.
  const again = answers.findIndex((answer) => answer.status === 503);
  const turn_token = tokens[again];
  expect((await server.ask("POST", "/record", { body: { turn_token, answer: `Answer ${again}.` } })).status).toBe(200);
  await until("empty queues", async () => ((await queues(server)).length === 0 ? true : undefined));
  expect(await server.stop()).toBe(0);
});
