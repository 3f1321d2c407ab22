// The two headers that select a brain: their form only, whether the key may use them comes later.
import { type TObject, Type } from "@sinclair/typebox";
import { CORE_SLUG, isCoreSlug, isUserId, USER_ID, USER_ID_CHARS_MAX } from "../domain/brain.ts";
import { invalidRequest } from "../domain/errors.ts";
import type { BrainSelection } from "./context.ts";

export const USER_HEADER = "X-Memory-User";
export const CORE_HEADER = "X-Memory-Core";
/** On the answer of a brain that is not the one asked for: a core beyond the plan is served from the default one. */
export const CORE_SERVED_HEADER = "X-Memory-Core-Served";

/** A header that is there but empty is refused; one that is sent twice arrives comma-joined, which neither form allows. */
export function readBrainHeaders(headers: Headers): BrainSelection {
  const user = headers.get(USER_HEADER);
  if (user !== null && !isUserId(user)) {
    const rule = "must have 1 to 128 visible ASCII characters without ::";
    throw invalidRequest(`The header ${USER_HEADER} ${rule}.`, USER_HEADER);
  }
  const core = headers.get(CORE_HEADER);
  if (core !== null && !isCoreSlug(core)) {
    throw invalidRequest(`The header ${CORE_HEADER} must be the slug of a core.`, CORE_HEADER);
  }
  return { core, user };
}

/** For the OpenAPI document alone: `readBrainHeaders` is what checks. */
export const BrainHeaders: TObject = Type.Object(
  {
    [USER_HEADER]: Type.Optional(
      Type.String({
        description:
          "The end user whose brain is meant. Absent: the user that the key is bound to, else the shared brain of the core.",
        minLength: 1,
        maxLength: USER_ID_CHARS_MAX,
        pattern: USER_ID.source,
        examples: ["user-42"],
      }),
    ),
    [CORE_HEADER]: Type.Optional(
      Type.String({
        description:
          "The slug of the core. Absent: the core that the key is bound to, else `default`. A core beyond the account's plan is served from the default core: the answer says so in X-Memory-Core-Served.",
        pattern: CORE_SLUG.source,
        examples: ["default"],
      }),
    ),
  },
  { noValidate: true },
);
