// memoryd mcp: the Model Context Protocol on standard input and output, for hosts that start a program.
import type { Command } from "commander";
import { DEFAULT_ACCOUNT, isCoreSlug, isUserId } from "../domain/brain.ts";
import type { CommandContext, DataOptions, ModelOptions } from "./context.ts";
import { addModelOption, checked } from "./operator-command.ts";
import { parseUrl, type ServerOptions } from "./running-server.ts";

interface McpOptions extends DataOptions, ModelOptions, ServerOptions {
  readonly core?: string;
  readonly user?: string;
  readonly admin?: true;
}

/** Whose memory is spoken of; null: each call says it. */
export interface McpChoice {
  readonly core: string | null;
  readonly user: string | null;
}

export interface McpContext extends CommandContext {
  /** By a server that runs. Returns when the host has closed standard input. */
  readonly relayMcp: (server: McpServer, choice: McpChoice) => Promise<void>;
  /** Over the data itself, where no server runs on it; new data is made where there is none. */
  readonly speakMcp: (options: DataOptions & ModelOptions, speaker: McpSpeaker) => Promise<void>;
}

export interface McpServer {
  readonly url: string;
  /** null: the key is in the environment. */
  readonly keyFile: string | null;
  readonly caFile: string | null;
}

export interface McpSpeaker extends McpChoice {
  readonly account: string;
  /** May change rules, as admin keys may. */
  readonly isAdmin: boolean;
}

export function addMcpCommand(program: Command, context: McpContext): void {
  const mcp = program
    .command("mcp")
    .description("speak the Model Context Protocol on standard input and output, for a host that starts this")
    .option("--url <url>", "speak for the server that runs there (default: for the data itself)", parseUrl)
    .option("--key-file <file>", "file with a key, for --url (default: the variable MEMORYD_API_KEY)")
    .option("--ca-file <file>", "PEM file of what signed the certificate of --url (default: the public authorities)")
    .option("--core <slug>", "in which core", checked(isCoreSlug, "core slug"))
    .option("--user <id>", "whose memory (default: each call says it, or the key)", checked(isUserId, "user id"))
    .option("--account <account>", `whose data (default: ${DEFAULT_ACCOUNT})`)
    .option("--admin", "rules may be added, changed and deleted too; with --url the key says so")
    .option("--data-dir <dir>", "directory of the data (default: ./memoryd-data)")
    .option("--config <file>", "settings file, TOML");
  addModelOption(mcp);
  mcp.addHelpText(
    "after",
    `
Examples:
  memoryd mcp --data-dir ~/memoryd-data --user ada
  MEMORYD_API_KEY=mk_live_… memoryd mcp --url http://127.0.0.1:8787 --user ada`,
  );
  mcp.action(async (options: McpOptions) => {
    const { url, keyFile = null, caFile = null, account, core = null, user = null, admin = false } = options;
    if (url === undefined) {
      if (keyFile !== null || caFile !== null) mcp.error("error: --key-file and --ca-file belong to --url");
      await context.speakMcp(options, { account: account ?? DEFAULT_ACCOUNT, core, user, isAdmin: admin });
      return;
    }
    if (account !== undefined || admin || options.dataDir !== undefined) {
      mcp.error("error: with --url the key says whose memory it is: leave --account, --admin and --data-dir out");
    }
    await context.relayMcp({ url, keyFile, caFile }, { core, user });
  });
}
