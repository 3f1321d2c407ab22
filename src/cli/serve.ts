// memoryd serve: runs the service.
import type { Command } from "commander";
import type { CliContext } from "./context.ts";
import { addSettingOptions, givenSettings } from "./setting-options.ts";

export function addServeCommand(program: Command, context: CliContext): void {
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
