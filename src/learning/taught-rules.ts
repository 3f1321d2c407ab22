// The rules that the wishes of a pass teach, of which only one can hold about each thing.
import type { Seq } from "../domain/packet.ts";
import type { Wish } from "./find-wishes.ts";
import { type About, contradict } from "./rule-about.ts";

export interface TaughtRule extends About {
  readonly text: string;
  readonly seqs: readonly Seq[];
  /** The sentence that it was said with; null for one that was wished in several. */
  readonly wish: Wish | null;
}

/** Rules from one turn alone that one packet may teach: who lists more pastes a text. */
export const RULES_OF_PACKET_MAX = 5;
/** That one pass may make, the last that were said. */
export const RULES_OF_PASS_MAX = 100;

export class TaughtRules {
  /** In the order in which they were said last. */
  readonly #rules = new Set<TaughtRule>();
  readonly #byThing = new Map<string, TaughtRule>();
  readonly #ofPacket = new Map<Seq, number>();

  get all(): readonly TaughtRule[] {
    return [...this.#rules];
  }

  /** The same thing said again: the later wording, and the sources of both where they agree. */
  take(rule: TaughtRule): void {
    if (!this.#hasRoom(rule)) return;
    const other = this.#about(rule);
    if (other !== undefined) this.#drop(other);
    const agrees = other !== undefined && !contradict(other, rule);
    this.#add(agrees ? { ...rule, seqs: [...new Set([...other.seqs, ...rule.seqs])] } : rule);
    const [oldest] = this.#rules;
    if (oldest !== undefined && this.#rules.size > RULES_OF_PASS_MAX) this.#drop(oldest);
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
    for (const thing of thingsOf(rule)) this.#byThing.set(thing, rule);
  }

  #drop(rule: TaughtRule): void {
    this.#rules.delete(rule);
    for (const thing of thingsOf(rule)) if (this.#byThing.get(thing) === rule) this.#byThing.delete(thing);
  }
}

function thingsOf({ topic, kinds }: About): string[] {
  return [...(topic === null ? [] : [`topic ${topic}`]), ...kinds.map(({ kind }) => `kind ${kind}`)];
}
