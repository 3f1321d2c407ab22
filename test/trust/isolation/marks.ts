// Every text that is stored bears a mark of its owner, so that any answer can be searched for what is another's.

/** Whose a mark is: of one brain, of all brains of a core, of an account, or the name of one end user. */
export interface Owner {
  readonly kind: "brain" | "core" | "account" | "user";
  readonly account: string;
  readonly core: string | null;
  readonly user: string | null;
}

/** Whether the receiver of an answer may see what is this owner's. */
export type Sight = (owner: Owner) => boolean;

export const NOTHING: Sight = () => false;

const MARK = /\bzq[0-9a-z]{12}\b/gi;
/** Embeddings, whose letters make any word by chance. */
const EMBEDDING = /[0-9A-Za-z+/=]{400,}/g;
const HANDLE = /\b(?:mem|les|turn|syn)_[0-9A-Za-z]{22,43}|\bmk_live_[0-9A-Za-z]{8}/g;

export function sameOwner(a: Owner, b: Owner): boolean {
  return a.kind === b.kind && a.account === b.account && a.core === b.core && a.user === b.user;
}

export class Marks {
  readonly #owners = new Map<string, Owner[]>();
  readonly #gone = new Set<string>();

  constructor(private readonly next: () => number) {}

  /** A word that stands for its owner and is in no other text. */
  make(owner: Owner): string {
    const digits = () =>
      Math.floor(this.next() * 36 ** 6)
        .toString(36)
        .padStart(6, "0");
    const mark = `zq${digits()}${digits()}`;
    this.own(mark, owner);
    return mark;
  }

  /** For ids, tokens and keys, which are marks too. One that was imported may stand for something in several brains. */
  own(mark: string, owner: Owner): void {
    const owners = this.#owners.get(mark) ?? [];
    if (!owners.some((each) => sameOwner(each, owner))) owners.push(owner);
    this.#owners.set(mark, owners);
    this.#gone.delete(`${mark} ${label(owner)}`);
  }

  isOf(mark: string, owner: Owner): boolean {
    return (this.#owners.get(mark) ?? []).some((each) => sameOwner(each, owner)) && !this.#isGone(mark, owner);
  }

  /** What was erased must not come back. */
  retire(marks: Iterable<string>, owner: Owner): void {
    for (const mark of marks) this.#gone.add(`${mark} ${label(owner)}`);
  }

  /** The marks in a text, each once. */
  in(text: string): Set<string> {
    const plain = text.replace(EMBEDDING, "");
    const words = (plain.match(MARK) ?? []).map((mark) => mark.toLowerCase());
    return new Set([...words, ...(plain.match(HANDLE) ?? [])]);
  }

  /** What stands in the text and must not; empty where all is well. */
  foreign(text: string, sight: Sight, sent: ReadonlySet<string>): string[] {
    return [...this.in(text)].flatMap((mark) => {
      if (sent.has(mark)) return [];
      const owners = this.#owners.get(mark);
      if (owners === undefined) return [`${mark} (nobody's)`];
      const seen = owners.filter((owner) => sight(owner));
      if (seen.length === 0) return [`${mark} of ${owners.map(label).join(", ")}`];
      return seen.every((owner) => this.#isGone(mark, owner)) ? [`${mark}, which was erased`] : [];
    });
  }

  #isGone(mark: string, owner: Owner): boolean {
    return this.#gone.has(`${mark} ${label(owner)}`);
  }
}

function label({ kind, account, core, user }: Owner): string {
  return `${kind} ${account}/${core ?? "*"}/${user ?? "*"}`;
}
