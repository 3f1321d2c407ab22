// The calling side of a backup on a thread of its own.
import type { BackupReport, WorkThread } from "../../../domain/ports/data-files.ts";
import { placeInTheClear, removeClearFolders } from "../../files/clear-folder.ts";
import { BackupError } from "../../files/durable-files.ts";
import { askThread } from "../engine/ask-thread.ts";
import type { BackupThreadRequest } from "./backup-worker.ts";

/** How long a thread that is broken off may take to end. */
const END_MS = 2_000;

/** Rejects with BackupError; once `stopping` is aborted, with its reason. */
export function takeBackupOnThread(thread: WorkThread, request: BackupThreadRequest): Promise<BackupReport> {
  const asked = askThread<BackupReport>(thread, "backup", request, (message) => new BackupError(message));
  return asked.answer.finally(async () => {
    asked.end();
    if (request.seal === undefined) return;
    await Promise.race([asked.ended, Bun.sleep(END_MS)]);
    // A thread that was broken off took nothing away.
    removeClearFolders(placeInTheClear(request.dataDir), true);
  });
}
