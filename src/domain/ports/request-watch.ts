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

/** The requests of the last minutes, without those of probes. */
export interface RecentRequests {
  /** How far back they go; less after a start. */
  readonly seconds: number;
  /** Those asked for most come first. */
  readonly operations: readonly RecentOperation[];
}

export interface RecentOperation {
  /** null: method and path named none. */
  readonly operationId: string | null;
  readonly count: number;
  /** Half of them were answered within it, in ms. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Answered with 4xx. */
  readonly refused: number;
  /** Answered with 5xx. */
  readonly failed: number;
}

/** What the service did in one minute of the clock. */
export interface HistoryPoint {
  /** When the minute began, ms since the epoch. */
  readonly at: number;
  /** Turns that were prepared, recorded and verified: answered with 2xx. */
  readonly prepares: number;
  readonly records: number;
  readonly verifies: number;
  /** Requests of any kind answered with 5xx. */
  readonly errors: number;
  /** Of the prepares; null where there was none. */
  readonly prepareP50Ms: number | null;
  readonly prepareP95Ms: number | null;
  /** As it was last looked at in the minute; null where nobody looked. */
  readonly sample: HistorySample | null;
}

/** What grows and shrinks, as it is at a moment. */
export interface HistorySample {
  /** Memory of the process. */
  readonly memoryBytes: number;
  /** Turns on disk whose embedding is still to be made. */
  readonly waiting: number;
}

export interface RequestHistory {
  /** The last so many minutes, the oldest first, that under way among them; none from before the start. */
  read(minutes: number): HistoryPoint[];
  sample(seen: HistorySample): void;
}

export interface RequestWatch {
  /** Must never throw, and neither must what it returns. */
  begin(arrived: ArrivedRequest): WatchedRequest;
}
