// The rules that the wishes of a pass teach, of which only one can hold about each thing.

import type { Seq } from "../domain/packet.ts";
import { type About, contradict, type WishSentence } from "../domain/wish.ts";
import type { Wish } from "./find-wishes.ts";

export interface TaughtRule extends About {
  readonly text: string;
  readonly seqs: readonly Seq[];
  /** The sentence that it was said with; null for one that was wished in several. */
  readonly wish: Wish | null;
  /** The one of that sentence's orders that it is; absent: all of it. */
  readonly order?: WishSentence | undefined;
  /** The live lessons that the same message takes back, and in whose place it stands. */
  readonly replaces?: readonly Seq[];
}

/** Kept by a rule that another reading of the same pass makes anew. */
export type RuleIdentity = WishSentence | string;

/** Sentences with rules that one packet may teach: who lists more pastes a text. Chosen, not measured. */
export const RULES_OF_PACKET_MAX = 5;
/** That one pass may make, the last that were said. */
export const RULES_OF_PASS_MAX = 100;

/** Where a rule was said last. */
export function saidAt({ seqs }: Pick<TaughtRule, "seqs">): Seq {
  return Math.max(...seqs);
}

export class TaughtRules {
  /** In the order in which they were said last. */
  readonly #rules = new Set<TaughtRule>();
  /** All that stood for a while, by what identifies them. */
  readonly #stood = new Map<RuleIdentity, TaughtRule>();
  readonly #byThing = new Map<string, TaughtRule>();
  readonly #ofPacket = new Map<Seq, number>();

  get all(): readonly TaughtRule[] {
    return [...this.#rules];
  }

  /** Those too that something later has ended. */
  get stood(): readonly TaughtRule[] {
    return [...this.#stood.values()];
  }

  take(rule: TaughtRule): void {
    this.takeAll([rule]);
  }

  /**
   * Of one sentence, or of some that follow upon one another: they hold together. The same thing said again: the later wording, and
   * the sources of both where they agree.
   */
  takeAll(said: readonly TaughtRule[]): void {
    const [first] = said;
    if (first === undefined || !this.#hasRoom(first)) return;
    const taken: TaughtRule[] = [];
    for (const rule of said) {
      const other = this.#about(rule);
      const isEarlier = other !== undefined && !taken.includes(other);
      if (isEarlier) this.#drop(other);
      const agrees = isEarlier && !contradict(other, rule);
      const kept = agrees ? { ...rule, seqs: [...new Set([...other.seqs, ...rule.seqs])] } : rule;
      this.#add(kept);
      taken.push(kept);
      const [oldest] = this.#rules;
      if (oldest !== undefined && this.#rules.size > RULES_OF_PASS_MAX) this.#drop(oldest);
    }
  }

  /** Drops a rule that may have been made anew since. */
  drop(rule: TaughtRule): void {
    const same = this.all.find((other) => identityOf(other) === identityOf(rule));
    if (same !== undefined) this.#drop(same);
  }

  /** Drops all that are about the same; whether there was one. */
  end(about: About): boolean {
    const before = this.#rules.size;
    for (let rule = this.#about(about); rule !== undefined; rule = this.#about(about)) this.#drop(rule);
    return this.#rules.size < before;
  }

  /** Adds the sources of a rule to that which is about the same, where they agree; whether there is one. */
  support(rule: TaughtRule): boolean {
    const other = this.#about(rule);
    if (other === undefined) return false;
    if (!contradict(other, rule)) {
      this.#drop(other);
      this.#add({ ...other, seqs: [...new Set([...other.seqs, ...rule.seqs])].sort((a, b) => a - b) });
    }
    return true;
  }

  #hasRoom({ seqs }: TaughtRule): boolean {
    const seq = seqs.at(-1) ?? 0;
    const taught = this.#ofPacket.get(seq) ?? 0;
    this.#ofPacket.set(seq, taught + 1);
    return taught < RULES_OF_PACKET_MAX;
  }

  #about(about: About): TaughtRule | undefined {
    for (const thing of thingsOf(about)) {
      const rule = this.#byThing.get(thing);
      if (rule !== undefined) return rule;
    }
    return undefined;
  }

  #add(rule: TaughtRule): void {
    this.#rules.add(rule);
    this.#stood.set(identityOf(rule), rule);
    for (const thing of thingsOf(rule)) this.#byThing.set(thing, rule);
  }

  #drop(rule: TaughtRule): void {
    this.#rules.delete(rule);
    for (const thing of thingsOf(rule)) if (this.#byThing.get(thing) === rule) this.#byThing.delete(thing);
  }
}

export function identityOf({ wish, order, text }: TaughtRule): RuleIdentity {
  return order ?? wish ?? text;
}

function thingsOf({ topic, kinds }: About): string[] {
  return [...(topic === null ? [] : [`topic ${topic}`]), ...kinds.map(({ kind }) => `kind ${kind}`)];
}
