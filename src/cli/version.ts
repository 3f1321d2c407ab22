// memoryd version: the version, what is inside, and the licences of it.
import type { Command } from "commander";
import type { CommandContext } from "./context.ts";

export interface VersionContext extends CommandContext {
  readonly version: string;
  /** Id of the model inside the executable. */
  readonly carriedModel: string;
  /** Versions of the runtime and the database inside. */
  readonly bun: string;
  readonly sqlite: () => string;
  /** The licences of everything inside. */
  readonly notices: () => Promise<string>;
}

export function addVersionCommand(program: Command, context: VersionContext): void {
  program
    .command("version")
    .description("print the version, and the model inside")
    .option("--notices", "print the licences of everything inside instead")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  memoryd version --json")
    .action(async (options: { json?: true; notices?: true }) => {
      const { version, carriedModel } = context;
      if (options.notices === true) {
        const notices = await context.notices();
        context.print(options.json === true ? JSON.stringify({ version, notices }) : notices.trimEnd());
      } else if (options.json === true) {
        context.print(JSON.stringify({ version, model: carriedModel, bun: context.bun, sqlite: context.sqlite() }));
      } else {
        context.print(version);
        context.print(`model ${carriedModel}`);
      }
    });
}
