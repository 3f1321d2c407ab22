// What an operator asks of a database that holds the data, beside what its own tools say.
import type { Finding } from "../finding.ts";
import type { FollowedChain } from "./data-files.ts";

export interface DatabaseCare {
  /** Its URL, without a password. */
  readonly place: string;
  /** Whatever is wrong with it or will be, in no order. */
  examine(): Promise<Finding[]>;
  /** `head`: to be looked for. */
  followAudit(head: string | null): Promise<FollowedChain>;
}
