// memoryd embed: embeds lines of text, for checks and measurements of a model.
import type { Command } from "commander";
import type { CommandContext, ModelOptions } from "./context.ts";
import { addModelOption } from "./operator-command.ts";

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
