// Sessions of the dashboard: a browser signs in with a key and then shows a cookie in its place.
import type { RandomSource } from "../base/chance.ts";

const MINUTE_MS = 60_000;
/** Without a request a session ends after the one, and in any case after the other. */
export const SESSION_IDLE_MS = 60 * MINUTE_MS;
export const SESSION_MAX_MS = 12 * 60 * MINUTE_MS;
/** Beyond so many the one that was used least lately ends. */
const SESSIONS_MAX = 1_000;
const SECRET_BYTES = 32;

interface Session {
  readonly keyId: string;
  readonly begunAt: number;
  usedAt: number;
}

/** In memory alone: a restart ends them all. */
export class PageSessions {
  /** By the SHA-256 of its secret, the one used least lately first. */
  readonly #open = new Map<string, Session>();

  constructor(private readonly random: RandomSource) {}

  /** The new session's secret, for its cookie. */
  begin(keyId: string, now: number): string {
    const secret = Buffer.from(this.random.bytes(SECRET_BYTES)).toString("base64url");
    for (const [place, session] of this.#open) if (isOver(session, now)) this.#open.delete(place);
    const [oldest] = this.#open.keys();
    if (this.#open.size >= SESSIONS_MAX && oldest !== undefined) this.#open.delete(oldest);
    this.#open.set(placeOf(secret), { keyId, begunAt: now, usedAt: now });
    return secret;
  }

  /** The key that the session was begun with, and from now on its idle time counts anew; null where it is over. */
  use(secret: string, now: number): string | null {
    const place = placeOf(secret);
    const session = this.#open.get(place);
    if (session === undefined) return null;
    this.#open.delete(place);
    if (isOver(session, now)) return null;
    session.usedAt = now;
    this.#open.set(place, session);
    return session.keyId;
  }

  end(secret: string): void {
    this.#open.delete(placeOf(secret));
  }
}

function isOver({ begunAt, usedAt }: Session, now: number): boolean {
  return now - usedAt >= SESSION_IDLE_MS || now - begunAt >= SESSION_MAX_MS;
}

function placeOf(secret: string): string {
  return new Bun.CryptoHasher("sha256").update(secret).digest("base64");
}
