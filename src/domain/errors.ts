// What can go wrong, in the service's own words; statuses are the transports'. All codes are one closed union, so those of
// what HTTP alone refuses (routes, methods, media types, origins) are among them, and a key is told where it goes.
import { CommandFault } from "./command-fault.ts";

export type ErrorCode =
  | "invalid_json"
  | "invalid_request"
  | "unknown_field"
  | "unknown_constitution"
  | "constitution_too_slow"
  | "unauthorized"
  | "payment_required"
  | "plan_upgrade_required"
  | "admin_required"
  | "key_scope"
  | "origin_refused"
  | "route_not_found"
  | "core_not_found"
  | "memory_not_found"
  | "lesson_not_found"
  | "token_not_found"
  | "constitution_not_found"
  | "key_not_found"
  | "account_not_found"
  | "user_not_found"
  | "method_not_allowed"
  | "token_consumed"
  | "token_other_brain"
  | "core_exists"
  | "too_many_pinned"
  | "account_exists"
  | "backups_off"
  | "backup_failed"
  | "token_expired"
  | "provider_key_gone"
  | "body_too_large"
  | "unsupported_media_type"
  | "quota_exceeded"
  | "rate_limited"
  | "overloaded"
  | "storage_full"
  | "not_ready";

/** Small facts for the caller, such as the name of the field: never the caller's own text. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** An outcome that the caller is told about. `message` goes to the client as it is: no secret, no memory text in it. */
export class MemoryError extends CommandFault {
  readonly kind = "failed";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetails,
  ) {
    super(message);
    this.name = "MemoryError";
  }
}

/** The client has gone: nobody is left to read the answer. */
export function clientGone(): MemoryError {
  return new MemoryError("invalid_request", "The client went away before it was answered.");
}

/** In one wording for every reason. */
export function unauthorized(): MemoryError {
  return new MemoryError("unauthorized", "a valid API key is needed, as X-API-Key or as Authorization: Bearer");
}

export function accountNotFound(): MemoryError {
  return new MemoryError("account_not_found", "there is no such account");
}

export function coreNotFound(): MemoryError {
  return new MemoryError("core_not_found", "there is no such core");
}

/** A request that breaks a rule of the interface; `field` names the culprit. */
export function invalidRequest(message: string, field?: string): MemoryError {
  return new MemoryError("invalid_request", message, field === undefined ? undefined : { field });
}
