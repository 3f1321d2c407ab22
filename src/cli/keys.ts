// memoryd keys: makes, lists, rotates and revokes keys, on the data directory of a running or a stopped server.
import { type Command, InvalidArgumentError, Option } from "commander";
import { issueKey, type KeyDeps } from "../accounts/issue-key.ts";
import { generateKey } from "../accounts/key-format.ts";
import { keyIn, type Rotation, rotateKey, rotateKeyInFile } from "../accounts/rotate-key.ts";
import { hasRealDay, isoTimeOrNull } from "../base/iso-time.ts";
import { doneBy, SHELL } from "../domain/audit.ts";
import { DEFAULT_ACCOUNT, isCoreSlug, isUserId } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import type { ApiKey, KeyScope } from "../domain/key.ts";
import type { RotatingKeyFile } from "../domain/ports/key-file.ts";
import type { CommandContext, DataOptions } from "./context.ts";
import { addDataOptions, checked, requireAccount, withOperatorStore } from "./operator-command.ts";
import { printList, tableOf } from "./table.ts";

export interface KeysContext extends CommandContext {
  /** Makes the file, for its owner alone. Throws where it is there already, or cannot be made. */
  readonly writeKey: (file: string, key: string) => void;
  /** The file of the admin key, as the settings name it. */
  readonly adminKeyFile: (options: DataOptions) => RotatingKeyFile;
}

export function addKeysCommand(program: Command, context: KeysContext): void {
  const keys = program
    .command("keys")
    .description("make, list, rotate and revoke API keys")
    .addHelpText("after", "\nExample:\n  memoryd keys create --name app --scope agent");
  keys
    .command("generate")
    .description("make a new key that no server knows yet, for an admin key file")
    .option("--output <file>", "write it into a new file of mode 0600 (default: print it)")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExample:\n  memoryd keys generate --output admin.key && memoryd serve --admin-key-file admin.key",
    )
    .action(({ output, json }: { output?: string; json?: true }) => {
      const { id, text } = generateKey(context.random);
      if (output !== undefined) context.writeKey(output, text);
      const [shown, told] =
        output === undefined ? [{ key: text }, text] : [{ file: output }, `key ${id} is in ${output}`];
      context.print(json === true ? JSON.stringify({ id, ...shown }) : told);
    });
  addCreate(keys, context);
  addList(keys, context);
  addRotate(keys, context);
  addRevoke(keys, context);
}

interface CreateOptions extends DataOptions {
  readonly name: string;
  readonly scope: KeyScope;
  readonly account: string;
  readonly core?: string;
  readonly user?: string;
  readonly expires?: number;
  readonly json?: true;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const FORMS = "2027-01-31 (its start in UTC), 2027-01-31T10:00:00Z or 2027-01-31T10:00:00-08:00";

function parseFutureTime(text: string, now: number): number {
  const at = DAY.test(text) || MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new InvalidArgumentError(`It is not an ISO 8601 time, such as ${FORMS}.`);
  if (!hasRealDay(text)) throw new InvalidArgumentError("No calendar has that day.");
  if (at <= now) throw new InvalidArgumentError("It is in the past.");
  return at;
}

function isName(text: string): boolean {
  return text.trim() !== "" && [...text].length <= 200;
}

function addCreate(keys: Command, context: CommandContext): void {
  const create = keys
    .command("create")
    .description("make a key; it is shown this once")
    .requiredOption("--name <name>", "what the key is for", checked(isName, "name"))
    .addOption(new Option("--scope <scope>", "what it may do").choices(["admin", "agent"]).makeOptionMandatory())
    .option("--account <account>", "whose key it is", DEFAULT_ACCOUNT)
    .option("--core <slug>", "bind it to one core; it ends with that core", checked(isCoreSlug, "core slug"))
    .option("--user <id>", "bind it to one user; it ends when an admin erases them", checked(isUserId, "user id"))
    .option("--expires <time>", "when it ends, such as 2027-01-31 or 2027-01-31T10:00:00Z", (text: string) =>
      parseFutureTime(text, context.clock.now()),
    );
  addDataOptions(create);
  create.addHelpText("after", "\nExample:\n  memoryd keys create --name web --scope agent --user ada --json");
  create.action((options: CreateOptions) =>
    withOperatorStore(context, options, async (store) => {
      const deps: KeyDeps = { clock: context.clock, random: context.random, keys: store.keys };
      const asked = {
        account: options.account,
        name: options.name,
        scope: options.scope,
        core: options.core ?? null,
        user: options.user ?? null,
        expiresAt: options.expires ?? null,
      };
      const { key, text } = await issueKey(deps, asked, { id: SHELL });
      context.print(options.json === true ? JSON.stringify({ ...shownKey(key), key: text }) : text);
    }),
  );
}

function addList(keys: Command, context: CommandContext): void {
  const list = keys
    .command("list")
    .description("list the keys of an account")
    .option("--account <account>", "whose keys", DEFAULT_ACCOUNT);
  addDataOptions(list);
  list.addHelpText("after", "\nExample:\n  memoryd keys list --json");
  list.action((options: DataOptions & { account: string; json?: true }) =>
    withOperatorStore(context, options, async (store) => {
      await requireAccount(store, options.account);
      const all = (await store.keys.list(options.account)).map(shownKey);
      const rows = all.map((key) => rowOf(key, context.clock.now()));
      printList(context, options, all, tableOf(HEADS, rows));
    }),
  );
}

interface RotateOptions extends DataOptions {
  readonly overlap: number;
  readonly expires?: number;
  readonly json?: true;
}

const OVERLAP_DEFAULT = "24h";
const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const OVERLAP_MAX_MS = 365 * UNITS_MS.d;

function parseOverlap(text: string): number {
  const [, count, unit = "s"] = /^(\d{1,8})([smhd])$|^0$/.exec(text) ?? [];
  const ms = text === "0" ? 0 : Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
  if (!(ms <= OVERLAP_MAX_MS)) throw new InvalidArgumentError("It is no time up to a year, such as 24h, 30m, 7d or 0.");
  return ms;
}

function addRotate(keys: Command, context: KeysContext): void {
  const rotate = keys
    .command("rotate")
    .argument("[id]", "the key's 8-character id (default: the one in the admin key file)")
    .description("make a key of the same kind that takes a key's place, and let the old one end after a while")
    .option(
      "--overlap <time>",
      "how long the old key works on: 24h, 30m, 7d, 0",
      parseOverlap,
      parseOverlap(OVERLAP_DEFAULT),
    )
    .option(
      "--expires <time>",
      "when the new key ends, ISO 8601 (default: after as long as the old one was made for)",
      (text) => parseFutureTime(text, context.clock.now()),
    );
  addDataOptions(rotate);
  rotate.addHelpText(
    "after",
    `
The key in the admin key file is exchanged there too, so that commands with that file go on working; any other
new key is printed, this once.

Examples:
  memoryd keys rotate --overlap 1h
  memoryd keys rotate 4fT0aZ19 --overlap 7d`,
  );
  rotate.action((id: string | undefined, options: RotateOptions) =>
    withOperatorStore(context, options, async (store) => {
      const keyFile = context.adminKeyFile(options);
      const deps = { clock: context.clock, random: context.random, keys: store.keys, keyFile };
      const input = { overlapMs: options.overlap, expiresAt: options.expires ?? null };
      const isInFile = id === undefined || (await keyIn(deps, keyFile.read()))?.id === id;
      const made = isInFile
        ? await rotateKeyInFile(deps, input, { id: SHELL })
        : await rotateKey(deps, id, input, { id: SHELL });
      tellRotation(context, made, isInFile ? keyFile.path : null, options.json === true);
    }),
  );
}

function tellRotation(context: KeysContext, { key, text, old }: Rotation, file: string | null, isJson: boolean): void {
  const replaces = { id: old.id, expires_at: isoTimeOrNull(old.expiresAt) };
  const overlap = `the old key ${old.id} works until ${replaces.expires_at}`;
  if (isJson) {
    const where = file === null ? { key: text } : { key_file: file };
    context.print(JSON.stringify({ ...shownKey(key), ...where, replaces }));
  } else if (file !== null) {
    context.print(`the new key ${key.id} is in ${file}; ${overlap}`);
  } else {
    // The key alone on standard output, as `create` has it.
    context.print(text);
    context.warn(overlap);
  }
}

function addRevoke(keys: Command, context: CommandContext): void {
  const revoke = keys.command("revoke").argument("<id>", "the key's 8-character id").description("end a key at once");
  addDataOptions(revoke);
  revoke.addHelpText("after", "\nExample:\n  memoryd keys revoke 4fT0aZ19");
  revoke.action((id: string, options: DataOptions & { json?: true }) =>
    withOperatorStore(context, options, async (store) => {
      const key = await store.keys.find(id);
      const by = doneBy({ id: SHELL }, context.clock);
      if (key === null || !(await store.keys.revoke(key.account, id, by.at, by))) {
        throw new MemoryError("key_not_found", `there is no key ${id}`);
      }
      context.print(options.json === true ? JSON.stringify({ id, revoked: true }) : `revoked ${id}`);
    }),
  );
}

type ShownKey = ReturnType<typeof shownKey>;

function shownKey(key: ApiKey) {
  return {
    id: key.id,
    account: key.account,
    name: key.name,
    scope: key.scope,
    core: key.core,
    user: key.user,
    created_at: isoTimeOrNull(key.createdAt),
    last_used_at: isoTimeOrNull(key.lastUsedAt),
    expires_at: isoTimeOrNull(key.expiresAt),
    revoked_at: isoTimeOrNull(key.revokedAt),
    replaced_by: key.replacedBy,
  };
}

const HEADS = ["ID", "SCOPE", "STATE", "EXPIRES", "LAST USED", "CORE", "USER", "NAME"];

function rowOf(key: ShownKey, now: number): string[] {
  const { expires_at: expires, last_used_at: lastUsed, core, user } = key;
  const state = stateOf(key, expires !== null && Date.parse(expires) <= now);
  return [key.id, key.scope, state, expires ?? "", lastUsed ?? "", core ?? "", user ?? "", key.name];
}

function stateOf({ revoked_at: revoked, replaced_by: next }: ShownKey, isExpired: boolean): string {
  if (revoked !== null) return "revoked";
  const state = isExpired ? "expired" : "live";
  return next === null ? state : `${state}, rotated for ${next}`;
}
