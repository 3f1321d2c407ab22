// The tools of MCP: each is an operation of the interface, told to a model that has never seen it.
import type { Operation } from "../domain/ports/operations.ts";

/** What a host may think of a tool before it asks its person. */
interface Hints {
  readonly readOnly: boolean;
  /** It takes something away, or puts something else in its place. */
  readonly destructive: boolean;
  /** The same call again changes nothing more. */
  readonly idempotent: boolean;
}

export interface ToolSpec {
  readonly name: string;
  /** Says what it takes, what it answers and which keys may. */
  readonly operationId: string;
  readonly title: string;
  readonly description: string;
  readonly hints: Hints;
}

const READS: Hints = { readOnly: true, destructive: false, idempotent: true };
const ADDS: Hints = { readOnly: false, destructive: false, idempotent: false };

const TOOLS: readonly ToolSpec[] = [
  {
    name: "prepare_turn",
    operationId: "prepareTurn",
    title: "Prepare a turn",
    description:
      "Call this once at the beginning of a turn, with the user's message as it came in `input`, before you answer. It returns what is remembered that matters to the message: `messages` begins with a `system` entry that holds the memory and the standing rules; follow the rules, and use the memory where it helps. Where `allowed` is false do not answer: tell the user `reason`. Keep `turn_token` and give it to `record_turn` with your answer. For a look at memory without a turn use `recall`.",
    hints: ADDS,
  },
  {
    name: "record_turn",
    operationId: "recordTurn",
    title: "Record a turn",
    description:
      "Call this once at the end of a turn, with the `turn_token` of `prepare_turn` and the answer that you gave. The user's message and your answer are remembered from then on. The same call again stores nothing new. Set `correction` to true where the user's message corrected something that was said before.",
    hints: { readOnly: false, destructive: false, idempotent: true },
  },
  {
    name: "remember",
    operationId: "addMemory",
    title: "Remember something",
    description:
      "Store something that is worth knowing in later conversations, outside of a turn: a fact, preference, decision or plan of the user. Write it in `input` as one or two sentences that make sense on their own, with names instead of “it” or “there”. What `record_turn` records need not be remembered again. Returns the stored memory with its `id`.",
    hints: ADDS,
  },
  {
    name: "recall",
    operationId: "recallMemory",
    title: "Look memory up",
    description:
      "Look up what is remembered of this user from earlier conversations: what they told, prefer, decided or corrected. Use it whenever an answer may depend on that. Put a question or a few words in `query`. Returns `sources`, the best first, each with its `id` and its text; an empty list means that nothing fitting is remembered: then say so, and do not guess. A source with `superseded_by` was replaced by the one that it names. Changes nothing.",
    hints: READS,
  },
  {
    name: "forget",
    operationId: "forgetMemory",
    title: "Erase one memory",
    description:
      "Erase one memory for good, when the user asks for something to be forgotten. Find its `id` with `recall` first, and make sure that it is the one that is meant: it cannot be brought back.",
    hints: { readOnly: false, destructive: true, idempotent: true },
  },
  {
    name: "profile",
    operationId: "getProfile",
    title: "Show what is known of the user",
    description:
      "Show what is known of this user in short: confirmed name and occupation, standing rules, lasting preferences, each with where it comes from, and how much is remembered. Good at the beginning of a conversation. Changes nothing.",
    hints: READS,
  },
  {
    name: "list_rules",
    operationId: "listLessons",
    title: "List the standing rules",
    description:
      "List the standing rules for this user, the newest first: how they want to be answered, as learned from earlier turns or set by hand. `response_text` is the rule; follow those that apply. A pinned one always applies. Changes nothing.",
    hints: READS,
  },
  {
    name: "add_rule",
    operationId: "addLesson",
    title: "Add a standing rule",
    description:
      "Store a standing rule, as one imperative sentence, such as “Always answer in metric units.” Use it when the user says how they want things done from now on. Look with `list_rules` first, so that no rule stands there twice.",
    hints: ADDS,
  },
  {
    name: "change_rule",
    operationId: "rewordLesson",
    title: "Change a standing rule",
    description:
      "Reword a standing rule, or pin it so that it always applies. `id` is that of `list_rules`; give `text`, `pinned` or both. The wording before is gone.",
    hints: { readOnly: false, destructive: true, idempotent: true },
  },
  {
    name: "delete_rule",
    operationId: "removeLesson",
    title: "Delete a standing rule",
    description:
      "Delete a standing rule for good, when the user no longer wants it. `id` is that of `list_rules`. No rule of the same meaning is learned again, unless `forget` is false.",
    hints: { readOnly: false, destructive: true, idempotent: true },
  },
];

/** A tool with the operation that it does. */
export interface Tool extends ToolSpec {
  readonly operation: Operation;
}

const known = new WeakMap<readonly Operation[], readonly Tool[]>();

/** Throws where the interface lacks the operation of a tool. */
export function toolsFor(operations: readonly Operation[]): readonly Tool[] {
  const made = known.get(operations) ?? TOOLS.map((spec) => ({ ...spec, operation: operationOf(operations, spec) }));
  known.set(operations, made);
  return made;
}

function operationOf(operations: readonly Operation[], { name, operationId }: ToolSpec): Operation {
  const operation = operations.find((each) => each.operationId === operationId);
  if (operation === undefined) throw new Error(`the tool ${name} needs the operation ${operationId}`);
  return operation;
}
