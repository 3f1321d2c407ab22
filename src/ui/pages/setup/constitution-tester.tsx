// An input and an answer are tried against patterns that need not be saved.
import type { Model } from "../../api.ts";

export function ConstitutionTester(_: { draft: Model["Constitution"] }) {
  return null;
}
