// The id that a request is known by.

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

export const REQUEST_ID_HEADER = "X-Request-Id";

/** The caller's own where it is one, else one that is made. */
export function requestIdOf(headers: Headers, make: () => string): string {
  const given = headers.get(REQUEST_ID_HEADER);
  return given !== null && REQUEST_ID.test(given) ? given : make();
}
