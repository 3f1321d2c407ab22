// The calling side of a backup on a thread of its own.
import type { BackupReport } from "../../../domain/ports/data-files.ts";
import { placeInTheClear, removeClearFolders } from "../../files/clear-folder.ts";
import { BackupError } from "../../files/durable-files.ts";
import type { BackupThreadAnswer, BackupThreadRequest } from "./backup-worker.ts";

/** How long a thread that is broken off may take to end. */
const END_MS = 2_000;

/** Rejects with BackupError; once `stopping` is aborted, with its reason. */
export function takeBackupOnThread(
  workerUrl: string | URL,
  request: BackupThreadRequest,
  stopping: AbortSignal,
): Promise<BackupReport> {
  const worker = new Worker(workerUrl, { type: "module" });
  const ended = new Promise<void>((resolve) => worker.addEventListener("close", () => resolve()));
  const made = new Promise<BackupReport>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<BackupThreadAnswer>) => {
      if (event.data.ok) resolve(event.data.report);
      else reject(new BackupError(event.data.message));
    };
    worker.onerror = (event) => reject(new BackupError(`the thread of the backup failed: ${event.message}`));
    worker.addEventListener("close", () => reject(new BackupError("the thread of the backup ended")));
    stopping.addEventListener("abort", () => reject(stopping.reason));
    worker.postMessage(request);
  });
  return made.finally(async () => {
    worker.terminate();
    if (request.seal === undefined) return;
    await Promise.race([ended, Bun.sleep(END_MS)]);
    // A thread that was broken off took nothing away.
    removeClearFolders(placeInTheClear(request.dataDir), true);
  });
}
