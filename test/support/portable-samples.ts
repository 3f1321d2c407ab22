// Memory as files of it hold it: samples of every kind, the lines of an export of them, and what takes an import in.
import { createHash } from "node:crypto";
import type {
  ConflictQuestion,
  ImportConflict,
  PortableConstitution,
  PortableCore,
  PortableLesson,
  PortablePacket,
  PortableRule,
} from "../../src/domain/portability.ts";
import type { ExportedBrain } from "../../src/domain/ports/export-source.ts";
import type { ImportedPart, ImportPart, ImportProfile, ImportStore } from "../../src/domain/ports/import-store.ts";
import type { PacketTerms } from "../../src/domain/ports/lexical-index.ts";
import type { ImportFile } from "../../src/domain/ports/spool.ts";
import { type ExportCounts, endLine, headerLine } from "../../src/portability/export-lines.ts";
import { NOW } from "./account-ports.ts";

export const MODEL = { id: "model-a", sha256: "a".repeat(64) };

/** Of length 1, and unlike for every place below 384. */
export function unitVector(at = 0): Float32Array {
  const vector = new Float32Array(384);
  vector[at] = 1;
  return vector;
}

export function packetOf(changes: Partial<PortablePacket> = {}): PortablePacket {
  return {
    id: "mem_1",
    kind: "correction",
    input: "No, it is Lisbon.",
    answer: "Lisbon it is.",
    confidence: 0.7,
    unconfirmedOverwrite: false,
    cues: ["no, it is"],
    session: "s",
    occurredAt: NOW - 1,
    metadata: {},
    createdAt: NOW,
    inputTokens: 5,
    attributes: [
      { attribute: "name", value: "Dana", confirmed: true },
      { attribute: "occupation", value: "nurse", confirmed: false },
    ],
    learned: true,
    learnable: true,
    vector: unitVector(0),
    inputVector: unitVector(1),
    ...changes,
  };
}

export function lessonOf(changes: Partial<PortableLesson> = {}): PortableLesson {
  const text = "Use metric units.";
  const used = {
    useCount: 3,
    createdAt: NOW,
    expiresAt: NOW + 1,
    isGeneral: false,
    llmCost: 0.5,
    sourceLink: ["mem_1"],
  };
  return { id: "les_1", text, ...used, vector: unitVector(2), ...changes };
}

export function ruleOf(changes: Partial<PortableRule> = {}): PortableRule {
  return { createdAt: NOW, wording: Buffer.alloc(32, 7), model: MODEL, vector: unitVector(3), ...changes };
}

export function brainOf(changes: Partial<ExportedBrain> = {}): ExportedBrain {
  const counters = { turns: 9, coherenceSum: 2.5, coherenceCount: 4 };
  const place = { id: 1, core: "blue", user: "ada", createdAt: NOW };
  return { ...place, counters, learnedThrough: 0, nextSeq: 1, ...changes };
}

export function coreOf(slug = "blue"): PortableCore {
  return { slug, name: "Blue", context: "of the sea", createdAt: NOW };
}

export function constitutionOf(name = "kind"): PortableConstitution {
  const gates = [{ pattern: "rude", reason: "be kind" }];
  return { name, text: "Be kind.", gates, prohibitions: [{ pattern: "secret", reason: "hush" }], updatedAt: NOW };
}

export const HEADER = headerLine({
  service: "0.0.0",
  model: MODEL,
  scope: { account: "acme", core: null, user: null },
  embeddings: true,
});

const LINE_COUNTS: readonly (readonly [prefix: string, counts: keyof ExportCounts])[] = [
  ['{"type":"brain"', "brains"],
  ['{"type":"packet"', "packets"],
  ['{"type":"lesson"', "lessons"],
  ['{"type":"forgotten_rule"', "forgottenRules"],
];

/** The lines behind a header, and the last line that belongs to them; `told` changes what it says. */
export function exportText(lines: readonly string[], told: Partial<ExportCounts> = {}): string {
  const body = HEADER + lines.join("");
  const counts = { brains: 0, packets: 0, lessons: 0, forgottenRules: 0 };
  for (const [prefix, name] of LINE_COUNTS) counts[name] = lines.filter((line) => line.startsWith(prefix)).length;
  return body + endLine({ ...counts, ...told }, createHash("sha256").update(body).digest("hex"));
}

export function fileOf(text: string | Uint8Array, pieceBytes = 1024 * 1024): ImportFile {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return {
    async *read() {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    },
  };
}

export async function* streamOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export const NO_TERMS: PacketTerms = {
  language: "",
  inputLength: 0,
  answerLength: 0,
  terms: new Uint8Array(),
  counts: new Uint8Array(),
};

/** Stores everything but the packets and lessons of `known`, and writes down what it was asked. */
export class ImportsInMemory implements ImportStore {
  readonly profiles: ImportProfile[] = [];
  readonly questions: ConflictQuestion[] = [];
  readonly parts: ImportPart[] = [];
  /** What stands against the file, by id. */
  readonly conflicts = new Map<string, string>();
  readonly known = new Set<string>();

  async profile(profile: ImportProfile) {
    this.profiles.push(profile);
    const { settings, constitutions, cores } = profile;
    return {
      settings: Object.keys(settings).length,
      constitutions: constitutions.length,
      cores: cores.length,
    };
  }

  async conflict(question: ConflictQuestion): Promise<ImportConflict | null> {
    this.questions.push(question);
    const found = [...question.packets, ...question.lessons].find(({ id }) => this.conflicts.has(id));
    return found === undefined ? null : { line: found.line, reason: this.conflicts.get(found.id) ?? "" };
  }

  async part(part: ImportPart): Promise<ImportedPart> {
    this.parts.push(part);
    const count = (all: readonly { readonly id: string }[]) => {
      const skipped = all.filter(({ id }) => this.known.has(id)).length;
      return { stored: all.length - skipped, skipped };
    };
    const toEmbed = [...part.packets, ...part.lessons].filter(({ vector }) => vector === null).length;
    const rules = { stored: part.rules.length, skipped: 0 };
    return { brain: 1, packets: count(part.packets), lessons: count(part.lessons), rules, toEmbed };
  }
}
