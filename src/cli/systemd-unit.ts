// memoryd systemd-unit: prints the service's unit file.
import type { Command } from "commander";
import type { CommandContext } from "./context.ts";

export interface SystemdUnitContext extends CommandContext {
  readonly systemdUnit: string;
}

export function addSystemdUnitCommand(program: Command, context: SystemdUnitContext): void {
  program
    .command("systemd-unit")
    .description("print a hardened unit file for systemd")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  memoryd systemd-unit > /etc/systemd/system/memoryd.service")
    .action((options: { json?: true }) => {
      const unit = context.systemdUnit;
      context.print(options.json === true ? JSON.stringify({ unit }) : unit.trimEnd());
    });
}
