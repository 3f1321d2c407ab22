// memoryd serve: runs the service.
import type { Command } from "commander";
import type { CliContext } from "./context.ts";

/** One setting as the command line shows it. */
export interface SettingOption {
  readonly name: string;
  readonly flag: string;
  readonly doc: string;
  /** "" where there is nothing to show. */
  readonly standard: string;
}

export function addServeCommand(program: Command, context: CliContext): void {
  const command = program
    .command("serve")
    .description("run the service until TERM or INT")
    .option("--config <file>", "settings file, TOML");
  for (const option of context.settingOptions) {
    const standard = option.standard === "" ? "" : ` (default: ${option.standard})`;
    command.option(`${option.flag} <value>`, option.doc + standard);
  }
  command.addHelpText("after", "\nExample:\n  memoryd serve --data-dir /var/lib/memoryd --port 8787");
  command.action(async () => {
    const given = command.opts<Record<string, string | undefined>>();
    const flags = Object.fromEntries(context.settingOptions.map(({ name, flag }) => [name, given[optionKey(flag)]]));
    await context.serve(flags, given.config);
  });
}

/** commander keeps `--data-dir` as `dataDir`. */
function optionKey(flag: string): string {
  return flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
