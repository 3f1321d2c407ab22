// Names of one or two dots, which no path can hold: they stand in the query.
import { Type } from "@sinclair/typebox";
import { DOT_SEGMENT } from "../base/dot-segment.ts";
import { invalidRequest } from "../domain/errors.ts";
import { text } from "./kinds.ts";

const PLACEHOLDER = "-";

export const idInQuery = Type.Optional(
  text({
    description: `The id where it is \`.\` or \`..\`, which no path can hold: the path says \`${PLACEHOLDER}\` then.`,
    minLength: 1,
    maxLength: 2,
    pattern: DOT_SEGMENT,
  }),
);

/** The name that the path says, or the query in its place. Throws `invalid_request`. */
export function nameOf(written: string, query: { readonly id?: string }): string {
  if (query.id === undefined) return written;
  if (written !== PLACEHOLDER) throw invalidRequest(`With \`id\` the path must say \`${PLACEHOLDER}\`.`, "id");
  return query.id;
}
