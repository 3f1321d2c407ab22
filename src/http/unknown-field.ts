// Refuses a field or parameter that an endpoint does not know, with the name that was probably meant.
import { nearestName } from "../base/nearest-name.ts";
import { MemoryError } from "../domain/errors.ts";
import { CORE_HEADER, USER_HEADER } from "./brain-headers.ts";

/** What is shown back to the caller: a name, and never a text that got into the place of one. */
const SHOWN = /^[A-Za-z0-9_.[\]-]{1,64}$/;
/** How others call what a header of ours names. Whoever sends one must not end up in the brain that all users share. */
const HEADER_OF = new Map([
  ...["user", "user_id", "userid", "end_user"].map((name) => [name, USER_HEADER] as const),
  ...["core", "core_id", "core_slug"].map((name) => [name, CORE_HEADER] as const),
]);

/** `path`: where the field stands, such as `gates[0].`; "" at the top. `place`: `the body` or `the query`. */
export function unknownField(place: string, path: string, name: string, known: readonly string[]): MemoryError {
  const field = `${path}${name}`;
  const isShown = SHOWN.test(field);
  const what = isShown ? `\`${field}\` in ${place} is not known here` : `A name in ${place} is not known here`;
  const header = path === "" ? HEADER_OF.get(name.toLowerCase()) : undefined;
  const nearest = isShown
    ? (nearestName(name, known) ?? (header === undefined ? partlyNamed(name, known) : null))
    : null;
  const details = { ...(isShown ? { field } : {}), ...(nearest === null ? {} : { nearest }) };
  return new MemoryError("unknown_field", `${what}; ${hint(header, nearest, known)}.`, details);
}

/** `response_text`, where `text` is known, or `token`, where `turn_token` is: the only one that holds it, or that it holds. */
function partlyNamed(written: string, known: readonly string[]): string | null {
  const own = written.toLowerCase().split("_");
  const found = known.filter((name) => {
    const parts = name.split("_");
    return parts.every((part) => own.includes(part)) || own.every((part) => parts.includes(part));
  });
  return found.length === 1 ? found[0]! : null;
}

function hint(header: string | undefined, nearest: string | null, known: readonly string[]): string {
  if (nearest !== null) return `the nearest known name is \`${nearest}\``;
  if (header !== undefined) return `the header ${header} says it`;
  return known.length === 0
    ? "nothing is expected there"
    : `known are ${known.map((each) => `\`${each}\``).join(", ")}`;
}
