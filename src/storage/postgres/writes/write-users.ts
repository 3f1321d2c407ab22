// The write that erases a user of an account.
import type { RemovedOwner } from "../../../domain/ports/brain-store.ts";
import type { UserRemoval } from "../../both/write-inputs.ts";
import type { Tx } from "../engine/transaction.ts";
import { lockAccount } from "./own-account.ts";
import { auditErasure } from "./write-audit.ts";
import { removeBrainsOf } from "./write-brains.ts";
import { auditRevoked, revokeKeysOfUser } from "./write-keys.ts";

/** Erases the user's brains and their rows, and revokes the keys bound to the user there; null where there is neither. */
export async function removeUser(tx: Tx, { user, by, ...scope }: UserRemoval): Promise<RemovedOwner | null> {
  // Nobody makes a key for the user meanwhile, nor one in the place of another.
  await lockAccount(tx, scope.account);
  const revoked = await revokeKeysOfUser(tx, by, { ...scope, user });
  const { brains, packets, lessons } = await removeBrainsOf(tx, scope, user);
  if (brains.length === 0 && revoked.length === 0) return null;
  await auditRevoked(tx, by, revoked);
  const held = { brains: brains.length, packets, lessons };
  const receipt = await auditErasure(tx, by, { action: "user.erased", ...scope, user, ...held });
  return { brains, keysRevoked: revoked.length, receipt };
}
