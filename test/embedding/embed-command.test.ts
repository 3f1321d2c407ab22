import { expect, test } from "bun:test";
import { runEmbed } from "../../src/cli/embed.ts";
import type { Embedder } from "../../src/domain/ports/embedder.ts";
import { embeddedModel } from "../../src/embedding/embedded-model.ts";

/** Embeds a text as its length, the later ones sooner. */
function lengthEmbedder() {
  const texts: string[] = [];
  const embedder: Embedder & { close(): Promise<void>; closed: boolean } = {
    model: embeddedModel().spec,
    closed: false,
    async embed({ text }) {
      texts.push(text);
      if (text === "fail") throw new Error("This text fails.");
      await Bun.sleep(Math.max(0, 20 - texts.length));
      return { vector: new Float32Array([text.length]), tokens: 1 };
    },
    async close() {
      embedder.closed = true;
    },
  };
  return { embedder, texts };
}

async function* pieces(...parts: string[]) {
  yield* parts;
}

test("embed answers each line in order, takes a JSON string for its content, and closes the embedder", async () => {
  const { embedder, texts } = lengthEmbedder();
  const output: string[] = [];
  const input = pieces('plain\r\n"two\\n', 'lines"\n\n"unfinished', " quote\n{}\n[1]", "\nlast");
  await runEmbed({ embedder, input, output: (line) => void output.push(line) });
  const expected = ["plain", "two\nlines", "", '"unfinished quote', "{}", "[1]", "last"];
  expect(texts).toEqual(expected);
  expect(output).toEqual(expected.map(({ length }) => `{"tokens":1,"embedding":[${length}]}`));
  expect(embedder.closed).toBe(true);
});

test("embed holds no more than a few lines at once, and stops at the first that fails", async () => {
  const { embedder, texts } = lengthEmbedder();
  const input = pieces(...Array.from({ length: 500 }, (_, i) => (i === 40 ? "fail\n" : `${i}\n`)));
  const running = runEmbed({ embedder, input, output: () => {} });
  expect(await running.then(String, String)).toBe("Error: This text fails.");
  expect(texts.length).toBeLessThan(100);
  expect(embedder.closed).toBe(true);
});
