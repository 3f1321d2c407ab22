// The programs of the pages about this client, and a model for them to ask.
import { afterAll } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf, type Page, ROOT } from "../../../test/docs/pages.ts";

export const README = "clients/typescript/README.md";
export const QUICKSTARTS = ["typescript", "ai-sdk", "langchain-js", "openai-agents-js"].map(
  (name) => `docs/quickstarts/${name}.md`,
);

export function pageAt(path: string): Page {
  return { path, text: readFileSync(join(ROOT, path), "utf8") };
}

/** The programs of a page, in their order. */
export function pageBlocks(path: string): string[] {
  return blocksOf(pageAt(path)).flatMap(({ language, text }) => (language === "ts" ? [text] : []));
}

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly stream?: boolean;
}

/** Knows the city of whom the messages told it; gone when the test file is done. */
function answerTo({ messages }: ChatRequest): string {
  if (!JSON.stringify(messages.at(-1)?.content).includes("which city")) return "Noted.";
  return JSON.stringify(messages.slice(0, -1)).includes("Lisbon") ? "In Lisbon, as you told me." : "I do not know.";
}

/** An OpenAI-compatible endpoint; gives the address in front of `/v1`. */
export function openModel(): string {
  const common = { id: "chat-1", created: 1, model: "llama3.2" };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const asked = (await request.json()) as ChatRequest;
      const message = { role: "assistant", content: answerTo(asked) };
      const choice = { index: 0, finish_reason: "stop" };
      if (asked.stream !== true) {
        return Response.json({ ...common, object: "chat.completion", usage, choices: [{ ...choice, message }] });
      }
      const chunks = [
        { ...common, object: "chat.completion.chunk", choices: [{ index: 0, delta: message, finish_reason: null }] },
        { ...common, object: "chat.completion.chunk", usage, choices: [{ ...choice, delta: {} }] },
      ];
      const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"].map((data) => `data: ${data}\n\n`);
      return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
    },
  });
  afterAll(() => server.stop(true));
  return `http://127.0.0.1:${server.port}`;
}
