// Memory for runs of the OpenAI Agents SDK, against the executable.
import { describe, expect, test } from "bun:test";
import { Agent, type AgentOutputItem, run, setTracingDisabled, tool } from "@openai/agents";
import { MemorydSession, memoryTools } from "../src/openai-agents/openai-agents.ts";
import { openService } from "./brains.ts";
import { type Said, ScriptedModel } from "./scripted-model.ts";

setTracingDisabled(true);
const service = await openService();
const { client } = service;

function calls(name: string, given: object, callId: string): AgentOutputItem {
  return { type: "function_call", name, callId, status: "completed", arguments: JSON.stringify(given) };
}

const weather = tool({
  name: "weather",
  description: "The weather.",
  parameters: {
    type: "object",
    properties: { town: { type: "string" } },
    required: ["town"],
    additionalProperties: false,
  },
  strict: true,
  execute: async () => "sun",
});

function open(user: string, ...script: Said[]) {
  const model = new ScriptedModel(...script);
  const agent = new Agent({ name: "helper", instructions: "Be brief.", model, tools: [weather] });
  const session = new MemorydSession({ client, user, session: `talk of ${user}` });
  return { model, agent, session, given: { session, callModelInputFilter: session.addBrief } };
}

test("a run is recorded, and the next one has it in its instructions and its history", async () => {
  const first = open("ada", "Noted: Lisbon.");
  await run(first.agent, "I live in Lisbon.", first.given);
  expect(await service.textsOf("ada")).toEqual(["I live in Lisbon.\nNoted: Lisbon."]);

  // Another process: it knows what is stored alone.
  const second = open("ada", "In Lisbon.", "Yes.");
  const { finalOutput } = await run(second.agent, "I live in which town, Lisbon?", second.given);
  expect(finalOutput).toBe("In Lisbon.");
  const [request] = second.model.requests;
  expect(request?.systemInstructions).toStartWith("Be brief.\n\n");
  expect(request?.systemInstructions).toContain("> I live in Lisbon.");
  expect(request?.input).toMatchObject([
    { role: "user", content: "I live in Lisbon." },
    { role: "assistant", content: [{ text: "Noted: Lisbon." }] },
    { role: "user", content: "I live in which town, Lisbon?" },
  ]);

  await run(second.agent, "Really?", second.given);
  expect(second.model.requests[1]?.input).toHaveLength(5);
  expect(await service.textsOf("ada")).toHaveLength(3);
});

for (const stream of [false, true]) {
  describe(stream ? "a streamed run" : "a run", () => {
    const go = async ({ agent, given }: ReturnType<typeof open>, input: string) => {
      if (!stream) return void (await run(agent, input, given));
      const streamed = await run(agent, input, { ...given, stream: true });
      await streamed.completed;
    };

    test("with tools is one turn: prepared once, the brief in each call, the final text recorded once", async () => {
      const user = stream ? "dan-stream" : "dan";
      await client.forUser(user).memory.add({ input: "The weather in Porto matters to me." });
      const before = await service.prepared();
      const opened = open(user, calls("weather", { town: "Porto" }, "c1"), "Sunny.");
      await go(opened, "The weather in Porto?");
      expect(opened.model.requests).toHaveLength(2);
      for (const { systemInstructions } of opened.model.requests) {
        expect(systemInstructions).toContain("> The weather in Porto matters to me.");
      }
      expect((await service.textsOf(user)).slice(1)).toEqual(["The weather in Porto?\nSunny."]);
      expect((await service.prepared()) - before).toBe(1);
      const kinds = (await opened.session.getItems()).map(({ type }) => type);
      expect(kinds).toEqual(["message", "function_call", "function_call_result", "message"]);
    });

    test("that fails is not recorded, and the next one is a turn of its own", async () => {
      const user = stream ? "eve-stream" : "eve";
      const opened = open(user, calls("weather", { town: "Porto" }, "c1"), new Error("no model"), "Sunny.");
      await expect(go(opened, "The weather?")).rejects.toThrow("no model");
      expect(await service.textsOf(user)).toEqual([]);
      await go(opened, "And now?");
      expect(await service.textsOf(user)).toEqual(["And now?\nSunny."]);
    });
  });
}

test("two users at once see nothing of each other", async () => {
  const users = ["gil", "hana"].map((user) => open(user, `Noted, ${user}.`, `Again, ${user}.`));
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(users.map(({ agent, given }, at) => run(agent, `The secret of ${["gil", "hana"][at]}.`, given)));
    await client.flush();
  }
  for (const [at, { model }] of users.entries()) {
    const other = ["hana", "gil"][at]!;
    expect(JSON.stringify(model.requests)).not.toContain(other);
    expect((await service.textsOf(["gil", "hana"][at]!)).join()).not.toContain(other);
  }
});

test("a session gives its newest items, takes the last one back, and is cleared", async () => {
  const { agent, session, given } = open("joe", "One.", "Two.");
  await run(agent, "First?", given);
  await run(agent, "Second?", given);
  expect(await session.getItems(1)).toMatchObject([{ role: "assistant", content: [{ text: "Two." }] }]);
  expect(await session.popItem()).toMatchObject({ role: "assistant" });
  expect(await service.textsOf("joe")).toEqual(["First?\nOne."]);
  expect(await session.getItems()).toHaveLength(3);
  await session.clearSession();
  expect(await session.getItems()).toEqual([]);
  expect(await session.popItem()).toBeUndefined();
  expect(await service.textsOf("joe")).toEqual([]);
});

test("a gated turn throws the reason, without a call of the model", async () => {
  const gates = [{ pattern: "lottery", reason: "Not about the lottery." }];
  await client.admin.constitutions.put("gated", { text: "Be kind.", gates, prohibitions: [] });
  const { agent, model } = open("ivo");
  const session = new MemorydSession({ client, user: "ivo", session: "s", prepare: { constitution: "gated" } });
  const gated = run(agent, "Which lottery numbers?", { session, callModelInputFilter: session.addBrief });
  await expect(gated).rejects.toThrow("Not about the lottery.");
  expect(model.requests).toEqual([]);
});

test("tools remember, recall and forget", async () => {
  const tools = memoryTools({ client, user: "lea" });
  const model = new ScriptedModel(
    calls("remember", { input: "Lea is allergic to nuts." }, "c1"),
    calls("recall", { query: "Lea is allergic to nuts?" }, "c2"),
    "Done.",
  );
  const result = await run(new Agent({ name: "helper", model, tools }), "Hello.");
  expect(JSON.stringify(result.history)).toContain("Lea is allergic to nuts.");
  const [{ id } = { id: "" }] = (await client.forUser("lea").memory.list()).items;
  const forgetting = new ScriptedModel(calls("forget", { id }, "c3"), "Done.");
  await run(new Agent({ name: "helper", model: forgetting, tools }), "Forget it.");
  expect(await service.textsOf("lea")).toEqual([]);
});
