// Why an endpoint gave no rule, in words that hold nothing of what was asked or answered.

/** `message` is the kind alone: "answered 500", "timed out", "stopped", "connection failed (ECONNREFUSED)", "no JSON". */
export class DistillingError extends Error {
  override readonly name = "DistillingError";
}
