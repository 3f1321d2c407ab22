// The headers of answers, as the OpenAPI document shows them.

import { REQUEST_ID_HEADER } from "../base/request-id.ts";
import { LIMIT_HEADER, POLICY_HEADER } from "./admission.ts";
import { CORE_SERVED_HEADER, USER_HEADER } from "./brain-headers.ts";

const RETRY_AFTER = "Retry-After";
const DISPOSITION = "Content-Disposition";
const CHALLENGE = "WWW-Authenticate";

const header = (description: string, type = "string") => ({ description, schema: { type } });

export const HEADERS = {
  [REQUEST_ID_HEADER]: {
    ...header("The request's id: the one that was sent, where it is 1 to 128 of A-Z a-z 0-9 . _ -, else a new one."),
    required: true,
  },
  [RETRY_AFTER]: header("Seconds after which the same request may succeed.", "integer"),
  [CHALLENGE]: header("`Bearer`: the key may come as a bearer token."),
  [CORE_SERVED_HEADER]: header("The core that served, where it is not the one asked for."),
  [POLICY_HEADER]: header("Limits of the account's plan and of the key, where there are any."),
  [LIMIT_HEADER]: header("What is left of these limits."),
  [DISPOSITION]: header("The name of the file."),
};

/** Headers that only answers with content of their own may have. */
export type ContentHeader = typeof DISPOSITION;

type Shown = Record<string, { readonly $ref: string }>;

/** The headers that an answer of this status may have; those of the HTTP protocol itself are not named. */
export function headersOf(operation: Record<string, unknown>, status: number, own: readonly ContentHeader[]): Shown {
  const names: (keyof typeof HEADERS)[] = [REQUEST_ID_HEADER];
  if (status === 401) names.push(CHALLENGE);
  if (status === 429 || status === 503) names.push(RETRY_AFTER);
  const parameters: unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  if (parameters.some(isUserHeader)) names.push(CORE_SERVED_HEADER);
  // A request without a valid key belongs to no account.
  if (Array.isArray(operation.security) && operation.security.length > 0 && status !== 401)
    names.push(POLICY_HEADER, LIMIT_HEADER);
  names.push(...own);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function isUserHeader(parameter: unknown): boolean {
  return typeof parameter === "object" && parameter !== null && "name" in parameter && parameter.name === USER_HEADER;
}
