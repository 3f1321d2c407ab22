// A pass comes a while after what teaches something by itself was recorded, not only at night.
import type { Clock } from "../base/chance.ts";
import type { Brain, BrainId } from "../domain/brain.ts";
import type { LearningStore } from "../domain/ports/learning-store.ts";
import type { Learner } from "./sync-brain.ts";

export interface LearnSoonDeps {
  readonly clock: Clock;
  readonly learning: Pick<LearningStore, "brainsTaught">;
  readonly learner: Pick<Learner, "learn">;
  /** How long after the last such record of a brain; 0: never. */
  readonly afterMs: () => number;
}

export class LearnSoon {
  /** In the order of the last records. */
  readonly #taught = new Map<BrainId, { readonly brain: Brain; readonly at: number }>();
  /** Those of them that another process recorded. */
  readonly #left = new Set<BrainId>();
  #isRunning = false;

  constructor(private readonly deps: LearnSoonDeps) {}

  /** Something was recorded that teaches. */
  note(brain: Brain): void {
    // Last in order again.
    this.forget(brain.id);
    if (this.deps.afterMs() > 0) this.#taught.set(brain.id, { brain, at: this.deps.clock.now() });
  }

  /** The brain is gone. */
  forget(brain: BrainId): void {
    this.#taught.delete(brain);
    this.#left.delete(brain);
  }

  /** What an earlier run left: as if it were recorded now. */
  async resume(): Promise<void> {
    for (const brain of await this.deps.learning.brainsTaught()) this.note(brain);
  }

  /** What another process has left, as if it were recorded now; what is known here already keeps its time. */
  async takeUp(): Promise<void> {
    const taught = await this.deps.learning.brainsTaught();
    const isTaught = new Set(taught.map(({ id }) => id));
    // Whoever recorded it has learned from it meanwhile.
    for (const id of this.#left) if (!isTaught.has(id)) this.forget(id);
    for (const brain of taught) {
      if (this.#taught.has(brain.id)) continue;
      this.note(brain);
      this.#left.add(brain.id);
    }
  }

  /** The passes that are due, one after another; a failed pass does not stop the others. A run under way is not joined. */
  async runDue(onFailure: (error: unknown) => void): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let brain = this.#takeDue(); brain !== null; brain = this.#takeDue()) {
        await this.deps.learner.learn(brain).catch(onFailure);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  #takeDue(): Brain | null {
    const [first] = this.#taught.values();
    const afterMs = this.deps.afterMs();
    if (first === undefined || afterMs === 0 || first.at + afterMs > this.deps.clock.now()) return null;
    this.#taught.delete(first.brain.id);
    return first.brain;
  }
}
