// Memory around models of the AI SDK, 6 and 7, against the executable.
import { describe, expect, test } from "bun:test";
import { memory, memoryTools } from "../src/ai-sdk/ai-sdk.ts";
import type { Streamed, StreamPart } from "../src/ai-sdk/model-shapes.ts";
import type { Verdict } from "../src/client.ts";
import { calls, type Played, partsOf, type Script, says, streamOf, systemOf, VERSIONS } from "./ai-sdk-versions.ts";
import { openService } from "./brains.ts";

const service = await openService();

interface Streaming {
  doStream(params: object): Promise<Streamed>;
}

type Options = Partial<Parameters<typeof memory>[0]>;

for (const { name, ai, play } of VERSIONS) {
  /** A user of this version and test alone. */
  const userOf = (who: string) => `${who}-${name}`;

  const wrap = (script: Script, options: Options = {}): Played => {
    const { model, calls } = play(script);
    const middleware = memory({ client: service.client, ...options });
    return { model: ai.wrapLanguageModel({ model: model as never, middleware }), calls };
  };
  const never = async () => {
    throw new Error("the model was called");
  };

  describe(`version ${name}`, () => {
    test("a turn is recorded, and the next one has it in its brief", async () => {
      const user = userOf("ada");
      const said = wrap({ generate: () => says("Noted: Lisbon.") }, { user, session: "s-1" });
      await ai.generateText({ model: said.model, prompt: "I live in Lisbon." });
      expect(await service.textsOf(user)).toEqual(["I live in Lisbon.\nNoted: Lisbon."]);
      expect((await service.client.forUser(user).memory.list()).items).toHaveLength(1);

      const asked = wrap({ generate: () => says("In Lisbon.") }, { user });
      const { text } = await ai.generateText({
        model: asked.model,
        system: "Be brief.",
        prompt: "I live in which town, Lisbon?",
      });
      expect(text).toBe("In Lisbon.");
      const [own, brief, ...none] = systemOf(asked.calls[0]!);
      expect([own, none]).toEqual(["Be brief.", []]);
      expect(brief).toContain("> I live in Lisbon.");
    });

    test("a stream goes through untouched, part by part, and is recorded when it is whole", async () => {
      const user = userOf("bob");
      const parts = partsOf(["I ", "like ", "tea."]);
      const { model } = wrap({ stream: () => streamOf(parts) }, { user });
      const passed: StreamPart[] = [];
      const { stream } = await (model as unknown as Streaming).doStream({
        prompt: [{ role: "user", content: [{ type: "text", text: "What do you like?" }] }],
      });
      for await (const part of stream) passed.push(part);
      expect(passed).toEqual(parts);
      expect(await service.textsOf(user)).toEqual(["What do you like?\nI like tea."]);
    });

    test("a part is there before the next one is made: nothing is held back", async () => {
      const user = userOf("cleo");
      const seen: string[] = [];
      const taken = Promise.withResolvers<void>();
      async function* slowly() {
        for (const part of partsOf(["first", "second"])) {
          // The second piece is made only when the first one has arrived.
          if (part.type === "text-delta" && part.delta === "second") await taken.promise;
          yield part;
        }
      }
      const { model } = wrap({ stream: () => streamOf(slowly()) }, { user });
      for await (const piece of ai.streamText({ model, prompt: "Two words?" }).textStream) {
        seen.push(piece);
        taken.resolve();
      }
      expect(seen).toEqual(["first", "second"]);
      expect(await service.textsOf(user)).toEqual(["Two words?\nfirstsecond"]);
    });

    test("the steps of tools are one turn: prepared once, each with the brief, the final text recorded once", async () => {
      for (const way of ["generate", "stream"] as const) {
        const user = userOf(`dan-${way}`);
        await service.client
          .forUser(user)
          .startTurn({ input: "The weather in Porto matters to me." })
          .then((turn) => turn.record("Noted."));
        await service.client.flush();
        const before = await service.prepared();
        const step = (nth: number) => (nth === 1 ? calls("weather", { town: "Porto" }) : says("Sunny."));
        const { model, calls: given } = wrap(
          {
            generate: (_, nth) => step(nth),
            stream: (_, nth) => {
              const { content, finishReason } = step(nth);
              const parts = partsOf([nth === 1 ? "Let me look." : "Sunny."], finishReason.unified);
              const call = content.find((part) => part.type === "tool-call");
              return streamOf(call === undefined ? parts : [...parts.slice(0, -1), call, ...parts.slice(-1)]);
            },
          },
          { user },
        );
        const tools = {
          weather: ai.tool({
            inputSchema: ai.jsonSchema<{ town: string }>({ type: "object", properties: { town: { type: "string" } } }),
            execute: async () => "sun",
          }),
        };
        const asked = { model, tools, prompt: "The weather in Porto?", stopWhen: ai.stepCountIs(5) };
        const text = way === "generate" ? (await ai.generateText(asked)).text : await ai.streamText(asked).text;
        expect(text).toBe("Sunny.");
        expect(given).toHaveLength(2);
        for (const call of given) expect(systemOf(call).join()).toContain("> The weather in Porto matters to me.");
        expect((await service.textsOf(user)).slice(1)).toEqual(["The weather in Porto?\nSunny."]);
        expect((await service.prepared()) - before).toBe(1);
      }
    });

    test("a step whose turn another process began prepares its own, and is recorded", async () => {
      const user = userOf("noa");
      const { model } = wrap({ generate: () => says("Sunny.") }, { user });
      const call = { type: "tool-call" as const, toolCallId: "c1", toolName: "weather", input: {} };
      const result = { ...call, type: "tool-result" as const, output: { type: "text" as const, value: "sun" } };
      const messages = [
        { role: "user" as const, content: "The weather?" },
        { role: "assistant" as const, content: [call] },
        { role: "tool" as const, content: [result] },
      ];
      await ai.generateText({ model, messages });
      expect(await service.textsOf(user)).toEqual(["The weather?\nSunny."]);
    });

    test("nothing is recorded of what fails, breaks off or is filtered", async () => {
      const user = userOf("eve");
      const failing = wrap({ generate: () => Promise.reject(new Error("no model")) }, { user });
      await expect(ai.generateText({ model: failing.model, prompt: "Hello?", maxRetries: 0 })).rejects.toThrow(
        "no model",
      );
      const filtered = wrap({ generate: () => says("Half of", "content-filter") }, { user });
      await ai.generateText({ model: filtered.model, prompt: "Hello?" });
      const parts = partsOf(["Half of"]);
      const wrong: StreamPart[] = [
        ...parts.slice(0, 3),
        { type: "error", error: new Error("broke") },
        ...parts.slice(-1),
      ];
      for (const cut of [wrong, parts.slice(0, 3)]) {
        const broken = wrap({ stream: () => streamOf(cut) }, { user });
        const result = ai.streamText({ model: broken.model, prompt: "Hello?", onError: () => {} });
        await result.consumeStream();
      }
      expect(await service.textsOf(user)).toEqual([]);
    });

    test("a call that is repeated after a failure is the same turn; after the answer it is another", async () => {
      const user = userOf("fay");
      const before = await service.prepared();
      const { model } = wrap(
        { generate: (_, nth) => (nth === 1 ? Promise.reject(new Error("busy")) : says("Here.")) },
        { user },
      );
      const asked = { prompt: [{ role: "user", content: [{ type: "text", text: "Hello?" }] }] };
      const { doGenerate } = model as unknown as { doGenerate(params: object): Promise<unknown> };
      await expect(doGenerate(asked)).rejects.toThrow("busy");
      await doGenerate(asked);
      expect((await service.prepared()) - before).toBe(1);
      await doGenerate(asked);
      expect((await service.prepared()) - before).toBe(2);
      expect(await service.textsOf(user)).toEqual(["Hello?\nHere.", "Hello?\nHere."]);
    });

    test("an aborted stream is not recorded", async () => {
      const user = userOf("finn");
      const abort = new AbortController();
      async function* endless() {
        const parts = partsOf(["a", "b"]);
        yield* parts.slice(0, 3);
        await new Promise((resolve) => abort.signal.addEventListener("abort", resolve));
        yield* parts.slice(3);
      }
      const { model } = wrap({ stream: () => streamOf(endless()) }, { user });
      for await (const _ of ai.streamText({ model, prompt: "Hello?", abortSignal: abort.signal }).textStream)
        abort.abort();
      expect(await service.textsOf(user)).toEqual([]);
    });

    test("two users at once, through one model, see nothing of each other", async () => {
      const users = [userOf("gil"), userOf("hana")];
      const { model, calls: given } = wrap({
        generate: ({ prompt }) =>
          says(`Noted by ${JSON.stringify(prompt).includes("secret of gil") ? "gil" : "hana"}.`),
      });
      const say = (user: string, prompt: string) =>
        ai.generateText({ model, prompt, providerOptions: { memoryd: { user, session: "shared" } } });
      const sayAll = () => Promise.all(users.map((user) => say(user, `The secret of ${user.split("-")[0]} is known.`)));
      await sayAll();
      await service.client.flush();
      await sayAll();
      expect(await service.textsOf(users[0]!)).toEqual(Array(2).fill("The secret of gil is known.\nNoted by gil."));
      expect(await service.textsOf(users[1]!)).toEqual(Array(2).fill("The secret of hana is known.\nNoted by hana."));
      for (const call of given) {
        const text = JSON.stringify(call.prompt);
        expect(text.includes("secret of gil") && text.includes("secret of hana")).toBe(false);
      }
    });

    test("a gated turn is answered with the reason, without the model", async () => {
      const gates = [{ pattern: "lottery", reason: "Not about the lottery." }];
      await service.client.admin.constitutions.put("gated", { text: "Be kind.", gates, prohibitions: [] });
      const user = userOf("ivo");
      const { model } = wrap({ generate: never, stream: never }, { user, prepare: { constitution: "gated" } });
      const prompt = "Which lottery numbers?";
      expect((await ai.generateText({ model, prompt })).text).toBe("Not about the lottery.");
      expect(await ai.streamText({ model, prompt }).text).toBe("Not about the lottery.");
      expect(await service.textsOf(user)).toEqual([]);
    });

    test("verdicts are reported, and a refused answer is generated once more where that was asked for", async () => {
      const rule = {
        text: "Never suggest gambling.",
        gates: [],
        prohibitions: [{ pattern: "casino", reason: "No casinos." }],
      };
      await service.client.admin.constitutions.put("strict", rule);
      const user = userOf("jo");
      const verdicts: [boolean, string][] = [];
      const onVerdict = ({ ok }: Verdict, answer: string) => verdicts.push([ok, answer]);
      const options = { user, prepare: { constitution: "strict" }, onVerdict };
      const answers = ["Try a casino.", "Try a walk."];
      const retried = wrap({ generate: (_, nth) => says(answers[nth - 1]!) }, { ...options, verify: "retry" });
      const { text } = await ai.generateText({ model: retried.model, prompt: "What to do tonight?" });
      expect(text).toBe("Try a walk.");
      expect(systemOf(retried.calls[1]!).join()).toContain("No casinos.");
      expect(verdicts).toEqual([
        [false, "Try a casino."],
        [true, "Try a walk."],
      ]);

      const reported = wrap({ generate: () => says("Try a casino.") }, { ...options, verify: "report" });
      const { providerMetadata } = await ai.generateText({ model: reported.model, prompt: "And tomorrow?" });
      expect(providerMetadata?.memoryd).toMatchObject({ ok: false, contradiction: false });
      expect(await service.textsOf(user)).toEqual(["What to do tonight?\nTry a walk.", "And tomorrow?\nTry a casino."]);
    });

    test("tools remember, recall and forget", async () => {
      const user = userOf("lea");
      const tools = memoryTools({ client: service.client, user });
      const fact = "Lea is allergic to nuts.";
      const script = [calls("remember", { input: fact }, "c1"), calls("recall", { query: fact }, "c2"), says("Done.")];
      const remembering = play({ generate: (_, nth) => script[nth - 1]! });
      const told = await ai.generateText({
        model: remembering.model,
        tools,
        prompt: "Hi.",
        stopWhen: ai.stepCountIs(5),
      });
      expect(JSON.stringify(told.steps[1]?.toolResults)).toContain(fact);
      expect(remembering.calls[0]?.tools).toMatchObject([
        { name: "remember", inputSchema: { type: "object", required: ["input"] } },
        { name: "recall" },
        { name: "forget" },
      ]);
      const { items } = await service.client.forUser(user).memory.list();
      const forgetting = play({
        generate: (_, nth) => (nth === 1 ? calls("forget", { id: items[0]?.id }) : says("Done.")),
      });
      await ai.generateText({ model: forgetting.model, tools, prompt: "Forget it.", stopWhen: ai.stepCountIs(5) });
      expect(await service.textsOf(user)).toEqual([]);
    });

    test("what is no text of a user's goes by", async () => {
      const before = await service.prepared();
      const { model, calls: given } = wrap({ generate: () => says("A cat.") }, { user: userOf("kim") });
      const image = { type: "file" as const, mediaType: "image/png", data: new Uint8Array([1, 2, 3]) };
      await ai.generateText({ model, messages: [{ role: "user", content: [image] }] });
      expect(systemOf(given[0]!)).toEqual([]);
      expect(await service.prepared()).toBe(before);
    });
  });
}
