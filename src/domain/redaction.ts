// What an account may have taken out of a text before it is stored or embedded.
import type { AccountStore } from "./ports.ts";

export const REDACT_KINDS = ["keys", "passwords", "cards", "ibans", "emails", "phones", "ids"] as const;
export type RedactKind = (typeof REDACT_KINDS)[number];

export interface Redactor {
  /** The text with a mark such as `[redacted: card number]` for each find; the same string where there is none. */
  redact(text: string, kinds: readonly RedactKind[]): string;
}

export interface RedactDeps {
  readonly accounts: Pick<AccountStore, "settings">;
  readonly redactor: Redactor;
}

/** The text as the account may store it: by its setting `redact`, and no longer than `charsMax`. */
export async function redactFor(deps: RedactDeps, account: string, text: string, charsMax: number): Promise<string> {
  const { redact } = await deps.accounts.settings(account);
  return redactWithin(deps.redactor, text, redact, charsMax);
}

/** Marks may be longer than what they stand for: the text stays within what a text of its kind may have. */
export function redactWithin(redactor: Redactor, text: string, kinds: readonly RedactKind[], charsMax: number): string {
  if (kinds.length === 0) return text;
  const redacted = redactor.redact(text, kinds);
  if (redacted === text || redacted.length <= charsMax) return redacted;
  const points = [...redacted];
  return points.length <= charsMax ? redacted : points.slice(0, charsMax).join("");
}
