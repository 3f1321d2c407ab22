// What all accounts hold together, for the operator.
import { count, desc, gt, ne, sum } from "drizzle-orm";
import type { EndedPass, TotalsStore } from "../../../domain/ports/totals-store.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Database } from "../engine/database.ts";
import { accounts, brainKeys, brains, learningPasses, lessons } from "../schema.ts";
import { hasNews } from "./learning-store.ts";

export function createTotalsStore({ db }: Database): TotalsStore {
  return {
    async read(now) {
      const { account, user } = brainKeys;
      // "" is the shared brain of a core, which is nobody's.
      const named = db.selectDistinct({ account, user }).from(brainKeys).where(ne(user, "")).as("named");
      const { turns, memorySize } = brains;
      const [held, users, live, all, news, last] = await Promise.all([
        db.select({ turns: sum(turns).mapWith(Number), packets: sum(memorySize).mapWith(Number) }).from(brains),
        db.select({ count: count() }).from(named),
        db.select({ count: count() }).from(lessons).where(gt(lessons.expiresAt, now)),
        db.select({ count: count() }).from(accounts),
        db.select({ count: count() }).from(brains).where(hasNews()),
        lastPass(db),
      ]);
      return {
        accounts: all[0]?.count ?? 0,
        users: users[0]?.count ?? 0,
        // Of no rows at all a sum is null.
        turns: held[0]?.turns ?? 0,
        packets: held[0]?.packets ?? 0,
        lessons: live[0]?.count ?? 0,
        brainsWithNews: news[0]?.count ?? 0,
        lastPass: last,
      };
    },
  };
}

async function lastPass(db: Drizzle): Promise<EndedPass | null> {
  const { finishedAt, status, lessonsCreated } = learningPasses;
  const columns = { finishedAt, status, lessonsCreated };
  const [last] = await db.select(columns).from(learningPasses).orderBy(desc(learningPasses.id)).limit(1);
  return last ?? null;
}
