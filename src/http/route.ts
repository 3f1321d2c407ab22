// How a resource's file declares its routes: what is declared here is checked, run and documented.
import type { Static, TObject, TSchema } from "@sinclair/typebox";
import type { Demand } from "../accounts/admit-request.ts";
import type { BrainUse } from "../accounts/select-brain.ts";
import type { BrainKey } from "../domain/brain.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { Counted } from "../domain/ports/request-watch.ts";
import type { SilenceLimit } from "./context.ts";
import type { ErrorStatus } from "./error-mapping.ts";
import type { ContentHeader } from "./response-headers.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type SuccessStatus = 200 | 201 | 202;

/** A body that its handler reads itself: its media type, and what it holds. */
export interface StreamBody {
  readonly media: string;
  readonly model: TSchema;
}

export interface RouteSpec {
  readonly method: Method;
  /** As Elysia writes it: `/lessons/:id`. */
  readonly path: `/${string}`;
  /** `public` routes need no key, `agent` routes take any, `admin` routes refuse a key of scope `agent` with 403. */
  readonly access: "public" | "agent" | "admin";
  /** Anything but `none`: `brain` is never null. */
  readonly brain: "none" | BrainUse;
  /** What it takes of the account's plan, for some by what the body asks for. */
  readonly demand: Demand | ((body: never) => Demand);
  /**
   * `work`: takes one of the places for requests under way, and is logged at `info`. `probe`: machines ask it every few
   * seconds, also when the service is full: takes none, and is logged at `debug`.
   */
  readonly counted: Counted;
  /**
   * `stream`: the handler reads `request.body` itself, of any type and without a limit. `json`: any JSON, handed over as
   * it came. Absent: no body is read.
   */
  readonly body?: TObject | "stream" | "json";
  /** Whether nothing at all is as good as `{}`. */
  readonly mayLackBody?: true;
  /** Rules of a body that its schema cannot hold; checked before what the key may do. Throws `invalid_request`. */
  readonly checkBody?: (body: never, account: string) => Promise<void>;
  /** Fields of the body that only admin keys may ask for, with what others are told; false asks for nothing. */
  readonly forAdmins?: Readonly<Record<string, string>>;
  readonly query?: TObject;
  readonly params?: TObject;
  /** The one success status with the model of its answer; `Content` is not checked against it. */
  readonly responses: { readonly [status in SuccessStatus]?: TSchema };
  /** Further statuses with a body of their own that is no error, such as 503 of `/readyz`. */
  readonly otherResponses?: Readonly<Record<number, TSchema>>;
  /** Statuses of errors beyond those that follow from the rest of the declaration: see `errorStatuses`. */
  readonly errors?: readonly ErrorStatus[];
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Of a `json` body: its numbers are whole ones, as every reader writes them. Absent: any. */
  readonly wholeNumbers?: true;
  /** What a `stream` or `json` body is, for the document. */
  readonly stream?: StreamBody;
  /** The success answer's media type, and headers of its own; its handler gives `Content`. Absent: JSON after the model. */
  readonly content?: { readonly media: string; readonly headers: readonly ContentHeader[] };
}

type Body<S> = S extends { readonly body: infer B extends TObject }
  ? Static<B>
  : S extends { readonly body: "json" }
    ? unknown
    : undefined;
type Query<S> = S extends { readonly query: infer Q extends TObject } ? Static<Q> : Readonly<Record<string, never>>;
type Params<S> = S extends { readonly params: infer P extends TObject } ? Static<P> : Readonly<Record<string, never>>;
type Brain<S> = S extends { readonly brain: "none" } ? null : BrainKey;
type Identity<S> = S extends { readonly access: "public" } ? null : KeyIdentity;

export interface RouteContext<S> {
  readonly identity: Identity<S>;
  readonly brain: Brain<S>;
  readonly body: Body<S>;
  readonly query: Query<S>;
  readonly params: Params<S>;
  readonly requestId: string;
  readonly now: Date;
  readonly request: Request;
  readonly silence: SilenceLimit;
  /** Headers for the answer; `status` only where it is not the declared success status. */
  readonly set: { status?: number | string; readonly headers: Record<string, string | number> };
}

type Readable<T> = T extends readonly (infer E)[]
  ? readonly Readable<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Readable<T[K]> }
    : T;

type Replies<R> = R extends object
  ? { [K in keyof R]: R[K] extends TSchema ? Readable<Static<R[K]>> : never }[keyof R]
  : never;

/**
 * An answer that is not made by its model: a text that is made already, or what is known of one before it is made; or
 * a response that others made, with its own status.
 */
export type Content =
  | ({
      /** `content-type` only where it says more than the declared media type. */
      readonly headers?: Readonly<Record<string, string>>;
    } & ({ readonly text: string } | { readonly open: OpenContent }))
  | { readonly response: Response };

/**
 * HEAD answers everything that GET does up to here, and never calls this: so what the making of the answer takes,
 * counts or enters in the audit belongs in it, and what may refuse the request before it.
 */
export type OpenContent = () => Promise<ReadableStream<Uint8Array>>;

/** What a handler may answer: the declared models, with readonly arrays and fields allowed, or content. */
export type Reply<S> = S extends { readonly content: object }
  ? Content
  :
      | (S extends { readonly responses: infer R } ? Replies<R> : never)
      | (S extends { readonly otherResponses: infer R } ? Replies<R> : never);

export interface Route {
  readonly spec: RouteSpec;
  /** The context is what `spec` says, which this erased type cannot. */
  readonly handle: (context: never) => Promise<unknown>;
}

export function route<const S extends RouteSpec>(
  spec: S,
  handle: (context: RouteContext<S>) => Promise<Reply<S>>,
): Route {
  return { spec, handle };
}

export function successStatus(spec: RouteSpec): SuccessStatus {
  const status = ([200, 201, 202] as const).find((candidate) => spec.responses[candidate] !== undefined);
  if (status === undefined) throw new Error(`${spec.operationId} declares no success status`);
  return status;
}

/** Every error status of a route: those that its declaration implies, and those that it names. */
export function errorStatuses(spec: RouteSpec): ErrorStatus[] {
  // An unknown parameter of the query is one everywhere.
  const statuses = new Set<ErrorStatus>([400, ...(spec.errors ?? [])]);
  if (spec.access !== "public") for (const status of [401, 429, 503] as const) statuses.add(status);
  if (spec.method !== "GET" && spec.body !== "stream") for (const status of [413, 415] as const) statuses.add(status);
  if (spec.access === "admin" || spec.brain !== "none") statuses.add(403);
  // A key that is bound to a core beyond the plan reaches no brain.
  if (spec.brain !== "none") for (const status of [402, 404] as const) statuses.add(status);
  statuses.add(500);
  return [...statuses].sort((a, b) => a - b);
}
