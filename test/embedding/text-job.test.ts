import { expect, test } from "bun:test";
import type { Embedding } from "../../src/domain/model-spec.ts";
import { createTextJob } from "../../src/embedding/text-job.ts";

function unitVector(index: number): Float32Array {
  const vector = new Float32Array(384);
  vector[index] = 1;
  return vector;
}

function startJob() {
  const outcome: { embedding?: Embedding; error?: Error } = {};
  const job = createTextJob({
    lane: "interactive",
    request: { kind: "text", text: "", role: "query" },
    onDone: (embedding) => void Object.assign(outcome, { embedding }),
    onFail: (error) => void Object.assign(outcome, { error }),
  });
  return { job, outcome };
}

test("windows keep their own weights when they are answered out of order", () => {
  const { job, outcome } = startJob();
  const windows = [3, 4].map((tokens) => ({ ids: new Int32Array(tokens + 2), tokens }));
  job.accept(job.units.shift()!, { kind: "windows", windows });
  const [first, second] = job.units.splice(0);
  job.accept(second!, { kind: "vector", vector: unitVector(1), tokens: 4 });
  expect(job.settled).toBe(false);
  job.accept(first!, { kind: "vector", vector: unitVector(0), tokens: 3 });
  expect(outcome.embedding?.tokens).toBe(7);
  expect(Array.from(outcome.embedding!.vector.slice(0, 3))).toEqual([0.6, 0.8, 0].map(Math.fround));
});

test("a failed text drops its waiting windows and takes no notice of late answers", () => {
  const { job, outcome } = startJob();
  const windows = [2, 2].map((tokens) => ({ ids: new Int32Array(tokens + 2), tokens }));
  job.accept(job.units.shift()!, { kind: "windows", windows });
  const unit = job.units.shift()!;
  job.fail(new Error("It failed."));
  job.accept(unit, { kind: "vector", vector: unitVector(0), tokens: 2 });
  expect(job.units).toHaveLength(0);
  expect(outcome).toEqual({ error: new Error("It failed.") });
});
