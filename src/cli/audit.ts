// memoryd audit: follows the chain of what was done, shows it, and checks the receipt of an erasure.
import { type Command, InvalidArgumentError } from "commander";
import { isoTime } from "../base/iso-time.ts";
import type { AuditEntry } from "../domain/audit.ts";
import { DEFAULT_ACCOUNT, isUserId } from "../domain/brain.ts";
import type { CommandContext, DataOptions } from "./context.ts";
import { addDataOptions, checked, withOperatorStore } from "./operator-command.ts";
import { counted } from "./progress.ts";
import { printList, tableOf } from "./table.ts";
import { FaultyDataError } from "./verify.ts";

export interface AuditVerdict {
  /** The data directory, or the file. */
  readonly target: string;
  readonly entries: number;
  /** To be written down elsewhere, and given as --head another time. */
  readonly head: string;
  /** The restore that replaced the data whose head was asked for; null where the chain itself has passed it. */
  readonly head_replaced_by: number | null;
  readonly faults: readonly string[];
}

export interface ReceiptVerdict {
  /** Sentences; empty where it is sound. */
  readonly faults: readonly string[];
  readonly public_key: string;
  /** Whether that is the key that was asked for; null where none was named. */
  readonly is_expected_key: boolean | null;
  readonly summary: string;
}

/** At most so many entries of `list` where nothing else is said. */
const LIST_LIMIT = 50;
const PAGE = 500;

export interface AuditContext extends CommandContext {
  /** Follows the audit's chain in the data, or in a file of data where one is named. */
  readonly verifyAudit: (options: DataOptions, file: string | null, head: string | null) => Promise<AuditVerdict>;
  /** Looks at the receipt in a file, `-` for standard input; `keyFile`: of the public key that it must be signed with. */
  readonly verifyReceipt: (file: string, keyFile: string | null) => Promise<ReceiptVerdict>;
  /** The hash that the audit has of a user. */
  readonly auditNameOf: (options: DataOptions, account: string, user: string) => string;
}

export function addAuditCommand(program: Command, context: AuditContext): void {
  const audit = program
    .command("audit")
    .description("check and show the record of what was done by keys, from the shell and by the service")
    .addHelpText("after", "\nExample:\n  memoryd audit verify --data-dir /var/lib/memoryd");
  addVerify(audit, context);
  addList(audit, context);
  addVerifyReceipt(audit, context);
}

function parseHash(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new InvalidArgumentError("It is not a hash: 64 of 0-9 and a-f.");
  return text;
}

function addVerify(audit: Command, context: AuditContext): void {
  const verify = audit
    .command("verify")
    .argument("[file]", "a backup, or data that a restore moved aside (default: the data directory)")
    .description("follow the audit's chain, beside a running server or without one; nothing is changed")
    .option("--head <hash>", "a head that was written down before: the chain must have passed it", parseHash);
  addDataOptions(verify);
  verify.addHelpText("after", "\nExample:\n  memoryd audit verify --data-dir /var/lib/memoryd --json");
  verify.action(async (file: string | undefined, options: DataOptions & { head?: string; json?: true }) => {
    const found = await context.verifyAudit(options, file ?? null, options.head ?? null);
    const { faults, entries, head, target } = found;
    if (options.json === true) context.print(JSON.stringify({ ok: faults.length === 0, ...found }));
    else for (const fault of faults) context.print(fault);
    if (faults.length > 0) {
      throw new FaultyDataError(`${counted(faults.length, "fault", "faults")} in the audit of ${target}`);
    }
    if (options.json === true) return;
    context.print(`${target}: ${counted(entries, "entry", "entries")}, none changed, none missing`);
    if (found.head_replaced_by !== null) {
      context.print(`the head that you named was of data that the restore of entry ${found.head_replaced_by} replaced`);
    }
    context.print(`head ${head}`);
  });
}

interface ListOptions extends DataOptions {
  readonly account?: string;
  readonly user?: string;
  readonly limit: number;
  readonly json?: true;
}

function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It is not a whole number from 1 on.");
  return Number(text);
}

function addList(audit: Command, context: AuditContext): void {
  const list = audit
    .command("list")
    .description("show the entries, newest first")
    .option("--account <account>", "only those of this account (default: of all)")
    .option(
      "--user <id>",
      `only those that name this user, of ${DEFAULT_ACCOUNT} where no --account is given`,
      checked(isUserId, "user id"),
    )
    .option("--limit <count>", "at most so many", parseLimit, LIST_LIMIT);
  addDataOptions(list);
  list.addHelpText("after", "\nExample:\n  memoryd audit list --account acme --limit 20");
  list.action((options: ListOptions) => {
    const { user } = options;
    // A user belongs to an account: the hash of the name is made of both.
    const account = options.account ?? (user === undefined ? undefined : DEFAULT_ACCOUNT);
    return withOperatorStore(context, options, async (store) => {
      const name = user === undefined || account === undefined ? null : context.auditNameOf(options, account, user);
      const shown: AuditEntry[] = [];
      let before: number | null = null;
      while (shown.length < options.limit) {
        const page: AuditEntry[] = await store.audit.list(account ?? null, { limit: PAGE, before });
        shown.push(...page.filter((entry) => name === null || names(entry, name)));
        before = page.at(-1)?.seq ?? null;
        if (page.length < PAGE) break;
      }
      const items = shown.slice(0, options.limit);
      printList(context, options, items.map(shownEntry), tableOf(HEADS, items.map(rowOf)));
    });
  });
}

function names({ target, details }: AuditEntry, name: string): boolean {
  return target.includes(name) || details.includes(name);
}

function shownEntry({ at, details, ...entry }: AuditEntry) {
  return { ...entry, at: isoTime(at), details: JSON.parse(details) as object };
}

const HEADS = ["SEQ", "TIME", "ACCOUNT", "ACTOR", "ACTION", "TARGET", "DETAILS"];

function rowOf({ seq, at, account, actor, action, target, details }: AuditEntry): string[] {
  return [String(seq), isoTime(at), account, actor, action, target, details === "{}" ? "" : details];
}

function addVerifyReceipt(audit: Command, context: AuditContext): void {
  audit
    .command("verify-receipt")
    .argument("<file>", "the receipt, or an answer that holds one, JSON; - for standard input")
    .description("say whether a receipt of an erasure is whole and signed; needs no data and no server")
    .option("--public-key <file>", "PEM file of the key that it must be signed with: GET /admin/audit/key shows it")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  memoryd audit verify-receipt --public-key memoryd.pem receipt.json")
    .action(async (file: string, options: { publicKey?: string; json?: true }) => {
      const found = await context.verifyReceipt(file, options.publicKey ?? null);
      const { faults, summary } = found;
      if (options.json === true) context.print(JSON.stringify({ ok: faults.length === 0, ...found }));
      else for (const fault of faults) context.print(fault);
      if (faults.length > 0) throw new FaultyDataError(`the receipt in ${file} is not to be believed`);
      if (options.json === true) return;
      context.print(`${file}: ${summary}`);
      if (found.is_expected_key === null) {
        context.print(
          `signed with the key ${found.public_key}: compare it, or name the one you know with --public-key`,
        );
      }
    });
}
