// Splits a model's file for ONNX Runtime into the graph and its weights, which stay where they are in the file. Otherwise
// ONNX Runtime holds the file and two copies of the weights while it opens, and WebAssembly memory never shrinks: 78 MiB
// a worker for 23.5 MB of weights, 41 with this. Formats: https://protobuf.dev/programming-guides/encoding, and onnx.proto.
import { readLeb, writeLeb } from "./trim-runtime.ts";

/** Shorter ones stay in the graph: some of them ONNX Runtime reads while it works out shapes. */
const OUTSIDE_BYTES_MIN = 1_024;

// Fields of onnx.proto by their numbers.
const MODEL_GRAPH = 7;
const GRAPH_INITIALIZER = 5;
const TENSOR_RAW_DATA = 9;
const TENSOR_EXTERNAL_DATA = 13;
const TENSOR_DATA_LOCATION = 14;
const LOCATION_EXTERNAL = 1;
const ENTRY_KEY = 1;
const ENTRY_VALUE = 2;

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;

interface Field {
  readonly number: number;
  /** Where the field, its value and the next field begin. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

/** `location`: the name under which ONNX Runtime is given the file itself. Throws where `onnx` is no protobuf message. */
export function graphOf(onnx: Uint8Array, location: string): Uint8Array {
  const initializer = (field: Field) => (field.number === GRAPH_INITIALIZER ? outside(onnx, field, location) : null);
  return rewritten(onnx, 0, onnx.length, ({ number, start, end }) =>
    number === MODEL_GRAPH ? delimited(number, rewritten(onnx, start, end, initializer)) : null,
  );
}

/** The tensor with a place in the file instead of its numbers; null where they stay. */
function outside(onnx: Uint8Array, tensor: Field, location: string): Uint8Array | null {
  const raw = [...fieldsOf(onnx, tensor.start, tensor.end)].find(({ number }) => number === TENSOR_RAW_DATA);
  if (raw === undefined || raw.end - raw.start < OUTSIDE_BYTES_MIN) return null;
  const place = { location, offset: String(raw.start), length: String(raw.end - raw.start) };
  const rest = rewritten(onnx, tensor.start, tensor.end, ({ number }) =>
    number === TENSOR_RAW_DATA ? new Uint8Array(0) : null,
  );
  const entries = Object.entries(place).map(([key, value]) =>
    delimited(
      TENSOR_EXTERNAL_DATA,
      Buffer.concat([delimited(ENTRY_KEY, Buffer.from(key)), delimited(ENTRY_VALUE, Buffer.from(value))]),
    ),
  );
  const isOutside = Uint8Array.from([...writeLeb(TENSOR_DATA_LOCATION * 8 + VARINT), LOCATION_EXTERNAL]);
  return delimited(GRAPH_INITIALIZER, Buffer.concat([rest, ...entries, isOutside]));
}

/** The message with some fields replaced; null leaves a field as it is. */
function rewritten(
  bytes: Uint8Array,
  from: number,
  to: number,
  rewrite: (field: Field) => Uint8Array | null,
): Uint8Array {
  const parts = [...fieldsOf(bytes, from, to)].map((field) => rewrite(field) ?? bytes.subarray(field.from, field.end));
  return Buffer.concat(parts);
}

function* fieldsOf(bytes: Uint8Array, from: number, to: number): Iterable<Field> {
  for (let at = from; at < to; ) {
    const key = readLeb(bytes, at);
    const [start, end] = placeOf(bytes, key.next, key.value % 8);
    if (end > to) throw noOnnx("a field is longer than what holds it");
    yield { number: Math.floor(key.value / 8), from: at, start, end };
    at = end;
  }
}

/** Where a value's bytes begin and end. */
function placeOf(bytes: Uint8Array, at: number, wireType: number): readonly [start: number, end: number] {
  if (wireType === VARINT) return [at, readLeb(bytes, at).next];
  if (wireType === FIXED_64) return [at, at + 8];
  if (wireType === FIXED_32) return [at, at + 4];
  if (wireType !== LENGTH_DELIMITED) throw noOnnx(`a field has the wire type ${wireType}`);
  const { value, next } = readLeb(bytes, at);
  return [next, next + value];
}

function noOnnx(why: string): Error {
  return new Error(`model.onnx is no ONNX file: as a protobuf message it is broken (${why})`);
}

function delimited(number: number, value: Uint8Array): Uint8Array {
  return Buffer.concat([
    Uint8Array.from([...writeLeb(number * 8 + LENGTH_DELIMITED), ...writeLeb(value.length)]),
    value,
  ]);
}
