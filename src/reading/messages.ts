// What the service and its reading thread say to each other.
import type { ErrorCode, ErrorDetails } from "../domain/errors.ts";
import type { TextTask } from "../domain/ports/text-reading.ts";

export interface TaskRequest {
  readonly id: number;
  readonly task: TextTask;
  readonly input: unknown;
  readonly account: string | null;
}

export type TaskAnswer =
  | { readonly id: number; readonly kind: "done"; readonly output: unknown }
  /** An outcome that the caller is told about. */
  | {
      readonly id: number;
      readonly kind: "refused";
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails | undefined;
    }
  /** A defect: the reason says nothing of the text. */
  | { readonly id: number; readonly kind: "failed"; readonly reason: string };
