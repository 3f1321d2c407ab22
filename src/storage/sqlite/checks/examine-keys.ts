// Looks at the keys: which are spent, which nobody uses, and how many can do everything.
import type { Database } from "bun:sqlite";
import { counted, type Finding } from "../../../domain/finding.ts";
import type { ApiKey } from "../../../domain/key.ts";
import type { ExaminationOrder } from "../../../domain/ports/data-files.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const UNUSED_MS = 90 * DAY_MS;
const NEVER_USED_MS = 30 * DAY_MS;
/** Enough for a few people and one rotation. */
const ADMIN_KEYS_MAX = 5;

type Key = Omit<ApiKey, "name" | "replacedBy">;

const ALL_KEYS =
  'SELECT id, account, scope, core, "user", created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt, revoked_at AS revokedAt FROM keys ORDER BY created_at, id';

export function* examineKeys(db: Database, order: ExaminationOrder): Iterable<Finding> {
  const keys = db.query<Key, []>(ALL_KEYS).all();
  const { now } = order;
  const isExpired = ({ expiresAt }: Key) => expiresAt !== null && expiresAt <= now;
  const kept = keys.filter(({ revokedAt }) => revokedAt === null);
  const live = kept.filter((key) => !isExpired(key));
  yield* together(kept.filter(isExpired), "keys_expired", "expired and were never revoked");
  const isUnused = ({ lastUsedAt, createdAt }: Key) =>
    lastUsedAt === null ? now - createdAt > NEVER_USED_MS : now - lastUsedAt > UNUSED_MS;
  yield* together(live.filter(isUnused), "keys_unused", "were not used for months");
  const admins = live.filter(
    ({ account, scope, core, user }) => account === "default" && scope === "admin" && core === null && user === null,
  );
  if (admins.length > ADMIN_KEYS_MAX) {
    yield {
      code: "admin_keys_many",
      level: "warning",
      where: "table keys",
      what: `${admins.length} keys can do everything with every account.`,
      fix: "bind keys to accounts, cores or users, or make them of scope agent: `memoryd keys list`, `memoryd keys revoke ID`",
    };
  }
  if (admins.length === 0) {
    yield {
      code: "admin_key_missing",
      level: "error",
      where: "table keys",
      what: "No key is left that may do the operator's work over the interface.",
      fix: "memoryd keys create --name operator --scope admin",
    };
  }
  yield* examineAdminKeyFile(keys, order.adminKey);
}

function* examineAdminKeyFile(keys: readonly Key[], { file, id }: ExaminationOrder["adminKey"]): Iterable<Finding> {
  const known = keys.find((key) => key.id === id);
  if (known === undefined || known.revokedAt === null) return;
  yield {
    code: "admin_key_revoked",
    level: "warning",
    where: file,
    what: `The key ${id} in the admin key's file is revoked: whoever uses the file gets 401.`,
    fix: "memoryd keys create --name operator --scope admin, and write the key into that file",
  };
}

/** One finding for all keys of a kind: there may be thousands. */
function* together(keys: readonly Key[], code: string, what: string): Iterable<Finding> {
  const [first] = keys;
  if (first === undefined) return;
  const ids = keys.slice(0, 5).map(({ id }) => id);
  yield {
    code,
    level: "note",
    where: `${keys.length === 1 ? "key" : "keys"} ${ids.join(", ")}${keys.length > ids.length ? ", …" : ""}`,
    what: `${counted(keys.length, "key")} ${keys.length === 1 ? what.replace(/^were/, "was") : what}.`,
    fix: `memoryd keys revoke ${first.id}${keys.length === 1 ? "" : ", and so on for the others"}`,
  };
}
