// Fields that requests about a turn and about memory without one have in common.
import { Type } from "@sinclair/typebox";
import type { Limits } from "../domain/limits.ts";
import { RetrievalMode } from "./admin-models.ts";
import { FIELD_DESCRIPTION } from "./document-schemas.ts";
import { text } from "./kinds.ts";

export function inputText(limits: Limits) {
  return text({
    description: "The end user's message.",
    minLength: 1,
    maxLength: limits.inputCharsMax,
    nonBlank: true,
    examples: ["Which units do I like?"],
  });
}

export const explain = Type.Optional(
  Type.Boolean({ description: "True: each source says how it came to its place. Admin keys only." }),
);

export const EXPLAIN_FOR_ADMINS = "explanations are for admin keys";

export const modeField = (description: string) => Type.Optional({ ...RetrievalMode, [FIELD_DESCRIPTION]: description });

export const MODE_FOR_ADMINS = "the choice of a mode is for admin keys";
