// What clients were told, what they sent without an answer, and what they never sent: the truth to compare with.

/** Sent and not answered are `coming` and `leaving`: either outcome is right, but only whole. */
export type Standing = "coming" | "there" | "leaving" | "gone";

/** What a packet holds. */
export interface Held {
  readonly input: string;
  readonly answer: string;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

export interface Said {
  /** null where nobody knows it, as of a turn that was there before, and where there was no turn. */
  readonly token: string | null;
  readonly input: string;
  /** Sent to /record for this token; more than one where two were sent at once, of which one wins. */
  readonly answers: readonly string[];
  /** The one that was kept; null where that is not known yet. */
  kept: string | null;
  standing: Standing;
  /** As it was sent. */
  readonly metadata?: Held["metadata"];
  /** What it was changed to. */
  held?: Held;
  /** Sent as a change, not answered: all of it, or nothing. */
  changing?: Held | null;
}

export interface Rule {
  /** null where its creation was never answered. */
  id: string | null;
  text: string;
  /** Sent as new wording, not answered. */
  rewording: string | null;
  standing: Standing;
}

export interface IssuedKey {
  readonly id: string;
  readonly text: string;
  standing: Standing;
}

export function heldBy(said: Said, answer = said.kept ?? ""): Held {
  return said.held ?? { input: said.input, answer, metadata: said.metadata ?? {} };
}

/** As the service shows it. */
export function textOf({ input, answer }: Held): string {
  return answer === "" ? input : `${input}\n${answer}`;
}

/** One brain, and all that its clients know of it. */
export class BrainOracle {
  readonly said: Said[] = [];
  readonly rules: Rule[] = [];
  /** Turns that were prepared and never sent to /record. */
  readonly open: { readonly token: string; readonly input: string }[] = [];
  /** Tokens that went with an erasure. */
  readonly dead: string[] = [];
  /** Turns recorded ever: an erasure does not take them back. */
  turns = 0;
  /** Rules that acknowledged passes said they learned, and passes that were not answered. */
  learned = 0;
  unansweredPasses = 0;
  /** Inputs that nothing holds any more, because others took their place. */
  readonly former: string[] = [];
  /** DELETE /memory was sent, and not answered. */
  erasing = false;

  constructor(
    readonly user: string | undefined,
    readonly core?: string,
  ) {}

  get label(): string {
    return `${this.core ?? "default"}/${this.user ?? ""}`;
  }

  /** Its change was answered, or was found after a kill. */
  changed(said: Said, held: Held): void {
    const { input } = heldBy(said);
    if (input !== held.input) this.former.push(input);
    said.held = held;
    said.changing = null;
  }

  there(): Said[] {
    return this.said.filter((each) => each.standing === "there");
  }

  erased(): void {
    this.dead.push(...[...this.open.slice(0, 2), ...this.said.slice(0, 2)].flatMap(({ token }) => token ?? []));
    this.said.length = 0;
    this.rules.length = 0;
    this.open.length = 0;
    this.former.length = 0;
    this.learned = 0;
    this.unansweredPasses = 0;
    this.erasing = false;
  }
}

export class CoreOracle {
  standing: Standing = "coming";
  readonly brains: BrainOracle[] = [];
  /** A client is at it. */
  inUse = true;

  constructor(readonly slug: string) {}
}

/** Everything in one data directory. */
export class Oracle {
  /** Of the default core; `untracked` brains are not among them. */
  readonly brains = new Map<string, BrainOracle>();
  readonly cores: CoreOracle[] = [];
  readonly keys: IssuedKey[] = [];
  /** Turns that the account was charged: acknowledged, and those that may have been besides. */
  prepared = 0;
  maybePrepared = 0;
  /** The newest packet of the older data that this began with, ms since the epoch; 0 where it began empty. */
  plantedThrough = 0;

  brain(user: string): BrainOracle {
    const found = this.brains.get(user) ?? new BrainOracle(user);
    this.brains.set(user, found);
    return found;
  }

  /** All that should be reachable, but for cores whose fate is open. */
  *reachable(): Iterable<BrainOracle> {
    yield* this.brains.values();
    for (const core of this.cores) if (core.standing === "there") yield* core.brains;
  }
}

/** Counts of what was acknowledged and what was checked, by name. */
export class Tally {
  readonly counts = new Map<string, number>();

  add(name: string, by = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + by);
  }

  get(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}
