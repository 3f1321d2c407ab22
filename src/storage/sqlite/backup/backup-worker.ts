// The thread of a backup of the data that its process serves: reading and checking it holds up no request. Protocol: one request, one answer.
import type { BackupOrder, BackupReport } from "../../../domain/ports/data-files.ts";
import type { ThreadAnswer } from "../engine/ask-thread.ts";
import { type BackupRequest, takeBackup } from "./take-backup.ts";

export type BackupThreadRequest = Omit<BackupRequest, "progress"> & Pick<BackupOrder, "seal">;
type BackupThreadAnswer = ThreadAnswer<BackupReport>;

declare const self: Worker;

self.onmessage = async (event: MessageEvent<BackupThreadRequest>) => {
  const { seal, ...asked } = event.data;
  const request = { ...asked, isOwn: true };
  try {
    const report =
      seal === undefined
        ? takeBackup(request)
        : await (await import("./sealed-backup.ts")).takeSealedBackup({ ...request, seal });
    self.postMessage({ ok: true, report } satisfies BackupThreadAnswer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ ok: false, message } satisfies BackupThreadAnswer);
  }
};
