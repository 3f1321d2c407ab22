// Texts that nobody writes, on every way to the model: no failure, a vector of length 1, and always the same one.
import { afterAll, describe, expect, test } from "bun:test";
import { runEmbed } from "../../../src/cli/embed.ts";
import { embeddedModel } from "../../../src/embedding/embedded-model.ts";
import { createTextTokenizer } from "../../../src/embedding/tokenizer.ts";
import type { TurnBody } from "../../support/bodies.ts";
import { realModel, startTestService } from "../../support/test-service.ts";
import { seededRandom } from "../../vectors/seeded-random.ts";
import { oddText, UNIT_NAMES, WELL_KNOWN } from "./odd-texts.ts";

const SEED = 8;
const LENGTHS = [1, 2, 7, 40, 150];
const TIMEOUT_MS = 240_000;
const DIMENSION = 384;

const embedder = realModel();
afterAll(() => embedder.close());

const random = seededRandom(SEED);
const TEXTS = [
  ...WELL_KNOWN,
  ...UNIT_NAMES.map((kind, i) => oddText(random, LENGTHS[i % LENGTHS.length]!, kind)),
  ...Array.from({ length: 16 }, (_, i) => oddText(random, LENGTHS[i % LENGTHS.length]!)),
];

function expectUnit(vector: ArrayLike<number>, what: string): void {
  let square = 0;
  for (let i = 0; i < vector.length; i++) square += vector[i]! * vector[i]!;
  expect([vector.length, Number.isFinite(square)], what).toEqual([DIMENSION, true]);
  expect(Math.sqrt(square), what).toBeCloseTo(1, 4);
}

const vectors: Float32Array<ArrayBuffer>[] = [];

test(
  "an odd text has a vector of length 1",
  async () => {
    for (const [i, text] of TEXTS.entries()) {
      const { vector } = await embedder.embed({ text, role: "passage", lane: "background" });
      expectUnit(vector, `text ${i}`);
      vectors.push(Float32Array.from(vector));
    }
  },
  TIMEOUT_MS,
);

test(
  "`memoryd embed` reads each of them as one line, however it comes in pieces, and makes the same vector of it",
  async () => {
    const source = TEXTS.map((text) => `${JSON.stringify(text)}\n`).join("");
    async function* pieces() {
      for (let at = 0, size = 1; at < source.length; at += size, size = 1 + random.integer(5_000)) {
        yield source.slice(at, at + size);
      }
    }
    const answers: string[] = [];
    const shared = { model: embedder.model, embed: embedder.embed.bind(embedder), close: async () => {} };
    await runEmbed({ embedder: shared, input: pieces(), output: (line) => void answers.push(line) });
    const read = answers.map((answer) => Float32Array.from((JSON.parse(answer) as { embedding: number[] }).embedding));
    expect(read).toEqual(vectors);
  },
  TIMEOUT_MS,
);

test(
  "a turn of them is prepared, recorded, verified and recalled, or refused for what is wrong with it",
  async () => {
    const t = await startTestService({ embedder, embeddingsRemembered: 1_000 });
    try {
      const { agent } = await t.account();
      let taken = 0;
      for (const [i, text] of TEXTS.entries()) {
        // Most are the same to all that comes before the model.
        if (i >= WELL_KNOWN.length && i % 3 !== 0) continue;
        const isSound = text.isWellFormed() && !text.includes("\0");
        const expected = isSound && text.trim() !== "" ? 200 : 400;
        // A status of 500 throws.
        const { status, body } = await agent.post<TurnBody>("/prepare", { input: text });
        expect([i, status]).toEqual([i, expected]);
        expect([i, (await agent.post("/recall", { query: text })).status]).toEqual([i, expected]);
        expect([i, (await agent.post("/verify", { answer: text })).status]).toEqual([i, isSound ? 200 : 400]);
        if (status !== 200) continue;
        taken++;
        expect(body.messages.at(-1)?.content).toBe(text);
        const { turn_token } = body;
        expect([i, (await agent.post("/record", { turn_token, answer: text })).status]).toEqual([i, 200]);
      }
      expect(taken).toBeGreaterThan(WELL_KNOWN.length);
      const { items } = (await agent.get<{ items: { text: string }[] }>("/memory?limit=1000")).body;
      expect(items.length).toBe(taken);
      expect(t.failures).toEqual([]);
    } finally {
      await t.close();
    }
  },
  TIMEOUT_MS,
);

/** Starts of texts that patterns and word rules look for; repeated to the longest text that is allowed. */
const PATTERNS = [
  "no ",
  "not ",
  "I am ",
  "my name is ",
  "Alice ",
  "1.",
  "a.b.",
  "don't ",
  "''",
  '"" ',
  "call me ",
  "(",
  "> ",
];
const MORE_PATTERNS = ["```", "monday ", "2026-", "at 5 ", "never do ", "Aa", "http://", "a@", "--", "’s", "一"];

test.each(["cosine", "hybrid"])(
  "the longest texts of every kind are worked off on every way, in retrieval by %s",
  async (mode) => {
    const t = await startTestService();
    try {
      const { admin } = await t.account();
      await admin.patch("/admin/settings", { retrieval_mode: mode });
      const bases = [...WELL_KNOWN, ...(mode === "cosine" ? PATTERNS : MORE_PATTERNS)];
      for (const [i, base] of bases.entries()) {
        const longest = (length: number) =>
          base
            .repeat(Math.ceil(length / base.length))
            .slice(0, length)
            .toWellFormed();
        const client = admin.at({ user: `user-${i}` });
        const { status, body } = await client.post<TurnBody>("/prepare", { input: longest(32_768) });
        const { turn_token } = body;
        if (status === 200) await client.post("/record", { turn_token, answer: longest(131_072) });
        await client.post("/lessons", { text: longest(2_000) });
        // Whatever is stored by now is read again; where the work grew with the square, this would take minutes.
        await client.post("/verify", { answer: longest(131_072) });
        await client.post("/recall", { query: longest(32_768) });
        expect((await client.post("/sync", {})).status).toBe(200);
      }
      expect(t.failures).toEqual([]);
    } finally {
      await t.close();
    }
  },
  TIMEOUT_MS,
);

describe("work in proportion to the text", async () => {
  const model = embeddedModel();
  const tokenizer = createTextTokenizer((await Bun.file(model.tokenizerPath).json()) as object, model.spec);
  const tokensOf = (text: string) => tokenizer.cut(text, "passage").reduce((sum, { tokens }) => sum + tokens, 0);

  test("four times the text has at most four times the tokens, and a few at the seams", () => {
    for (const [i, text] of TEXTS.entries()) {
      const [once, fourfold] = [tokensOf(text), tokensOf(text.repeat(4))];
      expect(fourfold, `text ${i}`).toBeLessThanOrEqual(4 * once + 4 * 8);
      // A syllable of Hangul becomes three, and a ligature a few words.
      expect(once, `text ${i}`).toBeLessThanOrEqual(20 * text.length);
    }
  });

  test("every window holds at most what the model takes, and no token is lost between them", () => {
    for (const text of TEXTS) {
      const windows = tokenizer.cut(text.repeat(3), "passage");
      for (const { ids, tokens } of windows) {
        expect(ids.length).toBeLessThanOrEqual(model.spec.tokensMax);
        expect(ids.every((id) => Number.isInteger(id) && id >= 0)).toBe(true);
        expect(tokens).toBe(ids.length - 2);
      }
      const most = Math.ceil(windows.reduce((sum, { tokens }) => sum + tokens, 0) / (model.spec.tokensMax - 2));
      expect(windows.length).toBe(Math.max(1, most));
    }
  });
});
