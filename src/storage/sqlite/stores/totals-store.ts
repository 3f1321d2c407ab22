// What all accounts hold together, for the operator.
import { count, desc, gt, sql } from "drizzle-orm";
import type { EndedPass, TotalsStore } from "../../../domain/ports/totals-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { accounts, brains, learningPasses, lessons } from "../schema.ts";
import { hasNews } from "./learning-store.ts";

export function createTotalsStore(db: Drizzle): TotalsStore {
  return {
    async read(now) {
      const held = db
        .select({
          // "" is the shared brain of a core, which is nobody's.
          users: sql<number>`count(DISTINCT CASE WHEN ${brains.user} <> '' THEN ${brains.account} || ' ' || ${brains.user} END)`,
          turns: sql<number>`coalesce(sum(${brains.turns}), 0)`,
          packets: sql<number>`coalesce(sum(${brains.memorySize}), 0)`,
        })
        .from(brains)
        .get();
      const { live = 0 } = db.select({ live: count() }).from(lessons).where(gt(lessons.expiresAt, now)).get() ?? {};
      const { all = 0 } = db.select({ all: count() }).from(accounts).get() ?? {};
      const { news = 0 } = db.select({ news: count() }).from(brains).where(hasNews()).get() ?? {};
      const { users = 0, turns = 0, packets = 0 } = held ?? {};
      return { accounts: all, users, turns, packets, lessons: live, brainsWithNews: news, lastPass: lastPass(db) };
    },
  };
}

function lastPass(db: Drizzle): EndedPass | null {
  const { finishedAt, status, lessonsCreated } = learningPasses;
  const columns = { finishedAt, status, lessonsCreated };
  return db.select(columns).from(learningPasses).orderBy(desc(learningPasses.id)).limit(1).get() ?? null;
}
