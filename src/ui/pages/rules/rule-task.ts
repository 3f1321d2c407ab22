// What is done to a rule in a dialog.
import type { Model } from "../../api.ts";

/** `write`: a new one. */
export type RuleTask =
  | { readonly kind: "write" }
  | { readonly kind: "edit" | "delete"; readonly lesson: Model["Lesson"] };
