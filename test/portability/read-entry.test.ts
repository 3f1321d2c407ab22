// Every line of an export: what is written is read back as it was, and what is wrong with one is told by its field.
import { describe, expect, test } from "bun:test";
import { DEFAULT_LIMITS } from "../../src/domain/limits.ts";
import * as lines from "../../src/portability/export-lines.ts";
import { readEntry } from "../../src/portability/read-entry.ts";
import { LineFault } from "../../src/portability/read-fields.ts";
import {
  brainOf,
  constitutionOf,
  coreOf,
  HEADER,
  lessonOf,
  MODEL,
  packetOf,
  ruleOf,
} from "../support/portable-samples.ts";

const rules = { limits: DEFAULT_LIMITS };
const readLine = (line: string) => readEntry(JSON.parse(line), rules);
const written = (line: string) => JSON.parse(line) as Record<string, unknown>;

describe("written and read back, nothing is lost of", () => {
  test("a header's model", () => {
    expect(readLine(HEADER)).toEqual({ type: "header", model: MODEL });
  });

  test("a packet, with and without its embeddings", () => {
    const packet = packetOf();
    expect(readLine(lines.packetLine(packet, true))).toEqual({ type: "packet", packet });
    const bare = { ...packet, vector: null, inputVector: null };
    expect(readLine(lines.packetLine(packet, false))).toEqual({ type: "packet", packet: bare });
    const plain = packetOf({ session: null, occurredAt: null, attributes: [], cues: [], learnable: false });
    const unkept = { ...plain, vector: null, inputVector: null };
    expect(readLine(lines.packetLine(unkept, true))).toEqual({ type: "packet", packet: unkept });
  });

  test("a lesson, with and without its embedding and its cost", () => {
    for (const lesson of [lessonOf(), lessonOf({ llmCost: null, vector: null, sourceLink: [] })]) {
      expect(readLine(lines.lessonLine(lesson, true))).toEqual({ type: "lesson", lesson });
    }
    expect(readLine(lines.lessonLine(lessonOf(), false))).toMatchObject({ lesson: { vector: null } });
  });

  test("a rule that was deleted for good, whose embedding is always there", () => {
    for (const rule of [ruleOf(), ruleOf({ wording: null })]) {
      expect(readLine(lines.forgottenRuleLine(rule))).toEqual({ type: "forgotten_rule", rule });
    }
  });

  test("a brain, a core, a constitution", () => {
    const { core, user, createdAt, counters } = brainOf();
    expect(readLine(lines.brainLine(brainOf()))).toEqual({ type: "brain", brain: { core, user, createdAt, counters } });
    expect(readLine(lines.coreLine(coreOf()))).toEqual({ type: "core", core: coreOf() });
    const constitution = constitutionOf();
    expect(readLine(lines.constitutionLine(constitution))).toEqual({ type: "constitution", constitution });
  });

  test("every setting that was chosen; one that was not is in no line", () => {
    const settings = {
      retrievalMode: "hybrid",
      sourcesMax: 3,
      memoryTokens: 500,
      model: "gpt",
      distiller: "endpoint",
      nightly: false,
      redact: ["keys", "cards"],
    } as const;
    expect(readLine(lines.settingsLine(settings) ?? "")).toEqual({ type: "settings", settings });
    expect(readLine(lines.settingsLine({ nightly: true }) ?? "")).toEqual({
      type: "settings",
      settings: { nightly: true },
    });
    expect(lines.settingsLine({})).toBeNull();
  });

  test("the counts and the hash at the end", () => {
    const counts = { brains: 1, packets: 2, lessons: 3, forgottenRules: 4 };
    const sha256 = "b".repeat(64);
    expect(readLine(lines.endLine(counts, sha256))).toEqual({ type: "end", counts, sha256 });
  });
});

test("a line holds no character that some reader would end it at", () => {
  const input = "a\u2028b\u2029c\u0085d\u007fe";
  const line = lines.packetLine(packetOf({ input }), false);
  expect(line).toMatch(/^[\x20-\x7e]+\n$/);
  expect(line).toContain("a\\u2028b\\u2029c\\u0085d\\u007fe");
  expect(readLine(line)).toMatchObject({ packet: { input } });
});

test("a packet whose input is embedded can be learned from, whatever the line says", () => {
  const line = lines.packetLine(packetOf({ learnable: false }), true);
  expect(readLine(line)).toMatchObject({ packet: { learnable: true } });
});

test("of settings and redactions only what this version knows is taken, and a brief has one source at least", () => {
  const settings = { nightly: true, telepathy: "on", redact: ["cards", "secrets", "keys"], sources_max: 0 };
  const read = readEntry({ type: "settings", settings }, rules);
  expect(read).toEqual({ type: "settings", settings: { nightly: true, redact: ["keys", "cards"], sourcesMax: 1 } });
});

const LINES: Readonly<Record<string, Record<string, unknown>>> = {
  header: written(HEADER),
  packet: written(lines.packetLine(packetOf(), true)),
  lesson: written(lines.lessonLine(lessonOf(), true)),
  forgotten_rule: written(lines.forgottenRuleLine(ruleOf())),
  brain: written(lines.brainLine(brainOf())),
  core: written(lines.coreLine(coreOf())),
  constitution: written(lines.constitutionLine(constitutionOf())),
  settings: { type: "settings", settings: {} },
  end: written(lines.endLine({ brains: 1, packets: 1, lessons: 1, forgottenRules: 1 }, "")),
};
const attribute = { attribute: "name", value: "Dana", confirmed: true };
const pattern = { pattern: "a", reason: "b" };

test.each<[string, string, unknown[]]>([
  ["header", "format", ["other", null]],
  ["header", "version", [0, 2, "1"]],
  ["header", "model", [null, "m", { id: "m" }, { id: "m", sha256: "short" }]],
  ["packet", "id", ["a b", null]],
  ["packet", "kind", ["lesson", null]],
  ["packet", "input", ["", " ", "x".repeat(32_769)]],
  ["packet", "answer", [null, "x".repeat(131_073)]],
  ["packet", "confidence", [-0.01, 1.01, "1"]],
  ["packet", "unconfirmed_overwrite", [0]],
  ["packet", "cues", [Array(21).fill("a"), null]],
  ["packet", "session", ["", "x".repeat(129)]],
  ["packet", "occurred_at", ["yesterday"]],
  ["packet", "created_at", [null, "yesterday"]],
  ["packet", "input_tokens", [-1, 1.5]],
  ["packet", "attributes", [null, Array(5).fill(attribute), ["name"]]],
  [
    "packet",
    "attributes",
    [[{ ...attribute, attribute: "age" }], [{ ...attribute, value: "" }], [{ ...attribute, confirmed: 1 }]],
  ],
  ["packet", "learned", [null]],
  ["packet", "learnable", [1]],
  ["packet", "embedding", ["AAAA"]],
  ["packet", "input_embedding", [1]],
  ["lesson", "id", [""]],
  ["lesson", "text", ["", " ", "x".repeat(2_001)]],
  ["lesson", "use_count", [-1]],
  ["lesson", "created_at", [null]],
  ["lesson", "expires_at", [null]],
  ["lesson", "llm_cost", [-1, "1", undefined]],
  ["lesson", "source_link", [["a b"], null]],
  ["lesson", "embedding", ["AAAA"]],
  ["forgotten_rule", "embedding", [null, undefined, "AAAA"]],
  ["forgotten_rule", "wording", ["xyz", 1]],
  ["forgotten_rule", "model", [null]],
  ["forgotten_rule", "created_at", [null]],
  ["brain", "core", [null, "A"]],
  ["brain", "user", ["a b", 1]],
  ["brain", "created_at", [null]],
  ["brain", "turns", [-1]],
  ["brain", "coherence_count", [-1, 1.5]],
  ["brain", "coherence_sum", [-0.1, 4.1]],
  ["core", "slug", ["A", null]],
  ["core", "name", ["", "x".repeat(201)]],
  ["core", "context", [null, "x".repeat(8_001)]],
  ["core", "created_at", [null]],
  ["constitution", "name", ["", " ", ".", "..", "x".repeat(201)]],
  ["constitution", "text", [null, "x".repeat(8_001)]],
  ["constitution", "gates", [null, Array(101).fill(pattern), ["a"], [{ ...pattern, pattern: "" }]]],
  ["constitution", "prohibitions", [null, [{ pattern: "x".repeat(1_001), reason: "b" }], [{ pattern: "a" }]]],
  ["constitution", "updated_at", [null]],
  ["settings", "settings", [null, []]],
  ["end", "packets", [-1, null]],
])("a line of the kind %s whose %s is wrong is refused by that name", (kind, field, values) => {
  const line = LINES[kind];
  readEntry(line, rules);
  for (const value of values) {
    const read = () => readEntry({ ...line, [field]: value }, rules);
    expect(read).toThrow(LineFault);
    if (typeof value !== "object") expect(read).toThrow(`\`${field}\``);
  }
});

test.each([
  [{ retrieval_mode: "exact" }],
  [{ distiller: "magic" }],
  [{ redact: "keys" }],
  [{ sources_max: 1_001 }],
  [{ memory_tokens: 200_001 }],
  [{ nightly: "yes" }],
  [{ model: "x".repeat(201) }],
])("the setting %j is refused by its name", (settings) => {
  const read = () => readEntry({ type: "settings", settings }, rules);
  expect(read).toThrow(`\`${Object.keys(settings)[0]}\``);
});

test("bounds are the limits of the service, as what it exports keeps to them", () => {
  const limits = { ...DEFAULT_LIMITS, listLimitMax: 3_000, nameCharsMax: 400 };
  const settings = { sources_max: 3_000, model: "m".repeat(400) };
  const read = () => readEntry({ type: "settings", settings }, { limits });
  expect(read()).toEqual({ type: "settings", settings: { sourcesMax: 3_000, model: settings.model } });
  expect(() => readEntry({ type: "settings", settings }, rules)).toThrow("`sources_max`");
});

test("what is no object, or of a kind that this version does not know, is refused", () => {
  for (const value of [null, 1, "a", [], [LINES.packet]])
    expect(() => readEntry(value, rules)).toThrow("a JSON object");
  for (const type of [undefined, null, "dream", "Packet"]) {
    expect(() => readEntry({ ...LINES.packet, type }, rules)).toThrow("`type`");
  }
});
