// One text a line in, one embedding a line out, in their order.
import { describe, expect, test } from "bun:test";
import { runEmbed } from "../../src/cli/embed.ts";
import type { Embedding } from "../../src/domain/model-spec.ts";
import type { Embedder, EmbedRequest } from "../../src/domain/ports/embedder.ts";
import { streamOf } from "../support/portable-samples.ts";
import { WordEmbedder } from "../support/word-embedder.ts";

/** Embeds a text as its length, later the shorter it is; `fail` fails. */
class LengthEmbedder implements Embedder {
  readonly model = new WordEmbedder().model;
  readonly texts: string[] = [];
  readonly asked = new Set<string>();
  closed = 0;

  async embed({ text, role, lane }: EmbedRequest): Promise<Embedding> {
    this.texts.push(text);
    this.asked.add(`${role} ${lane}`);
    // Turns of the loop, not time: a short text is done after a long one that came later.
    for (let turn = 0; turn < 20 - Math.min(20, text.length); turn += 1) await Promise.resolve();
    if (text === "fail") throw new Error("the model died");
    return { tokens: text.length, vector: Float32Array.of(text.length) };
  }

  async close(): Promise<void> {
    this.closed += 1;
  }
}

async function embedded(pieces: readonly string[]) {
  const embedder = new LengthEmbedder();
  const lines: string[] = [];
  const error = await runEmbed({ embedder, input: streamOf(pieces), output: (line) => void lines.push(line) }).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { embedder, lines, error };
}

describe("a line", () => {
  test("is a text as it stands, or the text of a JSON string, wherever the pieces are cut", async () => {
    const text = '"a\\nb"\n"not JSON\n{"a":1}\n\n a \r\n"last"';
    const wanted = ["a\nb", '"not JSON', '{"a":1}', "", " a ", "last"];
    for (const pieces of [[text], [...text], [text.slice(0, 5), text.slice(5)], ["", text, ""]]) {
      expect((await embedded(pieces)).embedder.texts).toEqual(wanted);
    }
  });

  test("that the file does not end is a line too, and nothing behind the last line end is none", async () => {
    expect((await embedded(["a\nb"])).embedder.texts).toEqual(["a", "b"]);
    expect((await embedded(["a\nb\n"])).embedder.texts).toEqual(["a", "b"]);
    expect((await embedded([])).embedder.texts).toEqual([]);
  });
});

test("answers come in the order of the lines, as what is stored, in the background", async () => {
  const { embedder, lines } = await embedded(["a\nlong text\nabc\n"]);
  expect(lines).toEqual(
    ["a", "long text", "abc"].map((text) => JSON.stringify({ tokens: text.length, embedding: [text.length] })),
  );
  expect([...embedder.asked]).toEqual(["passage background"]);
});

test("of any number of lines 32 at most are handed over and not yet answered", async () => {
  const embedder = new LengthEmbedder();
  let printed = 0;
  let mostAhead = 0;
  const tokens: number[] = [];
  const output = (line: string) => {
    mostAhead = Math.max(mostAhead, embedder.texts.length - printed);
    printed += 1;
    tokens.push((JSON.parse(line) as { tokens: number }).tokens);
  };
  const lengths = Array.from({ length: 200 }, (_, at) => (at * 7) % 23);
  await runEmbed({ embedder, input: streamOf(lengths.map((length) => `${"x".repeat(length)}\n`)), output });
  expect([printed, mostAhead]).toEqual([200, 32]);
  expect(tokens).toEqual(lengths);
});

test("the embedder is closed once, also where a text or the input fails", async () => {
  expect((await embedded(["a\n"])).embedder.closed).toBe(1);
  const failed = await embedded(["a\nfail\nb\n"]);
  expect([failed.embedder.closed, failed.error, failed.lines.length]).toEqual([1, new Error("the model died"), 1]);
  const embedder = new LengthEmbedder();
  async function* broken(): AsyncGenerator<string> {
    yield "a\n";
    throw new Error("the pipe broke");
  }
  const run = runEmbed({ embedder, input: broken(), output: () => {} });
  await expect(run).rejects.toThrow("the pipe broke");
  expect(embedder.closed).toBe(1);
});
