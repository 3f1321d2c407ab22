// Runs a command line in process: what it prints, what it asks of others, and how it ends.
import { CommanderError } from "commander";
import type { OperatorStore } from "../../src/cli/context.ts";
import { type CliContext, exitCodeOf, runProgram } from "../../src/cli/program.ts";
import { DEFAULT_PLANS } from "../../src/domain/plan.ts";
import { AccountsInMemory, AuditInMemory, CoresInMemory, fixedClock, KeysInMemory } from "./account-ports.ts";
import { seededRandom } from "./chance.ts";

export interface Outcome {
  readonly printed: readonly string[];
  readonly warned: readonly string[];
  /** What it threw; null where it ended well. */
  readonly error: Error | null;
  /** The message of a wrong use; null where it was none. */
  readonly usage: string | null;
}

/** What a test does not give must not be asked for. */
function unasked(name: string): () => never {
  return () => {
    throw new Error(`${name} was asked for`);
  };
}

/** `--json` in the arguments keeps what commander says of a wrong use off the test's own standard error. */
export async function runLine(args: readonly string[], changes: Partial<CliContext> = {}): Promise<Outcome> {
  const printed: string[] = [];
  const warned: string[] = [];
  const context: CliContext = {
    version: "1.2.3",
    carriedModel: "model-a",
    bun: "9.9.9",
    sqlite: () => "8.8.8",
    notices: async () => "Licences\n",
    systemdUnit: "[Unit]\n",
    settingOptions: [],
    clock: fixedClock(),
    random: seededRandom(1),
    print: (line) => void printed.push(line),
    warn: (line) => void warned.push(line),
    plans: () => DEFAULT_PLANS,
    openOperatorStore: unasked("openOperatorStore"),
    writeKey: unasked("writeKey"),
    openAccountApi: unasked("openAccountApi"),
    readDocument: unasked("readDocument"),
    relayMcp: unasked("relayMcp"),
    speakMcp: unasked("speakMcp"),
    adminKeyFile: unasked("adminKeyFile"),
    askAtTerminal: () => null,
    reserveFile: unasked("reserveFile"),
    verifyAudit: unasked("verifyAudit"),
    verifyReceipt: unasked("verifyReceipt"),
    auditNameOf: unasked("auditNameOf"),
    backup: unasked("backup"),
    makeBackupIdentity: unasked("makeBackupIdentity"),
    restore: unasked("restore"),
    verify: unasked("verify"),
    readSettings: unasked("readSettings"),
    checkSettings: unasked("checkSettings"),
    examine: unasked("examine"),
    embed: unasked("embed"),
    exportMemory: unasked("exportMemory"),
    importMemory: unasked("importMemory"),
    sendImport: unasked("sendImport"),
    move: unasked("move"),
    previewLearning: unasked("previewLearning"),
    learnHere: unasked("learnHere"),
    askToLearn: unasked("askToLearn"),
    recall: unasked("recall"),
    serve: unasked("serve"),
    statusHere: unasked("statusHere"),
    statusOf: unasked("statusOf"),
    whyUnready: unasked("whyUnready"),
    ...changes,
  };
  const error = await runProgram(context, args).then(
    () => null,
    (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
  );
  const usage = error instanceof CommanderError && exitCodeOf(error) === 2 ? error.message : null;
  return { printed, warned, error, usage };
}

/** What it printed as JSON, in its one line. */
export async function runJson(args: readonly string[], changes: Partial<CliContext> = {}): Promise<unknown> {
  const { printed, error } = await runLine([...args, "--json"], changes);
  if (error !== null) throw error;
  if (printed.length !== 1) throw new Error(`it printed ${printed.length} lines`);
  return JSON.parse(printed[0] ?? "");
}

/** What it printed, where it ended well. */
export async function runText(args: readonly string[], changes: Partial<CliContext> = {}): Promise<readonly string[]> {
  const { printed, error } = await runLine(args, changes);
  if (error !== null) throw error;
  return printed;
}

/** Why it was a wrong use. */
export async function usageOf(args: readonly string[], changes: Partial<CliContext> = {}): Promise<string> {
  const { usage, error } = await runLine([...args, "--json"], changes);
  if (usage === null) throw error ?? new Error("it was taken");
  return usage;
}

/** The operator's part of a data directory in memory, and the options that it was opened with. */
export function operatorData(...accounts: readonly string[]) {
  const opened: { dataDir: string | undefined; config: string | undefined }[] = [];
  const closed = { count: 0 };
  const store = {
    accounts: new AccountsInMemory("default", ...accounts),
    keys: new KeysInMemory(),
    cores: new CoresInMemory("blue", "red", "green"),
    audit: new AuditInMemory(),
  };
  const openOperatorStore: CliContext["openOperatorStore"] = async ({ dataDir, config }): Promise<OperatorStore> => {
    opened.push({ dataDir, config });
    const close = async () => {
      closed.count += 1;
    };
    return { ...store, close };
  };
  return { ...store, opened, closed, openOperatorStore };
}
