import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ortWasmPath from "onnxruntime-web/ort-wasm-simd-threaded.wasm" with { type: "file" };
import { MESSAGE_INTENTS, RULE_RELATIONS } from "../../src/domain/ports/message-classifier.ts";
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import referenceJson from "../../src/embedding/model/classifier/reference.json" with { type: "json" };
import judgedJson from "../../src/embedding/model/judge/reference.json" with { type: "json" };
import { PairClassifier } from "../../src/embedding/pair-classifier.ts";
import { PairJudge } from "../../src/embedding/pair-judge.ts";
import { PairModel, type PairModelOptions } from "../../src/embedding/pair-model.ts";
import {
  cutMiddle,
  DOUBT_TOKENS_MAX,
  MESSAGE_TOKENS_MAX,
  pairTokens,
  RELATION_TOKENS_MAX,
} from "../../src/embedding/pair-tokens.ts";
import { createTextTokenizer } from "../../src/embedding/tokenizer.ts";
import { MORTAL_WORKER_URL, startPool, WORKER_URL } from "./support.ts";

setDefaultTimeout(60_000);

const { spec, onnxPath: _onnx, tokenizerPath, classifier: file, judge: judgeFile } = embeddedModel();
const runtime = await WebAssembly.compile(await Bun.file(ortWasmPath).bytes());
const folder = mkdtempSync(join(tmpdir(), "memoryd-classifier-"));
afterAll(() => rmSync(folder, { recursive: true }));

let opened: PairModel[] = [];
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  opened = [];
});

/** `starts`: what each worker was told of those that died before it. */
function open(task: "classify" | "judge", onnxPath: string, options: Partial<PairModelOptions>) {
  const starts: number[] = [];
  const model = new PairModel({
    name: "The model",
    workerUrl: WORKER_URL,
    openRequest: async (deaths) => {
      starts.push(deaths);
      return { kind: "open", task, runtime, onnxPath, tokenizerPath, hashes: null, spec };
    },
    ...options,
  });
  opened.push(model);
  return { model, starts };
}

function start(options: Partial<PairModelOptions> = {}) {
  const { model, starts } = open("classify", file!.onnxPath, options);
  return { classifier: new PairClassifier(model, file!.thresholds), starts };
}

function startJudge(): PairJudge {
  return new PairJudge(open("judge", judgeFile!.onnxPath, {}).model, judgeFile!.thresholds);
}

/** Of shares that are nearer to one another, int8 may turn the order. */
const CLEAR = 0.2;
const likeliest = (shares: object) => Object.entries(shares).sort(([, a], [, b]) => b - a)[0]?.[0];

describe("a pair of texts", () => {
  test("that is too long keeps two thirds of its room from its beginning, and the rest from its end", () => {
    expect(cutMiddle([1, 2, 3, 4, 5, 6, 7], 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(cutMiddle([1, 2, 3, 4, 5, 6, 7, 8], 4)).toEqual([1, 2, 7, 8]);
    expect(cutMiddle([1, 2, 3], 0)).toEqual([]);
  });

  test("has a beginning, an end after each text, and the type 1 from the second on", () => {
    const { ids, types } = pairTokens([[[7, 8]], [[9]]], [[1], [2]]);
    expect([[...ids], [...types]]).toEqual([
      [1, 7, 8, 2, 9, 2],
      [0, 0, 0, 0, 1, 1],
    ]);
  });

  test("may be of several on each side, or of none", () => {
    const { ids, types } = pairTokens(
      [
        [[7], []],
        [[8], [9]],
      ],
      [[1], [2]],
    );
    expect([[...ids], [...types]]).toEqual([
      [1, 7, 2, 2, 8, 2, 9, 2],
      [0, 0, 0, 0, 1, 1, 1, 1],
    ]);
    expect([...pairTokens([[], [[9]]], [[1], [2]]).ids]).toEqual([1, 2, 9, 2]);
  });

  test("has the tokens that the classifier was trained with", async () => {
    const tokenizer = createTextTokenizer(await Bun.file(tokenizerPath).json(), spec);
    for (const { head, first, second, ids } of referenceJson) {
      const { rule, message } = RELATION_TOKENS_MAX;
      const sides =
        head === "intents"
          ? tokenizer.pair([[], [{ text: second, tokensMax: MESSAGE_TOKENS_MAX }]])
          : tokenizer.pair([[{ text: first, tokensMax: rule }], [{ text: second, tokensMax: message }]]);
      expect([...sides.ids]).toEqual(ids);
    }
    for (const { question, claim, told, ids } of judgedJson) {
      const sides = tokenizer.pair([
        [
          { text: question, tokensMax: DOUBT_TOKENS_MAX.question },
          { text: claim, tokensMax: DOUBT_TOKENS_MAX.claim },
        ],
        told.map((text) => ({ text, tokensMax: DOUBT_TOKENS_MAX.told })),
      ]);
      expect([...sides.ids]).toEqual(ids);
    }
  });

  test("however long or odd, is told", async () => {
    const { classifier } = start();
    for (const text of ["", "\ud800", "a".repeat(200_000), "e\u0301".repeat(40_000), "🙂".repeat(5_000)]) {
      const shares = await classifier.intentOf(text);
      expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
    }
  });
});

describe("the classifier of messages", () => {
  test("gives the shares of its float32 original, within what int8 costs", async () => {
    const { classifier } = start();
    const differences: number[] = [];
    for (const { head, first, second, shares } of referenceJson) {
      const told = head === "intents" ? await classifier.intentOf(second) : await classifier.relationOf(second, first);
      const names: readonly string[] = head === "intents" ? MESSAGE_INTENTS : RULE_RELATIONS;
      expect(Object.keys(told)).toEqual([...names]);
      const [most = 0, next = 0] = shares.toSorted((a, b) => b - a);
      if (most - next >= CLEAR) expect(likeliest(told)).toBe(names[shares.indexOf(most)]!);
      differences.push(Math.max(...Object.values(told).map((share, at) => Math.abs(share - shares[at]!))));
    }
    expect(Math.max(...differences)).toBeLessThan(0.2);
    expect(differences.reduce((sum, each) => sum + each, 0) / differences.length).toBeLessThan(0.04);
  });

  test("says the same of the same texts, asked one by one or all at once", async () => {
    const { classifier } = start();
    const texts = ["no more emojis, ever", "what's the capital of Peru", "sign it Dot, always"];
    const apart = [];
    for (const text of texts) apart.push(await classifier.intentOf(text));
    expect(await Promise.all(texts.map((text) => classifier.intentOf(text)))).toEqual(apart);
  });

  test("starts with its first text, and again after it was idle", async () => {
    const { classifier, starts } = start({ idleMs: 1 });
    expect(starts).toEqual([]);
    const first = await classifier.intentOf("thanks");
    await Bun.sleep(50);
    expect(await classifier.intentOf("thanks")).toEqual(first);
    expect(starts).toEqual([0, 0]);
  });

  test("tells a text over which its worker died by another, and gives up at the second death", async () => {
    const { classifier, starts } = start({ workerUrl: MORTAL_WORKER_URL });
    await classifier.intentOf(`die once ${join(folder, "mark")}`);
    expect(starts).toEqual([0, 1]);
    expect(classifier.intentOf("die always")).rejects.toThrow("died");
    expect(likeliest(await classifier.intentOf("what's the capital of Peru"))).toBe("question");
  });

  test("lets others go first while they are busy, and for no longer than a moment", async () => {
    let looks = 0;
    const { classifier } = start({ isBusy: () => ++looks < 3 });
    await classifier.intentOf("thanks");
    expect(looks).toBe(3);
    const { classifier: hindered } = start({ isBusy: () => true });
    expect(await hindered.intentOf("thanks")).toEqual(await classifier.intentOf("thanks"));
  });

  test("fails what waits for it when it is closed, and what is asked later", async () => {
    const { classifier } = start();
    const waiting = [classifier.intentOf("thanks"), classifier.relationOf("thanks", "Be brief.")];
    await classifier.close();
    const ends = await Promise.allSettled([...waiting, classifier.intentOf("hello")]);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  });

  test("comes with the pool of the model inside", async () => {
    const pool = startPool();
    expect(likeliest(await pool.classifier!.intentOf("what's the capital of Peru"))).toBe("question");
    await pool.close();
    expect(pool.classifier!.intentOf("hello")).rejects.toThrow("closed");
  });
});

describe("the judge of answers", () => {
  test("gives the shares of its float32 original, within what int8 costs", async () => {
    const judge = startJudge();
    const differences: number[] = [];
    for (const { question, claim, told, share } of judgedJson) {
      differences.push(Math.abs((await judge.shareOf({ question, claim, told }))! - share));
    }
    expect(differences.length).toBeGreaterThan(10);
    expect(Math.max(...differences)).toBeLessThan(0.2);
    expect(differences.reduce((sum, each) => sum + each, 0) / differences.length).toBeLessThan(0.05);
  });

  test("however long or odd the texts, tells a share", async () => {
    const judge = startJudge();
    for (const text of ["", "\ud800", "a".repeat(200_000), "🙂".repeat(5_000)]) {
      const share = await judge.shareOf({ question: text, claim: text, told: [text, text] });
      expect(share).toBeWithin(0, 1);
    }
  });

  test("tells nothing where too many wait, and goes on afterwards", async () => {
    const judge = startJudge();
    const doubt = { question: "When is it?", claim: "On Monday.", told: ["it is on Friday"] };
    const asked = await Promise.all(Array.from({ length: 20 }, () => judge.shareOf(doubt)));
    expect(asked.filter((share) => share === null)).toHaveLength(4);
    expect(await judge.shareOf(doubt)).toBe(asked[0]!);
  });

  test("comes with the pool of the model inside", async () => {
    const pool = startPool();
    const told = [
      "we've booked an inside cabin for the cruise",
      "the dog has a new lead",
      "Jo's flat white is 4.10 these days",
      "they moved us to a balcony cabin, lovely",
      "P&O wrote, we sail on the 31st of May",
    ];
    const shareOf = (claim: string) =>
      pool.judge!.shareOf({ question: "what sort of cabin have we got?", claim, told });
    const [now, before] = [await shareOf("A balcony cabin."), await shareOf("An inside cabin.")];
    expect(now!).toBeLessThan(before!);
    await pool.close();
    expect(pool.judge!.shareOf({ question: "", claim: "On Friday.", told })).rejects.toThrow("closed");
  });
});
