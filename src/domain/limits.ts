// Sizes that a request may have. Each is a setting; these are the defaults. Lengths count code points.

export interface Limits {
  readonly bodyBytesMax: number;
  readonly inputCharsMax: number;
  readonly answerCharsMax: number;
  readonly lessonCharsMax: number;
  readonly nameCharsMax: number;
  readonly contextCharsMax: number;
  readonly listLimitMax: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytesMax: 1024 * 1024,
  inputCharsMax: 32_768,
  answerCharsMax: 131_072,
  lessonCharsMax: 2_000,
  nameCharsMax: 200,
  contextCharsMax: 8_000,
  listLimitMax: 1_000,
};

/** Of what is under way at once, in all requests together. */
export interface GateLimits {
  /** Requests that are not answered yet. */
  readonly requestsMax: number;
  /** Bytes of their bodies. A single body finds room, whatever its own limit is. */
  readonly bodyBytesMax: number;
  /** Exports that clients are reading: each holds a page or two, as long as that takes. */
  readonly exportsMax: number;
}

export const DEFAULT_GATE_LIMITS: GateLimits = {
  requestsMax: 1_024,
  bodyBytesMax: 64 * 1024 * 1024,
  exportsMax: 64,
};
