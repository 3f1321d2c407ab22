// What an account does not store is taken out of what is imported.
import { expect, test } from "bun:test";
import { DEFAULT_LIMITS } from "../../src/domain/limits.ts";
import type { RedactKind } from "../../src/domain/redaction.ts";
import type { ForeignTurn } from "../../src/portability/foreign-turn.ts";
import type { NumberedEntry } from "../../src/portability/read-export.ts";
import { redactEntries, redactForeign } from "../../src/portability/redact-entries.ts";
import { MarkedReading } from "../support/marked-reading.ts";
import { collect, coreOf, lessonOf, packetOf, streamOf } from "../support/portable-samples.ts";

const MARK = "[redacted: card number]";

function redactionOf(kinds: readonly RedactKind[] = ["cards"], limits = {}) {
  return { reading: new MarkedReading(), account: "acme", kinds, limits: { ...DEFAULT_LIMITS, ...limits } };
}

async function redacted(entry: NumberedEntry["entry"], redaction = redactionOf()): Promise<NumberedEntry["entry"]> {
  const [only] = await collect(redactEntries(streamOf([{ line: 7, entry }]), redaction));
  expect(only?.line).toBe(7);
  return only?.entry ?? entry;
}

const name = (value: string) => ({ attribute: "name", value, confirmed: true }) as const;

test("a packet is clean in all that it says, and an embedding of what it said before goes", async () => {
  const said = { input: "my secret", answer: "secret!", session: "secret 1", attributes: [name("secret agent")] };
  const packet = packetOf(said);
  expect(await redacted({ type: "packet", packet })).toEqual({
    type: "packet",
    packet: {
      ...packet,
      input: `my ${MARK}`,
      answer: `${MARK}!`,
      session: `${MARK} 1`,
      attributes: [name(`${MARK} agent`)],
      vector: null,
      inputVector: null,
    },
  });
  for (const part of ["input", "answer"]) {
    const partly = { type: "packet", packet: packetOf({ [part]: "secret" }) } as const;
    expect(await redacted(partly)).toMatchObject({ packet: { vector: null, inputVector: null } });
  }
});

test("an embedding stays where input and answer said nothing of the kind", async () => {
  const packet = packetOf({ session: "secret", attributes: [] });
  expect(await redacted({ type: "packet", packet })).toEqual({ type: "packet", packet: { ...packet, session: MARK } });
});

test("a lesson is clean, and loses its embedding only then", async () => {
  const lesson = lessonOf({ text: "keep secret" });
  const clean = { ...lesson, text: `keep ${MARK}`, vector: null };
  expect(await redacted({ type: "lesson", lesson })).toEqual({ type: "lesson", lesson: clean });
  expect(await redacted({ type: "lesson", lesson: lessonOf() })).toEqual({ type: "lesson", lesson: lessonOf() });
});

test("a mark that is longer than what it stands for makes no text too long", async () => {
  const limits = { inputCharsMax: 10, answerCharsMax: 11, lessonCharsMax: 12 };
  const redaction = redactionOf(["cards"], limits);
  const packet = packetOf({ input: "secret", answer: "secret", session: "secret".repeat(20) });
  const said = await redacted({ type: "packet", packet }, redaction);
  expect(said).toMatchObject({ packet: { input: MARK.slice(0, 10), answer: MARK.slice(0, 11) } });
  expect(said).toMatchObject({ packet: { session: MARK.repeat(20).slice(0, 128) } });
  const lesson = await redacted({ type: "lesson", lesson: lessonOf({ text: "secret" }) }, redaction);
  expect(lesson).toMatchObject({ lesson: { text: MARK.slice(0, 12) } });
});

test("an account that redacts nothing gets what was sent, and other entries pass", async () => {
  const packet = packetOf({ input: "secret" });
  expect(await redacted({ type: "packet", packet }, redactionOf([]))).toEqual({ type: "packet", packet });
  const core = { ...coreOf(), context: "secret" };
  expect(await redacted({ type: "core", core })).toEqual({ type: "core", core });
});

test("another program's turn is clean before its id is made of what it says, and is read as the account's own", async () => {
  const place = { entry: 1, sourceId: "m1", user: "ada", occurredAt: null, metadata: {}, isSaid: true };
  const turn: ForeignTurn = { ...place, input: "my secret", answer: "secret", session: null };
  const redaction = redactionOf();
  const clean = { ...turn, input: `my ${MARK}`, answer: MARK };
  expect(await redactForeign(turn, redaction)).toEqual(clean);
  expect([...redaction.reading.accounts]).toEqual(["acme"]);
  expect(await redactForeign(turn, redactionOf([]))).toEqual(turn);
});
