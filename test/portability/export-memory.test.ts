// What an export holds of an account, a core or a user, and in which order, however many pages it is.
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { ExportScope } from "../../src/domain/portability.ts";
import type { BrainPlace, ExportedBrain, ExportPage, ExportSource } from "../../src/domain/ports/export-source.ts";
import { exportMemory, noteExport } from "../../src/portability/export-memory.ts";
import { AuditInMemory, fixedClock, NOW } from "../support/account-ports.ts";
import { brainOf, constitutionOf, coreOf, lessonOf, MODEL, packetOf, ruleOf } from "../support/portable-samples.ts";

const ALL: ExportScope = { account: "acme", core: null, user: null };

type Rows = Readonly<Record<"packets" | "lessons" | "rules", readonly number[]>>;

/** Brains in their order; each holds rows of the same numbers. */
class SourceInMemory implements ExportSource {
  readonly asked: string[] = [];
  /** As many packets as come at once. */
  packetsAtOnce = Number.POSITIVE_INFINITY;

  constructor(
    private readonly kept: readonly ExportedBrain[] = [],
    private readonly rows: Rows = { packets: [], lessons: [], rules: [] },
  ) {}

  async settings() {
    return { nightly: false };
  }

  async cores() {
    return [coreOf("blue"), coreOf("red")];
  }

  async constitutions() {
    return [constitutionOf("aloof"), constitutionOf("kind")];
  }

  async brains(_scope: ExportScope, after: BrainPlace | null, limit: number) {
    this.asked.push(`brains after ${after === null ? null : `${after.core} ${after.user}`}`);
    const place = this.kept.findIndex(({ core, user }) => core === after?.core && user === after.user);
    return this.kept.slice(place + 1, place + 1 + limit);
  }

  #page(what: keyof Rows, { brain, after, before, limit }: ExportPage): number[] {
    this.asked.push(`${what} of ${brain} after ${after}`);
    return this.rows[what].filter((seq) => seq > after && seq < before).slice(0, limit);
  }

  async packets(page: ExportPage) {
    const seqs = this.#page("packets", page).slice(0, this.packetsAtOnce);
    return seqs.map((seq) => ({ ...packetOf({ id: `mem_${seq}` }), seq }));
  }

  async lessons(page: ExportPage, now: number) {
    return this.#page("lessons", page).map((seq) => ({ ...lessonOf({ id: `les_${seq}`, createdAt: now }), seq }));
  }

  async forgottenRules(page: ExportPage) {
    return this.#page("rules", page).map((seq) => ({ ...ruleOf({ createdAt: seq }), seq }));
  }
}

async function exported(source: SourceInMemory, scope = ALL, embeddings = false) {
  const model = { current: async () => MODEL, adopt: async () => {}, readAs: async () => {} };
  const deps = { clock: fixedClock(), exports: source, model, version: "1.2.3" };
  const pieces: string[] = [];
  const all = exportMemory(deps, { scope, embeddings });
  let step = await all.next();
  for (; step.done !== true; step = await all.next()) pieces.push(step.value);
  const lines = pieces.join("").trimEnd().split("\n");
  return {
    counts: step.value,
    pieces,
    lines,
    parsed: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const label = (line: Record<string, unknown>) =>
  [line.type, line.id ?? line.name ?? line.core].filter(Boolean).join(" ");

test("an account: header, settings, constitutions, cores, then brain by brain its packets, lessons and ended rules", async () => {
  const brains = [brainOf({ id: 1, core: "blue", nextSeq: 9 }), brainOf({ id: 2, core: "red", nextSeq: 9 })];
  const { parsed, counts } = await exported(new SourceInMemory(brains, { packets: [1, 4], lessons: [2], rules: [3] }));
  const ofBrain = ["packet mem_1", "packet mem_4", "lesson les_2", "forgotten_rule"];
  expect(parsed.map(label)).toEqual([
    "header",
    "settings",
    ...["constitution aloof", "constitution kind"],
    ...["core Blue", "core Blue"],
    ...["brain blue", ...ofBrain],
    ...["brain red", ...ofBrain],
    "end",
  ]);
  expect(counts).toEqual({ brains: 2, packets: 4, lessons: 2, forgottenRules: 2 });
  expect(parsed.at(-1)).toMatchObject({ brains: 2, packets: 4, lessons: 2, forgotten_rules: 2 });
});

test("the header says what is exported, by which version and with which model", async () => {
  const { parsed } = await exported(new SourceInMemory(), { ...ALL, core: "blue" }, true);
  const of = { format: "memoryd-export", version: 1, service: "1.2.3", model: MODEL, account: "acme" };
  expect(parsed[0]).toEqual({ type: "header", ...of, scope: { core: "blue", user: null }, embeddings: true });
});

test("the last line holds the hash of every byte before it", async () => {
  const { lines, parsed } = await exported(
    new SourceInMemory([brainOf({ nextSeq: 3 })], { packets: [1], lessons: [], rules: [] }),
  );
  const body = `${lines.slice(0, -1).join("\n")}\n`;
  expect(parsed.at(-1)?.sha256).toBe(createHash("sha256").update(body).digest("hex"));
});

test.each([
  [{ ...ALL, core: "red" }, ["header", "core Blue", "end"]],
  [{ ...ALL, user: "ada" }, ["header", "end"]],
  [{ ...ALL, core: "red", user: "ada" }, ["header", "end"]],
])("of %j nothing goes along that belongs to more than that", async (scope, labels) => {
  const { parsed } = await exported(new SourceInMemory(), scope);
  expect(parsed.map(label)).toEqual(labels);
  if (scope.user === null) expect(parsed[1]).toMatchObject({ slug: "red" });
});

test("embeddings are left out where that is asked, but for those of rules of which nothing else is left", async () => {
  const source = () => new SourceInMemory([brainOf({ nextSeq: 9 })], { packets: [1], lessons: [2], rules: [3] });
  const withThem = (await exported(source(), ALL, true)).parsed.filter((line) => "embedding" in line);
  expect(withThem.map(({ type }) => type)).toEqual(["packet", "lesson", "forgotten_rule"]);
  const without = (await exported(source(), ALL, false)).parsed.filter((line) => "embedding" in line);
  expect(without.map(({ type }) => type)).toEqual(["forgotten_rule"]);
});

test("a packet is learned where a pass has come as far", async () => {
  const source = new SourceInMemory([brainOf({ nextSeq: 9, learnedThrough: 2 })], {
    packets: [1, 2, 3],
    lessons: [],
    rules: [],
  });
  const packets = (await exported(source)).parsed.filter(({ type }) => type === "packet");
  expect(packets.map(({ learned }) => learned)).toEqual([true, true, false]);
});

test("lessons are those that live now", async () => {
  const source = new SourceInMemory([brainOf({ nextSeq: 9 })], { packets: [], lessons: [1], rules: [] });
  const { parsed } = await exported(source);
  expect(parsed.find(({ type }) => type === "lesson")).toMatchObject({ created_at: new Date(NOW).toISOString() });
});

describe("more than a page", () => {
  test("of packets, lessons and rules comes whole and in order, and is asked for once", async () => {
    const source = new SourceInMemory([brainOf({ nextSeq: 252 })], {
      packets: upTo(251),
      lessons: upTo(200),
      rules: upTo(201),
    });
    const { parsed, counts } = await exported(source);
    expect(counts).toEqual({ brains: 1, packets: 251, lessons: 200, forgottenRules: 201 });
    const ids = parsed.flatMap(({ type, id }) => (type === "packet" ? [id] : []));
    expect(ids).toEqual(upTo(251).map((seq) => `mem_${seq}`));
    const packetsAsked = ["packets of 1 after 0", "packets of 1 after 100", "packets of 1 after 200"];
    const lessonsAsked = ["lessons of 1 after 0", "lessons of 1 after 100", "lessons of 1 after 200"];
    const rulesAsked = ["rules of 1 after 0", "rules of 1 after 100", "rules of 1 after 200"];
    expect(source.asked).toEqual(["brains after null", ...packetsAsked, ...lessonsAsked, ...rulesAsked]);
  });

  test("of packets goes on where long ones come one at a time", async () => {
    const source = new SourceInMemory([brainOf({ nextSeq: 6 })], { packets: upTo(5), lessons: [], rules: [] });
    source.packetsAtOnce = 2;
    expect((await exported(source)).counts.packets).toBe(5);
  });

  test("of brains goes on behind the last one", async () => {
    const brains = upTo(200).map((id) => brainOf({ id, core: "blue", user: `user${id}` }));
    const source = new SourceInMemory(brains);
    expect((await exported(source)).counts.brains).toBe(200);
    const asked = source.asked.filter((each) => each.startsWith("brains"));
    expect(asked).toEqual(["brains after null", "brains after blue user100", "brains after blue user200"]);
  });
});

test("what is recorded after it began stays out", async () => {
  const source = new SourceInMemory([brainOf({ nextSeq: 3 })], { packets: [1, 2, 3, 4], lessons: [], rules: [] });
  expect((await exported(source)).counts.packets).toBe(2);
});

test("every piece is some whole lines, of about 128 thousand characters", async () => {
  const source = new SourceInMemory([brainOf({ nextSeq: 101 })], { packets: upTo(100), lessons: [], rules: [] });
  const { pieces } = await exported(source, ALL, true);
  for (const piece of pieces) {
    expect(piece).toEndWith("\n");
    expect(piece.length).toBeLessThan(140_000);
  }
  expect(pieces.filter((piece) => piece.length > 100_000).length).toBeGreaterThan(1);
});

test("an export is entered in the audit with what of the account it is", async () => {
  const audit = new AuditInMemory();
  const by = { actor: "shell", at: NOW };
  await noteExport({ audit }, { scope: { account: "acme", core: "blue", user: "ada" }, embeddings: true }, by);
  const of = { account: "acme", core: "blue", user: "ada" };
  expect(audit.noted).toEqual([{ action: "memory.exported", ...of, details: { embeddings: true }, by }]);
});
