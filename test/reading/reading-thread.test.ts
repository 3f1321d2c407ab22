// Texts are read on a thread of their own, for each account in turn, and the service survives its death.
import { describe, expect, test } from "bun:test";
import type { Steps } from "../../src/base/steps.ts";
import { MemoryError } from "../../src/domain/errors.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";
import { type ReadingThread, startReadingThread } from "../../src/reading/reading-thread.ts";
import { TurnTaker } from "../../src/reading/take-turns.ts";

const WORKER = new URL("../../src/reading/reading-worker.ts", import.meta.url);

async function withThread(
  run: (thread: ReadingThread, deaths: string[]) => Promise<void>,
  workerUrl: string | URL = WORKER,
  silenceMsMax?: number,
): Promise<void> {
  const deaths: string[] = [];
  const quiet = silenceMsMax === undefined ? {} : { silenceMsMax };
  const thread = startReadingThread({ workerUrl, onDeath: (reason) => deaths.push(reason), ...quiet });
  try {
    await run(thread, deaths);
  } finally {
    await thread.close();
  }
}

/** A worker of a few lines, as a file that a thread can be started from. */
function workerOf(source: string): string {
  return URL.createObjectURL(new Blob([source], { type: "application/javascript" }));
}

describe("the reading thread", () => {
  test("answers every task as the same task in place", async () => {
    const place = readInPlace();
    await withThread(async ({ reading }) => {
      const said = "No, my name is Ada, and I work as a nurse. My password is Winter-2025!";
      expect(await reading.readInput(said, "a")).toEqual(await place.readInput(said, null));
      const secret = { text: said, kinds: ["passwords"] } as const;
      expect(await reading.redact(secret, "a")).toBe(await place.redact(secret, null));
      const gate = { patterns: ["x", "winter"], text: said };
      expect(await reading.findPattern(gate, "a")).toBe(1);
      expect(await reading.findEachPattern(gate, "a")).toEqual(gate.patterns.map((_, at) => at === 1));
      const asked = { question: "What did I say last week?", at: Date.parse("2026-05-08T12:00:00Z") };
      expect(await reading.readTimes(asked, "a")).toEqual(await place.readTimes(asked, null));
      const turn = { input: said, answer: "Noted." };
      expect(await reading.readTerms(turn, null)).toEqual(await place.readTerms(turn, null));
      const question = { question: "Which nurses?", languages: ["en", "de"], isSearch: false };
      expect(await reading.readQuestion(question, "a")).toEqual(await place.readQuestion(question, null));
      expect(await reading.readStatementWords(said, "a")).toEqual(await place.readStatementWords(said, null));
      const head = (text: string) => ({ text, isWhole: true });
      const quoted = {
        question: "Where do I work?",
        turns: [{ input: head("Hello."), answer: head(`${said} `.repeat(9)), tokensMax: 40 }],
      };
      expect(await reading.quotePassages(quoted, "a")).toEqual(await place.quotePassages(quoted, null));
      const told = {
        turns: [
          { input: "The launch is on Monday.", answer: "" },
          { input: "No, on Friday.", answer: "" },
        ],
        question: "When is the launch?",
      };
      expect(await reading.findReplaced(told, "a")).toEqual([{ by: 1, isWhole: true }, null]);
      const memories = [{ input: said, answer: "Noted." }];
      const compared = { question: null, answer: "I use inches here.", rules: ["Never use inches."], memories };
      expect((await reading.compareAnswer(compared, "a")).brokenRule).toBe(0);
      expect(await reading.checkPatterns({ patterns: ["a", "("] }, "a")).toEqual(
        await place.checkPatterns({ patterns: ["a", "("] }, null),
      );
    });
  });

  test("passes an outcome that the caller is told about on, with its code", async () => {
    await withThread(async ({ reading }) => {
      const patterns = Array.from({ length: 40 }, (_, at) => `(?s)(.*[ab]){150}z${at}`);
      const refused = reading
        .findPattern({ patterns, text: "ab".repeat(16_384) }, "a")
        .catch((error: unknown) => error);
      expect(await refused).toBeInstanceOf(MemoryError);
      expect(await refused).toMatchObject({ code: "constitution_too_slow", details: { pattern: expect.any(Number) } });
    });
  });

  test("that dies lets what waits be tried again, is told of, and is followed by another", async () => {
    const source = `let asked = 0; self.onmessage = () => { asked += 1; if (asked === 1) process.exit(3); };`;
    await withThread(async ({ reading }, deaths) => {
      const waits = reading.readInput("a", "a").catch((error: unknown) => error);
      expect(await waits).toMatchObject({ code: "not_ready" });
      expect(deaths).toHaveLength(1);
    }, workerOf(source));
  });

  test("that says nothing any more is ended", async () => {
    await withThread(
      async ({ reading }, deaths) => {
        const waits = reading.readInput("a", "a").catch((error: unknown) => error);
        expect(await waits).toMatchObject({ code: "not_ready" });
        expect(deaths).toEqual(["it is silent"]);
      },
      workerOf("self.onmessage = () => { for (;;); };"),
      200,
    );
  });

  test("that is long at work says so when it is called, and is let work", async () => {
    // A task that ends with the tenth call: silence of two times and a half what is borne, but for the calls.
    const source = `let called = 0; let waits;
      self.onmessage = ({ data }) => {
        if (data !== "call") waits = data.id;
        else if (++called === 10) postMessage({ id: waits, kind: "done", output: "read" });
        else postMessage(data);
      };`;
    await withThread(
      async ({ reading }, deaths) => {
        expect(await reading.redact({ text: "a", kinds: [] }, "a")).toBe("read");
        expect(deaths).toEqual([]);
      },
      workerOf(source),
      1_000,
    );
  });

  test("answers calls between the slices of a long task", async () => {
    const worker = new Worker(WORKER);
    const heard: unknown[] = [];
    const done = new Promise<void>((resolve) => {
      worker.onmessage = ({ data }) => {
        heard.push(data === "call" ? data : data.kind);
        if (data !== "call") resolve();
      };
    });
    const patterns = Array.from({ length: 40 }, (_, at) => `(?s)(.*[ab]){150}z${at}`);
    worker.postMessage({ id: 1, task: "findPattern", input: { patterns, text: "ab".repeat(16_384) }, account: "a" });
    worker.postMessage("call");
    await done;
    worker.terminate();
    expect(heard).toEqual(["call", "refused"]);
  });

  test("lets go of what waits when it is closed", async () => {
    const thread = startReadingThread({ workerUrl: WORKER, onDeath: () => {} });
    const waits = thread.reading.readInput("My name is Ada.", "a").catch((error: unknown) => error);
    await thread.close();
    expect(await waits).toMatchObject({ code: "not_ready" });
    expect(thread.reading.readInput("a", "a")).rejects.toMatchObject({ code: "not_ready" });
  });
});

describe("work in turns", () => {
  /** Steps that write down whose turn it was; long enough that each is a slice of its own. */
  function* work(name: string, steps: number, log: string[]): Steps<string> {
    for (let step = 0; step < steps; step++) {
      log.push(name);
      for (const until = performance.now() + 3; performance.now() < until; );
      yield;
    }
    return name;
  }

  test("goes from account to account, whatever each brings", async () => {
    const turns = new TurnTaker();
    const log: string[] = [];
    const begun = [
      turns.run("flood", work("f1", 3, log)),
      turns.run("flood", work("f2", 3, log)),
      turns.run("guest", work("g", 2, log)),
    ];
    expect(await Promise.all(begun)).toEqual(["f1", "f2", "g"]);
    expect(log).toEqual(["f1", "f1", "g", "f2", "g", "f1", "f2", "f2"]);
  });

  test("of one account takes turns too, four at once, so that a long one holds no short one up", async () => {
    const turns = new TurnTaker();
    const log: string[] = [];
    const long = ["l1", "l2", "l3", "l4", "l5"].map((name) => turns.run("a", work(name, 3, log)));
    const short = turns.run("a", work("s", 1, log));
    await Promise.all([...long, short]);
    // The first begins before the others are there.
    expect(log.slice(0, 6)).toEqual(["l1", "l1", "l2", "l3", "l4", "l1"]);
    expect(log.indexOf("l5")).toBeGreaterThan(log.lastIndexOf("l1"));
    expect(log.indexOf("s")).toBeLessThan(log.lastIndexOf("l5"));
  });

  test("that fails takes no other work with it", async () => {
    const turns = new TurnTaker();
    function* failing(): Steps<never> {
      yield;
      throw new Error("broken");
    }
    const failed = turns.run("a", failing());
    const other = turns.run("a", work("b", 1, []));
    expect(failed).rejects.toThrow("broken");
    expect(await other).toBe("b");
  });
});
