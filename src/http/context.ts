// What the HTTP shell is given, and what it gives to a route's handler.
import type { Demand } from "../accounts/admit-request.ts";
import type { BrainUse } from "../accounts/select-brain.ts";
import type { BrainKey } from "../domain/brain.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { AnswerMcp } from "../domain/ports/operations.ts";
import type { Counted, RequestWatch } from "../domain/ports/request-watch.ts";
import type { Admitted, RequestGate } from "./request-gate.ts";

/** The two headers that select a brain, already checked for form; null where the header is absent. */
export interface BrainSelection {
  readonly core: string | null;
  readonly user: string | null;
}

/** `warning`: it works, and the operator should look. */
export type CheckOutcome = "ok" | "warning" | "failing";

export interface Readiness {
  readonly ready: boolean;
  /** One entry a check, such as `storage` or `model`. */
  readonly checks: Readonly<Record<string, CheckOutcome>>;
  /** Numbers and messages by check, for admin keys. */
  readonly details?: Readonly<Record<string, Readonly<Record<string, string | number | null>>>>;
}

/** A failure that is no MemoryError: the request's id, what was asked for (route, never the address) and why. */
export interface UnexpectedFailure {
  readonly requestId: string;
  readonly method: string;
  readonly operationId: string | null;
  readonly error: unknown;
}

/** What a rate limit or a plan may want to know before an operation starts. */
export interface Admission {
  readonly identity: KeyIdentity;
  readonly brain: BrainKey | null;
  readonly demand: Demand;
  /** Of the answer; what is set here stands there also where the request is refused. */
  readonly headers: Record<string, string | number>;
}

/** Who sent a request, as far as is known before its key is. */
export interface Sender {
  /** The other end of the connection; null where there is none. */
  readonly peer: () => string | null;
  readonly headers: Headers;
}

export interface HttpDeps {
  /** `rawKey` is the key as it was written, null without one. Throws MemoryError `unauthorized`, or `rate_limited`. */
  authenticate(rawKey: string | null, sender?: Sender): Promise<KeyIdentity>;
  /** Asked once a request's body is there, which may take its time. Throws `unauthorized` where its key was revoked. */
  requireUnrevoked?(identity: KeyIdentity): Promise<void>;
  /** The address of a connection's other end; absent: as the server says it. */
  peerOf?(request: Request): string | null;
  /**
   * Throws MemoryError `key_scope`, `core_not_found` or `plan_upgrade_required`. A core that spilled over is answered
   * with the default core.
   */
  resolveBrain(identity: KeyIdentity, selection: BrainSelection, use: BrainUse): Promise<BrainKey>;
  /** Runs after the brain is known and before the operation. Throws MemoryError `rate_limited`, `payment_required`, … */
  admit?(admission: Admission): Promise<void>;
  readiness(): Promise<Readiness>;
  now(): Date;
  newRequestId(): string;
  /** Absent: nothing bounds what is under way. */
  readonly gate?: RequestGate;
  /** Told of every request. */
  readonly watch?: RequestWatch;
  /** Must never throw. */
  logFailure(failure: UnexpectedFailure): void;
  readonly bodyBytesMax: number;
  /** Seconds that a connection may take without a sign of life; absent: 120. A test makes it small. */
  readonly idleTimeoutS?: number;
  /** Origins whose pages may read the answers; empty: none. */
  readonly corsOrigins: ReadonlySet<string>;
  /** The sessions of the dashboard; absent: there is none. */
  readonly pages?: {
    /** Whether the service speaks HTTPS. */
    readonly isTls: boolean;
    /** The session's secret. */
    begin(identity: KeyIdentity): string;
    end(secret: string): void;
  };
  /** Absent: the interface does not speak MCP. */
  readonly mcp?: AnswerMcp;
  /** Shown in the OpenAPI document. */
  readonly version: string;
}

/**
 * A connection is closed when its time is over, however busy it is: the server counts from the request's beginning, and
 * what comes or goes on the way changes nothing.
 */
export interface SilenceLimit {
  /** Starts the count again. */
  renew(): void;
  /** Ends the counting, while the service itself is at work. */
  lift(): void;
}

/** What the front door found out about a request, kept beside it until its route runs. */
export interface RequestState {
  readonly requestId: string;
  /** null on public paths only. */
  identity: KeyIdentity | null;
  selection: BrainSelection;
  /** For the log; null where method and path name none. */
  operationId: string | null;
  readonly counted: Counted;
  /** Code of the error that is answered; null where there is none. */
  errorCode: string | null;
  /** Of the connection that it came by. */
  readonly silence: SilenceLimit;
  /** Its place among those under way; null where it needs none. */
  admitted: Admitted | null;
}

export type RequestStates = WeakMap<Request, RequestState>;

/** A request that reached Elysia without passing the front door is a bug of ours. */
export function stateOf(states: RequestStates, request: Request): RequestState {
  const state = states.get(request);
  if (state === undefined) throw new Error("a request reached its route without passing the front door");
  return state;
}
