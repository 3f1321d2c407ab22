// memoryd move: takes all data from SQLite to PostgreSQL, or back.
import type { Command } from "commander";
import type { WorkProgress } from "../domain/ports/data-files.ts";
import type { CommandContext } from "./context.ts";
import { counted, withProgress } from "./progress.ts";

export interface AskedMove {
  /** A data directory or a database's URL; null: the URL in `databaseUrlFile`. */
  readonly from: string | null;
  readonly to: string | null;
  readonly databaseUrlFile: string | null;
}

export interface MovedData {
  readonly from: string;
  readonly to: string;
  readonly data_id: string;
  readonly data_dir: string;
  /** By table: the same on both sides. */
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>;
  /** Whether the data directory has the key that receipts of this data are signed with, which is not moved. */
  readonly audit_key: "same" | "other" | "missing";
}

interface MoveOptions {
  readonly from?: string;
  readonly to?: string;
  readonly databaseUrlFile?: string;
  readonly json?: true;
}

export interface MoveContext extends CommandContext {
  readonly move: (asked: AskedMove, progress: WorkProgress) => Promise<MovedData>;
}

export function addMoveCommand(program: Command, context: MoveContext): void {
  const move = program
    .command("move")
    .description(
      "take all data of a stopped service from its data directory to PostgreSQL, or back; given again, it goes on where it was broken off",
    )
    .option("--from <place>", "data directory, or URL of the database, that the data is taken from")
    .option("--to <place>", "data directory without data, or URL of an empty database, that it goes to")
    .option(
      "--database-url-file <file>",
      "file that holds the database's URL, for one with a password, in the place of --from or --to",
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  memoryd move --from /var/lib/memoryd --to postgres://memoryd@db.example/memory\n" +
        "  memoryd move --database-url-file /etc/memoryd/database-url --to /var/lib/memoryd-back",
    );
  move.action(async (options: MoveOptions) => {
    const { from = null, to = null, databaseUrlFile = null } = options;
    const places = [from, to, databaseUrlFile].filter((place) => place !== null);
    const databases = [from, to].filter((place) => place !== null && isDatabaseUrl(place)).length;
    if (places.length !== 2 || databases + (databaseUrlFile === null ? 0 : 1) !== 1) {
      move.error("error: --from and --to are needed, a data directory and the URL of a database");
    }
    const moved = await withProgress((progress) => context.move({ from, to, databaseUrlFile }, progress));
    if (options.json === true) context.print(JSON.stringify(moved));
    else for (const line of linesOf(moved)) context.print(line);
  });
}

export function isDatabaseUrl(place: string): boolean {
  return /^postgres(ql)?:/i.test(place);
}

function linesOf({ from, to, tables, data_dir: dataDir, audit_key: key }: MovedData): string[] {
  const held = (table: string, one: string, many: string) => counted(tables[table]?.rows ?? 0, one, many);
  const what = [
    held("packets", "packet", "packets"),
    held("lessons", "lesson", "lessons"),
    held("brains", "brain", "brains"),
  ];
  const isToDatabase = isDatabaseUrl(to);
  return [
    `moved ${what.join(", ")} from ${from} to ${to}; all ${Object.keys(tables).length} tables are the same in both`,
    `the data in ${from} stays as it is: nothing may serve it any more`,
    isToDatabase ? toNodes(dataDir, key) : backInDirectory(dataDir, key),
  ];
}

function toNodes(dataDir: string, key: MovedData["audit_key"]): string {
  const where = "must lie in the data directory of every node, as audit.key: it is in no database";
  if (key === "same") return `${dataDir}/audit.key ${where}`;
  return `the key that receipts are signed with is not in ${dataDir}; it ${where}`;
}

function backInDirectory(dataDir: string, key: MovedData["audit_key"]): string {
  if (key === "same") return `audit.key in ${dataDir} is the one that receipts are signed with, and stays`;
  const what = key === "missing" ? `no audit.key stands in ${dataDir}` : `the audit.key in ${dataDir} is another one`;
  return `${what}: put the one that the nodes have there before the service starts; otherwise receipts made so far can be checked with the old public key alone, and users have other names in the audit`;
}
