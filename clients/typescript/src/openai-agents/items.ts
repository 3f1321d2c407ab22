// Items of a conversation of the Agents SDK, and the texts in them.
import type { AgentInputItem } from "@openai/agents";

/** "" where it is no message of a user. */
export function userText(item: AgentInputItem | undefined): string {
  if (item === undefined || !("role" in item) || item.role !== "user") return "";
  if (typeof item.content === "string") return item.content;
  return item.content.flatMap((part) => (part.type === "input_text" ? [part.text] : [])).join("\n");
}

/** "" where it is no message of the assistant. */
export function assistantText(item: AgentInputItem): string {
  if (!("role" in item) || item.role !== "assistant") return "";
  return item.content.flatMap((part) => (part.type === "output_text" ? [part.text] : [])).join("");
}

/** The text of the last message of a user; "" where there is none. */
export function lastUserText(items: readonly AgentInputItem[]): string {
  return userText(items.findLast((item) => "role" in item && item.role === "user"));
}

/** A turn as it is stored; one without an answer is the user's message alone. */
export function itemsOf({ input, answer }: { readonly input: string; readonly answer: string }): AgentInputItem[] {
  const asked: AgentInputItem = { type: "message", role: "user", content: input };
  if (answer === "") return [asked];
  return [
    asked,
    { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: answer }] },
  ];
}

/** What a run does between its input and its final text does not end it: reasoning and messages alone do not go on. */
export function goesOn(item: AgentInputItem): boolean {
  return item.type !== undefined && item.type !== "message" && item.type !== "reasoning";
}
