// What each status means in this API, for the OpenAPI document.

export const STATUS_MEANING: Readonly<Record<number, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted.",
  400: "The request breaks a rule: its JSON, a field, a query parameter or a header.",
  401: "No valid key.",
  402: "The plan does not cover this, or the account is past due.",
  403: "The key may not do this: it is no admin key, or it is bound to another core or user.",
  404: "There is no such core, lesson, memory, token, key or account.",
  405: "The route does not know this method; Allow names those that it does.",
  409: "It conflicts with what is there, such as a consumed token or an existing slug.",
  410: "It is gone: an expired token, or a route that was given up.",
  413: "The body is too large.",
  415: "The body is not application/json.",
  429: "The quota of the month or the rate of the second is used up; Retry-After says how long.",
  500: "The service failed; its log has the cause under the request id.",
  503: "The service cannot do this now: overloaded, not ready, or its disk is full.",
};
