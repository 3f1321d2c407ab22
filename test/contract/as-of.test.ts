// `as_of` of /recall: the memory of a moment, as a brain that knows nothing later would answer.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DAY_MS, MINUTE_MS, seededNumbers } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { type Explained, hybrid, say } from "../support/hybrid.ts";
import { startTestService } from "../support/test-service.ts";

setDefaultTimeout(120_000);

const t = await startTestService();
afterAll(() => t.close());

async function recall(client: Client, body: Record<string, unknown>): Promise<readonly Explained[]> {
  const { status, body: answer } = await client.post<{ sources: Explained[] }>("/recall", body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.sources;
}

async function idsAt(client: Client, query: string, asOf: string | null): Promise<string[]> {
  return (await recall(client, { query, as_of: asOf })).map(({ id }) => id);
}

const MODES = ["cosine", "hybrid"];

function accountIn(mode: string) {
  return mode === "hybrid" ? hybrid(t) : t.account();
}

describe.each(MODES)("in %s mode", (mode) => {
  test("only what had been said by then is there, up to the very moment", async () => {
    const { agent } = await accountIn(mode);
    const first = await say(agent, "the red door", "the red door");
    const [before, at] = [t.clock.iso(-1), t.clock.iso()];
    t.clock.advance(DAY_MS);
    const second = await say(agent, "the red door", "the red door");
    expect(await idsAt(agent, "the red door", null)).toEqual([second, first]);
    expect(await idsAt(agent, "the red door", t.clock.iso())).toEqual([second, first]);
    expect(await idsAt(agent, "the red door", t.clock.iso(9 * DAY_MS))).toEqual([second, first]);
    expect(await idsAt(agent, "the red door", t.clock.iso(-1))).toEqual([first]);
    expect(await idsAt(agent, "the red door", at)).toEqual([first]);
    expect(await idsAt(agent, "the red door", before)).toEqual([]);
    expect(await idsAt(agent.at({ user: "nobody" }), "the red door", at)).toEqual([]);
  });

  test("when it happened counts where that is known, not when it was recorded", async () => {
    const { agent } = await accountIn(mode);
    const old = await say(agent, "the red door", "the red door", { occurred_at: t.clock.iso(-40 * DAY_MS) });
    const ahead = await say(agent, "the red door", "the red door", { occurred_at: t.clock.iso(DAY_MS) });
    expect(await idsAt(agent, "the red door", t.clock.iso(-39 * DAY_MS))).toEqual([old]);
    expect(await idsAt(agent, "the red door", t.clock.iso())).toEqual([old]);
    expect(await idsAt(agent, "the red door", t.clock.iso(DAY_MS))).toEqual([ahead, old]);
    // The same moment with another offset.
    const inTokyo = t.clock.iso(-39 * DAY_MS + 9 * 60 * MINUTE_MS).replace("Z", "+09:00");
    expect(await idsAt(agent, "the red door", inTokyo)).toEqual([old]);
  });

  test("later packets, however many and however near, keep no earlier one out", async () => {
    const { admin } = await accountIn(mode);
    const early = await say(admin, "red door green window", "noted by me then");
    const then = t.clock.iso();
    t.clock.advance(DAY_MS);
    for (let at = 0; at < 40; at += 1) await say(admin, "red door", "red door", { correction: at % 2 === 0 });
    expect(await idsAt(admin, "red door", null)).not.toContain(early);
    expect(await idsAt(admin, "red door", then)).toEqual([early]);
  });
});

test("of two statements of the same the older is first at a time when the newer was not there", async () => {
  const { agent } = await hybrid(t);
  const rent = (euros: number) => `my rent for the small flat in Porto is ${euros} euros a month`;
  const older = await say(agent, rent(600), "Noted.");
  const then = t.clock.iso();
  t.clock.advance(30 * DAY_MS);
  const newer = await say(agent, rent(700), "Noted, and thanks for telling me about it.");
  expect((await idsAt(agent, "what is my rent in Porto?", null))[0]).toBe(newer);
  expect(await idsAt(agent, "what is my rent in Porto?", then)).toEqual([older]);
});

test("last week is the week before that moment", async () => {
  const { agent } = await hybrid(t);
  const then = await say(agent, "quince marmalade", "six jars", { occurred_at: t.clock.iso(-67 * DAY_MS) });
  const lately = await say(agent, "walnut bread", "two loaves", { occurred_at: t.clock.iso(-7 * DAY_MS) });
  const question = "What did we talk about last week?";
  expect(await idsAt(agent, question, null)).toEqual([lately]);
  expect(await idsAt(agent, question, t.clock.iso(-60 * DAY_MS))).toEqual([then]);
});

const WORDS = "boiler cellar Porto sister Ines cats rent flat euros Tomek meeting Friday May drawer passport".split(
  " ",
);
const QUESTIONS = [
  "Where is the passport?",
  "boiler cellar Porto",
  "When is the meeting with Tomek?",
  "What did we talk about last week?",
  "Ines",
  "my rent for the flat, euros a month",
];

test.each(MODES)(
  "in %s mode every answer, score and rank is that of a brain that knows nothing later",
  async (mode) => {
    const { admin } = await accountIn(mode);
    const next = seededNumbers(mode.length);
    const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]!;
    const words = (count: number) =>
      Array.from({ length: 1 + Math.floor(next() * count) }, () => pick(WORDS)).join(" ");
    const start = t.clock.now();
    const TURNS = 48;
    const moments = [-1, 10, 24, 40].map((turn) => start + turn * DAY_MS);
    const brains = moments.map((_, at) => admin.at({ user: `then-${at}` }));
    for (let turn = 0; turn < TURNS; turn += 1) {
      const occurredAt = next() < 0.4 ? start + Math.floor(next() * TURNS) * DAY_MS : null;
      const said = [`${words(8)} ${Math.floor(next() * 9)}`, words(12), pick(["a", "b", "c"]), next() < 0.2] as const;
      for (const [at, client] of [admin, ...brains].entries()) {
        if (at > 0 && (occurredAt ?? t.clock.now()) > moments[at - 1]!) continue;
        const [input, answer, session, correction] = said;
        const when = occurredAt === null ? {} : { occurred_at: new Date(occurredAt).toISOString() };
        const { turn_token } = await client.prepare(input, { session, ...when });
        expect((await client.record(turn_token, answer, { correction })).status).toBe(200);
      }
      t.clock.advance(DAY_MS);
    }
    const shown = (sources: readonly Explained[]) => sources.map(({ id: _, ...rest }) => rest);
    let found = 0;
    for (const [at, moment] of moments.entries()) {
      for (const query of QUESTIONS) {
        for (const more of [{}, { limit: 3 }, { limit: 100 }, { explain: true }, { limit: 20, explain: true }]) {
          const then = await recall(admin, { query, as_of: new Date(moment).toISOString(), ...more });
          // The other brain is asked at that moment itself.
          const now = t.clock.now();
          t.clock.advance(moment - now);
          const expected = await recall(brains[at]!, { query, ...more });
          t.clock.advance(now - moment);
          expect(shown(then)).toEqual(shown(expected));
          found += then.length;
        }
      }
    }
    expect(found).toBeGreaterThan(200);
  },
);

describe("a request", () => {
  const bad: [string, unknown][] = [
    ["no such day", "2026-02-30T09:30:00Z"],
    ["words", "yesterday"],
    ["a number", 1_769_851_800_000],
    ["nothing", ""],
    ["a list", ["2026-01-31T09:30:00Z"]],
  ];
  test.each(bad)("whose `as_of` is %s is 400", async (_, as_of) => {
    const { agent } = await t.account();
    expectError(await agent.post("/recall", { query: "a", as_of }), 400, "invalid_request", "as_of");
  });

  test("whose `as_of` is null asks for now", async () => {
    const { agent } = await t.account();
    const id = await say(agent, "the red door", "the red door");
    expect(await idsAt(agent, "the red door", null)).toEqual([id]);
  });
});
