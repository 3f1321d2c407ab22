// Documents of other programs: how they are read, which program wrote them, and where in them something is wrong.
import { describe, expect, test } from "bun:test";
import { formatOf, isExport } from "../../src/portability/detect-format.ts";
import { batchesOf, EntryFault, openInPlace, readForeignDocument } from "../../src/portability/foreign-document.ts";
import type { ForeignTurn } from "../../src/portability/foreign-turn.ts";
import { DOCUMENT_BYTES_MAX, parseDocument, readBytes } from "../../src/portability/read-document.ts";
import { LineFault } from "../../src/portability/read-fields.ts";
import { collect, exportText, fileOf, HEADER } from "../support/portable-samples.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const MESSAGE = { role: "user", content: "a" };

describe("a document", () => {
  const parse = (text: string) => parseDocument(bytesOf(text), () => {});

  test("is JSON, lines of JSON, or a text", () => {
    expect(parse('\uFEFF {"a":\n1}')).toEqual({ a: 1 });
    expect(parse("[1,\n2]")).toEqual([1, 2]);
    expect(parse('{"a":1}\r\n\n{"a":2}\n')).toEqual([{ a: 1 }, { a: 2 }]);
    expect(parse("# Tea\n")).toBe("# Tea\n");
  });

  test("that is empty, no UTF-8, or has a broken line is refused, the line told by its number among those with text", () => {
    for (const empty of ["", " \n", "\uFEFF"]) expect(() => parse(empty)).toThrow(new LineFault("the file is empty"));
    expect(() => parseDocument(Uint8Array.of(0x7b, 0xff), () => {})).toThrow(new LineFault("it is not valid UTF-8"));
    const heard: number[] = [];
    const broken = bytesOf('{"a":1}\n\n{"a":2}\n{secret\n{"a":3}');
    const reason = new LineFault("it is not valid JSON");
    expect(() => parseDocument(broken, (entry) => heard.push(entry))).toThrow(reason);
    expect(heard).toEqual([1, 2, 3]);
  });

  test("is read whole, whatever pieces it comes in, up to its bound", async () => {
    expect(new TextDecoder().decode(await readBytes(fileOf("a long text", 3)))).toBe("a long text");
    const piece = new Uint8Array(DOCUMENT_BYTES_MAX / 2);
    const pieces = (count: number, more = 0) => ({
      async *read() {
        for (let at = 0; at < count; at += 1) yield piece;
        if (more > 0) yield new Uint8Array(more);
      },
    });
    expect((await readBytes(pieces(2))).byteLength).toBe(DOCUMENT_BYTES_MAX);
    const beyond = { code: "body_too_large", details: { bytes_max: DOCUMENT_BYTES_MAX } };
    await expect(readBytes(pieces(2, 1))).rejects.toMatchObject(beyond);
  });
});

describe("the format", () => {
  test.each<[string, unknown]>([
    ["basic-memory", "---\ntitle: T\n---\na"],
    ["basic-memory", "  # Tea"],
    ["basic-memory", [{ title: "T", content: "a" }]],
    ["chat", [MESSAGE]],
    ["chat", { messages: [MESSAGE] }],
    ["chat", { messages: [MESSAGE], content: "a", title: "T" }],
    ["mem0", [{ memory: "a" }]],
    ["mem0", { results: [{ content: "a" }] }],
  ])("%s is known by its content: %j", (format, document) => {
    expect(formatOf(document)).toBe(format as ReturnType<typeof formatOf>);
  });

  test.each<[unknown]>([
    ["just words"],
    ["#hashtag"],
    ["---more"],
    [[]],
    [{}],
    [[1]],
    [null],
    [[MESSAGE, { memory: "a" }]],
  ])("of %j nobody knows it", (document) => {
    expect(() => formatOf(document)).toThrow("the format is none that is known");
  });

  test("is this service's own where the first line says so, whatever follows it", async () => {
    for (const text of [exportText([]), HEADER, `${HEADER}{`]) expect(await isExport(fileOf(text, 10))).toBe(true);
    for (const text of ["", "\n", `\n${HEADER}`, "{}", "[1]", '"memoryd-export"', "{", `[${HEADER}]`]) {
      expect(await isExport(fileOf(text))).toBe(false);
    }
    // A header is short: another program's one line of megabytes is not read for it.
    expect(await isExport(fileOf(HEADER.replace("{", `{${" ".repeat(65_536)}`)))).toBe(false);
  });
});

describe("reading a document", () => {
  const read = (value: unknown, format: Parameters<typeof readForeignDocument>[1] = null) =>
    readForeignDocument(bytesOf(typeof value === "string" ? value : JSON.stringify(value)), format);

  test("answers its format and its turns, in order", () => {
    const { format, turns } = read([{ memory: "a" }, { memory: "b" }]);
    expect([format, ...turns.map(({ input }) => input)]).toEqual(["mem0", "a", "b"]);
    expect(read("just words", "basic-memory").turns[0]?.input).toBe("Note: just words");
  });

  test("tells a fault with its entry, and one of the whole document without one, however many lines it has", () => {
    const faultOf = (work: () => unknown) => {
      try {
        return work();
      } catch (error) {
        return error;
      }
    };
    const wrong = [{ memory: "a" }, { memory: "b", created_at: "soon" }];
    expect(faultOf(() => read(wrong))).toMatchObject({
      reason: "`created_at` must be a moment, such as 2026-01-31 or 2026-01-31T09:30:00Z",
      entry: 2,
    });
    expect(faultOf(() => read("{}\n{}\n{", "mem0"))).toMatchObject({ reason: "it is not valid JSON", entry: 3 });
    const noList = "it must hold a list of memories";
    const wholes: [string, string, "mem0"?][] = [
      ["the format is none that is known: name it, or see what each looks like in the documentation", "just words"],
      ["it is not valid JSON", "{}\n{"],
      [noList, JSON.stringify([MESSAGE]), "mem0"],
      [noList, '{"a":1}\n{"a":2}\n{"a":3}', "mem0"],
      ["the file is empty", "", "mem0"],
    ];
    for (const [reason, text, format] of wholes) {
      const fault = faultOf(() => read(text, format));
      expect(fault).toMatchObject({ reason });
      expect(fault).toBeInstanceOf(LineFault);
      expect(fault).not.toBeInstanceOf(EntryFault);
    }
  });

  test("hands the turns over some at a time: 256, or 262,144 characters", async () => {
    const turn = (chars: number): ForeignTurn => ({
      ...{ entry: 1, sourceId: null, user: null, session: null, occurredAt: null, metadata: {}, isSaid: false },
      input: "x".repeat(chars / 2),
      answer: "y".repeat(chars / 2),
    });
    const sizes = (turns: ForeignTurn[]) => [...batchesOf(turns)].map((batch) => batch.length);
    expect(sizes(Array(513).fill(turn(2)))).toEqual([256, 256, 1]);
    expect(sizes(Array(256).fill(turn(2)))).toEqual([256]);
    expect(sizes([turn(262_142), turn(2), turn(2)])).toEqual([2, 1]);
    expect(sizes([])).toEqual([]);
    const document = await openInPlace(bytesOf(JSON.stringify(Array(300).fill({ memory: "a" }))), null);
    expect((await collect(document.batches)).map((batch) => batch.length)).toEqual([256, 44]);
    document.close();
  });
});
