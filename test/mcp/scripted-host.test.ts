// A host without a model: it chooses among tools by the words of their descriptions, and fills in what their schemas ask.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Client } from "../support/client.ts";
import { startTestService, type TestService } from "../support/test-service.ts";
import { callTool, type ListedTool, listTools } from "./mcp-host.ts";

let started: TestService;
let host: Client;
let tools: readonly ListedTool[];
beforeAll(async () => {
  started = await startTestService();
  const account = await started.account();
  host = account.admin;
  tools = await listTools(host);
});
afterAll(() => started.close());

const STOP = new Set(
  "a an and are as at be by for from i in is it its of on or that the this to was what when with you your not".split(
    " ",
  ),
);

/** Words by their beginnings, so that `erases` is `erase`. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return new Set(words.filter((word) => !STOP.has(word)).map((word) => word.slice(0, 5)));
}

/** The tool whose description has most of the words, the shorter description first. */
function choose(intent: string): ListedTool {
  const wanted = wordsOf(intent);
  const scores = tools.map((tool) => {
    const known = wordsOf(tool.description);
    return { tool, score: [...wanted].filter((word) => known.has(word)).length - known.size / 1_000 };
  });
  const [best] = scores.sort((a, b) => b.score - a.score);
  if (best === undefined) throw new Error("there are no tools");
  return best.tool;
}

test.each([
  ["the user's message begins a turn, before I answer", "prepare_turn"],
  ["the end of the turn: the answer that I gave, with its turn_token", "record_turn"],
  ["store a fact or decision worth knowing in later conversations, outside of a turn", "remember"],
  ["look up what the user told in earlier conversations", "recall"],
  ["the user asks for one memory to be forgotten, erase it for good", "forget"],
  ["what is known of the user in short: name, occupation, preferences", "profile"],
  ["list how they want to be answered, as learned from earlier turns", "list_rules"],
  ["the user says how they want things done from now on: store a rule", "add_rule"],
  ["reword or pin a rule", "change_rule"],
  ["delete a rule for good that the user no longer wants", "delete_rule"],
])("%p leads to %s", (intent, name) => {
  expect(choose(intent).name).toBe(name);
});

/** Calls the chosen tool with what its schema requires, taken from what is at hand by name. */
async function act(intent: string, atHand: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const { name, inputSchema } = choose(intent);
  const given = Object.fromEntries(inputSchema.required.map((field) => [field, atHand[field]]));
  expect(Object.values(given)).not.toContain(undefined);
  const answer = await callTool(host, name, given);
  expect(answer.isError).toBeUndefined();
  return answer.structuredContent ?? {};
}

test("a conversation goes through by descriptions, schemas and answers alone", async () => {
  const user = "ida";
  const turn = await act("the user's message begins a turn, before I answer", {
    input: "My ferry leaves at seven.",
    user,
  });
  await act("the end of the turn: the answer that I gave, with its turn_token", { ...turn, answer: "At seven.", user });
  const found = await act("look up what the user told in earlier conversations", {
    query: "When leaves my ferry?",
    user,
  });
  const [source] = found.sources as { id: string; text: string }[];
  expect(source?.text).toStartWith("My ferry leaves at seven.");
  await act("the user asks for one memory to be forgotten, erase it for good", { id: source?.id, user });
  const after = await act("look up what the user told in earlier conversations", {
    query: "When leaves my ferry?",
    user,
  });
  expect(after.sources).toEqual([]);
});
