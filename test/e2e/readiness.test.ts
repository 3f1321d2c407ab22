// Between the listening line and the open model, and the model itself.
import { expect, test } from "bun:test";
import reference from "../../src/embedding/model/reference.json" with { type: "json" };
import { openLab } from "./executable.ts";
import type { Turn } from "./turns.ts";

const lab = openLab();
/** What ORT's kernels may differ by from those that made the references; see the model's README. */
const LEAST_COSINE = 0.98;

test("it is alive at once, ready once the model is, and never unready again", async () => {
  const server = await lab.start();
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  const seen: string[] = [];
  for (let after = 0; after < 5; ) {
    const response = await fetch(`${server.url}/readyz`);
    const { status, checks } = (await response.json()) as {
      status: string;
      checks: { model: string; storage: string };
    };
    const state = `${response.status} ${status} ${checks.model} ${checks.storage}`;
    if (seen.at(-1) !== state) seen.push(state);
    if (response.status === 200) after++;
  }
  // On a quick machine the model may have been ready before the first look.
  expect(["503 failing failing ok,200 ok ok ok", "200 ok ok ok"]).toContain(seen.join());
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test("turns that come right after the listening line wait for the model and are answered", async () => {
  const server = await lab.start();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      server.ask<Turn>("POST", "/prepare", { body: { input: `Hello number ${i}` }, user: `user-${i}` }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test("embed gives the reference embeddings of the model, in order", async () => {
  const stdin = reference.map(({ text }) => `${JSON.stringify(text)}\n`).join("");
  const { code, stdout, stderr } = await lab.run(["embed"], { stdin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const embeddings = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { tokens: number; embedding: number[] });
  // The two marks around every text are none of its tokens.
  expect(embeddings.map(({ tokens }) => tokens)).toEqual(reference.map(({ input_ids }) => input_ids.length - 2));
  const cosines = embeddings.map(({ embedding }, i) => dot(embedding, reference[i]!.embedding));
  expect(cosines.filter((cosine) => cosine < LEAST_COSINE || cosine > 1.001)).toEqual([]);
  expect(embeddings.map(({ embedding }) => embedding.length)).toEqual(reference.map(() => 384));
  for (const { embedding } of embeddings) expect(dot(embedding, embedding)).toBeCloseTo(1, 3);
});

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? Number.NaN), 0);
}
