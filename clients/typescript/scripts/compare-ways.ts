// What a turn costs its caller by the middleware of the AI SDK, by `startTurn`, and by plain HTTP calls: the time until
// the reply is there, and this process's own work. Prints a table; starts a service of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { generateText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { memory } from "../src/ai-sdk/ai-sdk.ts";
import { createClient } from "../src/client.ts";

const TURNS = 500;
const WARM_UP = 50;
const EXECUTABLE = resolve(import.meta.dir, "../../../dist/memoryd");

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const plain = new MockLanguageModelV4({
  doGenerate: async () => ({
    content: [{ type: "text", text: "Noted." }],
    finishReason: { unified: "stop", raw: "stop" },
    usage,
    warnings: [],
  }),
});

interface Way {
  readonly name: string;
  /** One turn, until its reply is there. */
  reply(input: string, user: string): Promise<unknown>;
  /** Waits for what goes on behind the replies. */
  settle(): Promise<unknown>;
}

function waysOf(url: string, key: string): Way[] {
  const client = createClient({ url, key });
  const wrapped = wrapLanguageModel({ model: plain, middleware: memory({ client }) });
  const call = async (path: string, user: string, body: object): Promise<{ turn_token: string }> => {
    const headers = { "x-api-key": key, "x-memory-user": user, "content-type": "application/json" };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as { turn_token: string };
  };
  const records: Promise<unknown>[] = [];
  return [
    {
      name: "plain HTTP calls",
      async reply(input, user) {
        const { turn_token } = await call("/prepare", user, { input });
        records.push(call("/record", user, { turn_token, answer: "Noted." }));
      },
      settle: () => Promise.all(records.splice(0)),
    },
    {
      name: "`startTurn`",
      reply: async (input, user) => (await client.forUser(user).startTurn({ input })).record("Noted."),
      settle: () => client.flush(),
    },
    {
      name: "the AI SDK alone, without memory",
      reply: (prompt) => generateText({ model: plain, prompt }),
      settle: async () => {},
    },
    {
      name: "the AI SDK with the middleware",
      reply: (prompt, user) => generateText({ model: wrapped, prompt, providerOptions: { memoryd: { user } } }),
      settle: () => client.flush(),
    },
  ];
}

interface Cost {
  readonly replyMs: number;
  readonly cpuMs: number;
}

async function measure(way: Way, input: string, user: string): Promise<Cost> {
  const before = process.cpuUsage();
  const began = performance.now();
  await way.reply(input, user);
  const replyMs = performance.now() - began;
  await way.settle();
  const { user: own, system } = process.cpuUsage(before);
  return { replyMs, cpuMs: (own + system) / 1_000 };
}

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const folder = mkdtempSync(join(tmpdir(), "memoryd-ways-"));
const server = Bun.spawn([EXECUTABLE, "serve", "--port", "0", "--log-level", "error"], {
  cwd: folder,
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const { value } = await server.stdout.getReader().read();
  const url = /http:\S+/.exec(new TextDecoder().decode(value))?.[0] ?? "";
  const key = await Bun.file(join(folder, "memoryd-data/admin.key")).text();
  const ways = waysOf(url, key.trim());
  const costs = ways.map((): Cost[] => []);
  for (let nth = -WARM_UP; nth < TURNS; nth += 1) {
    // Turn by turn, so that what else the machine does falls on all ways alike.
    for (const [at, way] of ways.entries()) {
      // A text of its own each: the service knows embeddings of what it saw lately.
      const cost = await measure(
        way,
        `Note ${nth * ways.length + at}: the ferry to Cacilhas takes ten minutes.`,
        `user-${at}`,
      );
      if (nth >= 0) costs[at]?.push(cost);
    }
  }
  const rows = ways.map(({ name }, at) => {
    const replyMs = median(costs[at]!.map((cost) => cost.replyMs));
    const cpuMs = costs[at]!.reduce((sum, cost) => sum + cost.cpuMs, 0) / TURNS;
    return { name, replyMs, cpuMs };
  });
  const base = rows[0]?.replyMs ?? 1;
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, ${TURNS} turns, medians of the time, means of the CPU`);
  console.log("| way | ms until the reply | ratio | caller's CPU, ms a turn |\n| --- | --- | --- | --- |");
  for (const { name, replyMs, cpuMs } of rows) {
    console.log(`| ${name} | ${replyMs.toFixed(2)} | ${(replyMs / base).toFixed(2)} | ${cpuMs.toFixed(2)} |`);
  }
} finally {
  server.kill();
  await server.exited;
  rmSync(folder, { recursive: true });
}
