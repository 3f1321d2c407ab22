// Checks a backup, and follows the audit that it holds.
import type { FollowedBackup, WorkProgress } from "../../../domain/ports/data-files.ts";
import { followAudit } from "../checks/follow-audit.ts";
import { checkBackup } from "./check-backup.ts";
import type { KnownKey } from "./judge-signature.ts";

/**
 * Whoever writes a backup anew makes its checksums fit; the chain cannot be made to fit the heads that were kept. Throws
 * as `checkBackup`.
 */
export function followBackup(
  dataDir: string,
  file: string,
  progress: WorkProgress | undefined,
  known: KnownKey | null,
): FollowedBackup {
  const { manifest, signature } = checkBackup(file, progress, known);
  const chain = manifest.rows.audit === undefined ? null : followAudit(dataDir, file, null);
  return { manifest, signature, chain };
}
