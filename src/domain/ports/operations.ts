// What another door to the interface is given: its operations, and a way to have one done as its own route does it.
import type { KeyScope } from "../key.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** An operation of the interface, as far as its caller must know it. */
export interface Operation {
  readonly operationId: string;
  /** `/lessons/:id`. */
  readonly path: string;
  /** What a key must be for it. */
  readonly access: KeyScope;
  /** All that a request of it takes with any key, wherever that stands in it. */
  readonly fields: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  /** Of the answer. */
  readonly answer: JsonSchema;
}

export interface OperationCall {
  readonly operationId: string;
  /** By name; each goes where the route declares it. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whose brain; null: as the request that brought the call says. */
  readonly user: string | null;
}

export interface OperationAnswer {
  /** Of HTTP: below 300 it is done, else `body` is an error with `code`, `message` and perhaps `details`. */
  readonly status: number;
  readonly body: unknown;
}

/** One message of a client that calls operations, and what is known of who sent it. */
export interface McpExchange {
  /** Its body has been read. */
  readonly request: Request;
  /** The body as JSON, nested at most 64 deep. */
  readonly message: unknown;
  /** Of the key. */
  readonly scope: KeyScope;
  /** The user that the header names, or that the key is bound to; null: neither names one. */
  readonly user: string | null;
  /** The same list for every exchange of an interface. */
  readonly operations: readonly Operation[];
  /** Of this program. */
  readonly version: string;
  /** Never throws what the operation refuses: that is its answer. */
  call(call: OperationCall): Promise<OperationAnswer>;
  /** For what is no fault of the caller. */
  logFailure(error: unknown): void;
  /** For a message that calls no operation. Throws `rate_limited`. */
  charge(): Promise<void>;
}

/** Answers a message of MCP over HTTP. Throws what `charge` throws. */
export type AnswerMcp = (exchange: McpExchange) => Promise<Response>;
