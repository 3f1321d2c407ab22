// Writes a small ONNX file: the protobuf of a graph, as far as a model of tests needs it.

/** A value of a protobuf message: a number is a varint, bytes and texts are length-delimited. */
type Field = readonly [tag: number, value: number | string | Uint8Array];

const OPSET = 13;
const IR_VERSION = 8;
const FLOAT = 1;
const INT64 = 7;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

function message(fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([tag, value]) => {
      if (typeof value === "number") return Buffer.from([...varint(tag * 8), ...varint(value)]);
      const bytes = typeof value === "string" ? Buffer.from(value) : value;
      return Buffer.concat([Buffer.from([...varint(tag * 8 + 2), ...varint(bytes.length)]), bytes]);
    }),
  );
}

export interface Node {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

function nodeOf({ op, inputs, output, attributes = {} }: Node): Uint8Array {
  return message([
    ...inputs.map((name): Field => [1, name]),
    [2, output],
    [4, op],
    ...Object.entries(attributes).map(([name, value]): Field => {
      const fields: Field[] =
        typeof value === "number"
          ? [
              [3, value],
              [20, ATTRIBUTE_INT],
            ]
          : [...value.map((each): Field => [8, each]), [20, ATTRIBUTE_INTS]];
      return [5, message([[1, name], ...fields])];
    }),
  ]);
}

export interface Tensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

function tensorOf({ name, dims, data }: Tensor): Uint8Array {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message([
    ...dims.map((size): Field => [1, size]),
    [2, data instanceof Float32Array ? FLOAT : INT64],
    [8, name],
    [9, raw],
  ]);
}

/** A number is a fixed size, a text the name of one that varies. */
export interface Port {
  readonly name: string;
  readonly type: "float" | "int64";
  readonly shape: readonly (number | string)[];
}

function portOf({ name, type, shape }: Port): Uint8Array {
  const dims = shape.map((size): Field => [1, message([typeof size === "number" ? [1, size] : [2, size]])]);
  const tensor = message([
    [1, type === "float" ? FLOAT : INT64],
    [2, message(dims)],
  ]);
  return message([
    [1, name],
    [2, message([[1, tensor]])],
  ]);
}

export interface Graph {
  readonly nodes: readonly Node[];
  readonly tensors: readonly Tensor[];
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

/** The bytes of an ONNX file. */
export function onnxOf({ nodes, tensors, inputs, outputs }: Graph): Uint8Array {
  const graph = message([
    ...nodes.map((node): Field => [1, nodeOf(node)]),
    [2, "graph"],
    ...tensors.map((tensor): Field => [5, tensorOf(tensor)]),
    ...inputs.map((port): Field => [11, portOf(port)]),
    ...outputs.map((port): Field => [12, portOf(port)]),
  ]);
  return message([
    [1, IR_VERSION],
    [7, graph],
    [
      8,
      message([
        [1, ""],
        [2, OPSET],
      ]),
    ],
  ]);
}
