// Chat messages in the form of OpenAI's API: what the user said and what was answered become one turn.
import { createHash } from "node:crypto";
import { NO_METADATA } from "../domain/metadata.ts";
import { type ForeignTurn, sessionOf, textOf, timeOf, userOf } from "./foreign-turn.ts";
import { type Fields, isFields, LineFault } from "./read-fields.ts";

const ROLES = ["system", "developer", "user", "assistant", "tool", "function"];

export function isMessage(value: unknown): boolean {
  return isFields(value) && typeof value.role === "string" && ROLES.includes(value.role);
}

function isConversation(value: unknown): boolean {
  return isFields(value) && Array.isArray(value.messages) && value.messages.every(isMessage);
}

/** Whether it is a list of messages, a conversation, or a list of those. */
export function isChat(document: unknown): boolean {
  if (isConversation(document)) return true;
  if (!Array.isArray(document) || document.length === 0) return false;
  return document.every(isMessage) || document.every(isConversation);
}

export function readChat(document: unknown, onEntry: (entry: number) => void): ForeignTurn[] {
  if (!isChat(document)) throw new LineFault("it must be a list of messages with `role` and `content`");
  if (Array.isArray(document) && document.every(isMessage)) {
    return turnsOf(document, { session: null, user: null, onEntry, entry: null });
  }
  const all: readonly unknown[] = Array.isArray(document) ? document : [document];
  return all.flatMap((conversation, at) => {
    onEntry(at + 1);
    if (!isFields(conversation) || !Array.isArray(conversation.messages)) return [];
    const name = textOf(conversation, "session", "session_id", "conversation_id", "id");
    const session = sessionOf(name ?? nameOf(conversation.messages));
    return turnsOf(conversation.messages, {
      session,
      user: userOf(conversation, "user", "user_id"),
      onEntry,
      entry: at + 1,
    });
  });
}

/** Turns of one conversation belong together, so it needs a name: the same for the same messages. */
function nameOf(messages: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(messages);
  } catch {
    // It was parsed, so that only its depth can be too much.
    throw new LineFault("it is nested too deep");
  }
  return `chat-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

interface Conversation {
  readonly session: string | null;
  readonly user: string | null;
  readonly onEntry: (entry: number) => void;
  /** The conversation's number; null where each message is an entry of its own. */
  readonly entry: number | null;
}

interface Open {
  readonly entry: number;
  readonly said: string[];
  readonly answered: string[];
  readonly occurredAt: number | null;
}

/** Messages of the same side in a row are one; what was said to nobody, such as a greeting, is left out. */
function turnsOf(messages: readonly unknown[], conversation: Conversation): ForeignTurn[] {
  const turns: Open[] = [];
  for (const [at, message] of messages.entries()) {
    const entry = conversation.entry ?? at + 1;
    conversation.onEntry(entry);
    if (!isFields(message)) continue;
    const content = contentOf(message);
    if (content === "") continue;
    const last = turns.at(-1);
    if (message.role === "user") {
      if (last !== undefined && last.answered.length === 0) last.said.push(content);
      else turns.push({ entry, said: [content], answered: [], occurredAt: messageTime(message) });
    } else if (message.role === "assistant") last?.answered.push(content);
  }
  return turns.map(({ entry, said, answered, occurredAt }) => ({
    entry,
    sourceId: null,
    user: conversation.user,
    input: said.join("\n"),
    answer: answered.join("\n"),
    session: conversation.session,
    occurredAt,
    metadata: NO_METADATA,
    isSaid: true,
  }));
}

function messageTime(message: Fields): number | null {
  return timeOf(message, "timestamp", "occurred_at", "created_at", "create_time");
}

/** A text, or the texts among parts of several kinds. */
function contentOf({ content }: Fields): string {
  if (typeof content === "string") return content.trim();
  if (!Array.isArray(content)) return "";
  const texts = content.flatMap((part) => (isFields(part) && typeof part.text === "string" ? [part.text] : []));
  return texts.join("\n").trim();
}
