// Names that packets tie to relations, and back: "my husband Tom". Kept as terms of a form that no text has.
const MARK = "=tie ";

export function tieMark(relation: string, name: string): string {
  return `${MARK}${relation} ${name}`;
}

/** Both ends of each tie, with the terms of the ties between them. */
export class NameTies {
  readonly #ends = new Map<string, Map<string, string>>();

  /** Takes note of a term where it is a tie. */
  add(term: string): void {
    const [relation, name] = term.slice(MARK.length).split(" ");
    if (!term.startsWith(MARK) || relation === undefined || name === undefined) return;
    this.#tie(relation, name, term);
    this.#tie(name, relation, term);
  }

  /** Terms that are tied to one of these by a tie that `isLive`. */
  tiedTo(terms: readonly string[], isLive: (tie: string) => boolean): string[] {
    if (this.#ends.size === 0) return [];
    return terms.flatMap((term) => {
      const others = this.#ends.get(term);
      return others === undefined ? [] : [...others].flatMap(([other, tie]) => (isLive(tie) ? [other] : []));
    });
  }

  #tie(from: string, to: string, mark: string): void {
    const others = this.#ends.get(from) ?? new Map<string, string>();
    this.#ends.set(from, others.set(to, mark));
  }
}
