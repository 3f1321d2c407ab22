// The command line: one program, one file a command.
import { Command, type CommanderError } from "commander";
import { addAccountsCommand } from "./accounts.ts";
import type { CliContext } from "./context.ts";
import { addEmbedCommand } from "./embed-command.ts";
import { addKeysCommand } from "./keys.ts";
import { addLearnCommand } from "./learn.ts";
import { addRecallCommand } from "./recall.ts";
import { addServeCommand } from "./serve.ts";

const EXAMPLES = `
Examples:
  memoryd serve                                       start on http://127.0.0.1:8787 with data in ./memoryd-data
  memoryd keys create --name app --scope agent        a key for an agent of the account "default"
  memoryd keys revoke 4fT0aZ19                        stop a key, at once, also while the server runs
  memoryd recall --user ada "Which units do I like?"  what a question brings back, and why

Every option of \`serve\` is also a variable (MEMORYD_PORT) and a key of the TOML file given by --config (port).
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused for the safety of the data.`;

/** Throws CommanderError where the arguments are wrong, with the message printed already. */
export async function runProgram(context: CliContext, args: readonly string[]): Promise<void> {
  const program = new Command("memoryd")
    .description("A memory layer for AI agents: one executable, no network, no model provider.")
    .version(context.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .addHelpText("after", EXAMPLES)
    .showHelpAfterError("(memoryd --help shows what there is)")
    .exitOverride();
  addServeCommand(program, context);
  addKeysCommand(program, context);
  addAccountsCommand(program, context);
  addLearnCommand(program, context);
  addRecallCommand(program, context);
  addEmbedCommand(program, context);
  program
    .command("version")
    .description("print the version, and the model inside")
    .action(() => {
      context.print(context.version);
      context.print(`model ${context.carriedModel}`);
    });
  await program.parseAsync([...args], { from: "user" });
}

/** The exit code of a CommanderError: help and version are no failures. */
export function exitCodeOf(error: CommanderError): number {
  return error.exitCode === 0 ? 0 : 2;
}
