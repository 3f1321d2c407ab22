// The certificate that clients are shown, as far as anybody judges it.

const DAY_MS = 24 * 60 * 60 * 1000;
/** Programs that renew certificates do so 30 days before their end; two weeks of that have failed by then. */
export const RENEWAL_DUE_MS = 14 * DAY_MS;

export interface Certificate {
  readonly file: string;
  /** Ms since the epoch, as the next. */
  readonly validFrom: number;
  readonly validTo: number;
  /** What clients compare with what they called, such as `DNS:memory.example.org`; empty: none. */
  readonly names: readonly string[];
  readonly keyFile: string;
  readonly keyMode: number;
}
