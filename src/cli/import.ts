// memoryd import: brings a file of memory in, on the data of a stopped server, or sent to a running one.
import { type Command, Option } from "commander";
import { DEFAULT_ACCOUNT, isCoreSlug, isUserId } from "../domain/brain.ts";
import type { WorkProgress } from "../domain/ports/data-files.ts";
import { IMPORT_FORMATS, type ImportFormat } from "../portability/detect-format.ts";
import type { shownReport } from "../portability/import-input.ts";
import type { CommandContext, DataOptions } from "./context.ts";
import { addDataOptions, checked } from "./operator-command.ts";
import { printableLine } from "./printable.ts";
import { counted, withProgress } from "./progress.ts";
import { addServerOptions, type RunningServer, type ServerOptions, serverOf } from "./running-server.ts";

export type ShownImport = ReturnType<typeof shownReport>;

/** Data that an import made because there was none. */
export interface MadeData {
  readonly dataDir: string;
  /** Where its admin key is. */
  readonly keyFile: string;
}

export interface AskedImport {
  /** A file, a folder of Markdown notes, or - for standard input. */
  readonly source: string;
  readonly core: string | null;
  readonly user: string | null;
  /** null: told by its content. */
  readonly format: ImportFormat | null;
  /** Told of what lies in a folder and is not read: its path from there on, and why, as a clause. */
  readonly onLeftOut: (path: string, reason: string) => void;
  /** Told once the memory stands in data that was made for it. */
  readonly onMade: (made: MadeData) => void;
  readonly progress: WorkProgress;
}

interface ImportOptions extends DataOptions, ServerOptions {
  readonly core?: string;
  readonly user?: string;
  readonly format?: ImportFormat;
  readonly json?: true;
}

export interface ImportContext extends CommandContext {
  /** Brings memory in, where no server runs on the data. */
  readonly importMemory: (options: DataOptions, account: string, asked: AskedImport) => Promise<ShownImport>;
  /** Has a running server bring it in. */
  readonly sendImport: (server: RunningServer, asked: AskedImport) => Promise<ShownImport>;
}

export function addImportCommand(program: Command, context: ImportContext): void {
  const command = program
    .command("import")
    .argument("<file>", "file to bring in; a folder of Markdown notes; - for standard input")
    .description("bring in an export, or memories of mem0, notes of basic-memory or chat messages")
    .option("--account <account>", `whose memory it becomes (default: ${DEFAULT_ACCOUNT})`)
    .option("--core <slug>", "where the one brain of the file goes", checked(isCoreSlug, "core slug"))
    .option("--user <id>", "whose the one brain of the file becomes", checked(isUserId, "user id"))
    .addOption(new Option("--format <format>", "what wrote it (default: its content tells)").choices(IMPORT_FORMATS));
  addServerOptions(command, "send it to");
  addDataOptions(command);
  command.addHelpText(
    "after",
    `
Where the data directory is not there, or is empty, new data is made in it, as a first start of the server does.
A folder is read without following links; what is left out is named on standard error, or in left_out with --json.

Examples:
  memoryd import memory.jsonl
  memoryd import --user ada --format chat messages.json
  memoryd import --url http://127.0.0.1:8787 --key-file memoryd-data/admin.key memory.jsonl`,
  );
  command.action(async (source: string, options: ImportOptions) => {
    const server = serverOf(command, options);
    const leftOut: { path: string; reason: string }[] = [];
    let made: MadeData | null = null;
    const asked = {
      source,
      onMade: (data: MadeData) => {
        made = data;
      },
      onLeftOut: (path: string, reason: string) => {
        leftOut.push({ path, reason });
        if (options.json !== true) context.warn(`${printableLine(path)} was left out: ${reason}`);
      },
      core: options.core ?? null,
      user: options.user ?? null,
      format: options.format ?? null,
    };
    const account = options.account ?? DEFAULT_ACCOUNT;
    const report = await withProgress((progress) =>
      server === null
        ? context.importMemory(options, account, { ...asked, progress })
        : context.sendImport(server, { ...asked, progress }),
    );
    if (options.json === true)
      context.print(JSON.stringify({ ...report, left_out: leftOut, made_data: shownData(made) }));
    else for (const line of [...linesOf(report), ...madeLines(made)]) context.print(line);
  });
}

function shownData(made: MadeData | null) {
  return made === null ? null : { data_dir: made.dataDir, admin_key_file: made.keyFile };
}

function madeLines(made: MadeData | null): string[] {
  if (made === null) return [];
  return [
    `new data was made in ${made.dataDir}, with the account ${DEFAULT_ACCOUNT}; its admin key is in ${made.keyFile}`,
  ];
}

function linesOf(report: ShownImport): string[] {
  const { packets, lessons, brains, format, to_embed: toEmbed } = report;
  const known = packets.skipped + lessons.skipped;
  const stored = packets.stored + lessons.stored;
  const head =
    stored === 0 && known > 0
      ? `imported from ${format}: nothing new`
      : `imported from ${format}: ${counted(packets.stored, "packet", "packets")} and ${counted(lessons.stored, "lesson", "lessons")} into ${counted(brains, "brain", "brains")}`;
  return [
    head,
    ...(known === 0 ? [] : [`${counted(known, "entry was", "entries were")} here already`]),
    ...(lessons.expired === 0
      ? []
      : [`${counted(lessons.expired, "lesson has", "lessons have")} expired and stayed behind`]),
    ...(toEmbed === 0
      ? []
      : [
          `${counted(toEmbed, "text gets its embedding", "texts get their embeddings")} from the server, in the background while it runs; until then found by words alone`,
        ]),
  ];
}
