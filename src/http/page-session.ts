// The cookie of the dashboard, and how a request of its own pages is told from those of others.

/** Pages of other origins cannot send it unasked, and when a browser asks for them it is not allowed. */
export const PAGE_HEADER = "X-Memoryd-Page";
const NAME = "memoryd_session";
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Another port of the same host has a cookie of its own. */
function cookieName(headers: Headers): string {
  const port = /:(\d+)$/.exec(headers.get("host") ?? "")?.[1];
  return port === undefined ? NAME : `${NAME}_${port}`;
}

/** What was sent by a page of this service: a cookie alone proves nothing, as a browser adds it to whoever's request. */
export function isOwnPage(headers: Headers): boolean {
  if (!headers.has(PAGE_HEADER)) return false;
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = headers.get("origin");
  // A proxy may speak HTTPS in front of plain HTTP: only the host says whose page it is.
  return origin === null || (URL.canParse(origin) && new URL(origin).host === headers.get("host"));
}

/** The secret of the session that a request of our own pages shows; null without one. */
export function sessionOf(headers: Headers): string | null {
  const cookies = headers.get("cookie");
  if (cookies === null || !isOwnPage(headers)) return null;
  const name = cookieName(headers);
  for (const pair of cookies.split(";")) {
    const [key = "", value = ""] = pair.split("=", 2);
    if (key.trim() === name && SECRET.test(value.trim())) return value.trim();
  }
  return null;
}

/** `secret` null: takes the cookie back. Beyond loopback a browser keeps it over HTTPS alone. */
export function sessionCookie(headers: Headers, isTls: boolean, secret: string | null): string {
  const isLocal = LOOPBACK.test(headers.get("host") ?? "");
  const parts = [`${cookieName(headers)}=${secret ?? ""}`, "Path=/", "HttpOnly", "SameSite=Strict"];
  if (isTls || !isLocal) parts.push("Secure");
  if (secret === null) parts.push("Max-Age=0");
  return parts.join("; ");
}
