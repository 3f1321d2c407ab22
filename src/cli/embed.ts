// memoryd embed: one text a line on standard input, one JSON line with its embedding each on standard output.
import type { Command } from "commander";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { CommandContext, ModelOptions } from "./context.ts";
import { addModelOption } from "./operator-command.ts";

export interface RunEmbedDeps {
  readonly embedder: Embedder & { close(): Promise<void> };
  /** Pieces of text in any size, such as the decoded standard input. */
  readonly input: AsyncIterable<string>;
  readonly output: (line: string) => void;
}

/** Texts handed to the embedder at once: enough for every worker, few enough to hold any number of lines. */
const TEXTS_AT_ONCE = 32;

/**
 * A line that is a JSON string stands for that string, which is how a text with line breaks is given; any other line
 * is a text as it stands. Answers `{"tokens": n, "embedding": [384 numbers]}` in the order of the lines, and closes the
 * embedder at the end.
 */
export async function runEmbed({ embedder, input, output }: RunEmbedDeps): Promise<void> {
  const waiting: Promise<string>[] = [];
  try {
    for await (const line of lines(input)) {
      const answer = embedLine(embedder, line);
      answer.catch(() => {}); // It is awaited below, perhaps only after others.
      waiting.push(answer);
      if (waiting.length >= TEXTS_AT_ONCE) output(await waiting.shift()!);
    }
    while (waiting.length > 0) output(await waiting.shift()!);
  } finally {
    await embedder.close();
    // What still waits after an error fails with the closing, and is told of by that error.
    await Promise.allSettled(waiting);
  }
}

async function embedLine(embedder: Embedder, line: string): Promise<string> {
  const { tokens, vector } = await embedder.embed({ text: textOf(line), role: "passage", lane: "background" });
  return JSON.stringify({ tokens, embedding: Array.from(vector) });
}

function textOf(line: string): string {
  if (!line.startsWith('"')) return line;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "string" ? value : line;
  } catch {
    return line; // A text may begin with a quotation mark.
  }
}

async function* lines(input: AsyncIterable<string>): AsyncGenerator<string> {
  // Joined once a line is whole: a long line that grows piece by piece would be copied with every piece.
  let rest: string[] = [];
  for await (const piece of input) {
    const parts = piece.split("\n");
    const last = parts.pop() ?? "";
    for (const part of parts) {
      yield [...rest, part].join("").replace(/\r$/, "");
      rest = [];
    }
    rest.push(last);
  }
  const end = rest.join("");
  if (end !== "") yield end;
}

export interface EmbedContext extends CommandContext {
  /** Embeds the lines of standard input with the model that the options name. */
  readonly embed: (options: ModelOptions) => Promise<void>;
}

export function addEmbedCommand(program: Command, context: EmbedContext): void {
  const embed = program
    .command("embed")
    .description("embed each line of standard input (text, or a JSON string); print one JSON line for each")
    .option("--config <file>", "settings file, TOML")
    .option("--json", "print JSON, which it does without it too");
  addModelOption(embed);
  embed.addHelpText("after", "\nExample:\n  echo 'metric units, please' | memoryd embed");
  embed.action((options: ModelOptions) => context.embed(options));
}
