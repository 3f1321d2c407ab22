// memoryd mcp as a host starts it: a program that speaks on standard input and output.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { openLab, type Server } from "./executable.ts";

const lab = openLab({ model: "tiny" });
const TINY = { MEMORYD_MODEL_DIR: join(lab.executable, "../tiny-model"), MEMORYD_EMBEDDING_WORKERS: "1" };

interface Reply {
  readonly id: number | null;
  readonly result?: { readonly [field: string]: unknown; readonly structuredContent?: Record<string, unknown> };
  readonly error?: { readonly message: string };
}

const request = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const call = (id: number, name: string, given: object) => request(id, "tools/call", { name, arguments: given });
/** Every line must be a message: nothing else may stand on standard output. */
const messages = (stdout: string): Reply[] =>
  stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Reply);

/** One that goes on, so that what is said may follow from what was answered. */
function startHost(args: readonly string[], cwd: string) {
  const child = Bun.spawn([lab.executable, "mcp", ...args], {
    ...{ cwd, env: { ...TINY, PATH: process.env.PATH ?? "" } },
    ...{ stdin: "pipe", stdout: "pipe", stderr: "pipe" },
  });
  const reader = child.stdout.getReader();
  let text = "";
  return {
    child,
    async ask(line: string): Promise<Reply> {
      child.stdin.write(line);
      await child.stdin.flush();
      while (!text.includes("\n")) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`it ended: ${await child.stderr.text()}`);
        text += new TextDecoder().decode(value);
      }
      const [reply = ""] = text.split("\n", 1);
      text = text.slice(reply.length + 1);
      return JSON.parse(reply);
    },
  };
}

describe("on the data itself", () => {
  test("a turn that was acknowledged is there after a kill, and the end of standard input ends it", async () => {
    const cwd = lab.directory();
    const host = startHost(["--user", "ada"], cwd);
    const begun = await host.ask(
      request(1, "initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "x", version: "1" },
      }),
    );
    expect(begun.result?.protocolVersion).toBe("2025-11-25");
    const turn = await host.ask(call(2, "prepare_turn", { input: "The lamp is on the left." }));
    const turn_token = turn.result?.structuredContent?.turn_token;
    const recorded = await host.ask(call(3, "record_turn", { turn_token, answer: "On the left." }));
    expect(recorded.result?.structuredContent).toEqual({ ok: true });
    host.child.kill("SIGKILL");
    await host.child.exited;

    const recall = call(1, "recall", { query: "The lamp is on the left.", limit: 3 });
    const { code, stdout, stderr } = await lab.run(["mcp", "--user", "ada"], { cwd, stdin: recall });
    expect([code, stderr]).toEqual([0, ""]);
    const [found] = messages(stdout);
    expect(found?.result?.structuredContent?.sources).toMatchObject([
      { text: "The lamp is on the left.\nOn the left." },
    ]);
  });

  test("rules are changed with --admin alone, and a user is named by each call where no option names one", async () => {
    const cwd = lab.directory();
    const line = call(1, "add_rule", { text: "Be brief.", user: "ben" });
    const agent = await lab.run(["mcp"], { cwd, stdin: line });
    expect(messages(agent.stdout)[0]?.error?.message).toContain("There is no tool of that name for this key");
    const admin = await lab.run(["mcp", "--admin"], { cwd, stdin: `${line}${call(2, "recall", { query: "lamp" })}` });
    const replies = messages(admin.stdout).sort((a, b) => Number(a.id) - Number(b.id));
    expect(replies[0]?.result?.structuredContent?.response_text).toBe("Be brief.");
    expect(JSON.stringify(replies[1]?.result)).toContain("Name the user");
  });

  test("data that a server holds is refused, and says how to speak for that server; TERM ends it", async () => {
    const cwd = lab.directory();
    const host = startHost(["--user", "ada"], cwd);
    await host.ask(request(1, "ping"));
    const second = await lab.run(["mcp"], { cwd });
    expect([second.code, second.stdout]).toEqual([3, ""]);
    expect(second.stderr).toContain("--url");
    host.child.kill("SIGTERM");
    expect(await host.child.exited).toBe(0);
  });
});

describe("for a server that runs", () => {
  let server: Server;
  let keyFile: string;
  beforeAll(async () => {
    server = await lab.start();
    keyFile = join(server.cwd, "host.key");
    writeFileSync(keyFile, `${server.adminKey}\n`);
  });
  afterAll(() => server.stop());

  test.each(["2.x", "1.x"])("the official client %s speaks through it", async (generation) => {
    const args = ["mcp", "--url", server.url, "--key-file", keyFile, "--user", `host-${generation}`];
    const started = { command: lab.executable, args };
    const who = { name: "host", version: "1" };
    const modern = new ModernClient(who, { versionNegotiation: { mode: "auto" } });
    const earlier = new EarlierClient(who);
    const client = generation === "2.x" ? modern : earlier;
    if (generation === "2.x") await modern.connect(new StdioClientTransport(started));
    else await earlier.connect(new EarlierTransport(started));
    expect((await client.listTools()).tools).toHaveLength(10);
    const kept = await client.callTool({ name: "remember", arguments: { input: `A word of ${generation}.` } });
    const { id } = kept.structuredContent as { id: string };
    const read = await client.readResource({ uri: `memoryd://memory/${id}` });
    expect(JSON.stringify(read)).toContain(`A word of ${generation}.`);
    await client.close();
  });

  test("the key may stand in the environment; a wrong one, and a server that is not there, are told", async () => {
    const ping = request(1, "ping");
    const ask = (url: string, key: string) =>
      lab.run(["mcp", "--url", url], { stdin: ping, env: { MEMORYD_API_KEY: key } });
    const right = await ask(server.url, server.adminKey);
    expect([right.code, right.stderr, messages(right.stdout)]).toEqual([
      0,
      "",
      [{ jsonrpc: "2.0", id: 1, result: {} } as never],
    ]);
    const wrong = await ask(server.url, "mk_live_wrong");
    expect(messages(wrong.stdout)[0]?.error?.message).toContain("valid API key");
    const gone = await ask("http://127.0.0.1:9", server.adminKey);
    expect(messages(gone.stdout)[0]?.error?.message).toContain("nothing listens there");
    const none = await lab.run(["mcp", "--url", server.url], { stdin: ping });
    expect([none.code, none.stdout]).toEqual([1, ""]);
    expect(none.stderr).toContain("MEMORYD_API_KEY");
  });

  test.each([
    "--url http://a --data-dir d",
    "--url http://a --account acme",
    "--url http://a --admin",
    "--key-file k",
    "--user a::b",
  ])("%s is wrong usage", async (args) => {
    const { code, stdout } = await lab.run(["mcp", ...args.split(" ")]);
    expect([code, stdout]).toEqual([2, ""]);
  });
});
