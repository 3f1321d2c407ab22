import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { MemoryError } from "../../src/domain/errors.ts";
import { cosine, openTinyPools, reference, startPool, until } from "./support.ts";

setDefaultTimeout(120_000);

const startTiny = await openTinyPools(["four"]);
const pool = startPool({ workers: 2 });
afterAll(() => pool.close());

const LONG = "My sister moved to Lisbon in May, and she likes the light there. ".repeat(60);

describe("an embedding", () => {
  for (const { text, embedding } of reference) {
    test(`is near the unquantized model's: ${JSON.stringify(text.slice(0, 40))}`, async () => {
      const { vector } = await pool.embed({ text, role: "passage", lane: "interactive" });
      expect(vector).toHaveLength(384);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(cosine(vector, embedding)).toBeGreaterThanOrEqual(0.98);
    });
  }

  test("of an odd text is 384 finite numbers of length 1", async () => {
    const odd = [
      "",
      " \n\t ",
      "🙂👩‍👩‍👧",
      "東京は日本の首都です",
      "\ud800",
      "a\0b",
      "x".repeat(102_400),
      "é".repeat(50_000),
    ];
    for (const text of odd) {
      const { vector } = await pool.embed({ text, role: "query", lane: "interactive" });
      expect(vector).toHaveLength(384);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  test("counts the text's own tokens, over all windows", async () => {
    expect((await pool.embed({ text: "", role: "query", lane: "interactive" })).tokens).toBe(0);
    expect((await pool.embed({ text: "Hello", role: "query", lane: "interactive" })).tokens).toBe(1);
    expect((await pool.embed({ text: LONG, role: "query", lane: "interactive" })).tokens).toBe(60 * 15);
  });

  test("has the same bytes whenever and by whichever worker it is made, long texts included", async () => {
    const texts = [LONG, ...reference.map(({ text }) => text)];
    const together = await Promise.all(
      [...texts, ...texts.toReversed()].map((text) => pool.embed({ text, role: "passage", lane: "interactive" })),
    );
    const backward = together.slice(texts.length).toReversed();
    const single = startPool({ workers: 1 });
    for (const [index, text] of texts.entries()) {
      const alone = await single.embed({ text, role: "passage", lane: "background" });
      expect(together[index]).toEqual(alone);
      expect(backward[index]).toEqual(alone);
    }
    await single.close();
  });

  test("of a long text is near the ones of its like, whatever its length", async () => {
    const [long, short, other] = await Promise.all(
      [LONG, LONG.slice(0, 130), "SELECT count(*) FROM invoices GROUP BY month;"].map((text) =>
        pool.embed({ text, role: "passage", lane: "interactive" }),
      ),
    );
    expect(cosine(long!.vector, short!.vector)).toBeGreaterThan(0.7);
    expect(cosine(long!.vector, other!.vector)).toBeLessThan(0.3);
  });
});

test("131,072 characters of English are embedded, and short texts do not wait for their end", async () => {
  const sentence = "International organizations recommended comprehensive educational developments. ";
  const text = sentence.repeat(1700).slice(0, 131_072);
  const long = pool.embed({ text, role: "passage", lane: "interactive" });
  const before = pool.stats().windows;
  await until(() => pool.stats().windows > before); // The text is cut: its windows are what the others meet.
  for (let i = 0; i < 5; i++) await pool.embed({ text: `short text ${i}`, role: "query", lane: "interactive" });
  // Of its more than 40 windows each short text met those at work and one or two in its turn.
  expect(pool.stats().windows - before).toBeLessThan(30);
  const { vector, tokens } = await long;
  expect(tokens).toBeGreaterThan(10_000);
  expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
});

test("interactive texts overtake background texts, which still have their turn", async () => {
  const one = startTiny({ workers: 1 });
  const order: string[] = [];
  const embed = (name: string, lane: "interactive" | "background") =>
    one.embed({ text: name, role: "query", lane }).then(() => void order.push(name));
  // Handed in while the session opens: the worker finds all of them waiting.
  const background = ["b1", "b2", "b3"].map((name) => embed(name, "background"));
  const interactive = Array.from({ length: 10 }, (_, i) => embed(`i${i + 1}`, "interactive"));
  await Promise.all([...background, ...interactive]);
  await one.close();
  expect(order.join(" ")).toBe("i1 i2 i3 i4 i5 i6 i7 b1 i8 i9 i10 b2 b3");
});

describe("the interactive queue", () => {
  test("refuses the text beyond its bound, counts a long text once, and takes texts again once there is room", async () => {
    const small = startTiny({ queueMax: 3 });
    const accepted = [LONG, "two", "three"].map((text) => small.embed({ text, role: "query", lane: "interactive" }));
    const refused = await small
      .embed({ text: "four", role: "query", lane: "interactive" })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MemoryError);
    expect((refused as MemoryError).code).toBe("overloaded");
    expect(small.stats()).toMatchObject({ interactive: 3, refused: 1 });
    await Promise.all(accepted);
    expect((await small.embed({ text: "four", role: "query", lane: "interactive" })).tokens).toBe(1);
    await small.close();
  });

  test("a full queue still takes an account that holds less than its share of it, and no more than that", async () => {
    const small = startTiny({ queueMax: 4 });
    const embed = (account: string, at: number) =>
      small.embed({ text: `text ${at} of ${account}`, role: "query", lane: "interactive", account }).then(
        () => "done",
        (error) => (error as MemoryError).code,
      );
    const noisy = Array.from({ length: 6 }, (_, at) => embed("noisy", at));
    const quiet = Array.from({ length: 3 }, (_, at) => embed("quiet", at));
    expect(await Promise.all(noisy)).toEqual(["done", "done", "done", "done", "overloaded", "overloaded"]);
    expect(await Promise.all(quiet)).toEqual(["done", "done", "overloaded"]);
    await small.close();
  });
  test("does not bound background texts, nor is it filled by them", async () => {
    const small = startTiny({ queueMax: 1 });
    const background = Array.from({ length: 5 }, () =>
      small.embed({ text: "later", role: "passage", lane: "background" }),
    );
    const interactive = small.embed({ text: "now", role: "query", lane: "interactive" });
    await Promise.all([...background, interactive]);
    expect(small.stats()).toMatchObject({ texts: 6, windows: 6, refused: 0, interactive: 0, background: 0 });
    await small.close();
  });
});

test("a pool is there at once, before its sessions are open", async () => {
  const fresh = startPool();
  expect(fresh.model.id).toBe("all-MiniLM-L6-v2-int8");
  expect(fresh.stats().workersOpen).toBe(0);
  await fresh.ready;
  expect(fresh.stats().workersOpen).toBe(1);
  await fresh.close();
});

test("a worker more is opened where a text waits for one, and as many as may be", async () => {
  const three = startTiny({ workers: 3 });
  const embed = (text: string) => three.embed({ text, role: "passage", lane: "interactive" });
  for (const text of ["one", "after", "another"]) await embed(text);
  expect(three.stats()).toMatchObject({ workers: 3, workersOpen: 1 });
  await Promise.all([embed("one"), embed("beside")]);
  await until(() => three.stats().workersOpen === 2);
  await Promise.all(Array.from({ length: 40 }, (_, at) => embed(`one of many, ${at}`)));
  await until(() => three.stats().workersOpen === 3);
  await three.close();
});

test("closing fails what still waits, and what comes later, with not_ready", async () => {
  const closing = startTiny();
  const waiting = closing.embed({ text: LONG, role: "query", lane: "interactive" }).catch((error: unknown) => error);
  await closing.ready;
  await closing.close();
  const later = closing.embed({ text: "late", role: "query", lane: "background" }).catch((error: unknown) => error);
  expect(await Promise.all([waiting, later])).toMatchObject([{ code: "not_ready" }, { code: "not_ready" }]);
});

test("a closed pool leaves nothing behind that keeps the process alive", async () => {
  const program = `
    import { startPool } from ${JSON.stringify(new URL("./support.ts", import.meta.url).href)};
    const pool = startPool({ workers: 2 });
    await pool.embed({ text: "one", role: "query", lane: "interactive" });
    await pool.close();
    console.log("closed");`;
  const child = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe", stderr: "inherit" });
  expect(await child.stdout.text()).toBe("closed\n");
  expect(await child.exited).toBe(0);
});
