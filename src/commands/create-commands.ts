// All that the commands do, as the command line asks for it.

import { databaseOf } from "../app/database-of.ts";
import type { DataOptions } from "../cli/context.ts";
import type { CliContext } from "../cli/program.ts";
import { readPlans } from "../config/read-limits.ts";
import type { SettingSources } from "../config/read-settings.ts";
import type { ThreadFiles } from "../config/threads.ts";
import { auditKeyPathOf } from "../storage/files/audit-keys.ts";
import { adminKeyPathOf, keyFileAt } from "../storage/files/key-file.ts";
import { dataFilesAt } from "../storage/sqlite/data-files.ts";
import { createAuditCommands } from "./audit.ts";
import { createBackupCommands } from "./backup.ts";
import { commandParts } from "./command-parts.ts";
import { createConfigCommands } from "./config.ts";
import { createEmbedCommand } from "./embed.ts";
import { erasingParts } from "./erasing.ts";
import { createHealthcheckCommand } from "./healthcheck.ts";
import type { Hangup } from "./outlive-hangup.ts";
import { readDocument } from "./read-document.ts";
import { whatIsInside } from "./version.ts";

export interface CommandDeps {
  readonly environment: SettingSources["environment"];
  readonly workers: ThreadFiles;
  /** One line to standard output. */
  readonly print: (line: string) => void;
  /** One line to standard error. */
  readonly warn: (line: string) => void;
  readonly hangup: Hangup;
}

export function createCommands({ environment, workers, print, warn, hangup }: CommandDeps): CliContext {
  const parts = commandParts(environment, workers, warn);
  const { clock, random, settingsFor, settingsOf } = parts;
  const filesOf = (options: DataOptions) => dataFilesAt(settingsOf(options).data_dir);
  const isInDatabase = (options: DataOptions) => databaseOf(settingsOf(options)) !== null;
  return {
    print,
    warn,
    clock,
    random,
    openOperatorStore: parts.openStore,
    writeKey: (file, key) => keyFileAt(file).write(`${key}\n`),
    ...erasingParts,
    adminKeyFile: (options) => keyFileAt(adminKeyPathOf(settingsOf(options))),
    ...whatIsInside(),
    ...createConfigCommands(parts),
    ...onDemand(["serve"], async () => (await import("./serve.ts")).createServeCommand({ ...parts, print, hangup })),
    ...onDemand(["openAccountApi"], async () => (await import("./account-api.ts")).createAccountApiCommand(parts)),
    readDocument,
    ...onDemand(["relayMcp", "speakMcp"], async () => (await import("./mcp.ts")).createMcpCommands(parts)),
    ...onDemand(["recall"], async () => (await import("./recall.ts")).createRecallCommand(parts)),
    ...createEmbedCommand(parts, print),
    ...onDemand(["previewLearning", "learnHere", "askToLearn"], async () =>
      (await import("./learn.ts")).createLearnCommands(parts),
    ),
    ...onDemand(["statusHere", "statusOf"], async () => (await import("./status.ts")).createStatusCommands(parts)),
    ...onDemand(["exportMemory", "importMemory", "sendImport"], async () =>
      (await import("./portability.ts")).createPortabilityCommands(parts),
    ),
    ...createBackupCommands({
      filesAt: (options) => (isInDatabase(options) ? null : filesOf(options)),
      sealToOf: (options) => settingsOf(options).backup_seal_to,
      now: clock.now,
    }),
    ...onDemand(["move"], async () => (await import("./move.ts")).createMoveCommand()),
    ...createAuditCommands({
      ...{ filesOf, isInDatabase, openStore: parts.openStore },
      auditKeyFile: (options) => auditKeyPathOf(settingsOf(options)),
    }),
    ...createHealthcheckCommand(parts),
    plans: (config) => readPlans(settingsFor({}, config)),
    async examine(asked) {
      const { examine } = await import("./examine.ts");
      return examine({ read: settingsFor, now: clock.now(), filesAt: dataFilesAt }, asked);
    },
  };
}

type Deed = (...asked: never[]) => Promise<unknown>;

/** Commands whose code is loaded when one of them is asked for: a short command would spend most of its time on that. */
function onDemand<C extends { readonly [N in keyof C]: Deed }, N extends keyof C & string>(
  names: readonly N[],
  load: () => Promise<C>,
): Pick<C, N> {
  const deeds = names.map((name) => [name, async (...asked: never[]) => (await load())[name](...asked)]);
  return Object.fromEntries(deeds) as Pick<C, N>;
}
