// memoryd embed: embeds lines of text, for checks and measurements of the model inside the executable.
import type { Command } from "commander";
import type { CliContext } from "./context.ts";

export function addEmbedCommand(program: Command, context: CliContext): void {
  program
    .command("embed")
    .description("embed each line of standard input (text, or a JSON string); print one JSON line for each")
    .addHelpText("after", "\nExample:\n  echo 'metric units, please' | memoryd embed")
    .action(() => context.embed());
}
