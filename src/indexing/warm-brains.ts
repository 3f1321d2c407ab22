// Reads the largest brains in after a start, so that their first question finds them in memory.
import { type AccountDefaults, retrievalModeOf } from "../domain/account-settings.ts";
import type { BrainKey } from "../domain/brain.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { LexicalIndex } from "../domain/ports/lexical-index.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";

/** A smaller brain is read in by its first question in some 30 ms. */
const PACKETS_LEAST = 5_000;
/** Of the budget: the rest is left to the brains that are asked first. */
const BUDGET_SHARE_MAX = 0.5;

export interface WarmBrainsDeps {
  readonly brains: Pick<BrainStore, "largest" | "find">;
  readonly accounts: Pick<AccountStore, "settings">;
  readonly accountDefaults: AccountDefaults;
  readonly vectors: Pick<VectorIndex, "prefetch" | "stats">;
  readonly words: Pick<LexicalIndex, "prefetch" | "stats">;
  /** Brains that are read at most. */
  readonly brainsMax: number;
  /** Aborted when the service stops: no further brain is read then. */
  readonly stopping: AbortSignal;
}

/** One after another, the largest first, until half of the memory for brains is in use. */
export async function warmBrains(deps: WarmBrainsDeps, packetsLeast = PACKETS_LEAST): Promise<void> {
  for (const key of await deps.brains.largest(packetsLeast, deps.brainsMax)) {
    if (deps.stopping.aborted || !hasRoom(deps)) return;
    await warm(deps, key);
  }
}

async function warm({ brains, accounts, accountDefaults, vectors, words }: WarmBrainsDeps, key: BrainKey) {
  const brain = await brains.find(key);
  if (brain === null) return;
  const mode = retrievalModeOf(await accounts.settings(key.account), accountDefaults);
  await Promise.all([vectors.prefetch(brain.id, null), mode === "hybrid" ? words.prefetch(brain.id) : null]);
}

function hasRoom({ vectors, words }: WarmBrainsDeps): boolean {
  // The budget is one: what words take of it, vectors have not.
  const [held, spent] = [vectors.stats(), words.stats().bytes];
  return held.bytes + spent < BUDGET_SHARE_MAX * (held.budgetBytes + spent);
}
