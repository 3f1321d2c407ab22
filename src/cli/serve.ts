// memoryd serve: runs the service.
import type { Command } from "commander";
import type { CommandContext } from "./context.ts";
import { addSettingOptions, givenSettings, type SettingFlags, type SettingOption } from "./setting-options.ts";

export interface ServeContext extends CommandContext {
  /** Runs until the service was told to stop. `flags` by setting name. */
  readonly serve: (flags: SettingFlags, config: string | undefined) => Promise<void>;
  readonly settingOptions: readonly SettingOption[];
}

export function addServeCommand(program: Command, context: ServeContext): void {
  const command = program
    .command("serve")
    .description("run the service until TERM or INT; HUP reads the settings again");
  addSettingOptions(command, context.settingOptions);
  command.addHelpText("after", "\nExample:\n  memoryd serve --data-dir /var/lib/memoryd --port 8787");
  command.action(async () => {
    const { flags, config } = givenSettings(command, context.settingOptions);
    await context.serve(flags, config);
  });
}
