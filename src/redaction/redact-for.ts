// The text as an account may store it.
import { type Metadata, metadataFault } from "../domain/metadata.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { RedactKind } from "../domain/redaction.ts";

export interface RedactDeps {
  readonly accounts: Pick<AccountStore, "settings">;
  readonly reading: Pick<TextReading, "redact">;
}

/** The text as the account may store it: by its setting `redact`, and no longer than `charsMax`. */
export async function redactFor(deps: RedactDeps, account: string, text: string, charsMax: number): Promise<string> {
  const { redact } = await deps.accounts.settings(account);
  return redactWithin(deps, account, text, redact, charsMax);
}

/** A mark may be longer than what it replaces, so the text is cut to `charsMax`, in code points. */
export async function redactWithin(
  { reading }: Pick<RedactDeps, "reading">,
  account: string,
  text: string,
  kinds: readonly RedactKind[],
  charsMax: number,
): Promise<string> {
  if (kinds.length === 0) return text;
  const redacted = await reading.redact({ text, kinds }, account);
  if (redacted === text || redacted.length <= charsMax) return redacted;
  const points = [...redacted];
  return points.length <= charsMax ? redacted : points.slice(0, charsMax).join("");
}

/** Its strings as the account may store them. A mark may be longer than what it replaces: what is then too much is left out. */
export async function redactMetadata(
  { reading }: Pick<RedactDeps, "reading">,
  account: string,
  metadata: Metadata,
  kinds: readonly RedactKind[],
): Promise<Metadata> {
  if (kinds.length === 0) return metadata;
  let clean: Metadata = {};
  for (const [name, value] of Object.entries(metadata)) {
    const stored = typeof value === "string" ? await reading.redact({ text: value, kinds }, account) : value;
    const more = { ...clean, [name]: stored };
    if (metadataFault(more) === null) clean = more;
  }
  return clean;
}
