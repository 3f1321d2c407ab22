// Claims on work in the background, as rows: they outlive a connection, and end by themselves where their holder is gone.
import { sql } from "drizzle-orm";
import type { WorkClaims } from "../../../domain/ports/work-claims.ts";
import type { Database } from "../engine/database.ts";
import { NOW_MS } from "../now.ts";

/** After so long without a renewal a claim is anybody's. */
const HELD_MS = 15_000;
const RENEW_MS = 5_000;
const ASK_AGAIN_MS = 250;

export function createWorkClaims({ db }: Database, holder: string): WorkClaims {
  const take = async (name: string, by: string): Promise<boolean> => {
    const taken = await db.execute(sql`
      INSERT INTO claims (name, holder, until) VALUES (${name}, ${by}, ${NOW_MS} + ${HELD_MS})
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE claims.until < ${NOW_MS} OR claims.holder = excluded.holder
      RETURNING name`);
    return taken.length > 0;
  };
  const release = (name: string, by: string) =>
    db.execute(sql`DELETE FROM claims WHERE name = ${name} AND holder = ${by}`).catch(() => {});
  let given = 0;
  const nextHolder = () => {
    given += 1;
    return `${holder} ${given}`;
  };
  const held = async <T>(name: string, by: string, work: () => Promise<T>): Promise<T> => {
    const renewal = setInterval(() => take(name, by).catch(() => {}), RENEW_MS);
    renewal.unref();
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      await release(name, by);
    }
  };
  return {
    async alone(name, work) {
      const by = nextHolder();
      while (!(await take(name, by))) await Bun.sleep(ASK_AGAIN_MS);
      return held(name, by, work);
    },
    async unlessTaken(name, work) {
      const by = nextHolder();
      if (!(await take(name, by))) return false;
      await held(name, by, work);
      return true;
    },
  };
}
