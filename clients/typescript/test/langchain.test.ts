// Memory for agents of LangChain, against the executable.
import { expect, test } from "bun:test";
import { Command, MemorySaver } from "@langchain/langgraph";
import { AIMessage, type BaseMessage, createAgent, fakeModel, humanInTheLoopMiddleware, tool } from "langchain";
import { z } from "zod";
import { createClient, type Verdict } from "../src/client.ts";
import { type MemoryOptions, memory, memoryTools } from "../src/langchain/langchain.ts";
import { openService } from "./brains.ts";

const service = await openService();
const { client } = service;

/** What the model was given as its system message, call by call. */
function systemsOf(model: ReturnType<typeof fakeModel>): string[] {
  return model.calls.map(({ messages }) =>
    messages
      .filter(({ type }) => type === "system")
      .map(({ text }) => text)
      .join("|"),
  );
}

function agentOf(
  model: ReturnType<typeof fakeModel>,
  options: Partial<MemoryOptions>,
  tools: Parameters<typeof memoryTools>[0] | null = null,
) {
  const weather = tool(async () => "sun", {
    name: "weather",
    description: "The weather.",
    schema: z.object({ town: z.string() }),
  });
  return createAgent({
    model,
    tools: tools === null ? [weather] : memoryTools(tools),
    systemPrompt: "Be brief.",
    middleware: [memory({ client, ...options })],
  });
}

const says = (text: string) => new AIMessage(text);
const lastOf = ({ messages }: { messages: BaseMessage[] }) => messages.at(-1)?.text;
const human = (content: string) => ({ messages: [{ role: "user" as const, content }] });

test("a run is recorded, and the next one has it behind its system prompt, not among its messages", async () => {
  const user = "ada";
  await agentOf(fakeModel().respond(says("Noted: Lisbon.")), { user, session: "s-1" }).invoke(
    human("I live in Lisbon."),
  );
  expect(await service.textsOf(user)).toEqual(["I live in Lisbon.\nNoted: Lisbon."]);
  expect((await client.forUser(user).sessions.list()).items).toMatchObject([{ name: "s-1", turns: 1 }]);

  const model = fakeModel().respond(says("In Lisbon."));
  const result = await agentOf(model, { user }).invoke(human("I live in which town, Lisbon?"));
  expect(lastOf(result)).toBe("In Lisbon.");
  expect(systemsOf(model)[0]).toStartWith("Be brief.");
  expect(systemsOf(model)[0]).toContain("> I live in Lisbon.");
  expect(result.messages.map(({ type }) => type)).toEqual(["human", "ai"]);
  expect(Object.keys(result)).not.toContain("_memoryd");
});

test("a run with tools is one turn: prepared once, the brief in each call, the final text recorded once", async () => {
  const user = "dan";
  await client.forUser(user).memory.add({ input: "The weather in Porto matters to me." });
  const before = await service.prepared();
  const model = fakeModel()
    .respondWithTools([{ name: "weather", args: { town: "Porto" } }])
    .respond(says("Sunny."));
  await agentOf(model, { user }).invoke(human("The weather in Porto?"));
  expect(model.callCount).toBe(2);
  for (const system of systemsOf(model)) expect(system).toContain("> The weather in Porto matters to me.");
  expect((await service.textsOf(user)).slice(1)).toEqual(["The weather in Porto?\nSunny."]);
  expect((await service.prepared()) - before).toBe(1);
});

test("a streamed run is recorded when it is whole", async () => {
  const user = "bob";
  const stream = await agentOf(fakeModel().respond(says("Tea.")), { user }).stream(human("What do you like?"), {
    streamMode: "messages",
  });
  for await (const _ of stream);
  expect(await service.textsOf(user)).toEqual(["What do you like?\nTea."]);
});

test("nothing is recorded of a run that fails or is aborted", async () => {
  const user = "eve";
  const failing = agentOf(
    fakeModel()
      .respondWithTools([{ name: "weather", args: { town: "Porto" } }])
      .respond(new Error("no model")),
    { user },
  );
  await expect(failing.invoke(human("Hello?"))).rejects.toThrow("no model");
  const abort = new AbortController();
  const aborted = agentOf(
    fakeModel().respond(() => {
      abort.abort();
      return says("Too late.");
    }),
    { user },
  );
  await expect(aborted.invoke(human("Hello?"), { signal: abort.signal })).rejects.toThrow();
  expect(await service.textsOf(user)).toEqual([]);
});

test("two users at once, through one agent, see nothing of each other; the thread names the session", async () => {
  const model = fakeModel();
  for (let nth = 0; nth < 4; nth += 1) model.respond(([, { text } = { text: "" }]) => says(`Noted: ${text}`));
  const agent = createAgent({
    model,
    checkpointer: new MemorySaver(),
    middleware: [memory({ client, user: ({ configurable }) => String(configurable?.user) })],
  });
  const say = (user: string) =>
    agent.invoke(human(`The secret of ${user}.`), {
      configurable: { user, thread_id: `thread of ${user} ${crypto.randomUUID()}` },
    });
  for (let round = 0; round < 2; round += 1) {
    await Promise.all([say("gil"), say("hana")]);
    await client.flush();
  }
  for (const [user, other] of [
    ["gil", "hana"],
    ["hana", "gil"],
  ] as const) {
    expect((await service.textsOf(user)).join()).not.toContain(other);
    expect((await client.forUser(user).sessions.list()).items).toHaveLength(2);
  }
  for (const { messages } of model.calls) {
    const text = messages.map((message) => message.text).join();
    expect(text.includes("gil") && text.includes("hana")).toBe(false);
  }
});

test("a run that an interrupt ended goes on in another process, and is recorded by that one", async () => {
  const checkpointer = new MemorySaver();
  const said = new AIMessage({ content: "", tool_calls: [{ name: "weather", args: { town: "Porto" }, id: "c1" }] });
  const model = fakeModel().respond(said).respond(says("Sunny."));
  const weather = tool(async () => "sun", {
    name: "weather",
    description: "The weather.",
    schema: z.object({ town: z.string() }),
  });
  const processAgent = () =>
    createAgent({
      model,
      tools: [weather],
      checkpointer,
      middleware: [
        memory({ client: createClient({ url: service.server.url, key: service.server.adminKey }), user: "nia" }),
        humanInTheLoopMiddleware({ interruptOn: { weather: true } }),
      ],
    });
  const before = await service.prepared();
  const config = { configurable: { thread_id: "t-1" } };
  await processAgent().invoke(human("The weather in Porto?"), config);
  expect(await service.textsOf("nia")).toEqual([]);
  const ended = await processAgent().invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), config);
  expect(lastOf(ended)).toBe("Sunny.");
  expect(await service.textsOf("nia")).toEqual(["The weather in Porto?\nSunny."]);
  expect((await service.prepared()) - before).toBe(1);
});

test("a gated run ends with the reason, without the model, and verdicts are reported", async () => {
  await client.admin.constitutions.put("gated", {
    text: "Be kind.",
    gates: [{ pattern: "lottery", reason: "Not about the lottery." }],
    prohibitions: [{ pattern: "casino", reason: "No casinos." }],
  });
  const verdicts: Verdict[] = [];
  const model = fakeModel().respond(says("Try a casino."));
  const agent = agentOf(model, {
    user: "ivo",
    prepare: { constitution: "gated" },
    verify: "report",
    onVerdict: (verdict) => verdicts.push(verdict),
  });
  expect(lastOf(await agent.invoke(human("Which lottery numbers?")))).toBe("Not about the lottery.");
  expect(model.callCount).toBe(0);
  expect(lastOf(await agent.invoke(human("What to do tonight?")))).toBe("Try a casino.");
  expect(verdicts).toMatchObject([{ ok: false }]);
  expect(await service.textsOf("ivo")).toEqual(["What to do tonight?\nTry a casino."]);
});

test("tools remember, recall and forget", async () => {
  const user = "lea";
  const model = fakeModel()
    .respondWithTools([{ name: "remember", args: { input: "Lea is allergic to nuts." } }])
    .respondWithTools([{ name: "recall", args: { query: "Lea is allergic to nuts?" } }])
    .respond((messages) => says(messages.at(-1)?.text ?? ""));
  const result = await agentOf(model, { user }, { client, user }).invoke(human("Hello."));
  const { memories } = JSON.parse(lastOf(result) ?? "") as { memories: { id: string; text: string }[] };
  expect(memories.map(({ text }) => text)).toEqual(["Lea is allergic to nuts."]);

  const forgetting = fakeModel()
    .respondWithTools([
      { name: "forget", args: { id: memories[0]?.id } },
      { name: "forget", args: { id: "none" } },
    ])
    .respond((messages) =>
      says(
        messages
          .slice(-2)
          .map(({ text }) => text)
          .join("\n"),
      ),
    );
  const told = lastOf(await agentOf(forgetting, {}, { client, user }).invoke(human("Forget it.")));
  expect(told).toBe('{"forgotten":true}\n{"error":"There is no memory with this id: look it up with recall."}');
  expect(await service.textsOf(user)).not.toContain("Lea is allergic to nuts.");
});
