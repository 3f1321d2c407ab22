// The write that erases a user of an account.
import { eq } from "drizzle-orm";
import type { Doer } from "../../../domain/audit.ts";
import type { RemovedOwner } from "../../../domain/ports/brain-store.ts";
import type { UserScope } from "../../../domain/ports/user-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { brainsOfUser } from "../find-brain.ts";
import { brains } from "../schema.ts";
import { auditErasure } from "./write-audit.ts";
import { eraseBrain } from "./write-brains.ts";
import { revokeKeysOfUser } from "./write-keys.ts";

export interface UserRemoval extends UserScope {
  readonly user: string;
  readonly by?: Doer | undefined;
}

/** Erases the user's brains and their rows, and revokes the keys bound to the user there; null where there is neither. */
export function removeUser(db: Drizzle, { user, by, ...scope }: UserRemoval): RemovedOwner | null {
  const held = brainsOfUser(db, scope, user);
  const keysRevoked = revokeKeysOfUser(db, by, { ...scope, user });
  if (held.length === 0 && keysRevoked === 0) return null;
  const erased = held.map(({ id }) => {
    const gone = eraseBrain(db, id);
    db.delete(brains).where(eq(brains.id, id)).run();
    return gone;
  });
  const counts = {
    brains: held.length,
    packets: erased.reduce((sum, gone) => sum + gone.packets, 0),
    lessons: erased.reduce((sum, gone) => sum + gone.lessons, 0),
  };
  const receipt = auditErasure(db, by, "user.erased", { ...scope, user, ...counts });
  return { brains: held.map(({ id }) => id), keysRevoked, receipt };
}
