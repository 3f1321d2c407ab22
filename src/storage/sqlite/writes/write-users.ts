// The write that erases a user of an account.
import type { RemovedOwner } from "../../../domain/ports/brain-store.ts";
import type { UserRemoval } from "../../both/write-inputs.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { auditErasure } from "./write-audit.ts";
import { removeBrainsOf } from "./write-brains.ts";
import { revokeKeysOfUser } from "./write-keys.ts";

/** Erases the user's brains and their rows, and revokes the keys bound to the user there; null where there is neither. */
export function removeUser(db: Drizzle, { user, by, ...scope }: UserRemoval): RemovedOwner | null {
  const keysRevoked = revokeKeysOfUser(db, by, { ...scope, user });
  const { brains, packets, lessons } = removeBrainsOf(db, scope, user);
  if (brains.length === 0 && keysRevoked === 0) return null;
  const held = { brains: brains.length, packets, lessons };
  return { brains, keysRevoked, receipt: auditErasure(db, by, { action: "user.erased", ...scope, user, ...held }) };
}
