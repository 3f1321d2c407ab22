// What the oracle knows: accounts with their keys, cores and brains, and what was acknowledged in each.
import { Lock } from "./locks.ts";
import { Marks, type Owner } from "./marks.ts";

/** What is on the plans in this test: cores beside `default`. The rest of them has no limit. */
export const CORES_BY_PLAN: Readonly<Record<string, number>> = { unlimited: Number.POSITIVE_INFINITY, free: 1, pro: 2 };

/** What all brains call alike. */
export interface Filed {
  readonly session: string | null;
  /** A field of the metadata. */
  readonly kind: string | null;
}

export interface OpenTurn extends Filed {
  readonly token: string;
  readonly input: string;
  answer: string | null;
}

export interface OpenPlan {
  readonly token: string;
  readonly clusters: readonly string[];
}

/** A packet that was acknowledged. */
export interface Kept extends Filed {
  readonly mark: string | null;
  /** The mark is in no other text of the brain. */
  readonly isInAnswer?: true;
  /** null where the packet was not made by a turn of ours. */
  readonly input: string | null;
}

export class Brain {
  readonly lock = new Lock();
  /** By id, oldest first. */
  items = new Map<string, Kept>();
  lessons = new Map<string, string>();
  /** Lessons that a pass has ended: they are served no more, and count until they are erased or swept away. */
  endedLessons = 0;
  /** A pass is under way, which may end lessons. */
  learns = false;
  turns: OpenTurn[] = [];
  plans: OpenPlan[] = [];
  /** Turns recorded, as `/metrics` counts them. */
  recorded = 0;
  exists = false;
  /** What this brain says: its inputs come back, so that most of their embeddings are remembered. */
  inputs: string[] = [];
  marks = new Set<string>();
  /** Something happened whose outcome was not told: the brain has to be looked at before it is used again. */
  unsure = false;
  /** Ids that an erasure under way may have taken; all where it was of everything. */
  doomed: Set<string> | "all" = new Set();
  /** Marks of records that were acknowledged where the brain could not be read. */
  owed = new Set<string>();

  constructor(
    readonly account: string,
    readonly core: string,
    readonly user: string | null,
  ) {}

  get owner(): Owner {
    return { kind: "brain", account: this.account, core: this.core, user: this.user };
  }

  /** As the interface shows it. */
  get label(): string {
    const parts = [this.account];
    if (this.core !== "default" || this.user === null) parts.push(this.core);
    if (this.user !== null) parts.push(`@${this.user}`);
    return parts.join("::");
  }
}

export interface Key {
  readonly id: string;
  readonly text: string;
  readonly account: string;
  readonly scope: "admin" | "agent";
  readonly core: string | null;
  readonly user: string | null;
  dead: boolean;
}

export interface CoreModel {
  readonly slug: string;
  readonly mark: string;
}

export class Account {
  readonly lock = new Lock();
  readonly keys: Key[] = [];
  /** In order of creation, without `default`. */
  cores: CoreModel[] = [];
  readonly constitutions = new Map<string, string>();
  readonly brains = new Map<string, Brain>();
  plan = "unlimited";
  sourcesMax = 8;
  prepared = 0;
  /** Whether the service may have counted more turns than were acknowledged. */
  unsure = false;

  constructor(
    readonly name: string,
    /** End users that it asks for: some are called the same in every account. */
    readonly users: readonly string[],
    /** A slug that no other account uses. */
    readonly ownSlug: string,
  ) {}

  get owner(): Owner {
    return { kind: "account", account: this.name, core: null, user: null };
  }

  brain(core: string, user: string | null): Brain {
    const label = `${core}/${user ?? ""}`;
    const known = this.brains.get(label) ?? new Brain(this.name, core, user);
    this.brains.set(label, known);
    return known;
  }

  hasCore(slug: string): boolean {
    return slug === "default" || this.cores.some((core) => core.slug === slug);
  }

  isSpilled(slug: string): boolean {
    const at = this.cores.findIndex((core) => core.slug === slug);
    return at >= (CORES_BY_PLAN[this.plan] ?? 0);
  }

  /** Those within a part of the account. */
  within(core: string | null, user: string | null): Brain[] {
    return [...this.brains.values()].filter(
      (brain) => (core === null || brain.core === core) && (user === null || brain.user === user),
    );
  }

  /** The first key, which may do everything. */
  get root(): Key {
    const [root] = this.keys;
    if (root === undefined) throw new Error(`${this.name} has no key`);
    return root;
  }
}

/** What everybody says everywhere: remembered embeddings make a long run short, and what was answered bears the mark. */
const COMMON_INPUTS = [
  "Where does the spare key of the cellar hang?",
  "Which tea do I like best?",
  "Please remember that we meet every Tuesday at nine.",
  "No, I meant the shelf at the door, not the one at the window.",
  "I live in Lisbon now.",
  "What did we say about the shelf?",
  "I work as a gardener.",
  "Please always answer in metric units.",
] as const;
const SHARE_OF_COMMON = 0.75;

export const SHARED_SLUGS = ["blue", "red"] as const;
export const SHARED_KINDS = ["shelf", "tea"] as const;
export const SHARED_SESSIONS = ["talk", "a/b?c#%2e"] as const;
/** Ids as people use them, and such as other programs read something into. */
export const SHARED_USERS = ["ann", `a/b,%2e"auth0|1'`, ".."] as const;

export class World {
  readonly accounts: Account[] = [];
  readonly marks: Marks;
  /** Accounts that have no keys, made by operations. */
  readonly bareAccounts = new Set<string>();
  /** Who makes an account is alone with the list of accounts. */
  readonly governing = new Lock();

  constructor(readonly next: () => number) {
    this.marks = new Marks(next);
  }

  account(name: string): Account {
    const found = this.accounts.find((each) => each.name === name);
    if (found === undefined) throw new Error(`there is no account ${name}`);
    return found;
  }

  /** The texts of a brain are nearly those of every other: only the mark tells them apart. */
  inputOf(brain: Brain, next: () => number): string {
    if (next() < SHARE_OF_COMMON) return COMMON_INPUTS[Math.floor(next() * COMMON_INPUTS.length)] ?? "";
    if (brain.inputs.length === 0) {
      const mark = this.markOf(brain);
      const name = `Z${mark.slice(1)}`;
      brain.inputs = [
        `The spare key of the cellar hangs behind the ${mark} shelf.`,
        `My favourite tea is called ${mark}, and I drink it without sugar.`,
        `No, I meant the ${mark} shelf, not the one at the window.`,
        `My name is ${name}.`,
        `Please always write the word ${mark} in lower case.`,
        `We meet the people of ${mark} every Tuesday at nine.`,
      ];
    }
    return brain.inputs[Math.floor(next() * brain.inputs.length)] ?? "";
  }

  markOf(brain: Brain): string {
    const mark = this.marks.make(brain.owner);
    brain.marks.add(mark);
    return mark;
  }

  /** All that was in the brain is erased. */
  erased(brain: Brain): void {
    this.marks.retire([...brain.marks, ...brain.items.keys(), ...brain.lessons.keys()], brain.owner);
    brain.items.clear();
    brain.lessons.clear();
    brain.endedLessons = 0;
    brain.turns = [];
    brain.plans = [];
    brain.inputs = [];
    brain.marks.clear();
    brain.owed.clear();
  }
}
