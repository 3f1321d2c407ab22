// Looks at what the machine gives the service: disk, memory, files, and the SQLite inside.
import type { Finding } from "../domain/finding.ts";
import type { DoctorFacts } from "./facts.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const DISK_BYTES_MIN = 64 * MIB;
const DISK_BYTES_SCARCE = GIB;
/** A connection is a file; so are the threads' and SQLite's. */
const OPEN_FILES_MIN = 1_024;
/** Of the runtime, and of one session of the default model. */
const RUNTIME_BYTES = 150 * MIB;
const SESSION_BYTES = 170 * MIB;

/** From <linux/magic.h>, with whether they are of another machine. */
const FILE_SYSTEMS: Readonly<Record<number, { readonly name: string; readonly isRemote: boolean }>> = {
  26985: { name: "NFS", isRemote: true },
  4283649346: { name: "CIFS", isRemote: true },
  4266872130: { name: "SMB2", isRemote: true },
  20859: { name: "SMB", isRemote: true },
  16914839: { name: "9P", isRemote: true },
  12805120: { name: "Ceph", isRemote: true },
  1702057286: { name: "FUSE", isRemote: true },
  16914836: { name: "tmpfs", isRemote: false },
  2240043254: { name: "ramfs", isRemote: false },
};

export function* examineMachine(facts: DoctorFacts, runningPid: number | null): Iterable<Finding> {
  if (facts.machine.isReadOnly(facts.dataDir)) yield readOnly(facts.dataDir);
  else yield* examineDisk(facts);
  yield* examineFileSystem(facts);
  yield* examineOpenFiles(facts, runningPid);
  yield* examineMemory(facts);
  const { sqliteFault, sqliteVersion } = facts.program;
  if (sqliteFault === null) return;
  const fix = "run the memoryd that was built for this machine: it carries an SQLite that is sound";
  yield { code: "sqlite_old", level: "error", where: `SQLite ${sqliteVersion}`, what: `${sqliteFault}.`, fix };
}

function readOnly(dataDir: string): Finding {
  return {
    code: "read_only_file_system",
    level: "error",
    where: dataDir,
    what: "The data is on a file system that is mounted read-only, as Linux does after a fault of the disk: nothing can be stored, and no service starts.",
    fix: "first save the data: memoryd backup /another/disk/memoryd.backup; then look for the fault in `dmesg`, check the file system (fsck) and mount it for writing again (mount -o remount,rw)",
  };
}

function* examineDisk({ dataDir, machine }: DoctorFacts): Iterable<Finding> {
  const free = machine.freeBytes(dataDir);
  if (free >= DISK_BYTES_SCARCE) return;
  yield {
    code: "disk_low",
    level: free < DISK_BYTES_MIN ? "error" : "warning",
    where: dataDir,
    what:
      free < MIB
        ? "The disk of the data is full: writes are refused, deletions are not."
        : `Only ${Math.floor(free / MIB)} MiB are free on the disk of the data: writes will be refused when it is full.`,
    fix: "free space on this disk, or move the data directory to a larger one while the service is stopped",
  };
}

function* examineFileSystem({ dataDir, machine }: DoctorFacts): Iterable<Finding> {
  const kind = FILE_SYSTEMS[machine.fileSystem(dataDir)];
  if (kind === undefined) return;
  yield kind.isRemote
    ? {
        code: "network_file_system",
        level: "error",
        where: dataDir,
        what: `The data is on ${kind.name}, where locks and the write-ahead log cannot be relied on.`,
        fix: "move the data directory to a local disk while the service is stopped",
      }
    : {
        code: "memory_file_system",
        level: "warning",
        where: dataDir,
        what: `The data is on ${kind.name}: it is gone when this machine restarts.`,
        fix: "move the data directory to a disk while the service is stopped",
      };
}

function* examineOpenFiles({ machine }: DoctorFacts, runningPid: number | null): Iterable<Finding> {
  const most = machine.openFilesMax(runningPid);
  if (most === null || most >= OPEN_FILES_MIN) return;
  yield {
    code: "few_open_files",
    level: "warning",
    where: runningPid === null ? "ulimit -n" : `process ${runningPid}`,
    what: `A process may have ${most} files open at once, and every connection is one.`,
    fix: "raise it: LimitNOFILE=65536 in the systemd unit, or `ulimit -n 65536` before the start",
  };
}

function* examineMemory({ machine, settings }: DoctorFacts): Iterable<Finding> {
  if (settings === null) return;
  const { memoryBytes, embeddingWorkers } = settings;
  const needed = memoryBytes + RUNTIME_BYTES + embeddingWorkers * SESSION_BYTES;
  if (needed <= machine.memoryBytes) return;
  const [wanted, there] = [needed, machine.memoryBytes].map((bytes) => Math.round(bytes / MIB));
  yield {
    code: "memory_short",
    level: "warning",
    where: "memory_mib, embedding_workers",
    what: `The service may come to need ${wanted} MiB of memory, and there are ${there}.`,
    fix: "lower memory_mib or embedding_workers, or give the machine or the container more memory",
  };
}
