import { describe, expect, test } from "bun:test";
import type { PacketWords } from "../../src/domain/ports/lexical-index.ts";
import { AMPLE, asked, Fixture, Interrupted, nextTurn } from "./lexical-fixture.ts";

describe("a peek", () => {
  const packetOf = (seq: number, input: string): PacketWords => ({ seq, input, answer: "", session: null, at: seq });
  const QUESTION = "Where does the boiler stand?";

  test("is nothing where the brain is not in memory, and has it read in", async () => {
    const fixture = new Fixture(AMPLE);
    fixture.record(1, packetOf(1, "The boiler stands in the cellar."));
    expect(await fixture.index.peek(1, asked(QUESTION))).toBeNull();
    await nextTurn();
    const searched = await fixture.search(1, QUESTION);
    expect(fixture.source.scans).toBe(1);
    expect(await fixture.index.peek(1, asked(QUESTION))).toEqual(searched);
  });

  test("holds until the brain changes, and never for another brain", async () => {
    const fixture = new Fixture(AMPLE);
    for (const brain of [1, 2]) {
      fixture.record(brain, packetOf(1, "The boiler stands in the cellar."));
      await fixture.search(brain, QUESTION);
    }
    const peek = async () => (await fixture.index.peek(1, asked(QUESTION)))!;
    const before = await peek();
    fixture.record(2, packetOf(2, "The boiler is gone."));
    expect(fixture.index.isCurrent(1, before)).toBe(true);
    expect(fixture.index.isCurrent(2, before)).toBe(false);
    fixture.record(1, packetOf(2, "The boiler is gone."));
    expect(fixture.index.isCurrent(1, before)).toBe(false);
    const grown = await peek();
    expect(grown.count).toBe(2);
    fixture.erase(1, 1);
    expect(fixture.index.isCurrent(1, grown)).toBe(false);
    const shrunk = await peek();
    fixture.eraseAll(1);
    expect(fixture.index.isCurrent(1, shrunk)).toBe(false);
  });

  test("that others interrupt is what a search says, or is not current", async () => {
    const interrupted = new Interrupted();
    const fixture = new Fixture(AMPLE, interrupted.reading);
    fixture.record(1, packetOf(1, "My sister Ines lives in Porto with two cats."));
    const question = "Wohnt sie in der Nähe von München?";
    const changes = [
      () => fixture.record(1, packetOf(3, "Meine Schwester wohnt jetzt in der Nähe von München.")),
      () => fixture.erase(1, 3),
      () => fixture.eraseAll(1),
    ];
    for (const change of changes) {
      await fixture.search(1, QUESTION);
      interrupted.next = change;
      const found = await fixture.index.peek(1, asked(question));
      expect(interrupted.next).toBeNull();
      if (found === null || !fixture.index.isCurrent(1, found)) continue;
      expect(found).toEqual(await fixture.search(1, question));
    }
  });

  test.each([0, 1, 2, 3, 4, 5, 6])(
    "is not current after a packet that came %p steps before it was there",
    async (steps) => {
      const interrupted = new Interrupted();
      const fixture = new Fixture(AMPLE, interrupted.reading);
      fixture.record(1, packetOf(1, "The boiler stands in the cellar."));
      await fixture.search(1, QUESTION);
      const recordLater = async () => {
        for (let step = 0; step < steps; step++) await null;
        fixture.record(1, packetOf(2, "The boiler is gone."));
      };
      interrupted.next = () => void recordLater();
      const found = (await fixture.index.peek(1, asked(QUESTION)))!;
      await nextTurn();
      expect(fixture.index.isCurrent(1, found)).toBe(found.count === 2);
    },
  );

  test("fails in silence where the source fails, of which the search tells", async () => {
    const fixture = new Fixture(AMPLE);
    fixture.source.failure = new Error("no disk");
    expect(await fixture.index.peek(1, asked(QUESTION))).toBeNull();
    await expect(fixture.search(1, QUESTION)).rejects.toThrow("no disk");
  });
});
