// basic-memory's notes: what of a page is a fact, under which title, from when.
import { describe, expect, test } from "bun:test";
import { LineFault } from "../../src/portability/read-fields.ts";
import { noteList, readNotes } from "../../src/portability/read-notes.ts";

const ignore = () => {};
const factsOf = (note: unknown) => readNotes(note, ignore).map(({ input }) => input);

describe("a line of a note", () => {
  test.each([
    ["- [method] Pour slowly", "T (method): Pour slowly"],
    ["* [method] Pour slowly", "T (method): Pour slowly"],
    ["  - [two words] Pour slowly", "T (two words): Pour slowly"],
    ["- [x] a box that was ticked", "T: - [x] a box that was ticked"],
    ["- [ ] a box to tick", "T: - [ ] a box to tick"],
    ["- [a link](https://a.b)", "T: - [a link](https://a.b)"],
    ["- relates_to [[Tea]]", "T relates to Tea"],
    ["- is-part_of [[Tea]] and more", "T is part of Tea"],
    ["- [[Tea]]", "T links to Tea"],
    ["See [[Tea]].", "T: See [[Tea]]."],
    ["Just words", "T: Just words"],
    ["#hashtag", "T: #hashtag"],
  ])("%s", (line, fact) => {
    expect(factsOf({ title: "T", content: line })).toEqual([fact]);
  });
});

describe("a paragraph", () => {
  test("is one fact of all its lines; a blank line, a heading and an item end it", () => {
    const content = "a\n b \n\nc\n- [note] d\ne\n# H\nf\r\n\r\ng";
    expect(factsOf({ title: "T", content })).toEqual(["T: a b", "T: c", "T (note): d", "T: e", "T, H: f", "T, H: g"]);
  });

  test("stands under its heading, but not under one that repeats the title or says what kind of lines follow", () => {
    const under = (heading: string) => factsOf({ title: "Tea", content: `${heading}\na` })[0];
    expect(under("## History ##")).toBe("Tea, History: a");
    expect(under("###### Deep")).toBe("Tea, Deep: a");
    expect(under("####### Too deep")).toBe("Tea: ####### Too deep a");
    for (const heading of ["# Tea", "## Observations", "## relations"]) expect(under(heading)).toBe("Tea: a");
  });

  test("of more than a thousand characters is cut where a sentence ends, else a word, else a character", () => {
    const pieces = (content: string) => factsOf({ title: "T", content }).map((fact) => fact.slice("T: ".length));
    for (const mark of [".", "!", "?"]) {
      const sentence = `${"a".repeat(700)}${mark} b ${"c".repeat(700)}`;
      expect(pieces(sentence)).toEqual([`${"a".repeat(700)}${mark}`, `b ${"c".repeat(700)}`]);
    }
    const words = `${"a".repeat(700)} ${"b".repeat(700)}`;
    expect(pieces(words)).toEqual(["a".repeat(700), "b".repeat(700)]);
    expect(pieces("a".repeat(2_001)).map(({ length }) => length)).toEqual([1_000, 1_000, 1]);
    expect(pieces("a".repeat(1_000))).toHaveLength(1);
    const faces = pieces(`a${"\u{1f600}".repeat(600)}`);
    expect(faces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(faces.join("")).toBe(`a${"\u{1f600}".repeat(600)}`);
  });
});

describe("the title", () => {
  const titleOf = (note: object) => factsOf({ content: "a", ...note })[0]?.replace(/: a$/, "");

  test("is that of the front matter, then of the note, then its name, then its first heading, then none", () => {
    const content = "---\ntitle: Front\n---\n# Head\n\na";
    expect(factsOf({ title: "Note", content })).toEqual(["Front, Head: a"]);
    expect(titleOf({ title: "Note", permalink: "p", file_path: "f" })).toBe("Note");
    expect(titleOf({ title: "", permalink: "p", file_path: "f" })).toBe("p");
    expect(titleOf({ file_path: "f" })).toBe("f");
    expect(factsOf("# Head\n\na")).toEqual(["Head: a"]);
    expect(factsOf("a")).toEqual(["Note: a"]);
  });

  test("is cut to 200 characters, and so is a heading", () => {
    expect(titleOf({ title: "t".repeat(200) })).toBe("t".repeat(200));
    expect(titleOf({ title: "t".repeat(201) })).toBe(`${"t".repeat(200)}…`);
    expect(factsOf({ title: "T", content: `# ${"h".repeat(201)}\na` })).toEqual([`T, ${"h".repeat(200)}…: a`]);
  });
});

describe("front matter", () => {
  test("gives the time and the name of the note, and goes before what stands beside it", () => {
    const content = "---\npermalink: notes/tea\ncreated: 2025-04-01\n---\na";
    const [fact] = readNotes({ permalink: "p", created: "2024-01-01", content }, ignore);
    expect(fact).toMatchObject({ session: "notes/tea", occurredAt: Date.parse("2025-04-01T00:00:00Z") });
    const parsed = { permalink: "p", frontmatter: { permalink: "parsed" }, content: "a" };
    expect(readNotes(parsed, ignore)[0]?.session).toBe("parsed");
    expect(readNotes({ ...parsed, content }, ignore)[0]?.session).toBe("notes/tea");
    expect(readNotes({ title: "T", content: "a" }, ignore)[0]?.session).toBe("T");
  });

  test("gives the first of the times that there are", () => {
    const names = ["created", "created_at", "date", "modified", "updated_at"];
    for (const [at, name] of names.entries()) {
      const later = Object.fromEntries(names.slice(at + 1).map((each) => [each, 9]));
      expect(readNotes({ title: "T", content: "a", [name]: 1, ...later }, ignore)[0]?.occurredAt).toBe(1_000);
    }
  });

  test("that is empty is no fact", () => {
    expect(factsOf("---\n---\na")).toEqual(["Note: a"]);
    expect(factsOf("---\n\n---\n# Tea\na")).toEqual(["Tea: a"]);
    expect(factsOf("---\n# nothing yet\n---\n")).toEqual([]);
  });

  test("that never ends is no front matter", () => {
    expect(factsOf("---\ntitle: T\na")).toEqual(["Note: --- title: T a"]);
    expect(factsOf("----\ntitle: T\n---\na")).toEqual(["Note: ---- title: T --- a"]);
  });

  test("that is no YAML, or has more than 16,384 characters, is refused without its text", () => {
    expect(() => factsOf("---\ntitle: [\n---\na")).toThrow(new LineFault("its front matter is not valid YAML"));
    const long = (length: number) => `---\ntitle: ${"t".repeat(length - "title: ".length)}\n---\na`;
    expect(factsOf(long(16_384))).toHaveLength(1);
    expect(() => factsOf(long(16_385))).toThrow("more than 16384 characters");
  });

  test("is taken behind a byte order mark and with line ends of Windows", () => {
    expect(factsOf("\uFEFF---\r\ntitle: T\r\n---\r\na\r\n")).toEqual(["T: a"]);
  });
});

describe("notes as JSON", () => {
  const note = { title: "T", content: "a" };

  test.each<[string, unknown, number | null]>([
    ["one note", note, 1],
    ["a list", [note, { permalink: "p", content: "b" }], 2],
    ["a list of notes", { notes: [note] }, 1],
    ["results", { results: [note] }, 1],
    ["entities", { entities: [{ file_path: "f", content: "a" }] }, 1],
    ["nothing", [], null],
    ["one without a name", [note, { content: "b" }], null],
    ["one without content", { title: "T", content: null }, null],
  ])("%s", (_, document, count) => {
    expect(noteList(document)?.length ?? null).toBe(count);
    if (count === null) expect(() => readNotes(document, ignore)).toThrow("a list of notes");
  });

  test("are entries, each with its number; none is anybody's words", () => {
    const heard: number[] = [];
    const facts = readNotes([note, { title: "U", content: "b\n\nc" }], (entry) => heard.push(entry));
    expect(facts.map(({ entry, input }) => [entry, input])).toEqual([
      [1, "T: a"],
      [2, "U: b"],
      [2, "U: c"],
    ]);
    expect(facts[0]).toMatchObject({ user: null, sourceId: null, answer: "", isSaid: false });
    expect(heard).toEqual([1, 2]);
  });
});
