// The thread of a backup: reading and checking the data holds up no request. Protocol: one request, one answer.
import type { BackupReport } from "../../../domain/ports/data-files.ts";
import { type BackupRequest, takeBackup } from "./take-backup.ts";

export type BackupThreadRequest = Omit<BackupRequest, "progress">;
export type BackupThreadAnswer =
  | { readonly ok: true; readonly report: BackupReport }
  | { readonly ok: false; readonly message: string };

declare const self: Worker;

self.onmessage = (event: MessageEvent<BackupThreadRequest>) => {
  try {
    self.postMessage({ ok: true, report: takeBackup(event.data) } satisfies BackupThreadAnswer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ ok: false, message } satisfies BackupThreadAnswer);
  }
};
