// What a call ends with where it has no answer to give.

/**
 * Codes of this client itself; every other code is the service's own, as its API names it.
 * `connection_refused`: nothing was sent, for nobody listens there or the host is unknown. `connection_failed`: it broke
 * before an answer. `answer_cut`: the answer broke off. `redirected`: the address leads elsewhere. `not_memoryd`: something
 * else answered. `timeout`: the time of the call was up. `queue_full`: too many turns wait to be recorded. `token_lapsed`:
 * a turn could not be recorded while its token lived. `closed`: the client was closed. `bad_option`: an option is wrong.
 * `gated`: the constitution stopped the turn, where a framework knows no other way to say so; the message is its reason.
 */
export type ClientErrorCode =
  | "connection_refused"
  | "connection_failed"
  | "answer_cut"
  | "redirected"
  | "not_memoryd"
  | "timeout"
  | "queue_full"
  | "token_lapsed"
  | "closed"
  | "gated"
  | "bad_option";

export type ErrorDetails = Readonly<Record<string, unknown>>;

interface ErrorFacts {
  readonly status?: number;
  readonly requestId?: string | null;
  readonly details?: ErrorDetails | undefined;
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

const TRANSPORT: ReadonlySet<string> = new Set(["connection_refused", "connection_failed", "answer_cut", "timeout"]);

/** Every failure of a call but an abort, which throws the reason of its signal. */
export class MemorydError extends Error {
  override readonly name = "MemorydError";
  readonly code: ClientErrorCode | (string & {});
  /** HTTP status; null where nothing answered. */
  readonly status: number | null;
  /** The id under which the service's log has the request; null where none is known. */
  readonly requestId: string | null;
  /** Small facts of the service, such as the name of the wrong field. */
  readonly details: ErrorDetails | null;
  /** How long the service asks to wait, in milliseconds; null where it did not say. */
  readonly retryAfterMs: number | null;

  constructor(code: ClientErrorCode | (string & {}), message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status ?? null;
    this.requestId = facts.requestId ?? null;
    this.details = facts.details ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }

  /**
   * True where the service could not be reached or could not answer now, so that the same call may succeed later: the
   * transport failed, or the status is 429 or 5xx. False where somebody has to mend something: the url, the key, the
   * request.
   */
  get isTransient(): boolean {
    return TRANSPORT.has(this.code) || this.status === 429 || (this.status !== null && this.status >= 500);
  }
}
