// The table of all operations, held against what the running service says it can do.
import { ACCOUNT_OPERATIONS } from "./account-operations.ts";
import { LESSON_OPERATIONS } from "./lesson-operations.ts";
import { MEMORY_OPERATIONS } from "./memory-operations.ts";
import type { Operation } from "./operation.ts";
import { TURN_OPERATIONS } from "./turn-operations.ts";
import { WHOLE_OPERATIONS } from "./whole-operations.ts";

const OPERATIONS: readonly Operation[] = [
  ...TURN_OPERATIONS,
  ...MEMORY_OPERATIONS,
  ...LESSON_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...WHOLE_OPERATIONS,
];

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

/** Those of the document; throws where it has one that the table lacks, or the other way round. */
export function operationsOf(document: unknown): readonly Operation[] {
  const documented = Object.values((document as Document).paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  const missing = documented.filter((id) => !OPERATIONS.some((operation) => operation.id === id));
  if (missing.length > 0) throw new Error(`the oracle has no entry for ${missing.join(", ")}`);
  const gone = OPERATIONS.filter(({ id }) => !documented.includes(id));
  if (gone.length > 0) throw new Error(`the document lacks ${gone.map(({ id }) => id).join(", ")}`);
  return OPERATIONS;
}

/** By weight. */
export function chooseOperation(operations: readonly Operation[], next: () => number): Operation {
  let left = next() * operations.reduce((sum, { weight }) => sum + weight, 0);
  for (const operation of operations) {
    left -= operation.weight;
    if (left < 0) return operation;
  }
  throw new Error("there is no operation to choose");
}
