// kill -9 at each step of learning: started again and run again, nothing is lost and nothing is there twice.
import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { resolve } from "node:path";
import { databasePath } from "../../src/storage/files/data-directory.ts";
import { openStore } from "../../src/storage/sqlite/open-store.ts";
import { withTempDir } from "../storage/sqlite/temp-data.ts";
import { hashOf, NOW, recordOf, turnOf } from "../store/fixture.ts";
import { type KillStep, PASS_STEPS, PLAN_STEPS, RECORD_STEPS } from "./kill-steps.ts";
import { LATE_TURN, RULES, TURNS, wordsOfTheTest } from "./kill-turns.ts";
import { runVerb, type Verb } from "./run-verb.ts";

// Generous: only a child that hangs reaches it.
setDefaultTimeout(60_000);
const CHILD = resolve(import.meta.dir, "kill-child.ts");

/** Records turns with the embeddings that the child would give them. */
async function recordTurns(dataDir: string, inputs: readonly string[]): Promise<void> {
  const words = await wordsOfTheTest();
  const store = await openStore({ dataDir, now: NOW, writerUrl: null });
  try {
    if (!(await store.accounts.exists("default"))) {
      await store.accounts.create("default", NOW);
      // Two turns teach each rule.
      await store.accounts.changeSettings("default", { learnOnce: "off" });
    }
    for (const input of inputs) {
      const { vector } = await words.embed({ text: input, role: "query", lane: "background" });
      const brain = await store.turns.begin(turnOf(input, { input, inputVector: vector }));
      const answer = "Sure, I'll keep that in mind.";
      await store.turns.record(recordOf(input, brain.id, { answer, answerHash: hashOf(answer) }));
    }
  } finally {
    await store.close();
  }
}

/** To its end, as the next process does it. */
function runWhole(verb: Verb, dataDir: string, synthesisToken = ""): Promise<unknown> {
  return runVerb(verb, { dataDir, writerUrl: null, synthesisToken, at: async () => {} });
}

/** In a process of its own, which must not outlive that step. */
async function killAt(step: KillStep, verb: Verb, dataDir: string, token = ""): Promise<void> {
  const child = Bun.spawn([process.execPath, CHILD, verb, dataDir, step, token], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {},
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect({ signal: child.signalCode, stdout, stderr }).toEqual({ signal: "SIGKILL", stdout: "", stderr: "" });
}

/** What lies on the disk, read past the service. */
function look(dataDir: string) {
  const db = new Database(databasePath(dataDir));
  try {
    const all = <T>(sql: string) => db.query<T, []>(sql).all();
    const one = (sql: string) => db.query<{ n: number }, []>(sql).get()?.n;
    const links = all<{ text: string; input: string }>(
      `SELECT lessons.text, packets.input FROM lesson_sources
       JOIN lessons ON lessons.row = lesson_row JOIN packets ON packets.id = packet_id ORDER BY packets.row`,
    );
    const texts = all<{ text: string }>("SELECT text FROM lessons ORDER BY row").map(({ text }) => text);
    return {
      sound: all<{ integrity_check: string }>("PRAGMA integrity_check").map((each) => each.integrity_check),
      strayKeys: all("PRAGMA foreign_key_check"),
      packets: all<{ input: string }>("SELECT input FROM packets ORDER BY row").map(({ input }) => input),
      lessons: texts.map((text) => ({
        text,
        sources: links.filter((each) => each.text === text).map(({ input }) => input),
      })),
      embeddedLessons: one("SELECT count(*) AS n FROM lesson_embeddings JOIN lessons USING (row)"),
      learnedThrough: one("SELECT learned_through AS n FROM brains"),
      waiting: all<{ input: string }>("SELECT input FROM input_embeddings JOIN packets USING (row) ORDER BY row").map(
        ({ input }) => input,
      ),
      passes: all<{ scanned: number }>("SELECT packets_scanned AS scanned FROM learning_passes ORDER BY id").map(
        ({ scanned }) => scanned,
      ),
      openPlans: one("SELECT count(*) AS n FROM synthesis_plans WHERE consumed_at IS NULL"),
      consumedPlans: one("SELECT count(*) AS n FROM synthesis_plans WHERE consumed_at IS NOT NULL"),
      plannedClusters: one("SELECT count(*) AS n FROM synthesis_clusters"),
    };
  } finally {
    db.close();
  }
}

const SOUND = { sound: ["ok"], strayKeys: [] };
const LESSONS = [
  { text: RULES[0], sources: [TURNS[0], TURNS[2]] },
  { text: RULES[1], sources: [TURNS[1], TURNS[4]] },
];
const LEARNED = { lessons: LESSONS, embeddedLessons: 2 };
/** Nothing of a pass is on the disk. */
const UNTOUCHED = {
  ...SOUND,
  packets: [...TURNS],
  lessons: [],
  embeddedLessons: 0,
  learnedThrough: 0,
  waiting: [...TURNS],
  passes: [],
};
/** All of it is; the turn that stayed alone waits for company. */
const DONE = { ...SOUND, packets: [...TURNS], ...LEARNED, learnedThrough: TURNS.length, waiting: [TURNS[3]] };

/** The lessons and the watermark's packets take their numbers from one row of the brain. */
const SEQ_OF_LATE_AFTER_LESSONS = TURNS.length + RULES.length + 1;

test("a pass that nothing kills learns both rules, and the next one nothing", () =>
  withTempDir(async (dir) => {
    await recordTurns(dir, TURNS);
    expect(look(dir)).toMatchObject(UNTOUCHED);
    const report = { status: "ok", packetsScanned: TURNS.length, clusters: 2, lessonsCreated: 2, skipped: 0 };
    expect(await runWhole("sync", dir)).toMatchObject(report);
    expect(look(dir)).toMatchObject({ ...DONE, passes: [TURNS.length] });
    expect(await runWhole("sync", dir)).toMatchObject({ packetsScanned: 0, lessonsCreated: 0 });
    expect(look(dir)).toMatchObject(DONE);
  }));

test.each([...PASS_STEPS])("a pass killed %s is done once, by whichever pass comes next", (step) =>
  withTempDir(async (dir) => {
    await recordTurns(dir, TURNS);
    await killAt(step, "sync", dir);
    const killed = look(dir);
    // A pass killed while its transaction is under way is wholly there or not at all.
    const written = step === "after the write" || (step === "during the write" && killed.learnedThrough !== 0);
    expect(killed).toMatchObject(written ? { ...DONE, passes: [TURNS.length] } : UNTOUCHED);
    await recordTurns(dir, [LATE_TURN]);
    const next = await runWhole("sync", dir);
    expect(next).toMatchObject({
      status: "ok",
      packetsScanned: written ? 1 : TURNS.length + 1,
      lessonsCreated: written ? 0 : 2,
    });
    const after = {
      ...SOUND,
      ...LEARNED,
      packets: [...TURNS, LATE_TURN],
      waiting: [TURNS[3], LATE_TURN],
      learnedThrough: written ? SEQ_OF_LATE_AFTER_LESSONS : TURNS.length + 1,
    };
    expect(look(dir)).toMatchObject(after);
    expect(await runWhole("sync", dir)).toMatchObject({ packetsScanned: 0, lessonsCreated: 0 });
    expect(look(dir)).toMatchObject(after);
  }),
);

function tokenIn(plan: unknown): string {
  const token = (plan as { readonly synthesisToken: string | null } | null)?.synthesisToken;
  if (typeof token !== "string") throw new Error("there is no plan");
  return token;
}

test.each([...PLAN_STEPS])("a plan killed %s moves nothing, and the next one holds the same", (step) =>
  withTempDir(async (dir) => {
    await recordTurns(dir, TURNS);
    await killAt(step, "plan", dir);
    const orphans = step === "after the plan is stored" ? 1 : 0;
    expect(look(dir)).toMatchObject({ ...UNTOUCHED, openPlans: orphans, consumedPlans: 0 });
    const token = tokenIn(await runWhole("plan", dir));
    expect(look(dir)).toMatchObject({ ...UNTOUCHED, openPlans: orphans + 1 });
    expect(await runWhole("record", dir, token)).toMatchObject({ status: "ok", lessonsCreated: 2 });
    // The plan that nobody got the token of goes with the one that was recorded.
    expect(look(dir)).toMatchObject({ ...DONE, openPlans: 0, consumedPlans: orphans + 1, plannedClusters: 0 });
  }),
);

test.each([...RECORD_STEPS])("a record killed %s can be sent again, or is there already", (step) =>
  withTempDir(async (dir) => {
    await recordTurns(dir, TURNS);
    const token = tokenIn(await runWhole("plan", dir));
    await killAt(step, "record", dir, token);
    const killed = look(dir);
    const written = step === "after the write" || (step === "during the write" && killed.learnedThrough !== 0);
    expect(killed).toMatchObject(
      written
        ? { ...DONE, openPlans: 0, consumedPlans: 1, plannedClusters: 0 }
        : { ...UNTOUCHED, openPlans: 1, consumedPlans: 0, plannedClusters: 2 },
    );
    const again = await runWhole("record", dir, token);
    if (written) expect(again).toEqual({ code: "token_consumed" });
    else expect(again).toMatchObject({ status: "ok", lessonsCreated: 2, packetsScanned: TURNS.length });
    expect(look(dir)).toMatchObject({ ...DONE, openPlans: 0, consumedPlans: 1, passes: [TURNS.length] });
    expect(await runWhole("record", dir, token)).toEqual({ code: "token_consumed" });
    expect(await runWhole("sync", dir)).toMatchObject({ packetsScanned: 0, lessonsCreated: 0 });
    expect(look(dir)).toMatchObject(DONE);
  }),
);
