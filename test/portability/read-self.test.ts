// What an imported chat says of its user: which value is confirmed, and what its packets are worth.
import { describe, expect, test } from "bun:test";
import type { SelfAttribute, StatedAttribute } from "../../src/domain/learning.ts";
import type { BrainAttributes } from "../../src/domain/ports/brain-store.ts";
import { type DraftPacket, SelfReader } from "../../src/portability/read-self.ts";
import { decideAttributes } from "../../src/turns/decide-attributes.ts";
import { packetOf } from "../support/portable-samples.ts";

const name = (value: string): StatedAttribute => ({ attribute: "name", value, cue: "my name is" });
const work = (value: string): StatedAttribute => ({ attribute: "occupation", value, cue: "i work as" });

class Chat {
  readonly #self: SelfReader;

  constructor(confirmed: BrainAttributes["confirmed"] = []) {
    const sameValue = (_: string, a: string, b: string) => a.toLowerCase() === b.toLowerCase();
    this.#self = new SelfReader(sameValue, decideAttributes, confirmed);
  }

  says(attributes: readonly StatedAttribute[], correction: string | null = null): DraftPacket {
    const draft: DraftPacket = { ...packetOf({ kind: "raw", confidence: 0.5 }), attributes: [], cues: [] };
    this.#self.take(draft, { correction, attributes });
    return draft;
  }
}

const confirmed = (value: string, attribute: SelfAttribute = "name") => ({ attribute, value, confirmed: true });
const claimed = (value: string, attribute: SelfAttribute = "name") => ({ attribute, value, confirmed: false });
const worth = ({ confidence, unconfirmedOverwrite, attributes }: DraftPacket) => [
  confidence,
  unconfirmedOverwrite,
  attributes,
];

describe("what was said is", () => {
  test("a turn with its cues: the correction's first", () => {
    const draft = new Chat().says([name("Dana"), work("nurse")], "no, it is");
    expect(draft.cues).toEqual(["no, it is", "my name is", "i work as"]);
  });

  test("a correction where it corrects, worth more than a turn", () => {
    expect(new Chat().says([], "no, it is")).toMatchObject({ kind: "correction", confidence: 0.7 });
    expect(new Chat().says([])).toMatchObject({ kind: "raw", confidence: 0.5, attributes: [] });
  });
});

describe("a value", () => {
  test("stated first is confirmed; stated again it adds nothing", () => {
    const chat = new Chat();
    expect(worth(chat.says([name("Dana")]))).toEqual([0.5, false, [confirmed("Dana")]]);
    expect(worth(chat.says([name("DANA")]))).toEqual([0.5, false, []]);
  });

  test("that differs is a claim of little confidence, until it is said once more", () => {
    const chat = new Chat();
    const first = chat.says([name("Dana")]);
    const second = chat.says([name("Diana")]);
    expect(worth(second)).toEqual([0.15, true, [claimed("Diana")]]);
    const third = chat.says([name("Diana")]);
    expect(worth(third)).toEqual([0.5, false, [confirmed("Diana")]]);
    expect(worth(second)).toEqual([0.5, false, []]);
    // What it took the place of is the brain's value no more.
    expect(worth(first)).toEqual([0.5, false, []]);
    expect(worth(chat.says([name("Dana")]))).toEqual([0.15, true, [claimed("Dana")]]);
  });

  test("that differs is confirmed at once by a correction", () => {
    const chat = new Chat();
    const first = chat.says([name("Dana")]);
    expect(worth(chat.says([name("Diana")], "no, it is"))).toEqual([0.7, false, [confirmed("Diana")]]);
    expect(worth(first)).toEqual([0.5, false, []]);
  });

  test("that the brain has confirmed makes another one a claim, and the same one nothing", () => {
    const chat = new Chat([{ attribute: "name", value: "Dana", seq: 1 }]);
    expect(worth(chat.says([name("dana")]))).toEqual([0.5, false, []]);
    expect(worth(chat.says([name("Diana")]))).toEqual([0.15, true, [claimed("Diana")]]);
    expect(worth(chat.says([work("nurse")]))).toEqual([0.5, false, [confirmed("nurse", "occupation")]]);
  });

  test("of the one attribute takes nothing of the other's place", () => {
    const chat = new Chat();
    const both = chat.says([name("Dana"), work("nurse")]);
    chat.says([name("Diana")], "no, it is");
    expect(worth(both)).toEqual([0.5, false, [confirmed("nurse", "occupation")]]);
  });
});

test("a packet with two claims rises when both came true", () => {
  const chat = new Chat();
  chat.says([name("Dana"), work("nurse")]);
  const both = chat.says([name("Diana"), work("pilot")]);
  expect(worth(both)).toEqual([0.15, true, [claimed("Diana"), claimed("pilot", "occupation")]]);
  chat.says([name("Diana")]);
  expect(worth(both)).toEqual([0.15, true, [claimed("pilot", "occupation")]]);
  chat.says([work("pilot")]);
  expect(worth(both)).toEqual([0.5, false, []]);
});

test("a claim stays open while 31 others come after it, and is forgotten with the 32nd", () => {
  const afterOthers = (others: number) => {
    const chat = new Chat();
    chat.says([name("Dana")]);
    const claim = chat.says([name("Diana")]);
    for (let at = 0; at < others; at += 1) chat.says([name(`other ${at}`)]);
    chat.says([name("Diana")]);
    return claim.confidence;
  };
  expect([afterOthers(31), afterOthers(32)]).toEqual([0.5, 0.15]);
});
