// Turns as they are recorded: a token is good once, and what it states of the user is decided on what stands.
import { describe, expect, test } from "bun:test";
import type { AttributeDecision } from "../../src/domain/ports/turn-store.ts";
import { BRAIN, hashOf, NOW, recordIn, recordOf, recordOne, seqOfRecord, turnOf, vectorOf } from "./fixture.ts";
import { codeOf, everywhere, type WithStore } from "./opened-store.ts";

const CLAIM: AttributeDecision = { attribute: "name", value: "Ada", outcome: "claim", confirms: [] };

export function recordsHold(withStore: WithStore): void {
  describe("a record", () => {
    test("is there for everybody, and after a restart, once it was acknowledged", () =>
      withStore(async (store, opened) => {
        const said = { session: "s", occurredAt: NOW - 7, metadata: { topic: "food", stars: 5 } };
        const { id } = await store.turns.begin(turnOf("t", said));
        const outcome = await store.turns.record(
          recordOf("t", id, { kind: "correction", confidence: 0.7, cues: ["no"] }),
        );
        expect(outcome).toEqual({ kind: "recorded", seq: seqOfRecord(outcome), at: NOW - 7, raised: [] });
        const packet = { id: "mem_t", brain: id, seq: seqOfRecord(outcome), kind: "correction", ...said };
        const text = { input: "input of t", answer: "answer of t", confidence: 0.7, cues: ["no"], createdAt: NOW + 10 };
        await everywhere(opened, async (each) => {
          expect(await each.packets.find(id, "mem_t")).toEqual({
            ...packet,
            ...text,
            unconfirmedOverwrite: false,
          } as never);
          const found = await each.turns.find(hashOf("t"));
          expect(found).toMatchObject({ input: null, signals: null, consumed: { at: NOW + 10 } });
          expect([...(found?.consumed?.answerHash ?? [])]).toEqual([...hashOf("answer of t")]);
          expect(await each.brains.counters(id)).toMatchObject({ turns: 1, memorySize: 1 });
        });
      }));

    test("of the same answer is told as repeated, also long after; of another it is refused; neither adds anything", () =>
      withStore(async (store, { reopen }) => {
        await recordOne(store, "t");
        const brain = (await store.brains.find(BRAIN))!.id;
        const again = await reopen();
        const late = recordOf("t", brain, { packetId: "mem_u", now: NOW + 1e9 });
        expect(await again.turns.record(late)).toEqual({ kind: "repeated" });
        expect(await codeOf(again.turns.record({ ...late, answerHash: hashOf("else") }))).toBe("token_consumed");
        expect(await again.packets.list(brain, { limit: 9, before: null })).toHaveLength(1);
      }));

    test("consumes its token once, however many come together by however many ways", () =>
      withStore(async (store, { beside }) => {
        const { id } = await store.turns.begin(turnOf("t"));
        const other = await beside();
        const asked = Array.from({ length: 8 }, (_, at) =>
          [store, other][at % 2]!.turns.record(recordOf("t", id, { packetId: `mem_${at}` })),
        );
        const kinds = (await Promise.all(asked)).map(({ kind }) => kind).sort();
        expect(kinds).toEqual(["recorded", ...Array(7).fill("repeated")]);
        expect(await store.brains.counters(id)).toMatchObject({ turns: 1, memorySize: 1 });
      }));

    test("of two different answers at once keeps one, and refuses the other", () =>
      withStore(async (store) => {
        const { id } = await store.turns.begin(turnOf("t"));
        const asked = ["x", "y"].map((text) =>
          store.turns.record(recordOf("t", id, { packetId: `mem_${text}`, answer: text, answerHash: hashOf(text) })),
        );
        const codes = await Promise.all(asked.map(codeOf));
        expect(codes.sort()).toEqual(["not refused", "token_consumed"]);
        expect(await store.packets.list(id, { limit: 9, before: null })).toHaveLength(1);
      }));

    test("with a token of another brain, or of nobody, finds none and consumes nothing", () =>
      withStore(async (store) => {
        const { id } = await store.turns.begin(turnOf("t"));
        const other = await recordIn(store, { ...BRAIN, user: "bob" }, "u");
        expect(await codeOf(store.turns.record(recordOf("t", other.brain)))).toBe("token_not_found");
        expect(await codeOf(store.turns.record(recordOf("none", id)))).toBe("token_not_found");
        expect((await store.turns.record(recordOf("t", id))).kind).toBe("recorded");
      }));

    test("is too late from the token's end on", () =>
      withStore(async (store) => {
        const { id } = await store.turns.begin(turnOf("t"));
        expect(await codeOf(store.turns.record(recordOf("t", id, { now: NOW + 1_000 })))).toBe("token_expired");
        expect((await store.turns.record(recordOf("t", id, { now: NOW + 999 }))).kind).toBe("recorded");
      }));

    test("stores what was restated in place of what was prepared, which is nowhere then", () =>
      withStore(async (store, { reopen }) => {
        const { id } = await store.turns.begin(
          turnOf("t", { input: "secret", session: "secret", metadata: { mark: "secret" } }),
        );
        const restated = {
          input: "[gone]",
          session: "[s]",
          metadata: { mark: "[m]" },
          inputVector: vectorOf(5),
          inputTokens: 2,
        };
        const seq = seqOfRecord(await store.turns.record(recordOf("t", id, { restated })));
        const again = await reopen();
        expect(await again.packets.find(id, "mem_t")).toMatchObject({
          ...{ input: "[gone]", session: "[s]", metadata: { mark: "[m]" } },
        });
        expect((await again.turns.find(hashOf("t")))?.session).toBe("[s]");
        expect((await again.packets.inputVectors(id, [seq])).get(seq)).toEqual(vectorOf(5));
      }));

    test("gives every packet of a brain a place of its own, in the order of the records", () =>
      withStore(async (store, { beside }) => {
        const other = await beside();
        const tokens = Array.from({ length: 20 }, (_, at) => `t${at}`);
        const { id } = await store.turns.begin(turnOf("first"));
        await Promise.all(tokens.map((token) => store.turns.begin(turnOf(token))));
        const outcomes = await Promise.all(
          tokens.map((token, at) => [store, other][at % 2]!.turns.record(recordOf(token, id))),
        );
        const seqs = outcomes.map(seqOfRecord);
        expect(new Set(seqs).size).toBe(20);
        const listed = (await store.packets.list(id, { limit: 99, before: null })).map(({ seq }) => seq);
        expect(listed).toEqual([...seqs].sort((a, b) => b - a));
      }));
  });

  describe("what a record states of the user", () => {
    test("waits as a claim, and rises once it is confirmed, with its embedding", () =>
      withStore(async (store) => {
        const low = { confidence: 0.15, attributes: [CLAIM] };
        const { brain, seq } = await recordIn(store, BRAIN, "a", low);
        await store.packets.saveEmbeddings([{ brain, seq, vector: vectorOf(1) }]);
        expect(await store.packets.find(brain, "mem_a")).toMatchObject({
          confidence: 0.15,
          unconfirmedOverwrite: true,
        });
        const { version, claims } = await store.brains.attributes(brain);
        expect(claims).toEqual([{ attribute: "name", value: "Ada", seq }]);
        const confirm = { ...CLAIM, outcome: "confirm" as const, confirms: [seq] };
        await store.turns.begin(turnOf("b"));
        const change = { attributes: [confirm], attributesVersion: version };
        expect(await store.turns.record(recordOf("b", brain, change))).toMatchObject({
          kind: "recorded",
          raised: [seq],
        });
        expect(await store.packets.find(brain, "mem_a")).toMatchObject({
          confidence: 0.5,
          unconfirmedOverwrite: false,
        });
        expect((await store.vectorSource.read("packets", brain, [seq])).confidences[0]).toBe(0.5);
        const stands = await store.brains.attributes(brain);
        expect([stands.confirmed, stands.claims]).toEqual([
          [{ attribute: "name", value: "Ada", seq: expect.any(Number) }],
          [],
        ]);
        expect(stands.version).toBeGreaterThan(version);
      }));

    test("is decided anew where it changed meanwhile: nothing is written, and the token is good still", () =>
      withStore(async (store) => {
        const { brain } = await recordIn(store, BRAIN, "a", { attributes: [CLAIM] });
        await store.turns.begin(turnOf("b"));
        const stale = recordOf("b", brain, { attributes: [CLAIM] });
        expect(await store.turns.record(stale)).toEqual({ kind: "outdated" });
        expect(await store.brains.counters(brain)).toMatchObject({ turns: 1, memorySize: 1 });
        const { version } = await store.brains.attributes(brain);
        expect((await store.turns.record({ ...stale, attributesVersion: version })).kind).toBe("recorded");
      }));

    test("is decided by one of two that come together, and the other hears so", () =>
      withStore(async (store, { beside }) => {
        const other = await beside();
        const { id } = await store.turns.begin(turnOf("a"));
        await store.turns.begin(turnOf("b"));
        const kept = { ...CLAIM, outcome: "confirm" as const };
        const kinds = await Promise.all([
          store.turns.record(recordOf("a", id, { attributes: [kept] })),
          other.turns.record(recordOf("b", id, { attributes: [{ ...kept, value: "Eve" }] })),
        ]);
        expect(kinds.map(({ kind }) => kind).sort()).toEqual(["outdated", "recorded"]);
        expect((await store.brains.attributes(id)).confirmed).toHaveLength(1);
      }));

    test("goes with the packet that stated it, and decisions made before are outdated", () =>
      withStore(async (store) => {
        const { brain } = await recordIn(store, BRAIN, "a", { attributes: [{ ...CLAIM, outcome: "confirm" }] });
        const { version } = await store.brains.attributes(brain);
        await store.packets.remove(brain, "mem_a");
        const left = await store.brains.attributes(brain);
        expect([left.confirmed, left.claims]).toEqual([[], []]);
        expect(left.version).toBeGreaterThan(version);
      }));
  });
}
