// A service that is killed in the middle of turns, is away for others, and comes back: no reply is broken, and what was
// prepared is recorded.
import { expect, test } from "bun:test";
import { Agent, run, setTracingDisabled } from "@openai/agents";
import { generateText, streamText, wrapLanguageModel } from "ai";
import { AIMessage, createAgent, createMiddleware, fakeModel } from "langchain";
import { openLab } from "../../../test/e2e/executable.ts";
import * as aiSdk from "../src/ai-sdk/ai-sdk.ts";
import { createClient } from "../src/client.ts";
import * as langchain from "../src/langchain/langchain.ts";
import { MemorydSession } from "../src/openai-agents/openai-agents.ts";
import { partsOf, says, streamOf, VERSIONS } from "./ai-sdk-versions.ts";
import { ScriptedModel } from "./scripted-model.ts";

setTracingDisabled(true);
const lab = openLab({ model: "tiny" });
const cwd = lab.directory();
const start = (port = 0) => lab.start({ cwd, args: ["--port", String(port)] });
let server = await start();
const { url, port, adminKey: key } = server;

const told: string[] = [];
const failed: string[] = [];
const client = createClient({
  url,
  key,
  retries: 0,
  onUnavailable: ({ code }, during) => told.push(`${during} ${code}`),
  onRecordFailed: ({ code }) => failed.push(code),
});

/** What a model waits for before it answers. */
let answering: () => Promise<void> = async () => {};

/** A user of each adapter, and how one says something to its model. */
function speakers(): Record<string, (input: string) => Promise<string | undefined>> {
  const { play } = VERSIONS.at(-1)!;
  const { model } = play({
    generate: async () => {
      await answering();
      return says("Noted.");
    },
    stream: async () => {
      await answering();
      return streamOf(partsOf(["No", "ted."]));
    },
  });
  const wrapped = (user: string) =>
    wrapLanguageModel({ model: model as never, middleware: aiSdk.memory({ client, user }) });
  const waiting = createMiddleware({
    name: "waiting",
    wrapModelCall: async (request, handler) => {
      await answering();
      return handler(request);
    },
  });
  const agent = createAgent({
    model: fakeModel().respond(new AIMessage("Noted.")).respond(new AIMessage("Noted.")),
    middleware: [langchain.memory({ client, user: "chain" }), waiting],
  });
  class WaitingModel extends ScriptedModel {
    override async getResponse(request: Parameters<ScriptedModel["getResponse"]>[0]) {
      await answering();
      return super.getResponse(request);
    }
  }
  const helper = new Agent({ name: "helper", model: new WaitingModel("Noted.", "Noted.") });
  const session = new MemorydSession({ client, user: "openai", session: "s" });
  return {
    generate: async (prompt) => (await generateText({ model: wrapped("generate"), prompt })).text,
    stream: async (prompt) => await streamText({ model: wrapped("stream"), prompt }).text,
    chain: async (content) => (await agent.invoke({ messages: [{ role: "user", content }] })).messages.at(-1)?.text,
    openai: async (input) =>
      (await run(helper, input, { session, callModelInputFilter: session.addBrief })).finalOutput,
    plain: async (input) => {
      const turn = await client.forUser("plain").startTurn({ input });
      await answering();
      expect(await turn.verify("Noted.")).toBeNull();
      await turn.record("Noted.");
      return "Noted.";
    },
  };
}

test("replies go out all the same, and what was prepared is recorded when the service is back", async () => {
  const users = speakers();
  const names = Object.keys(users);
  const sayAll = (input: string) => Promise.all(Object.values(users).map((say) => say(input)));

  // Every model has been asked, so every turn is prepared, when the service is killed.
  let asked = 0;
  const killed = Promise.withResolvers<void>();
  answering = async () => {
    asked += 1;
    if (asked === names.length) {
      server.kill("SIGKILL");
      await server.exited;
      killed.resolve();
    }
    await killed.promise;
  };
  expect(await sayAll("I like tea.")).toEqual(names.map(() => "Noted."));
  expect(told).toEqual(["verify connection_refused"]);
  expect(await client.flush(20)).toBe(names.length);

  answering = async () => {};
  told.length = 0;
  expect(await sayAll("Which drink?")).toEqual(names.map(() => "Noted."));
  expect(told).toEqual(names.map(() => "prepare connection_refused"));

  server = await start(port);
  expect(await client.close()).toBe(0);
  expect(failed).toEqual([]);
  for (const name of names) {
    const { items } = await client.forUser(name).memory.list();
    expect(items.map(({ text }) => text)).toEqual(["I like tea.\nNoted."]);
  }
});
