import { describe, expect, test } from "bun:test";
import type { PacketWords } from "../../src/domain/ports/lexical-index.ts";
import { seededNumbers } from "../support/chance.ts";
import { keepBusy, turnsDuring } from "../support/turns-of-others.ts";
import { ACCOUNT, AMPLE, Fixture, Interrupted, nextTurn, readOnce, searchAnew, termsOf } from "./lexical-fixture.ts";

const SAID = [
  "The boiler in the cellar shows ERR-1042 again.",
  "My sister Ines lives in Porto with two cats.",
  "Yes!",
  "Meine Schwester wohnt jetzt in der Nähe von München und sammelt Steine.",
  "J'habite une petite maison près de la gare avec ma sœur.",
  "Мой кот спит на подоконнике, а сестра живёт в Порту.",
  "the of and",
  "Invoice 2024-118 was paid on 3 May by Tomek.",
  "cats cats cats boiler",
  "",
];
const QUESTIONS = [
  "What did ERR-1042 mean?",
  "Where does my sister Ines live?",
  "Wo wohnt meine Schwester?",
  "le chat de ma sœur",
  "the and of",
  "cat boiler Porto invoice 118",
  "nothing like it anywhere: zyxgloob",
  "кот",
];

function randomPacket(next: () => number, seq: number): PacketWords {
  const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]!;
  return {
    seq,
    input: `${pick(SAID)} ${next() < 0.2 ? `topic${seq}` : ""}`,
    answer: pick(SAID),
    session: pick([null, null, "a", "b"]),
    at: 1e12 + Math.floor(seq * 1_200_000 * next()),
  };
}

/** One of them, saying something else. */
function changedPacket(next: () => number, held: readonly PacketWords[]): PacketWords {
  const packet = held[Math.floor(next() * held.length)]!;
  const { input, answer } = randomPacket(next, packet.seq);
  return { ...packet, input, answer };
}

function packets(count: number, seed = 1): PacketWords[] {
  const next = seededNumbers(seed);
  return Array.from({ length: count }, (_, at) => randomPacket(next, 1 + at * 2));
}

describe("a long random mix of changes and questions", () => {
  test.each([
    ["all in memory", AMPLE, 81],
    ["brains come and go", 16_000, 82],
    ["the large brain is read through", 9_000, 83],
    ["nothing has room", 0, 84],
  ])("one after another: %s", async (_, budget, seed) => {
    const next = seededNumbers(seed);
    const fixture = new Fixture(budget, readOnce());
    const { source, index } = fixture;
    source.delay = () => Math.floor(next() * 2);
    source.set(5, packets(150, seed));
    let seq = 1_000;
    for (let step = 0; step < 600; step++) {
      const brain = 1 + Math.floor(next() * 5);
      const kind = next();
      const held = source.of(brain);
      if (kind < 0.4) fixture.record(brain, randomPacket(next, ++seq));
      else if (kind < 0.6 && held.length > 0) fixture.erase(brain, held[Math.floor(next() * held.length)]!.seq);
      else if (kind < 0.62) index.forget(brain);
      else if (kind < 0.72 && held.length > 0) fixture.change(brain, changedPacket(next, held));
      else if (kind < 0.73 && brain < 5) fixture.eraseAll(brain);
      else {
        const question = QUESTIONS[Math.floor(next() * QUESTIONS.length)]!;
        expect(await fixture.search(brain, question)).toEqual(await searchAnew(held, question));
      }
      const { bytes, budgetBytes } = index.stats();
      expect(bytes).toBeLessThanOrEqual(budgetBytes);
      expect(fixture.bytesTold).toBe(bytes);
    }
    const { evictions } = index.stats();
    // Without any room nothing is ever held, and so nothing has to leave.
    if (budget === AMPLE || budget === 0) expect(evictions).toBe(0);
    else expect(evictions).toBeGreaterThan(4);
  });

  test.each([
    ["all in memory", AMPLE, 91],
    ["brains come and go", 14_000, 92],
    ["the large brain is read through", 8_000, 93],
    ["nothing has room", 0, 94],
  ])("at the same time, over a slow source: %s", async (_, budget, seed) => {
    const next = seededNumbers(seed);
    const fixture = new Fixture(budget, readOnce());
    const { source, index } = fixture;
    source.delay = () => Math.floor(next() * 4);
    // Every state that a brain was ever in, the newest last.
    const states = new Map<number, (readonly PacketWords[])[]>();
    const keep = (brain: number) => states.get(brain)!.push(source.of(brain));
    for (const brain of [1, 2, 3]) states.set(brain, [[]]);
    for (const packet of packets(300, seed)) source.set(3, [...source.of(3), packet]);
    states.set(3, [source.of(3)]);
    const asked: Promise<void>[] = [];

    /** The answer is that of one state between the question and the answer; which, the index may choose. */
    async function ask(brain: number, question: string): Promise<void> {
      const from = states.get(brain)!.length - 1;
      const found = await fixture.search(brain, question);
      const possible = states.get(brain)!.slice(from).reverse();
      const seqs = found.seqs.join();
      const alike = [...new Set(possible)].filter((state) => state.map(({ seq }) => seq).join() === seqs);
      const answers = await Promise.all(alike.map((state) => searchAnew(state, question)));
      const isOfOne = answers.some((answer) => Bun.deepEquals(answer, found));
      expect({ brain, from, to: from + possible.length, isOfOne }).toMatchObject({ isOfOne: true });
    }

    let seq = 1_000;
    for (let step = 0; step < 400; step++) {
      const brain = 1 + Math.floor(next() * 3);
      const kind = next();
      const held = source.of(brain);
      if (kind < 0.3) fixture.record(brain, randomPacket(next, ++seq));
      else if (kind < 0.45 && held.length > 0) fixture.erase(brain, held[Math.floor(next() * held.length)]!.seq);
      else if (kind < 0.49) index.forget(brain);
      else if (kind < 0.52 && brain < 3) fixture.eraseAll(brain);
      else if (kind < 0.6 && held.length > 0) fixture.change(brain, changedPacket(next, held));
      else if (kind < 0.83) asked.push(ask(brain, QUESTIONS[Math.floor(next() * QUESTIONS.length)]!));
      keep(brain);
      if (next() < 0.5) await Promise.resolve();
      if (next() < 0.5) await nextTurn();
    }
    await Promise.all(asked);
    expect(asked.length).toBeGreaterThan(50);
    for (const brain of [1, 2, 3]) {
      for (const question of QUESTIONS) {
        expect(await fixture.search(brain, question)).toEqual(await searchAnew(source.of(brain), question));
      }
    }
  });
});

describe("a question", () => {
  test("has the same numbers whatever other brains hold", async () => {
    const fixture = new Fixture(AMPLE);
    fixture.source.set(1, packets(40, 3));
    const before = await Promise.all(QUESTIONS.map((question) => fixture.search(1, question)));
    for (const packet of packets(200, 4)) fixture.record(2, { ...packet, answer: QUESTIONS.join(" ") });
    await fixture.search(2, QUESTIONS[0]!);
    for (const packet of packets(50, 5)) fixture.record(2, { ...packet, seq: packet.seq + 1_000, session: "a" });
    fixture.erase(2, 1);
    expect(await Promise.all(QUESTIONS.map((question) => fixture.search(1, question)))).toEqual(before);
  });

  test("of an empty brain, or of stop words alone, finds nothing", async () => {
    const fixture = new Fixture(AMPLE);
    expect(await fixture.search(1, "Where does my sister live?")).toMatchObject({ count: 0 });
    fixture.record(1, { seq: 1, input: "the of and", answer: "is", session: null, at: 0 });
    for (const question of ["the and of", "?!", "\u0301", " "]) {
      const found = await fixture.search(1, question);
      expect([found.count, found.weight, ...found.scores]).toEqual([1, 0, 0]);
    }
  });

  test("of 32,768 characters is answered the same from memory and read through", async () => {
    const long = QUESTIONS.join(" ").repeat(200).slice(0, 32_768);
    const all = packets(40, 6);
    const through = new Fixture(0);
    through.source.set(1, all);
    expect(await through.search(1, long)).toEqual(await searchAnew(all, long));
  });

  test("is read in the languages of the brain that answers it, whatever is recorded or erased meanwhile", async () => {
    const interrupted = new Interrupted();
    const fixture = new Fixture(AMPLE, interrupted.reading);
    const [english, german] = [SAID[1]!, SAID[3]!].map((input, at) => ({ seq: 2 * at + 1, input, answer: "" }));
    fixture.record(1, { ...english!, session: null, at: 1 });
    await fixture.search(1, "boiler");
    interrupted.next = () => fixture.record(1, { ...german!, session: null, at: 2 });
    for (const question of ["Wohnt sie in der Nähe von München?", "Who lives in Porto?"]) {
      const found = await fixture.search(1, question);
      expect(interrupted.next).toBeNull();
      expect(found).toEqual(await searchAnew(fixture.source.of(1), question));
      interrupted.next = () => fixture.erase(1, 3);
    }
  });

  test("keeps its answer while the brain changes", async () => {
    const fixture = new Fixture(AMPLE);
    fixture.source.set(1, packets(20, 7));
    const found = await fixture.search(1, QUESTIONS[5]!);
    const copy = structuredClone(found);
    for (let seq = 1; seq < 30; seq += 2) fixture.erase(1, seq);
    fixture.record(1, { seq: 99, input: "boiler", answer: "", session: "a", at: 5 });
    await fixture.search(1, QUESTIONS[5]!);
    expect(found).toEqual(copy);
  });

  test("fails where the source fails, and is answered the next time", async () => {
    const fixture = new Fixture(AMPLE);
    fixture.source.set(1, packets(5, 8));
    fixture.source.failure = new Error("the disk is gone");
    const both = await Promise.allSettled([fixture.search(1, "cats"), fixture.search(1, "boiler")]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    fixture.source.failure = null;
    expect(await fixture.search(1, "cats")).toEqual(await searchAnew(packets(5, 8), "cats"));
  });
});

describe("a brain in memory", () => {
  test("is read once for many questions, at the same time and later, and grows without reading", async () => {
    const fixture = new Fixture(AMPLE);
    fixture.source.set(1, packets(100, 9));
    fixture.source.delay = () => 3;
    await Promise.all(QUESTIONS.map((question) => fixture.search(1, question)));
    fixture.record(1, { seq: 999, input: "boiler", answer: "", session: null, at: 0 });
    await fixture.search(1, "boiler");
    expect(fixture.source.scans).toBe(1);
    expect(fixture.index.stats()).toMatchObject({ brains: 1, packets: 101, loads: 1, evictions: 0 });
  });

  test("lets others have their turn while it is read, be its words stored or not", async () => {
    const fixture = new Fixture(AMPLE);
    const all = packets(1_000);
    // An even seq has its words stored.
    fixture.source.set(
      1,
      all.map((packet) => ({ ...packet, seq: packet.seq + 1 })),
    );
    fixture.source.set(2, all);
    fixture.source.delay = () => {
      keepBusy();
      return 0;
    };
    for (const brain of [1, 2]) {
      const { turns } = await turnsDuring(() => fixture.search(brain, "boiler"));
      expect(turns).toBeGreaterThanOrEqual(7);
    }
  });

  test("does not count a packet twice that it is told of twice", async () => {
    const fixture = new Fixture(AMPLE);
    const [first, second] = packets(2, 10);
    fixture.source.set(1, [first!, second!]);
    await fixture.search(1, "boiler");
    for (const packet of [second!, first!, second!]) fixture.index.append(1, packet, termsOf(packet));
    expect(await fixture.search(1, "boiler cats")).toEqual(await searchAnew([first!, second!], "boiler cats"));
  });

  test("is not read anew for a changed packet, until an eighth of it has changed", async () => {
    const fixture = new Fixture(AMPLE);
    fixture.source.set(1, packets(64));
    await fixture.search(1, "boiler");
    const { scans } = fixture.source;
    const say = (at: number) => ({ ...fixture.source.of(1)[at]!, input: `penguin ${at}`, answer: "" });
    for (let at = 0; at < 8; at++) {
      fixture.change(1, say(at));
      expect(await fixture.search(1, "penguin")).toEqual(await searchAnew(fixture.source.of(1), "penguin"));
    }
    expect(fixture.source.scans).toBe(scans);
    fixture.change(1, say(8));
    await fixture.search(1, "penguin");
    expect(fixture.source.scans).toBeGreaterThan(scans);
  });

  test("is read anew once more than an eighth of it is gone, so that erased words do not stay", async () => {
    const fixture = new Fixture(AMPLE);
    fixture.source.set(1, packets(80, 11));
    await fixture.search(1, "boiler");
    for (let at = 0; at < 10; at++) fixture.erase(1, 1 + at * 2);
    expect(fixture.index.stats()).toMatchObject({ brains: 1, packets: 70 });
    fixture.erase(1, 21);
    expect(fixture.index.stats()).toMatchObject({ brains: 0, bytes: 0 });
  });

  test("leaves when it is the least recently used and another needs room", async () => {
    const one = new Fixture(AMPLE);
    one.source.set(1, packets(50, 12));
    await one.search(1, "boiler");
    const { bytes } = one.index.stats();
    const fixture = new Fixture(bytes * 2);
    for (const brain of [1, 2, 3]) fixture.source.set(brain, packets(50, 12));
    await fixture.search(1, "boiler");
    await fixture.search(2, "boiler");
    await fixture.search(1, "boiler");
    await fixture.search(3, "boiler");
    expect(fixture.index.stats()).toMatchObject({ brains: 2, loads: 3, evictions: 1 });
    await fixture.search(1, "boiler");
    expect(fixture.index.stats().loads).toBe(3);
    await fixture.search(2, "boiler");
    expect(fixture.index.stats().loads).toBe(4);
  });

  test("that outgrows the budget leaves, is read through, and comes back when it has become small", async () => {
    const fixture = new Fixture(6_000);
    fixture.source.set(1, packets(3, 13));
    await fixture.search(1, "boiler");
    expect(fixture.index.stats().brains).toBe(1);
    for (const packet of packets(80, 14)) fixture.record(1, { ...packet, seq: packet.seq + 100 });
    expect(fixture.index.stats()).toMatchObject({ brains: 0, bytes: 0 });
    expect(await fixture.search(1, "boiler cats")).toEqual(await searchAnew(fixture.source.of(1), "boiler cats"));
    expect(fixture.index.stats().brains).toBe(0);
    for (const { seq } of fixture.source.of(1).slice(3)) fixture.erase(1, seq);
    await fixture.search(1, "boiler");
    expect(fixture.index.stats().brains).toBe(1);
  });

  test("told of a change while it is not there, is not read in", async () => {
    const fixture = new Fixture(AMPLE);
    fixture.record(1, packets(1)[0]!);
    fixture.erase(1, 1);
    fixture.eraseAll(1);
    await nextTurn();
    expect([fixture.source.scans, fixture.index.stats().brains]).toEqual([0, 0]);
  });
});

describe("the words of a statement", () => {
  const { index } = new Fixture(AMPLE);
  const wordsOf = (text: string) => index.statementWords(text, ACCOUNT);

  test("are its stems without stop words and numbers", async () => {
    expect([...(await wordsOf("My rents were 900 euros for 3 months"))].sort()).toEqual(["euro", "month", "rent"]);
    expect([...(await wordsOf("the of and 12"))]).toEqual([]);
  });

  test("are the same for two statements that differ by their number alone", async () => {
    expect(await wordsOf("My rent is 900 euros")).toEqual(await wordsOf("My rent is 1,250.50 euros"));
  });

  test("are kept of the statements asked for last, long ones apart", async () => {
    const kept = () => index.stats().wordsKept;
    const before = kept();
    for (let asked = 1; asked <= 1_500; asked++) await wordsOf(`one old garden ${asked}`);
    const full = kept();
    expect(full).toBeGreaterThan(before + 1_024);
    for (let asked = 1; asked <= 100; asked++) await wordsOf(`one old garden ${1_500 + asked}`);
    await wordsOf("garden ".repeat(200));
    expect(kept()).toBe(full);
  });
});
