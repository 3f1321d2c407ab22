// What the HTTP shell is given, and what it gives to a route's handler.
import type { BrainKey } from "../domain/brain.ts";
import type { KeyIdentity } from "../domain/key.ts";

/** The two headers that select a brain, already checked for form; null where the header is absent. */
export interface BrainSelection {
  readonly core: string | null;
  readonly user: string | null;
}

export interface Readiness {
  readonly ready: boolean;
  /** One entry a check, such as `storage` or `model`. */
  readonly checks: Readonly<Record<string, "ok" | "failing">>;
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
  readonly operationId: string;
}

export interface HttpDeps {
  /** `rawKey` is the header as it came, null without one. Throws MemoryError `unauthorized`. */
  authenticate(rawKey: string | null, now: Date): Promise<KeyIdentity>;
  /** Throws MemoryError `key_scope` or `core_not_found`. A core that spilled over is answered with the default core. */
  resolveBrain(identity: KeyIdentity, selection: BrainSelection): Promise<BrainKey>;
  /** Runs after the brain is known and before the operation. Throws MemoryError `rate_limited`, `payment_required`, … */
  admit?(admission: Admission): Promise<void>;
  readiness(): Promise<Readiness>;
  now(): Date;
  newRequestId(): string;
  /** Must never throw. */
  logFailure(failure: UnexpectedFailure): void;
  readonly bodyBytesMax: number;
  /** Origins whose pages may read the answers; empty: none. */
  readonly corsOrigins: ReadonlySet<string>;
  /** Shown in the OpenAPI document. */
  readonly version: string;
}

/** What the front door found out about a request, kept beside it until its route runs. */
export interface RequestState {
  readonly requestId: string;
  /** null on public paths only. */
  readonly identity: KeyIdentity | null;
  selection: BrainSelection;
  /** For the log; null until a route has taken the request. */
  operationId: string | null;
}

export type RequestStates = WeakMap<Request, RequestState>;

/** A request that reached Elysia without passing the front door is a bug of ours. */
export function stateOf(states: RequestStates, request: Request): RequestState {
  const state = states.get(request);
  if (state === undefined) throw new Error("a request reached its route without passing the front door");
  return state;
}
