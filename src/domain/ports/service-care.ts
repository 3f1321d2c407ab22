// What the operator of a running service asks of it beyond memory: what is wrong.
import type { Finding } from "../finding.ts";

export interface ServiceCare {
  /** What the doctor finds without reading every page of the data, the most urgent first. Holds no request up. */
  diagnose(): Promise<readonly Finding[]>;
}
