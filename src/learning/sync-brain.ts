// Learning on demand and unasked: one pass at a time for each brain.
import type { Brain, BrainId, BrainKey } from "../domain/brain.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { Distiller } from "../domain/ports/distiller.ts";
import type { WorkClaims } from "../domain/ports/work-claims.ts";
import type { PassReport } from "./end-pass.ts";
import {
  type ForeseenPass,
  foreseePass,
  NOTHING_FORESEEN,
  nothingFor,
  type RunLearningPassDeps,
  runLearningPass,
} from "./run-learning-pass.ts";

export interface SyncDeps extends RunLearningPassDeps {
  readonly accounts: AccountStore;
  readonly brains: BrainStore;
  readonly distillers: Distillers;
  readonly claims: WorkClaims;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/** What the service can distil with; `endpoint` is null where the operator named none. */
export interface Distillers {
  readonly extractive: Distiller;
  readonly endpoint: Distiller | null;
}

export class Learner {
  readonly #running = new Map<BrainId, Promise<PassReport>>();

  constructor(private readonly deps: SyncDeps) {}

  /** Runs a pass, or joins the one that runs already. A brain that was never used learns nothing. */
  async sync(key: BrainKey): Promise<PassReport> {
    const brain = await this.deps.brains.find(key);
    return brain === null ? nothingFor(this.deps.distillers.extractive) : this.#pass(brain);
  }

  /** What `sync` would make now. It joins no pass that runs, and none waits for it. */
  async foresee(key: BrainKey): Promise<ForeseenPass> {
    const brain = await this.deps.brains.find(key);
    if (brain === null) return NOTHING_FORESEEN;
    return foreseePass(this.deps, brain, await this.#distillerOf(key), this.deps.stopping);
  }

  /**
   * Runs a pass for every brain with packets that no pass has scanned, one after another; a failed pass does not stop
   * the others.
   */
  async learnAll(onFailure: (error: unknown) => void): Promise<void> {
    for (const brain of await this.deps.learning.brainsWithNews()) await this.learn(brain).catch(onFailure);
  }

  /** Runs a pass that nobody asked for: accounts that want none, or are past due, get none. */
  async learn({ id, key }: Brain): Promise<void> {
    const { nightly } = await this.deps.accounts.settings(key.account);
    if (!nightly || (await this.deps.accounts.find(key.account))?.pastDue === true) return;
    if (!this.deps.stopping.aborted) await this.#pass({ id, key });
  }

  /** Resolves when no pass is under way. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  #pass(brain: Brain): Promise<PassReport> {
    const running = this.#running.get(brain.id);
    if (running !== undefined) return running;
    const pass = this.#run(brain).finally(() => this.#running.delete(brain.id));
    this.#running.set(brain.id, pass);
    return pass;
  }

  async #run(brain: Brain): Promise<PassReport> {
    const distiller = await this.#distillerOf(brain.key);
    return this.deps.claims.alone(`learn ${brain.id}`, async () => {
      // With it, what another process has written since comes into memory.
      await this.deps.brains.find(brain.key);
      return runLearningPass(this.deps, brain, distiller, this.deps.stopping);
    });
  }

  async #distillerOf({ account }: BrainKey): Promise<Distiller> {
    const { distiller } = await this.deps.accounts.settings(account);
    const { extractive, endpoint } = this.deps.distillers;
    return distiller === "endpoint" ? (endpoint ?? extractive) : extractive;
  }
}
