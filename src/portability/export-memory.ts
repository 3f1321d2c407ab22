// Writes an account, a core or a user out as lines, in a fixed order and a page at a time, however much it is.
import { createHash } from "node:crypto";
import type { Clock } from "../base/chance.ts";
import { createGiveWay, type GiveWay } from "../base/give-way.ts";
import type { Doer } from "../domain/audit.ts";
import type { ExportScope, ModelName } from "../domain/portability.ts";
import type { AuditStore } from "../domain/ports/audit-store.ts";
import type { ExportedBrain, ExportPage, ExportSource } from "../domain/ports/export-source.ts";
import type { ModelStore } from "../domain/ports/model-store.ts";
import {
  brainLine,
  constitutionLine,
  coreLine,
  type ExportCounts,
  endLine,
  forgottenRuleLine,
  headerLine,
  lessonLine,
  packetLine,
  settingsLine,
} from "./export-lines.ts";

export interface ExportDeps {
  readonly clock: Clock;
  readonly exports: ExportSource;
  readonly model: ModelStore;
  /** The version of the service, for the header. */
  readonly version: string;
}

export interface ExportInput {
  readonly scope: ExportScope;
  readonly embeddings: boolean;
}

/** Enters the export in the audit, before a line of it is read. */
export async function noteExport(
  deps: { audit: AuditStore },
  { scope, embeddings }: ExportInput,
  by: Doer,
): Promise<void> {
  await deps.audit.note({ action: "memory.exported", ...scope, details: { embeddings }, by });
}

/** Rows of one look at the data: some hundred kilobytes with their embeddings. */
const PAGE = 100;
/** A piece has about so many characters, or one line where that is longer. */
const PIECE_CHARS = 128 * 1024;

/**
 * Pieces of text, each some whole lines. What is recorded while it runs may be missing; expired lessons are. The last
 * line holds the hash of all before it, so that a file that breaks off is told from a whole one.
 */
export async function* exportMemory(deps: ExportDeps, input: ExportInput): AsyncGenerator<string, ExportCounts> {
  const hash = createHash("sha256");
  const counts = { brains: 0, packets: 0, lessons: 0, forgottenRules: 0 };
  for await (const text of allLines(deps, input, counts)) {
    hash.update(text);
    yield text;
  }
  yield endLine(counts, hash.digest("hex"));
  return counts;
}

type Counting = { -readonly [K in keyof ExportCounts]: number };

async function* allLines(deps: ExportDeps, input: ExportInput, counts: Counting): AsyncGenerator<string> {
  const model: ModelName = (await deps.model.current()) ?? { id: "", sha256: "" };
  yield headerLine({ service: deps.version, model, ...input });
  yield* profileLines(deps.exports, input.scope);
  let last: ExportedBrain | null = null;
  for (;;) {
    const page: ExportedBrain[] = await deps.exports.brains(input.scope, last, PAGE);
    for (const brain of page) {
      counts.brains += 1;
      yield brainLine(brain);
      yield* linesOfBrain(deps, input, brain, counts);
      last = brain;
    }
    if (page.length < PAGE) return;
  }
}

/** What belongs to the account goes with a whole account, what belongs to a core with all of its users. */
async function* profileLines(exports: ExportSource, { account, core, user }: ExportScope): AsyncGenerator<string> {
  if (user !== null) return;
  if (core === null) {
    const settings = settingsLine(await exports.settings(account));
    if (settings !== null) yield settings;
    for (const constitution of await exports.constitutions(account)) yield constitutionLine(constitution);
  }
  for (const each of await exports.cores(account)) if (core === null || each.slug === core) yield coreLine(each);
}

async function* linesOfBrain(
  { exports, clock }: ExportDeps,
  { embeddings }: ExportInput,
  brain: ExportedBrain,
  counts: Counting,
): AsyncGenerator<string> {
  const giveWay = createGiveWay();
  for await (const page of pagesOf(brain, (asked) => exports.packets(asked), 1)) {
    counts.packets += page.length;
    const isLearned = (seq: number) => seq <= brain.learnedThrough;
    yield* piecesOf(page, (each) => packetLine({ ...each, learned: isLearned(each.seq) }, embeddings), giveWay);
  }
  for await (const page of pagesOf(brain, (asked) => exports.lessons(asked, clock.now()))) {
    counts.lessons += page.length;
    yield* piecesOf(page, (lesson) => lessonLine(lesson, embeddings), giveWay);
  }
  for await (const page of pagesOf(brain, (asked) => exports.forgottenRules(asked))) {
    counts.forgottenRules += page.length;
    yield* piecesOf(page, forgottenRuleLine, giveWay);
  }
}

/** Some lines at a time: others are served while the characters of a page are written out. */
async function* piecesOf<T>(page: readonly T[], written: (row: T) => string, giveWay: GiveWay): AsyncGenerator<string> {
  let piece = "";
  for (const row of page) {
    piece += written(row);
    await giveWay();
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

async function* pagesOf<T extends { readonly seq: number }>(
  { id, nextSeq }: ExportedBrain,
  read: (page: ExportPage) => Promise<T[]>,
  /** A page of fewer rows is the last. */
  least = PAGE,
): AsyncGenerator<T[]> {
  let after = 0;
  for (;;) {
    const page = await read({ brain: id, after, before: nextSeq, limit: PAGE });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < least || last.seq === nextSeq - 1) return;
    after = last.seq;
  }
}
