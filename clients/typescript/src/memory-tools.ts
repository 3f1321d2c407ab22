// Memory as tools that a model calls itself: what they are called, what they take, and what they answer.
import type { MemorydClient } from "./client.ts";
import { MemorydError } from "./errors.ts";
import { fitText, INPUT_CHARS_MAX } from "./fit-text.ts";
import type { CallOptions } from "./options.ts";

/** What a model reads of one memory: more would crowd out the others. */
const SHOWN_CHARS_MAX = 2_000;
const RECALLED = 8;

export interface ToolParameters {
  readonly type: "object";
  readonly properties: Readonly<Record<string, { readonly type: "string"; readonly description: string }>>;
  readonly required: string[];
  readonly additionalProperties: false;
}

export interface MemoryTool {
  readonly name: "remember" | "recall" | "forget";
  readonly description: string;
  readonly parameters: ToolParameters;
  /** What the model is told; failures too, in words that it can act on. Throws the reason of an aborted signal alone. */
  run(given: unknown, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
}

export interface ToolOptions {
  readonly client: MemorydClient;
  /** The end user whose memory it is; absent: the client's. */
  readonly user?: string | undefined;
  /** Your name of the conversation, kept with what is remembered. */
  readonly session?: string | undefined;
}

export function toolsOf({ client: shared, user, session }: ToolOptions): readonly MemoryTool[] {
  const client = user === undefined ? shared : shared.forUser(user);
  return [
    {
      name: "remember",
      description:
        "Store one fact for later conversations. Use it when the user asks you to remember something, or tells you a lasting fact or preference. Do not use it for what matters in this conversation alone.",
      parameters: takes({ input: "The fact, in one sentence that can be understood without this conversation." }),
      run: answering("input", async (input, options) => {
        const { id } = await client.memory.add({ input, ...(session === undefined ? {} : { session }) }, options);
        return { remembered: true, id };
      }),
    },
    {
      name: "recall",
      description: "Look up what was said in earlier conversations with this user. The best matches come first.",
      parameters: takes({ query: "What you want to know, as a question or in a few words." }),
      run: answering("query", async (query, options) => {
        const { sources } = await client.recall({ query, limit: RECALLED }, options);
        return { memories: sources.map(({ id, text }) => ({ id, text: fitText(text, SHOWN_CHARS_MAX) })) };
      }),
    },
    {
      name: "forget",
      description:
        "Erase one memory for good. Use it only when the user asks you to forget something; find its id with recall first.",
      parameters: takes({ id: "The id of the memory, as recall gave it." }),
      run: answering("id", async (id, options) => {
        await client.memory.forget(id, options);
        return { forgotten: true };
      }),
    },
  ];
}

function takes(fields: Readonly<Record<string, string>>): ToolParameters {
  const properties = Object.entries(fields).map(([name, description]) => [
    name,
    { type: "string" as const, description },
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: Object.keys(fields),
    additionalProperties: false,
  };
}

type Act = (text: string, options?: CallOptions) => Promise<Readonly<Record<string, unknown>>>;

function answering(field: string, act: Act): MemoryTool["run"] {
  return async (given, options) => {
    const value = typeof given === "object" && given !== null ? (given as Record<string, unknown>)[field] : undefined;
    const text = typeof value === "string" ? fitText(value, INPUT_CHARS_MAX) : "";
    if (text === "") return { error: `Give ${field} as a text that is not empty.` };
    try {
      return await act(text, options);
    } catch (error) {
      if (error instanceof MemorydError) return { error: wordsOf(error) };
      throw error;
    }
  };
}

function wordsOf(error: MemorydError): string {
  if (error.code === "memory_not_found") return "There is no memory with this id: look it up with recall.";
  if (error.isTransient) return "The memory cannot be reached now. Go on without it.";
  return `The memory refused this: ${error.message}`;
}
