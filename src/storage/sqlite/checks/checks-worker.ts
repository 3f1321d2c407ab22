// The thread that looks through the data of the service that it belongs to, so that no request waits for it. Protocol: one
// request, one answer.
import type { Finding } from "../../../domain/finding.ts";
import type { ExaminationOrder, FollowedChain } from "../../../domain/ports/data-files.ts";
import type { ThreadAnswer } from "../engine/ask-thread.ts";
import { examineOwnData } from "./examine-data.ts";
import { followOwnAudit } from "./follow-audit.ts";

export type CheckRequest = { readonly dataDir: string } & (
  | { readonly kind: "examine"; readonly order: ExaminationOrder }
  | { readonly kind: "followAudit" }
);

/** By the kind of the request. */
export interface CheckAnswers {
  readonly examine: Finding[];
  readonly followAudit: FollowedChain;
}

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<CheckRequest>) => {
  try {
    self.postMessage({ ok: true, report: done(data) } satisfies ThreadAnswer<unknown>);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ ok: false, message } satisfies ThreadAnswer<unknown>);
  }
};

function done(request: CheckRequest): CheckAnswers[CheckRequest["kind"]] {
  const { dataDir } = request;
  return request.kind === "examine" ? examineOwnData(dataDir, request.order) : followOwnAudit(dataDir);
}
