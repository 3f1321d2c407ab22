// All that the commands do, as the command line asks for it.

import type { DataOptions } from "../cli/context.ts";
import type { CliContext } from "../cli/program.ts";
import { readPlans } from "../config/read-limits.ts";
import type { SettingSources } from "../config/read-settings.ts";
import type { ThreadFiles } from "../config/threads.ts";
import { dataFilesAt } from "../storage/sqlite/data-files.ts";
import { createAuditCommands } from "./audit.ts";
import { createBackupCommands } from "./backup.ts";
import { commandParts } from "./command-parts.ts";
import { createConfigCommands } from "./config.ts";
import { createEmbedCommand } from "./embed.ts";
import { examine } from "./examine.ts";
import { createLearnCommands } from "./learn.ts";
import { createPortabilityCommands } from "./portability.ts";
import { createRecallCommand } from "./recall.ts";
import { createServeCommand } from "./serve.ts";
import { whatIsInside } from "./version.ts";

export interface CommandDeps {
  readonly environment: SettingSources["environment"];
  readonly workers: ThreadFiles;
  /** One line to standard output. */
  readonly print: (line: string) => void;
  /** One line to standard error. */
  readonly warn: (line: string) => void;
}

export function createCommands({ environment, workers, print, warn }: CommandDeps): CliContext {
  const parts = commandParts(environment, workers);
  const { clock, random, settingsFor, settingsOf } = parts;
  const filesOf = (options: DataOptions) => dataFilesAt(settingsOf(options).data_dir);
  return {
    print,
    warn,
    clock,
    random,
    openOperatorStore: parts.openStore,
    ...whatIsInside(),
    ...createConfigCommands(parts),
    ...createServeCommand(parts, print),
    ...createRecallCommand(parts),
    ...createEmbedCommand(parts, print),
    ...createLearnCommands(parts),
    ...createPortabilityCommands(parts),
    ...createBackupCommands(filesOf, clock.now),
    ...createAuditCommands(filesOf),
    plans: (config) => readPlans(settingsFor({}, config)),
    examine: (asked) => examine({ read: settingsFor, now: clock.now(), filesAt: dataFilesAt }, asked),
  };
}
