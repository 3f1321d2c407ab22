// What the table of operations says of each.
import type { Step } from "./step.ts";

export interface Operation {
  /** As in the OpenAPI document. */
  readonly id: string;
  /** How often it is chosen, beside the others. */
  readonly weight: number;
  readonly access: "public" | "agent" | "admin";
  /** `brain`: the one that key and headers select; `account`: alone with all of the account. */
  readonly reach: "brain" | "account";
  /** Which keys may: unbound ones, ones that are not bound to a user, or those that govern all accounts. */
  readonly keys?: "unbound" | "whole-core" | "governor";
  readonly run: (step: Step) => Promise<void>;
}
