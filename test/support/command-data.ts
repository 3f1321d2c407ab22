// Commands over real data in a directory, in process: the operator's way in, without a server.
import { rmSync } from "node:fs";
import { issueKey } from "../../src/accounts/issue-key.ts";
import type { CliContext } from "../../src/cli/program.ts";
import { createAccountApiCommand } from "../../src/commands/account-api.ts";
import { type CommandParts, commandParts } from "../../src/commands/command-parts.ts";
import { readDocument } from "../../src/commands/read-document.ts";
import { threadFilesBelow } from "../../src/config/threads.ts";
import type { Client } from "./client.ts";
import { newDataDir, startTestService } from "./test-service.ts";

export interface CommandData {
  readonly dir: string;
  readonly parts: CommandParts;
  /** For `runLine`. */
  readonly context: Pick<CliContext, "openOperatorStore" | "openAccountApi" | "readDocument">;
  /** What stands in the data, as an admin key of `default` sees it of a service that is started for this look. */
  look<T>(use: (operator: Client) => Promise<T>): Promise<T>;
  remove(): void;
}

/** The data is what `fill` leaves; the commands embed with the model inside, of which the data says that it is. */
export async function commandData(fill: (operator: Client) => Promise<void>): Promise<CommandData> {
  const dir = newDataDir();
  const parts = commandParts(
    { MEMORYD_DATA_DIR: dir },
    threadFilesBelow(new URL("../../src/main.ts", import.meta.url)),
    () => {},
  );
  // Another seed each time, or its key would have the id of the one before.
  let looks = 0;
  const look: CommandData["look"] = async (use) => {
    const service = await startTestService({ dataDir: dir, seed: ++looks });
    const key = { account: "default", name: "look", scope: "admin", core: null, user: null, expiresAt: null } as const;
    try {
      return await use(service.withKey((await issueKey(service.service, key)).text));
    } finally {
      await service.close();
    }
  };
  await look(fill);
  return {
    dir,
    parts,
    context: { openOperatorStore: parts.openStore, readDocument, ...createAccountApiCommand(parts) },
    look,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
