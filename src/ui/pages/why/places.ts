// Where each memory stands in each mode, and the letter by which it is known in both.
import type { Mode, ModeLook } from "./load-why.ts";

export type Place =
  | { readonly kind: "brief"; readonly at: number }
  | { readonly kind: "beyond" | "below" }
  | { readonly kind: "none" };

export interface Placed {
  /** A, B, … Z, A2, B2, … */
  readonly tag: string;
  readonly places: Readonly<Record<Mode, Place>>;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export function tagOf(at: number): string {
  const round = Math.floor(at / LETTERS.length) + 1;
  return `${LETTERS[at % LETTERS.length]}${round === 1 ? "" : round}`;
}

/** By the id of the memory; letters in the order of the mode that leads, then of the other. */
export function placeAll(modes: readonly ModeLook[], lead: Mode): ReadonlyMap<string, Placed> {
  const ordered = modes.toSorted((a, b) => Number(b.mode === lead) - Number(a.mode === lead));
  const lists = [
    ...ordered.map(({ sources }) => sources),
    ...ordered.map(({ beyond }) => beyond),
    ...ordered.map(({ below }) => below),
  ];
  const ids = [...new Set(lists.flat().map(({ id }) => id))];
  const of = (mode: Mode, id: string) =>
    placeIn(
      modes.find((each) => each.mode === mode),
      id,
    );
  return new Map(
    ids.map((id, at) => [id, { tag: tagOf(at), places: { cosine: of("cosine", id), hybrid: of("hybrid", id) } }]),
  );
}

function placeIn(look: ModeLook | undefined, id: string): Place {
  const has = (entries: readonly { readonly id: string }[]) => entries.findIndex((each) => each.id === id);
  if (look === undefined) return { kind: "none" };
  const at = has(look.sources);
  if (at >= 0) return { kind: "brief", at: at + 1 };
  if (has(look.beyond) >= 0) return { kind: "beyond" };
  return { kind: has(look.below) >= 0 ? "below" : "none" };
}
