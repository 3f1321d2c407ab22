// Whether a key works, and for how long.
import type { Model } from "../../api.ts";

export type KeyState = "live" | "expiring" | "rotated" | "expired" | "revoked";

/** So long before its end a key is told to end soon. */
const SOON_MS = 14 * 86_400_000;

type Ends = Pick<Model["Key"], "expires_at" | "revoked_at" | "replaced_by">;

export function keyStateOf(
  { expires_at: expiresAt, revoked_at: revokedAt, replaced_by: replacedBy }: Ends,
  now: number,
): KeyState {
  if (revokedAt !== null) return "revoked";
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  if (left <= 0) return "expired";
  if (replacedBy !== null) return "rotated";
  return left <= SOON_MS ? "expiring" : "live";
}

/** Of a key that works still, for a while or for good. */
export function isWorking(state: KeyState): boolean {
  return state !== "revoked" && state !== "expired";
}

/** Those that are asked for, the newest first. `find`: a part of name, id, user or core. */
export function keysToShow(
  keys: readonly Model["Key"][],
  { find, isAll, now }: { readonly find: string; readonly isAll: boolean; readonly now: number },
): readonly Model["Key"][] {
  const sought = find.trim().toLowerCase();
  const has = ({ name, id, user, core }: Model["Key"]) =>
    [name, id, user ?? "", core ?? ""].some((text) => text.toLowerCase().includes(sought));
  return keys.filter((key) => (isAll || isWorking(keyStateOf(key, now))) && has(key)).toReversed();
}

export const LIVES = ["never", "month", "quarter", "year", "day"] as const;
export type Life = (typeof LIVES)[number];

const DAYS: Readonly<Partial<Record<Life, number>>> = { month: 30, quarter: 90, year: 365 };

/** When a new key ends; null: never. `day`, such as 2026-01-31, is the last whole day of it where the viewer is. */
export function endOf(life: Life, day: string, now: number): string | null {
  const days = DAYS[life];
  if (days !== undefined) return new Date(now + days * 86_400_000).toISOString();
  if (life !== "day" || day === "") return null;
  const end = new Date(`${day}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}
