import { describe, expect, test } from "bun:test";
import { liftNewest, type Statement } from "../../src/retrieval/newest-statement.ts";
import { seededRandom } from "../vectors/seeded-random.ts";

const RULE = { limit: 16, similarity: 0.8, cosineBaseline: 0, isSmall: false };

interface Told {
  readonly seq: number;
  readonly score: number;
  readonly confidence?: number;
  readonly timeFit?: number;
  /** Angle of its embedding; the cosine of two is that of their difference. */
  readonly angle?: number | null;
  readonly words?: string;
  readonly tellsChange?: boolean;
}

function statement({
  seq,
  score,
  confidence = 0.5,
  timeFit = 0,
  angle = 0,
  words = "rent flat euros",
  tellsChange = false,
}: Told): Statement {
  return {
    seq,
    score,
    confidence,
    timeFit,
    vector: angle === null ? null : Float32Array.of(Math.cos(angle), Math.sin(angle)),
    tellsChange: async () => tellsChange,
    words: async () => new Set(words.split(" ").filter((word) => word !== "")),
  };
}

function lift(...told: Told[]): Promise<number[]> {
  return liftNewest(told.map(statement), RULE);
}

describe("a newer statement of the same", () => {
  test("gets the score of the older one, wherever it stands in the list", async () => {
    expect(await lift({ seq: 1, score: 0.4 }, { seq: 2, score: 0.3 })).toEqual([0.4, 0.4]);
    expect(await lift({ seq: 2, score: 0.3 }, { seq: 1, score: 0.4 })).toEqual([0.4, 0.4]);
  });

  test("keeps its own score where that is higher, and lowers nobody's", async () => {
    expect(await lift({ seq: 1, score: 0.3 }, { seq: 2, score: 0.4 })).toEqual([0.3, 0.4]);
  });

  test("hands on what it got: the newest of many stands before all", async () => {
    expect(
      await lift({ seq: 9, score: 0.1 }, { seq: 5, score: 0.2 }, { seq: 1, score: 0.4 }, { seq: 7, score: 0.15 }),
    ).toEqual([0.4, 0.4, 0.4, 0.4]);
  });

  test("hands on along a chain whose ends are not alike", async () => {
    const step = Math.acos(0.85);
    expect(
      await lift(
        { seq: 1, score: 0.4, angle: 0 },
        { seq: 2, score: 0.2, angle: step },
        { seq: 3, score: 0.1, angle: 2 * step },
      ),
    ).toEqual([0.4, 0.4, 0.4]);
  });

  test("of lower confidence lifts nothing: a claim waits for its confirmation", async () => {
    expect(await lift({ seq: 1, score: 0.4 }, { seq: 2, score: 0.1, confidence: 0.15 })).toEqual([0.4, 0.1]);
  });

  test("that lies worse in the time of the question is not lifted, one that lies as well in it is", async () => {
    expect(await lift({ seq: 1, score: 0.4, timeFit: 1 }, { seq: 2, score: 0.3, timeFit: 0.3 })).toEqual([0.4, 0.3]);
    expect(await lift({ seq: 1, score: 0.4, timeFit: 1 }, { seq: 2, score: 0.3, timeFit: 1 })).toEqual([0.4, 0.4]);
  });

  test("of higher confidence is lifted: a correction of a plain turn", async () => {
    expect(await lift({ seq: 1, score: 0.4 }, { seq: 2, score: 0.35, confidence: 0.7 })).toEqual([0.4, 0.4]);
  });
});

describe("what is not the same", () => {
  test.each([
    ["embeddings too far apart", { angle: Math.acos(0.79) }],
    ["no embedding", { angle: null }],
    ["other words", { words: "dentist teeth monday" }],
    ["one word in common", { words: "rent" }],
    ["less than half of the words in common", { words: "rent flat cat dog" }],
    ["no words", { words: "" }],
  ])("is not lifted: %s", async (_, other) => {
    expect(await lift({ seq: 1, score: 0.4 }, { seq: 2, score: 0.3, ...other })).toEqual([0.4, 0.3]);
  });

  test("begins below the similarity and half of the words: these are still the same", async () => {
    expect(await lift({ seq: 1, score: 0.4 }, { seq: 2, score: 0.3, angle: Math.acos(0.81) })).toEqual([0.4, 0.4]);
    expect(await lift({ seq: 1, score: 0.4 }, { seq: 2, score: 0.3, words: "rent flat cat" })).toEqual([0.4, 0.4]);
  });

  test("is judged with the model's baseline taken off", async () => {
    const near = [
      { seq: 1, score: 0.4 },
      { seq: 2, score: 0.3, angle: Math.acos(0.9) },
    ].map(statement);
    expect(await liftNewest(near, { ...RULE, cosineBaseline: 0.7 })).toEqual([0.4, 0.3]);
    expect(await liftNewest(near, { ...RULE, similarity: 0.6, cosineBaseline: 0.7 })).toEqual([0.4, 0.4]);
  });
});

describe("in a small brain, a newer turn that tells a change", () => {
  const SMALL = { ...RULE, isSmall: true };
  const older = { seq: 1, score: 0.4, words: "van brakes" };
  const newer = { seq: 2, score: 0.35, words: "sold bike", angle: 1, tellsChange: true };
  const scoresOf = (rule: typeof RULE, ...told: Told[]) => liftNewest(told.map(statement), rule);

  test("gets the score of an older one about the same", async () => {
    expect(await scoresOf(SMALL, older, newer)).toEqual([0.4, 0.4]);
    expect(await scoresOf(RULE, older, newer)).toEqual([0.4, 0.35]);
  });

  test.each([
    ["it tells none", { tellsChange: false }],
    ["it is about something else", { angle: 1.3 }],
    ["it fits the question far worse", { score: 0.25 }],
    ["it is less sure", { confidence: 0.15 }],
    ["it is the older one", { seq: 0 }],
  ])("not where %s", async (_, but) => {
    const told = { ...newer, ...but };
    expect(await scoresOf(SMALL, older, told)).toEqual([0.4, told.score]);
  });

  test("the more alike the two are, the less it need fit", async () => {
    expect(await scoresOf(SMALL, older, { ...newer, score: 0.25, angle: 0.2 })).toEqual([0.4, 0.4]);
  });

  test("is not brought in from behind those that are wanted", async () => {
    expect(await scoresOf({ ...SMALL, limit: 1 }, older, newer)).toEqual([0.4, 0.35]);
  });
});

test("reads no words where scores, confidences or embeddings already decide", async () => {
  const unread = (told: Told): Statement => ({
    ...statement(told),
    words: () => {
      throw new Error("these words were not needed");
    },
  });
  const all = [
    unread({ seq: 1, score: 0.4 }),
    unread({ seq: 2, score: 0.4 }),
    unread({ seq: 3, score: 0.3, confidence: 0.15 }),
    unread({ seq: 4, score: 0.3, angle: 2 }),
    unread({ seq: 5, score: 0.3, angle: null }),
  ];
  expect(await liftNewest(all, RULE)).toEqual([0.4, 0.4, 0.3, 0.3, 0.3]);
});

test("reads no words for those that stay behind all that are wanted, and gives the same best as without a limit", async () => {
  const random = seededRandom(81);
  let spared = 0;
  for (let round = 0; round < 300; round++) {
    const count = 1 + random.integer(16);
    const read = new Set<number>();
    const all = Array.from({ length: count }, (_, at): Statement => {
      const told = { seq: 1 + ((at * 7) % 17), score: random.integer(12) / 10, angle: random.integer(20) / 10 };
      const whole = statement({ ...told, words: ["rent flat", "rent flat house", "car"][random.integer(3)]! });
      const words = () => {
        read.add(at);
        return whole.words();
      };
      return { ...whole, words };
    });
    const bestOf = async (limit: number) => {
      const lifted = await liftNewest(all, { ...RULE, limit });
      const best = all.map(({ seq }, at) => ({ seq, score: lifted[at]! }));
      return best.sort((a, b) => b.score - a.score || b.seq - a.seq);
    };
    const whole = await bestOf(16);
    const readForAll = read.size;
    for (const limit of [1, 4, 8]) {
      read.clear();
      expect((await bestOf(limit)).slice(0, limit)).toEqual(whole.slice(0, limit));
      spared += readForAll - read.size;
    }
  }
  expect(spared).toBeGreaterThan(0);
});

test("of nothing is nothing, and of one statement its score", async () => {
  expect(await lift()).toEqual([]);
  expect(await lift({ seq: 1, score: 0.4 })).toEqual([0.4]);
});
