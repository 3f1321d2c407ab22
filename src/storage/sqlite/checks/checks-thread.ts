// The calling side of what looks through the data of a running service.
import type { WorkThread } from "../../../domain/ports/data-files.ts";
import { DataDirectoryError } from "../../files/data-directory.ts";
import { askThread } from "../engine/ask-thread.ts";
import type { CheckAnswers, CheckRequest } from "./checks-worker.ts";

/** Rejects with DataDirectoryError; once the thread's `stopping` is aborted, with its reason. */
export function checkOnThread<K extends keyof CheckAnswers>(
  thread: WorkThread,
  request: CheckRequest & { readonly kind: K },
): Promise<CheckAnswers[K]> {
  const asked = askThread<CheckAnswers[K]>(thread, "checks", request, (message) => new DataDirectoryError(message));
  return asked.answer.finally(asked.end);
}
