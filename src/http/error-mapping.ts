// Where the domain's errors become answers: status, headers and body.
import { NotFoundError, ParseError, ValidationError } from "elysia";
import { type ErrorCode, MemoryError } from "../domain/errors.ts";
import { storageFaultOf } from "../domain/storage-faults.ts";
import { validationFailure } from "./validation-failure.ts";

export const STATUS_BY_CODE = {
  invalid_json: 400,
  invalid_request: 400,
  unknown_field: 400,
  unknown_constitution: 400,
  constitution_too_slow: 400,
  unauthorized: 401,
  payment_required: 402,
  plan_upgrade_required: 402,
  admin_required: 403,
  key_scope: 403,
  origin_refused: 403,
  route_not_found: 404,
  core_not_found: 404,
  memory_not_found: 404,
  lesson_not_found: 404,
  token_not_found: 404,
  constitution_not_found: 404,
  key_not_found: 404,
  account_not_found: 404,
  user_not_found: 404,
  method_not_allowed: 405,
  token_consumed: 409,
  token_other_brain: 409,
  core_exists: 409,
  too_many_pinned: 409,
  account_exists: 409,
  backups_off: 409,
  backup_failed: 409,
  token_expired: 410,
  provider_key_gone: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  quota_exceeded: 429,
  rate_limited: 429,
  overloaded: 503,
  storage_full: 503,
  not_ready: 503,
} as const satisfies Record<ErrorCode, number>;

export type ErrorStatus = (typeof STATUS_BY_CODE)[ErrorCode] | 500;

/** Seconds to wait where the error does not name them: a full queue empties fast, a full disk needs an operator. */
const RETRY_AFTER_S: Partial<Record<ErrorCode, number>> = {
  rate_limited: 1,
  overloaded: 1,
  not_ready: 5,
  storage_full: 60,
};

export interface ErrorReply {
  readonly status: ErrorStatus;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The MemoryError that an error stands for; null where it is no fault of the caller and no outcome we know. */
export function asMemoryError(error: unknown): MemoryError | null {
  if (error instanceof MemoryError) return error;
  // Elysia wraps whatever is thrown while a body is read.
  if (error instanceof ParseError) return asMemoryError(error.cause);
  if (error instanceof NotFoundError) return routeNotFound();
  if (error instanceof ValidationError && error.type !== "response") return validationFailure(error);
  return storageFaultOf(error);
}

/**
 * What the client is told; what is no MemoryError is handed to `log` and answered with one fixed body.
 * A number in `details.retry_after_s` becomes the Retry-After header, rounded up to whole seconds.
 */
export function errorReply(error: unknown, requestId: string, log: (error: unknown) => void): ErrorReply {
  const known = asMemoryError(error);
  // A fault of the storage is for the operator too.
  if (known === null || storageFaultOf(error) !== null) log(withoutText(error));
  if (known === null) {
    return {
      status: 500,
      headers: {},
      body: {
        message: "The service failed. Its log has the cause under this request id.",
        code: "internal_error",
        request_id: requestId,
      },
    };
  }
  const body = { message: known.message, code: known.code, request_id: requestId };
  return {
    status: STATUS_BY_CODE[known.code],
    headers: errorHeaders(known),
    body: known.details === undefined ? body : { ...body, details: known.details },
  };
}

export function errorResponse(reply: ErrorReply): Response {
  return Response.json(reply.body, { status: reply.status, headers: reply.headers });
}

export function routeNotFound(): MemoryError {
  return new MemoryError("route_not_found", "There is no such route.");
}

function errorHeaders(error: MemoryError): Record<string, string> {
  const headers: Record<string, string> = {};
  const named = error.details?.retry_after_s;
  const retryAfterS = typeof named === "number" ? Math.max(1, Math.ceil(named)) : RETRY_AFTER_S[error.code];
  if (retryAfterS !== undefined) headers["retry-after"] = String(retryAfterS);
  if (error.code === "unauthorized") headers["www-authenticate"] = "Bearer";
  const allow = error.details?.allow;
  if (error.code === "method_not_allowed" && Array.isArray(allow)) headers.allow = allow.join(", ");
  return headers;
}

/** Elysia's validation errors quote the whole answer, memory text and all: only the place and the rule are logged. */
function withoutText(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  const first = error.valueError;
  return new Error(`an answer breaks its model at ${first?.path || "its root"}: ${first?.message ?? "unknown rule"}`);
}
