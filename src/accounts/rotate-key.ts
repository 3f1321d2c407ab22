// Gives a key a successor of the same kind, and lets it work beside that for a while.
import { doneBy } from "../domain/audit.ts";
import { invalidRequest, MemoryError } from "../domain/errors.ts";
import type { ApiKey, FoundKey, KeyIdentity } from "../domain/key.ts";
import type { RotatingKeyFile } from "../domain/ports/key-file.ts";
import type { KeyDeps } from "./issue-key.ts";
import { generateKey, hashOfKey, parseKey, sameHash } from "./key-format.ts";

export interface RotationInput {
  /** How long the old key works beside the new one; a key that ends sooner by itself does so. */
  readonly overlapMs: number;
  /** When the new key ends, ms since the epoch; null: it lives as long as the old one was made to, or for ever. */
  readonly expiresAt: number | null;
}

export interface Rotation {
  readonly key: ApiKey;
  /** The new key itself, for the only time. */
  readonly text: string;
  readonly old: ApiKey;
}

/** Throws `key_not_found`, and `invalid_request` for a key that has ended or was rotated before. */
export async function rotateKey(
  deps: KeyDeps,
  id: string,
  input: RotationInput,
  by: Pick<KeyIdentity, "id">,
): Promise<Rotation> {
  const written = generateKey(deps.random);
  return { ...(await replace(deps, id, written, input, by)), text: written.text };
}

async function replace(
  deps: KeyDeps,
  id: string,
  written: { readonly id: string; readonly text: string },
  { overlapMs, expiresAt }: RotationInput,
  by: Pick<KeyIdentity, "id">,
) {
  const doer = doneBy(by, deps.clock);
  if (expiresAt !== null && expiresAt <= doer.at) throw invalidRequest("`expires_at` is in the past", "expires_at");
  const old = await deps.keys.find(id);
  if (old === null) throw new MemoryError("key_not_found", `there is no key ${id}`);
  const life = old.expiresAt === null ? null : doer.at + (old.expiresAt - old.createdAt);
  const next = { id: written.id, hash: hashOfKey(written.text), createdAt: doer.at, expiresAt: expiresAt ?? life };
  return deps.keys.rotate(id, next, doer.at + overlapMs, doer);
}

/**
 * The same for the key in a file, which has the new key afterwards. Killed at any moment, the file has a key that works,
 * and the next rotation of it ends what this one began. Throws
 * DataDirectoryError where the file cannot be written: nothing is changed then.
 */
export async function rotateKeyInFile(
  deps: KeyDeps & { readonly keyFile: RotatingKeyFile },
  input: RotationInput,
  by: Pick<KeyIdentity, "id">,
): Promise<Rotation> {
  const { keyFile } = deps;
  const old = await keyIn(deps, keyFile.read());
  if (old === null) throw invalidRequest(`${keyFile.path} holds no key of this data: name a key by its id`);
  const begun = await endBegun(deps, old);
  if (begun !== null) return begun;
  const written = generateKey(deps.random);
  // The new key is on the disk before the data knows it: else a crash between the two would leave a key that nobody has.
  const staged = keyFile.stage(`${written.text}\n`);
  let rotated: { key: ApiKey; old: ApiKey };
  try {
    rotated = await replace(deps, old.id, written, input, by);
  } catch (error) {
    staged.drop();
    throw error;
  }
  staged.take();
  return { ...rotated, text: written.text };
}

/** What a rotation that was killed left: the data has its key, and the file does not. */
async function endBegun(
  { keys, keyFile }: KeyDeps & { readonly keyFile: RotatingKeyFile },
  old: FoundKey,
): Promise<Rotation | null> {
  const staged = keyFile.staged();
  if (staged === null || old.replacedBy === null) return null;
  const key = await keyIn({ keys }, staged.text);
  if (key?.id !== old.replacedBy) return null;
  staged.take();
  return { key, old, text: staged.text.trim() };
}

/** The stored key of a text; null where it is none of this data. */
export async function keyIn({ keys }: Pick<KeyDeps, "keys">, text: string | null): Promise<FoundKey | null> {
  const written = text === null ? null : parseKey(text.trim());
  const stored = written === null ? null : await keys.find(written.id);
  return written !== null && stored !== null && sameHash(stored.hash, hashOfKey(written.text)) ? stored : null;
}
