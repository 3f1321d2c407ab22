// A search of what was there at a moment: as an index over those packets alone would answer it.
import { expect, test } from "bun:test";
import { seededNumbers } from "../support/chance.ts";
import { AMPLE, asked, Fixture, Interrupted, searchAnew } from "./lexical-fixture.ts";

const SAID = [
  "The boiler in the cellar shows ERR-1042 again.",
  "My sister Ines lives in Porto with two cats.",
  "Yes!",
  "Meine Schwester wohnt jetzt in der Nähe von München.",
  "Мой кот спит на подоконнике.",
  "cats cats cats boiler",
];
const QUESTIONS = ["What did ERR-1042 mean?", "Where do the cats of my sister live?", "Wo wohnt meine Schwester?", ""];
const START = 1e12;

test.each([
  ["in memory", AMPLE],
  ["read through", 0],
])("it is that of the packets of then, in any order of their times, through changes: %s", async (_, budget) => {
  const next = seededNumbers(7);
  const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]!;
  const fixture = new Fixture(budget);
  for (let seq = 1; seq <= 200; seq++) {
    const said = { input: pick(SAID), answer: pick(SAID), session: pick([null, null, "a", "b"]) };
    fixture.record(1, { seq, ...said, at: START + Math.floor(next() * 200) * 600_000 });
    if (next() < 0.2) fixture.erase(1, pick(fixture.source.of(1)).seq);
    if (seq % 4 !== 0) continue;
    const held = fixture.source.of(1);
    const asOf = pick([START - 1, START + 1e9, held[0]?.at ?? 0, START + Math.floor(next() * 200) * 600_000]);
    const question = pick(QUESTIONS);
    const then = await fixture.index.search(1, { ...asked(question), scope: { asOf } });
    const those = held.filter(({ at }) => at <= asOf);
    expect(then).toEqual(await searchAnew(those, question));
    // And what is there now is what it was.
    expect(await fixture.search(1, question)).toEqual(await searchAnew(held, question));
  }
});

test("a packet that comes while the question is read does not show in the answer, nor its language", async () => {
  const interrupted = new Interrupted();
  const fixture = new Fixture(AMPLE, interrupted.reading);
  const first = { seq: 1, input: SAID[1]!, answer: "", session: null, at: START };
  fixture.record(1, first);
  await fixture.search(1, "cats");
  const late = { seq: 2, input: SAID[3]!, answer: "", session: null, at: START + 1 };
  interrupted.next = () => fixture.record(1, late);
  const question = "Wohnt meine Schwester in Porto?";
  const then = await fixture.index.search(1, { ...asked(question), scope: { asOf: START } });
  expect(interrupted.next).toBeNull();
  expect(then).toEqual(await searchAnew([first], question));
  expect(fixture.index.isCurrent(1, then)).toBe(true);
  fixture.record(1, { ...late, seq: 3 });
  expect(fixture.index.isCurrent(1, then)).toBe(false);
});
