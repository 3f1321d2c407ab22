import { expect, test } from "bun:test";
import type { Conversation } from "./locomo.ts";
import { askQuestions, packetsOf, playPackets } from "./play-conversations.ts";
import type { RestClient, Source } from "./rest-client.ts";

const turn = (key: string, text: string, caption: string | null = null) => ({ key, speaker: "Ann", text, caption });
const CONVERSATION: Conversation = {
  id: "conv-a",
  sessions: [
    {
      number: 3,
      date: "1:56 pm on 8 May, 2023",
      turns: [turn("3:1", "Hello."), turn("3:2", "Look!", "a cat"), turn("3:3", "Hello.")],
    },
    { number: 4, date: "2:00 pm on 9 May, 2023", turns: [turn("4:1", "Hello.")] },
  ],
  questions: [{ text: "Who says hello?", category: 4, evidence: ["3:2", "4:1"] }],
  questionsDropped: 0,
};

/** Remembers in order, and shows for any question the memories at `shown`, after `cut`. */
function fakeMemory(shown: readonly number[], cut: (sources: Source[]) => Source[] = (sources) => sources) {
  const memory: Source[] = [];
  const inputs = new Map<string, string>();
  const found = () => shown.flatMap((at) => memory[at] ?? []);
  const client: RestClient = {
    changeSettings: async () => {},
    async prepare(_user, { input }) {
      const turnToken = `token-${inputs.size}`;
      inputs.set(turnToken, input);
      return { sources: cut(found()), turnToken };
    },
    async record(_user, { turn_token, answer }) {
      memory.push({ id: `mem-${memory.length}`, text: `${inputs.get(turn_token)}\n${answer}` });
    },
    verify: () => Promise.reject(new Error("not asked for in this test")),
    recall: async () => found(),
    explain: async () => found().map((source) => ({ ...source, cosine: 1, enteredBy: "similarity" as const })),
    memory: async () => [...memory],
  };
  return client;
}

async function askAfterPlay(client: RestClient, sourcesMax: number) {
  const packets = packetsOf(CONVERSATION, false);
  const played = await playPackets(client, "conv-a", packets, { prepareMs: [], recordMs: [] });
  return askQuestions(client, { conversation: CONVERSATION, packets: played }, { sourcesMax, questionMs: [] });
}

test("turns go two by two within a session, dated, with speaker, and with what a picture shows", () => {
  const said = (date: string, text: string) => `(${date}) Ann said, "${text}"`;
  const [may8, may9] = ["1:56 pm on 8 May, 2023", "2:00 pm on 9 May, 2023"] as const;
  const first = { session: "session_3", occurredAt: "2023-05-08T13:56:00.000Z" };
  expect(packetsOf(CONVERSATION, true)).toEqual([
    { ...first, input: said(may8, "Hello."), answer: `${said(may8, "Look!")} [shares a cat]`, turns: ["3:1", "3:2"] },
    { ...first, input: said(may8, "Hello."), answer: "(no reply)", turns: ["3:3"] },
    {
      session: "session_4",
      occurredAt: "2023-05-09T14:00:00.000Z",
      input: said(may9, "Hello."),
      answer: "(no reply)",
      turns: ["4:1"],
    },
  ]);
  expect(packetsOf(CONVERSATION, false)[0]).toMatchObject({ input: "Hello.", answer: "Look! [shares a cat]" });
});

test("packets in the same words stay apart: only the one that was shown counts", async () => {
  expect(await askAfterPlay(fakeMemory([2]), 1)).toEqual([{ category: 4, recall: 0.5, sources: 1 }]);
  expect(await askAfterPlay(fakeMemory([1]), 1)).toEqual([{ category: 4, recall: 0, sources: 1 }]);
  expect(await askAfterPlay(fakeMemory([2, 0]), 5)).toEqual([{ category: 4, recall: 1, sources: 2 }]);
});

test("a source that the budget cut or left out ends the measurement", async () => {
  const cutting = fakeMemory([0], ([source]) => [{ id: source?.id ?? "", text: "Hello. […]" }]);
  expect(await askAfterPlay(cutting, 1).then(String, String)).toContain("is not the whole of what was recorded");
  const dropping = fakeMemory([0, 1], (sources) => sources.slice(0, 1));
  expect(await askAfterPlay(dropping, 5).then(String, String)).toContain("the budget left a source out");
});

test("a turn that was acknowledged and is not remembered ends the measurement", async () => {
  const client: RestClient = { ...fakeMemory([]), record: async () => {} };
  expect(await askAfterPlay(client, 5).then(String, String)).toContain("3 turns were recorded, and 0 are remembered");
});
