// What the commands export and import do, put together from the settings, the storage and the verbs.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { version } from "../../package.json" with { type: "json" };
import type { DataOptions } from "../cli/context.ts";
import type { AskedExport, ExportContext, MadeExport } from "../cli/export.ts";
import type { AskedImport, ImportContext, ShownImport } from "../cli/import.ts";
import { requireAccount } from "../cli/operator-command.ts";
import { fateOf, OutputEndedError } from "../cli/output.ts";
import type { RunningServer } from "../cli/running-server.ts";
import { limitsOf } from "../config/read-limits.ts";
import { doneBy, SHELL } from "../domain/audit.ts";
import { DEFAULT_CORE } from "../domain/brain.ts";
import { CommandFault } from "../domain/command-fault.ts";
import { MemoryError } from "../domain/errors.ts";
import type { WorkProgress } from "../domain/ports/data-files.ts";
import type { SpooledFile } from "../domain/ports/spool.ts";
import { createLexicalIndex } from "../lexical/lexical-index.ts";
import type { ExportCounts } from "../portability/export-lines.ts";
import { exportMemory, noteExport } from "../portability/export-memory.ts";
import { openInPlace } from "../portability/foreign-document.ts";
import { shownReport } from "../portability/import-input.ts";
import { importMemory } from "../portability/import-memory.ts";
import { readInPlace } from "../reading/read-in-place.ts";
import { DataDirectoryError, databasePath, reasonOf } from "../storage/files/data-directory.ts";
import { writeAll } from "../storage/files/durable-files.ts";
import { createSpool } from "../storage/files/spool-file.ts";
import { writingBanOn } from "../storage/files/writing-ban.ts";
import { guardReading } from "../storage/sqlite/engine/open-unwritable.ts";
import { decideAttributes } from "../turns/decide-attributes.ts";
import { sameValue } from "../understanding/same-value.ts";
import { askServer } from "./ask-server.ts";
import type { CommandParts } from "./command-parts.ts";
import { openImportSource } from "./import-source.ts";
import { openForImport } from "./open-for-import.ts";

type PortabilityCommands = Pick<ExportContext & ImportContext, "exportMemory" | "importMemory" | "sendImport">;

export function createPortabilityCommands(parts: CommandParts): PortabilityCommands {
  return {
    exportMemory: (options, asked) => exportTo(parts, options, asked),
    importMemory: (options, account, asked) => importHere(parts, options, account, asked),
    sendImport,
  };
}

async function exportTo(parts: CommandParts, options: DataOptions, asked: AskedExport): Promise<MadeExport> {
  const path = databasePath(parts.settingsOf(options).data_dir);
  const requireSame = guardReading(path);
  const store = await parts.openStore(options);
  try {
    const { account, core } = asked.scope;
    await requireAccount(store, account);
    if (core !== null && core !== DEFAULT_CORE && (await store.cores.find(account, core)) === null) {
      throw new MemoryError("core_not_found", `there is no core ${core} in the account ${account}`);
    }
    // What stands on a medium that takes no more writes must still be saved from it.
    const inAudit = writingBanOn(path) === null;
    if (inAudit) await noteExport(store, asked, doneBy({ id: SHELL }, parts.clock));
    const pieces = upTo(exportMemory({ ...store, clock: parts.clock, version }, asked), requireSame);
    const counts = asked.file === null ? await toOutput(pieces) : await toFile(pieces, asked.file, asked);
    return { ...counts, inAudit };
  } finally {
    await store.close();
  }
}

type Pieces = AsyncGenerator<string, ExportCounts>;

/** All of them, unless the check at their end throws. */
async function* upTo(pieces: Pieces, check: () => void): Pieces {
  const counts = yield* pieces;
  check();
  return counts;
}

/** A piece at a time: the next one when the reader has taken the one before. */
async function toOutput(pieces: Pieces): Promise<ExportCounts> {
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) return next.value;
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(next.value, (error) =>
        error == null ? resolve() : reject(new OutputEndedError(fateOf(error))),
      );
    });
  }
}

/** Under another name until it is whole and on the disk; readable by its owner alone. */
async function toFile(pieces: Pieces, target: string, { mayReplace, progress }: AskedExport): Promise<ExportCounts> {
  if (!mayReplace && existsSync(target))
    throw new DataDirectoryError(`${target} is there already: --force replaces it`);
  const partial = `${target}.${process.pid}.part`;
  let file: number;
  try {
    file = openSync(partial, "wx", 0o600);
  } catch (error) {
    throw new DataDirectoryError(`${target} cannot be made: ${reasonOf(error)}`);
  }
  try {
    let counts: ExportCounts;
    try {
      counts = await writePieces(pieces, file, progress);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (mayReplace) renameSync(partial, target);
    else linkSync(partial, target);
    return counts;
  } catch (error) {
    throw error instanceof CommandFault
      ? error
      : new DataDirectoryError(`${target} cannot be made: ${reasonOf(error)}`);
  } finally {
    rmSync(partial, { force: true });
  }
}

async function writePieces(pieces: Pieces, file: number, progress: WorkProgress): Promise<ExportCounts> {
  progress.begin("bytes written", null);
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) return next.value;
    const bytes = Buffer.from(next.value, "utf8");
    writeAll(file, bytes);
    progress.advance(bytes.byteLength);
  }
}

async function importHere(
  parts: CommandParts,
  options: DataOptions,
  account: string,
  asked: AskedImport,
): Promise<ShownImport> {
  const settings = parts.settingsOf(options);
  const { store, made, close } = await openForImport(parts, options);
  let isDone = false;
  try {
    await requireAccount(store, account);
    const file = await sourceFile(asked, settings.data_dir);
    try {
      const reading = readInPlace();
      const deps = {
        ...store,
        clock: parts.clock,
        limits: limitsOf(settings),
        reading,
        sameValue,
        openDocument: openInPlace,
        words: createLexicalIndex({ source: store.lexicalSource, reading, budgetBytes: 0, onBytes: () => {} }),
        decideAttributes,
        onStored: () => {},
      };
      const { core, user, format } = asked;
      const identity = { account, core: null, user: null };
      // Plans bind who pays, not the operator at the shell.
      const by = doneBy({ id: SHELL }, parts.clock);
      const report = await importMemory(deps, { identity, core, user, format, subBrainsMax: null, file, by });
      isDone = true;
      if (made !== null) asked.onMade(made);
      return shownReport(report);
    } finally {
      await file.close();
    }
  } finally {
    await close(isDone);
  }
}

/** Standard input is laid aside in the data directory. */
async function sourceFile({ source, onLeftOut, progress }: AskedImport, dataDir: string): Promise<SpooledFile> {
  if (source === "-") return createSpool(dataDir)(Bun.stdin.stream());
  const file = openImportSource(source, onLeftOut);
  return {
    async *read() {
      progress.begin("reading", file.size);
      for await (const piece of file.read()) {
        progress.advance(piece.byteLength);
        yield piece;
      }
    },
    close: () => file.close(),
  };
}

async function sendImport(server: RunningServer, asked: AskedImport): Promise<ShownImport> {
  const query = new URLSearchParams();
  for (const name of ["core", "user", "format"] as const) if (asked[name] !== null) query.set(name, asked[name]);
  const headers = { "Content-Type": "application/x-ndjson" };
  const file = asked.source === "-" ? null : openImportSource(asked.source, asked.onLeftOut);
  try {
    const body = file === null ? Bun.stdin.stream() : streamOf(file.read());
    return (await askServer(server, { path: `/admin/import?${query}`, headers, body })) as ShownImport;
  } finally {
    await file?.close();
  }
}

/** A piece at a time, when the one before was sent. */
function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const left = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await left.next();
        if (next.done === true) controller.close();
        // The next one is read into the same memory.
        else controller.enqueue(next.value.slice());
      },
      cancel: () => void left.return?.(),
    },
    { highWaterMark: 1 },
  );
}
