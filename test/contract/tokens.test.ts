// The life of a turn token: minted by /prepare, looked at by /verify, consumed by /record.
import { afterAll, describe, expect, test } from "bun:test";
import type { ErrorAnswer } from "../support/bodies.ts";
import { DAY_MS, HOUR_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

/** An error without what differs from request to request. */
function lasting(answer: { readonly status: number; readonly body: unknown }): unknown {
  return { ...(answer.body as ErrorAnswer), status: answer.status, request_id: null };
}

/** Neither operation may take the token; nothing may change by the attempt. */
async function expectRefused(client: Client, token: string, status: number, code: string): Promise<void> {
  const before = await client.state();
  expectError(await client.record(token, "an answer"), status, code);
  expectError(await client.post("/verify", { turn_token: token, answer: "an answer" }), status, code);
  expect(await client.state()).toEqual(before);
}

describe("a token", () => {
  test("is consumed by the record; the same answer again is 200 and nothing new", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    await agent.record(turn_token, "a");
    const before = await agent.state();
    for (let again = 0; again < 3; again += 1) {
      const answer = await agent.record(turn_token, "a");
      expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    }
    expect(await agent.state()).toEqual(before);
  });

  test.each(["b", "a ", "A", "a\n", "e\u0301"])("takes no other answer once consumed: %j is 409", async (other) => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    await agent.record(turn_token, other === "e\u0301" ? "\u00e9" : "a");
    const before = await agent.state();
    expectError(await agent.record(turn_token, other), 409, "token_consumed");
    expect(await agent.state()).toEqual(before);
  });

  test("keeps its first answer's kind: the same answer as a correction changes nothing", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    await agent.record(turn_token, "a");
    const id = (await agent.state()).memory.items[0]?.id;
    expect((await agent.record(turn_token, "a", { correction: true })).status).toBe(200);
    expect((await agent.get(`/memory/${id}`)).body).toMatchObject({ packet_type: "raw", confidence: 0.5 });
  });

  test("serves verify as often as asked, before and after the record, and is not consumed by it", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    for (let again = 0; again < 3; again += 1) {
      expect((await agent.post("/verify", { turn_token, answer: "a" })).status).toBe(200);
    }
    expect((await agent.record(turn_token, "a")).status).toBe(200);
    expect((await agent.post("/verify", { turn_token, answer: "other" })).status).toBe(200);
  });

  test("lives 24 hours to the millisecond", async () => {
    const { agent } = await t.account();
    const early = await agent.prepare("q");
    const late = await agent.prepare("q");
    t.clock.advance(DAY_MS - 1);
    expect((await agent.record(early.turn_token, "a")).status).toBe(200);
    t.clock.advance(1);
    await expectRefused(agent, late.turn_token, 410, "token_expired");
    t.clock.advance(HOUR_MS);
    await expectRefused(agent, late.turn_token, 410, "token_expired");
  });

  test("that was consumed and has expired still knows its answer: same 200, other 409, verify 410", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    await agent.record(turn_token, "a");
    t.clock.advance(40 * DAY_MS);
    const before = await agent.state();
    expect((await agent.record(turn_token, "a")).status).toBe(200);
    expectError(await agent.record(turn_token, "b"), 409, "token_consumed");
    expectError(await agent.post("/verify", { turn_token, answer: "a" }), 410, "token_expired");
    expect(await agent.state()).toEqual(before);
  });

  test.each(["turn_", "turn_unknown", "x", " ", "../../etc/passwd", "' OR 1=1 --", "\u{1f600}", "a".repeat(200)])(
    "that never was is 404: %j",
    async (token) => {
      const { agent } = await t.account();
      await agent.remember("something");
      await expectRefused(agent, token, 404, "token_not_found");
    },
  );

  test("with one character changed, or with space around it, is 404", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    const last = turn_token.at(-1) === "A" ? "B" : "A";
    for (const other of [
      turn_token.slice(0, -1) + last,
      ` ${turn_token}`,
      `${turn_token} `,
      turn_token.toUpperCase(),
    ]) {
      await expectRefused(agent, other, 404, "token_not_found");
    }
    expect((await agent.record(turn_token, "a")).status).toBe(200);
  });
});

describe("a token of another brain", () => {
  test("that the same key reaches is 409, is not consumed, and serves in its own brain", async () => {
    const { admin, agent } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const brains = [
      agent,
      agent.at({ user: "ann" }),
      agent.at({ core: "blue" }),
      agent.at({ core: "blue", user: "ann" }),
    ];
    for (const home of brains) {
      const { turn_token } = await home.prepare("q");
      for (const other of brains) {
        if (other !== home) await expectRefused(other, turn_token, 409, "token_other_brain");
      }
      expect((await home.record(turn_token, "a")).status).toBe(200);
    }
  });

  test("that the same key reaches is 409 also when consumed, for its own answer too", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    await agent.record(turn_token, "a");
    expectError(await agent.at({ user: "ann" }).record(turn_token, "a"), 409, "token_other_brain");
  });

  test("that the key cannot reach is 404, in the same words as one that never was", async () => {
    const { admin, agent, key } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const stranger = (await t.account()).agent;
    const bound = [await key({ core: "blue" }), await key({ user: "ann" }), await key({ core: "blue", user: "ann" })];
    const { turn_token } = await agent.prepare("q");
    for (const other of [stranger, stranger.at({ user: "ann" }), ...bound]) {
      await expectRefused(other, turn_token, 404, "token_not_found");
      const real = await other.record(turn_token, "a");
      expect(lasting(real)).toEqual(lasting(await other.record("turn_unknown", "a")));
    }
    expect((await agent.record(turn_token, "a")).status).toBe(200);
    for (const other of [stranger, ...bound]) await expectRefused(other, turn_token, 404, "token_not_found");
  });

  test("that has expired is still 404 for a key that cannot reach it", async () => {
    const { agent } = await t.account();
    const stranger = (await t.account()).agent;
    const { turn_token } = await agent.prepare("q");
    t.clock.advance(2 * DAY_MS);
    await expectRefused(stranger, turn_token, 404, "token_not_found");
  });

  test("can be used by any key of the account that selects its brain", async () => {
    const { admin, agent, key } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const { turn_token } = await agent.at({ core: "blue", user: "ann" }).prepare("q");
    const bound = await key({ core: "blue", user: "ann" });
    expect((await bound.record(turn_token, "a")).status).toBe(200);
  });
});

describe("two records of one token at the same time", () => {
  test("with the same answer both get 200, and one turn is stored", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    const answers = await Promise.all(Array.from({ length: 8 }, () => agent.record(turn_token, "a")));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    expect((await agent.state()).metrics).toMatchObject({ turns: 1, memory_size: 1 });
  });

  test("with different answers one gets 200 and the others 409, and the stored answer is the winner's", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => agent.record(turn_token, `a${at}`)));
    const won = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const { items } = (await agent.state()).memory;
    expect(items.map((item) => item.text)).toEqual([`q\na${won[0]}`]);
  });
});

describe("tokens of what was erased", () => {
  test("are 404 after DELETE /memory, open or consumed, and other brains keep theirs", async () => {
    const { agent } = await t.account();
    const open = await agent.prepare("q");
    const used = await agent.prepare("q");
    await agent.record(used.turn_token, "a");
    const kept = await agent.at({ user: "ann" }).prepare("q");
    await agent.delete("/memory");
    await expectRefused(agent, open.turn_token, 404, "token_not_found");
    expectError(await agent.record(used.turn_token, "a"), 404, "token_not_found");
    expect((await agent.at({ user: "ann" }).record(kept.turn_token, "a")).status).toBe(200);
  });

  test("survive DELETE /memory/{id}: the same record again is 200 and brings nothing back", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("q");
    await agent.record(turn_token, "a");
    const id = (await agent.state()).memory.items[0]?.id;
    await agent.delete(`/memory/${id}`);
    expect((await agent.record(turn_token, "a")).status).toBe(200);
    expect((await agent.state()).metrics).toMatchObject({ turns: 1, memory_size: 0 });
  });

  test("of a deleted core are 404, also when a core of that slug is made again", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const blue = admin.at({ core: "blue" });
    const { turn_token } = await blue.prepare("q");
    await admin.delete("/cores/blue");
    expectError(await blue.record(turn_token, "a"), 404, "core_not_found");
    expectError(await admin.record(turn_token, "a"), 404, "token_not_found");
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    await expectRefused(blue, turn_token, 404, "token_not_found");
  });
});
