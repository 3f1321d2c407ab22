// The contract of the store: everything that its ports promise, over a factory. An engine that passes may move in.
import { describe } from "bun:test";
import { accountsHold } from "./accounts.ts";
import { auditHolds } from "./audit.ts";
import { erasureHolds } from "./erasure.ts";
import { NOW } from "./fixture.ts";
import { keysHold } from "./keys.ts";
import { learningHolds } from "./learning.ts";
import { lessonsHold } from "./lessons.ts";
import { modelsHold } from "./models.ts";
import type { OpenedStore, WithStore } from "./opened-store.ts";
import { packetsHold } from "./packets.ts";
import { portabilityHolds } from "./portability.ts";
import { quotasHold } from "./quotas.ts";
import { recordsHold } from "./records.ts";
import { sourcesHold } from "./sources.ts";
import { totalsHold } from "./totals.ts";
import { turnsHold } from "./turns.ts";

export function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  const withStore: WithStore = async (use) => {
    const opened = await open();
    try {
      await opened.store.accounts.create("default", NOW);
      await use(opened.store, opened);
    } finally {
      await opened.close();
    }
  };
  describe(name, () => {
    accountsHold(withStore);
    keysHold(withStore);
    turnsHold(withStore);
    recordsHold(withStore);
    quotasHold(withStore);
    packetsHold(withStore);
    lessonsHold(withStore);
    learningHolds(withStore);
    sourcesHold(withStore);
    modelsHold(withStore);
    erasureHolds(withStore);
    portabilityHolds(withStore);
    auditHolds(withStore);
    totalsHold(withStore);
  });
}
