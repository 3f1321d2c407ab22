// Users found by a part of their id, among more than anybody reads whole.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { openStore } from "../../../src/storage/sqlite/open-store.ts";
import { NOW } from "../../store/fixture.ts";
import { WRITER_URL, withStore } from "./temp-data.ts";

const USERS = 20_000;
const SCOPE = { account: "default", core: null };

const nameOf = (nth: number) => `user-${String(nth).padStart(5, "0")}`;

/** Written past the store: turn by turn, so many would take minutes. */
function addUsers(dir: string): void {
  const db = new Database(databasePath(dir));
  const insert = db.query("INSERT INTO brains (account, core, user, created_at) VALUES ('default', 'default', ?, ?)");
  db.transaction(() => {
    for (let nth = 0; nth < USERS; nth++) insert.run(nameOf(nth), NOW);
  })();
  db.close();
}

test("of 20,000 users all that match are found page by page, each once, from the index alone", () =>
  withStore(async (first, dir) => {
    await first.close();
    addUsers(dir);
    const store = await openStore({ dataDir: dir, now: NOW, writerUrl: WRITER_URL });
    const found: string[] = [];
    for (let after: string | null = null; ; after = found.at(-1)!) {
      const page = await store.users.list(SCOPE, { after, limit: 100, holding: "R-0199" }, NOW);
      if (page.length === 0) break;
      found.push(...page.map(({ user }) => user));
    }
    expect(found).toEqual(Array.from({ length: 10 }, (_, at) => nameOf(1_990 + at)));
    const nines = await store.users.list(SCOPE, { after: nameOf(9_998), limit: 3, holding: "99" }, NOW);
    expect(nines.map(({ user }) => user)).toEqual(["user-09999", "user-10099", "user-10199"]);
    await store.close();
    const db = new Database(databasePath(dir), { readonly: true });
    const plan = db
      .query(
        "EXPLAIN QUERY PLAN SELECT DISTINCT user FROM brains WHERE account = 'default' AND user > '' AND instr(lower(user), 'r-0') > 0 ORDER BY user LIMIT 9",
      )
      .all() as { detail: string }[];
    db.close();
    expect(plan.map(({ detail }) => detail)).toEqual([
      "SEARCH brains USING COVERING INDEX brains_by_user (account=? AND user>?)",
    ]);
  }));
