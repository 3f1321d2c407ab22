// What a prompt says of the turn that it belongs to, and the brief put into it.
import type { Prompt } from "./model-shapes.ts";

export interface ReadPrompt {
  /** The text of the last user message; "" where there is none. */
  readonly input: string;
  /** The ids of the tool calls that followed it: not empty in a step that goes on with their results. */
  readonly callIds: readonly string[];
}

export function readPrompt(prompt: Prompt): ReadPrompt {
  const at = prompt.findLastIndex(({ role }) => role === "user");
  const user = prompt[at];
  if (user?.role !== "user") return { input: "", callIds: [] };
  const input = user.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const callIds = prompt.slice(at + 1).flatMap((message) => {
    if (message.role !== "assistant") return [];
    return message.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
  });
  return { input, callIds };
}

/** With the brief as the last of the system messages at its head. */
export function withBrief(prompt: Prompt, brief: string): Prompt {
  if (brief === "") return prompt;
  const found = prompt.findIndex(({ role }) => role !== "system");
  const at = found === -1 ? prompt.length : found;
  return [...prompt.slice(0, at), { role: "system", content: brief }, ...prompt.slice(at)];
}
