// The command line: one program, one file a command.
import { Command, type CommanderError } from "commander";
import { type AccountsContext, addAccountsCommand } from "./accounts.ts";
import { type AuditContext, addAuditCommand } from "./audit.ts";
import { addBackupCommand, type BackupContext } from "./backup.ts";
import { addBackupIdentityCommand, type BackupIdentityContext } from "./backup-identity.ts";
import { addCompletionCommand } from "./completion.ts";
import { addConfigCommand, type ConfigContext } from "./config.ts";
import { addConstitutionsCommand, type ConstitutionsContext } from "./constitutions.ts";
import { addCoresCommand } from "./cores.ts";
import { addDoctorCommand, type DoctorContext } from "./doctor.ts";
import { addEmbedCommand, type EmbedContext } from "./embed.ts";
import { addExportCommand, type ExportContext } from "./export.ts";
import { addHealthcheckCommand, type HealthcheckContext } from "./healthcheck.ts";
import { addImportCommand, type ImportContext } from "./import.ts";
import { addKeysCommand, type KeysContext } from "./keys.ts";
import { addLearnCommand, type LearnContext } from "./learn.ts";
import { addLessonsCommand } from "./lessons.ts";
import { addManCommand, type ManContext } from "./man.ts";
import { addMcpCommand, type McpContext } from "./mcp.ts";
import { addMoveCommand, type MoveContext } from "./move.ts";
import { addPlansCommand, type PlansContext } from "./plans.ts";
import { addRecallCommand, type RecallContext } from "./recall.ts";
import { addRestoreCommand, type RestoreContext } from "./restore.ts";
import { addServeCommand, type ServeContext } from "./serve.ts";
import { addSettingsCommand } from "./settings.ts";
import { addStatusCommand, type StatusContext } from "./status.ts";
import { addSystemdUnitCommand, type SystemdUnitContext } from "./systemd-unit.ts";
import { addUsersCommand, type UsersContext } from "./users.ts";
import { addVerifyCommand, type VerifyContext } from "./verify.ts";
import { addVersionCommand, type VersionContext } from "./version.ts";

const EXAMPLES = `
Examples:
  memoryd serve                                       start on http://127.0.0.1:8787 with data in ./memoryd-data
  memoryd keys create --name app --scope agent        a key for an agent of the account "default"
  memoryd keys rotate --overlap 24h                   another admin key; the old one works for a day
  memoryd keys revoke 4fT0aZ19                        stop a key, at once, also while the server runs
  memoryd recall --user ada "Which units do I like?"  what a question brings back, and why

Every option of \`serve\` is also a variable (MEMORYD_PORT) and a key of the TOML file given by --config (port).
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused for the safety of the data.`;

/** What the commands need; each names its own needs in its own file. */
export type CliContext = AccountsContext &
  AuditContext &
  BackupContext &
  BackupIdentityContext &
  ConfigContext &
  ConstitutionsContext &
  DoctorContext &
  EmbedContext &
  ExportContext &
  HealthcheckContext &
  ImportContext &
  KeysContext &
  LearnContext &
  ManContext &
  McpContext &
  MoveContext &
  PlansContext &
  RecallContext &
  RestoreContext &
  ServeContext &
  StatusContext &
  SystemdUnitContext &
  UsersContext &
  VerifyContext &
  VersionContext;

/** Whether what goes wrong is to be told as JSON. */
export function wantsJson(args: readonly string[]): boolean {
  return args.includes("--json");
}

/** Throws CommanderError where the arguments are wrong; without --json its message is printed already. */
export async function runProgram(context: CliContext, args: readonly string[]): Promise<void> {
  const program = new Command("memoryd")
    .description("A memory layer for AI agents: one executable, no network, no model provider.")
    .version(context.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .addHelpText("after", EXAMPLES)
    .showHelpAfterError("(memoryd --help shows what there is)")
    .configureOutput({ writeErr: (text) => wantsJson(args) || process.stderr.write(text), outputError: writeInOneLine })
    .exitOverride();
  addServeCommand(program, context);
  addStatusCommand(program, context);
  addKeysCommand(program, context);
  addAccountsCommand(program, context);
  addPlansCommand(program, context);
  addCoresCommand(program, context);
  addUsersCommand(program, context);
  addSettingsCommand(program, context);
  addConstitutionsCommand(program, context);
  addLessonsCommand(program, context);
  addLearnCommand(program, context);
  addRecallCommand(program, context);
  addEmbedCommand(program, context);
  addMcpCommand(program, context);
  addBackupCommand(program, context);
  addBackupIdentityCommand(program, context);
  addRestoreCommand(program, context);
  addVerifyCommand(program, context);
  addMoveCommand(program, context);
  addAuditCommand(program, context);
  addExportCommand(program, context);
  addImportCommand(program, context);
  addConfigCommand(program, context);
  addCompletionCommand(program, context);
  addManCommand(program, context);
  addDoctorCommand(program, context);
  addHealthcheckCommand(program, context);
  addSystemdUnitCommand(program, context);
  addVersionCommand(program, context);
  await program.parseAsync([...args], { from: "user" });
}

/** A suggestion comes on a line of its own. */
function writeInOneLine(text: string, write: (text: string) => void): void {
  write(`${text.trimEnd().replaceAll("\n", " ")}\n`);
}

/** The exit code of a CommanderError: help and version are no failures. */
export function exitCodeOf(error: CommanderError): number {
  return error.exitCode === 0 ? 0 : 2;
}
