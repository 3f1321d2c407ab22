// What the command embed does: the lines of standard input, one after the other, beside a bar.
import type { ModelOptions } from "../cli/context.ts";
import { type EmbedContext, runEmbed } from "../cli/embed.ts";
import { createProgress } from "../cli/progress.ts";
import { type CommandParts, openEmbedderOf } from "./command-parts.ts";

export function createEmbedCommand(parts: CommandParts, print: (line: string) => void): Pick<EmbedContext, "embed"> {
  return { embed: (options) => embed(parts, print, options) };
}

async function embed(parts: CommandParts, print: (line: string) => void, options: ModelOptions): Promise<void> {
  const embedder = await openEmbedderOf(parts.settingsOf(options), parts);
  const input = Bun.stdin.stream().pipeThrough(new TextDecoderStream());
  // Bar and lines would stand in each other's way on one terminal.
  const progress = process.stdout.isTTY === true ? null : createProgress("embedding", null);
  const output = (line: string) => {
    print(line);
    progress?.advance(1);
  };
  await runEmbed({ embedder, input, output });
  progress?.done();
}
