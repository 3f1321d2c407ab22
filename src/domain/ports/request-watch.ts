// What those who watch the service are told of each request. Nothing here says whose memory a request is about.

/** Where the time of a request goes. */
export type Stage = "auth" | "embedding" | "ranking" | "storage";

/** Runs the work as a stage of the request that asked for it; outside a request it only runs it. */
export type StageTimer = <T>(stage: Stage, work: () => Promise<T>) => Promise<T>;

/** `probe`: machines ask it every few seconds. */
export type Counted = "work" | "probe";

export interface ArrivedRequest {
  readonly requestId: string;
  readonly method: string;
  /** The operation that method and path name; null where there is none. */
  readonly operationId: string | null;
  readonly counted: Counted;
  /** W3C's header of that name, as it came. */
  readonly traceparent: string | null;
}

export interface AnsweredRequest {
  readonly status: number;
  /** Code of the error that was answered; null where there was none. */
  readonly code: string | null;
}

export interface WatchedRequest {
  /** Runs the request; its stages are known as its own. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** To be called once, when the answer is made. */
  end(answered: AnsweredRequest): void;
}

export interface RequestWatch {
  /** Must never throw, and neither must what it returns. */
  begin(arrived: ArrivedRequest): WatchedRequest;
}
