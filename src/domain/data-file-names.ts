// What the files of the data directory are called: for whoever makes them, and for the doctor, who looks from outside.

export const DATABASE_FILE = "memoryd.db";
export const LOCK_FILE = "memoryd.lock";
export const KEY_FILE = "admin.key";
/** What the audit signs receipts with. */
export const AUDIT_KEY_FILE = "audit.key";
/** The id of the data that belongs here. */
export const ID_FILE = "memoryd.id";
/** Where the service that runs listens. */
export const ADDRESS_FILE = "memoryd.address";
/** How the last run of the command for backups ended. */
export const COMMAND_OUTCOME_FILE = "memoryd.backup-command";
/** Room on the disk that is kept for deleting. */
export const RESERVE_FILE = "memoryd.reserve";
/** There for a moment, to hear what the disk says. */
export const TRIAL_FILE = `${RESERVE_FILE}.trial`;

/** SQLite's own files beside a database. */
export const SIDE_SUFFIXES = ["-wal", "-shm", "-journal"] as const;

export const KEY_FILES: readonly string[] = [KEY_FILE, AUDIT_KEY_FILE];

/** Every name above, SQLite's side files among them. */
export const OWN_FILES: readonly string[] = [
  ...[DATABASE_FILE, LOCK_FILE].flatMap((file) => [file, ...SIDE_SUFFIXES.map((side) => file + side)]),
  ...KEY_FILES,
  ...[ID_FILE, ADDRESS_FILE, COMMAND_OUTCOME_FILE, RESERVE_FILE, TRIAL_FILE],
];

/** Data that a restore has copied here and not put in place yet. */
export const INCOMING_FILE = `${DATABASE_FILE}.restoring`;
/** Data that is being moved here from another engine, and is not whole yet. */
export const MOVING_FILE = `${DATABASE_FILE}.moving`;
/** Data that a restore moved out of the way; the time follows. */
export const ASIDE_PREFIX = `${DATABASE_FILE}.before-restore-`;
/** Backups made before an upgrade; the number of the schema follows. */
export const UPGRADE_PREFIX = `${DATABASE_FILE}.before-schema-`;

/** Whether the directory's own files have the name, or may have it. */
export function isReservedName(name: string): boolean {
  const starts = [`${DATABASE_FILE}-`, `${LOCK_FILE}-`, RESERVE_FILE];
  return OWN_FILES.includes(name) || starts.some((start) => name.startsWith(start));
}
