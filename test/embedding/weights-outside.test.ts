import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import ortWasmPath from "onnxruntime-web/ort-wasm-simd-threaded.wasm" with { type: "file" };
import { InferenceSession, Tensor } from "onnxruntime-web/wasm";
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import { openSession } from "../../src/embedding/session.ts";
import { graphOf } from "../../src/embedding/weights-outside.ts";
import { onnxOf } from "../support/onnx-graph.ts";

setDefaultTimeout(60_000);

const ids = Int32Array.from({ length: 40 }, (_, at) => 1_000 + 7 * at);

describe("a graph without its weights", () => {
  let onnx = new Uint8Array(0);
  beforeAll(async () => {
    onnx = await Bun.file(embeddedModel().onnxPath).bytes();
  });

  test("is a hundredth of the model, which gives the same bytes with it as whole", async () => {
    expect(graphOf(onnx, "weights").length).toBeLessThan(onnx.length / 100);
    const taken = onnx.slice();
    const session = await openSession(await WebAssembly.compile(await Bun.file(ortWasmPath).bytes()), taken);
    expect(taken.length).toBe(0);
    const whole = await InferenceSession.create(onnx, { executionProviders: ["wasm"] });
    const { sentence_embedding: expected } = await whole.run({
      input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]),
      attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), [1, ids.length]),
    });
    expect(await session.run(ids)).toEqual(expected!.data as Float32Array);
  });

  test("holds short tensors still, and of a long one its name, shape and place in the file", () => {
    const long = Float32Array.from({ length: 300 }, (_, at) => at);
    const file = Buffer.from(
      onnxOf({
        inputs: [],
        outputs: [],
        nodes: [],
        tensors: [
          { name: "short", dims: [2], data: Float32Array.of(1.5, 2.5) },
          { name: "long", dims: [3, 100], data: long },
        ],
      }),
    );
    const graph = Buffer.from(graphOf(file, "elsewhere"));
    const raw = Buffer.from(long.buffer);
    expect(graph.indexOf(Buffer.from(Float32Array.of(1.5, 2.5).buffer))).toBeGreaterThan(0);
    expect(graph.indexOf(raw)).toBe(-1);
    const text = graph.toString("latin1");
    for (const part of ["long", "elsewhere", `offset\x12\x02${file.indexOf(raw)}`, "length\x12\x041200"]) {
      expect(text).toContain(part);
    }
    expect(graphOf(graph, "elsewhere")).toEqual(graph); // What is outside already stays so.
  });

  test("cannot be made of what is no ONNX file, and cutting one anywhere neither hangs nor invents anything", () => {
    expect(() => graphOf(Buffer.from("not a model"), "weights")).toThrow("protobuf");
    const head = onnx.subarray(0, 20_000);
    for (let size = 0; size < head.length; size += 37) {
      try {
        expect(graphOf(head.subarray(0, size), "weights").length).toBeLessThanOrEqual(size);
      } catch (error) {
        expect(String(error)).toContain("protobuf");
      }
    }
  });
});
