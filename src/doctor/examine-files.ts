// Looks at the data directory from outside: whose it is, who may read it, what lies in it.
import { lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { shownMode } from "../base/shown-mode.ts";
import {
  ASIDE_PREFIX,
  AUDIT_KEY_FILE,
  DATABASE_FILE,
  ID_FILE,
  INCOMING_FILE,
  KEY_FILE,
  KEY_FILES,
  MOVING_FILE,
  OWN_FILES,
  UPGRADE_PREFIX,
} from "../domain/data-file-names.ts";
import { counted, type Finding } from "../domain/finding.ts";
import type { DoctorFacts } from "./facts.ts";
import { readOrNull } from "./this-machine.ts";

const MIB = 1024 * 1024;
/** The service empties the log above 64 MiB after the next write. */
const WAL_BYTES_MANY = 96 * MIB;
/** The group's and everybody's bits of a mode. */
const OTHERS = 0o077;
/** Without the group. */
export const ALL_OTHERS = 0o007;
export const ALL_WRITE = 0o002;
const GROUP_WRITE = 0o020;

/** What restores and upgrades leave behind, or did not finish. */
const LEFT_BEHIND = [ASIDE_PREFIX, UPGRADE_PREFIX, `.${UPGRADE_PREFIX}`, INCOMING_FILE, MOVING_FILE];
/** What was broken off, backups too. */
const BROKEN_OFF = /\.(part|tmp)$/;

export interface SeenFiles {
  readonly findings: readonly Finding[];
  readonly hasDatabase: boolean;
}

export function examineFiles(facts: DoctorFacts): SeenFiles {
  const { dataDir } = facts;
  const directory = statSync(dataDir, { throwIfNoEntry: false });
  if (directory === undefined || !directory.isDirectory()) {
    return { hasDatabase: false, findings: [missing(dataDir, directory)] };
  }
  let names: string[];
  try {
    names = readdirSync(dataDir).sort();
  } catch {
    const what = "The data directory cannot be read by this user.";
    const fix = `run this command as the user that owns ${dataDir}`;
    return {
      hasDatabase: false,
      findings: [{ code: "directory_unreadable", level: "error", where: dataDir, what, fix }],
    };
  }
  const findings = [...examineDirectory(facts, directory)];
  for (const name of names) findings.push(...examineFile(facts, name));
  const sizeOf = (name: string) => lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
  const walBytes = sizeOf(`${DATABASE_FILE}-wal`);
  if (walBytes > WAL_BYTES_MANY) findings.push(grownLog(dataDir, walBytes));
  const hasDatabase = names.includes(DATABASE_FILE);
  if (!hasDatabase && !facts.isInDatabase) findings.push(noDatabase(dataDir, names));
  findings.push(...examineAdminKey(facts));
  return { findings, hasDatabase };
}

function missing(dataDir: string, found: Stats | undefined): Finding {
  const what = found === undefined ? "There is no data directory here." : "This is not a directory.";
  const fix = "name the directory of the data with --data-dir";
  return { code: "directory_missing", level: "error", where: dataDir, what, fix };
}

function noDatabase(dataDir: string, names: readonly string[]): Finding {
  const left = names.filter((name) => name === ID_FILE || name === AUDIT_KEY_FILE).join(" and ");
  if (left !== "") {
    const what = `There is no data, but ${left} of data that was here.`;
    const fix = "mount its disk, or put a backup back with `memoryd restore`; `memoryd serve` makes no new data here";
    return { code: "data_vanished", level: "error", where: join(dataDir, DATABASE_FILE), what, fix };
  }
  const what = "There is no data in the data directory yet.";
  const fix = "name the right directory with --data-dir, or start `memoryd serve`, which makes the data";
  return { code: "data_missing", level: "error", where: join(dataDir, DATABASE_FILE), what, fix };
}

function grownLog(dataDir: string, walBytes: number): Finding {
  return {
    code: "wal_grown",
    level: "warning",
    where: join(dataDir, `${DATABASE_FILE}-wal`),
    what: `The write-ahead log has grown to ${Math.round(walBytes / MIB)} MiB: something reads the data without an end.`,
    fix: "end what reads the data (an sqlite3 shell, a copy), then restart the service: it empties the log",
  };
}

function* examineDirectory({ dataDir, machine }: DoctorFacts, { mode, uid }: Stats): Iterable<Finding> {
  if ((mode & OTHERS) !== 0) {
    yield {
      code: "directory_open",
      level: "warning",
      where: dataDir,
      what: `Other users of this machine may look into the data directory (mode ${shownMode(mode)}).`,
      fix: `chmod 700 ${dataDir}`,
    };
  }
  if (machine.uid > 0 && uid !== machine.uid) yield foreignOwner(dataDir, uid, machine.uid);
  else if (machine.uid > 0 && (mode & 0o700) !== 0o700) {
    yield {
      code: "directory_unwritable",
      level: "error",
      where: dataDir,
      what: `The service cannot read and write the data directory (mode ${shownMode(mode)}).`,
      fix: `chmod 700 ${dataDir}`,
    };
  }
}

function* examineFile({ dataDir, machine }: DoctorFacts, name: string): Iterable<Finding> {
  const path = join(dataDir, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const isLeftOver = LEFT_BEHIND.some((start) => name.startsWith(start)) || BROKEN_OFF.test(name);
  if (isLeftOver) {
    yield {
      code: "leftover",
      level: "note",
      where: path,
      what: `A restore, a move, an upgrade or a backup left this here (${shownSize(stats.size)}); it may hold memory that was erased since.`,
      fix: `rm ${path} once you are sure that it is not needed`,
    };
  } else if (!OWN_FILES.includes(name) && !stats.isDirectory()) {
    yield {
      code: "foreign_file",
      level: "warning",
      where: path,
      what: "This file is none of memoryd's.",
      fix: `move it elsewhere: mv ${path} ..`,
    };
  }
  const isData = isLeftOver || (OWN_FILES.includes(name) && !KEY_FILES.includes(name));
  if (isData && (stats.mode & OTHERS) !== 0 && !stats.isSymbolicLink()) {
    yield {
      code: "data_readable",
      level: "error",
      where: path,
      what: `Other users of this machine may read this file, which holds memory (mode ${shownMode(stats.mode)}).`,
      fix: `chmod 600 ${path}`,
    };
  }
  if (name === AUDIT_KEY_FILE && (stats.mode & OTHERS) !== 0) {
    yield {
      code: "audit_key_readable",
      level: "error",
      where: path,
      what: `Other users of this machine may read the key that receipts are signed with (mode ${shownMode(stats.mode)}).`,
      fix: `chmod 600 ${path}, then stop the service, move the file away and start it: it makes a new key and says so in the audit`,
    };
  }
  if (isData && stats.uid !== lstatSync(dataDir).uid) yield foreignOwner(path, stats.uid, lstatSync(dataDir).uid);
  else if (isData && machine.uid > 0 && (stats.mode & 0o600) !== 0o600) {
    yield {
      code: "data_unwritable",
      level: "error",
      where: path,
      what: `The service cannot read and write this file (mode ${shownMode(stats.mode)}).`,
      fix: `chmod 600 ${path}`,
    };
  }
}

function foreignOwner(path: string, uid: number, wanted: number): Finding {
  return {
    code: "wrong_owner",
    level: "error",
    where: path,
    what: `It belongs to the user ${uid}, and should to ${wanted}: the service could not write it.`,
    fix: `chown ${wanted} ${path}`,
  };
}

function* examineAdminKey({ dataDir, settings }: DoctorFacts): Iterable<Finding> {
  const path = settings?.adminKeyFile ?? join(dataDir, KEY_FILE);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  // A mounted secret is not the service's own: it may read it by its group, and cannot change it.
  const isOwn = stats.uid === statSync(dataDir).uid;
  if ((stats.mode & (isOwn ? OTHERS : ALL_OTHERS | GROUP_WRITE)) !== 0) {
    const isWritable = (stats.mode & (ALL_WRITE | GROUP_WRITE)) !== 0;
    const isRefused = (stats.mode & ALL_WRITE) !== 0;
    yield {
      code: "admin_key_readable",
      level: isOwn || isWritable ? "error" : "warning",
      where: path,
      what: `Other users of this machine may ${isWritable ? "change" : "read"} the admin key (mode ${shownMode(stats.mode)})${isRefused ? ", and no start takes it" : ""}.`,
      fix: isOwn
        ? `chmod 600 ${path}, then make a new admin key and revoke this one: it may have been read`
        : "mount or make the file for the service's user or group alone, with mode 0400 or 0440",
    };
  }
  const text = readOrNull(path);
  if (text !== null && !/^mk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}\s*$/.test(text)) {
    yield {
      code: "admin_key_malformed",
      level: "error",
      where: path,
      what: "The file does not hold one key of this service.",
      fix: `put a key there that \`memoryd keys generate\` or \`memoryd keys create --scope admin\` prints, or rm ${path}`,
    };
  }
}

/** The id of the key in the admin key's file; null where there is none. */
export function adminKeyIdOf(file: string): string | null {
  return /^mk_live_([0-9A-Za-z]{8})_/.exec(readOrNull(file) ?? "")?.[1] ?? null;
}

function shownSize(bytes: number): string {
  return bytes < MIB ? counted(bytes, "byte") : `${Math.round(bytes / MIB)} MiB`;
}
