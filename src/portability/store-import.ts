// Stores a file that was looked through, part by part: each is on disk before the next is begun.
import type { Clock } from "../base/chance.ts";
import { MemoryError } from "../domain/errors.ts";
import type { ImportedPart, ImportPart, ImportProfile, ImportStore } from "../domain/ports/import-store.ts";
import type { LexicalIndex } from "../domain/ports/lexical-index.ts";
import type { CheckedImport } from "./check-import.ts";
import type { ImportInput, ImportReport } from "./import-input.ts";
import { type Part, type ProfileEntry, piecesOf, targetOf } from "./import-parts.ts";
import type { NumberedEntry } from "./read-export.ts";

export interface StoreDeps {
  readonly clock: Clock;
  readonly imports: ImportStore;
  readonly words: Pick<LexicalIndex, "version" | "termsOf">;
  /** Told of each part that is stored: what stands in memory of its brain is out of date. */
  readonly onStored: (part: ImportedPart) => void;
}

type Counted = { -readonly [K in "stored" | "skipped"]: number };

/** What cannot be foreseen, such as a full disk, breaks off between two parts: the same file again goes on from there. */
export async function storeImport(
  deps: StoreDeps,
  input: ImportInput,
  checked: CheckedImport,
  entries: AsyncIterable<NumberedEntry>,
  told: Pick<ImportProfile, "format" | "core" | "user" | "by">,
): Promise<Omit<ImportReport, "format">> {
  const profile = profileOf(input.identity.account, checked.profile);
  const made = await deps.imports.profile({ ...profile, ...told, brains: checked.brains });
  const packets: Counted = { stored: 0, skipped: 0 };
  const lessons = { stored: 0, skipped: 0, expired: 0 };
  const forgottenRules: Counted = { stored: 0, skipped: 0 };
  let toEmbed = 0;
  for await (const piece of piecesOf(entries, checked.model)) {
    if (piece.kind !== "part") continue;
    const { part, expired } = await importPartOf(deps, input, piece.part);
    const stored = await deps.imports.part(part).catch((error: unknown) => {
      throw withStored(error, packets.stored);
    });
    deps.onStored(stored);
    add(packets, stored.packets);
    add(lessons, stored.lessons);
    add(forgottenRules, stored.rules);
    lessons.expired += expired;
    toEmbed += stored.toEmbed;
  }
  return { brains: checked.brains, packets, lessons, forgottenRules, ...made, toEmbed };
}

/** Something failed that no check could foresee: part of the file is stored, and the answer says how much. */
function withStored(error: unknown, stored: number): unknown {
  if (!(error instanceof MemoryError) || stored === 0) return error;
  const message = `${error.message}; ${stored} turns of the file were stored before that`;
  return new MemoryError(error.code, message, { ...error.details, stored });
}

function add(sum: Counted, part: Readonly<Counted>): void {
  sum.stored += part.stored;
  sum.skipped += part.skipped;
}

function profileOf(account: string, entries: readonly ProfileEntry[]): ImportProfile {
  return {
    account,
    settings: Object.assign({}, ...entries.map((entry) => (entry.type === "settings" ? entry.settings : {}))),
    constitutions: entries.flatMap((entry) => (entry.type === "constitution" ? [entry.constitution] : [])),
    cores: entries.flatMap((entry) => (entry.type === "core" ? [entry.core] : [])),
  };
}

/** A lesson that has expired since would never be served again, so it stays behind. */
async function importPartOf(
  deps: StoreDeps,
  input: ImportInput,
  part: Part,
): Promise<{ part: ImportPart; expired: number }> {
  const now = deps.clock.now();
  const { version } = deps.words;
  const live = part.lessons.filter((lesson) => lesson.expiresAt > now);
  return {
    expired: part.lessons.length - live.length,
    part: {
      brain: targetOf(part.place, { ...input, account: input.identity.account }),
      reach: { core: input.identity.core, user: input.identity.user },
      createdAt: part.brain.createdAt ?? now,
      subBrainsMax: input.subBrainsMax,
      counters: part.brain.counters,
      packets: await Promise.all(
        part.packets.map(async (packet) => {
          const terms = await deps.words.termsOf(input.identity.account, packet.input, packet.answer);
          return { ...packet, words: { version, terms } };
        }),
      ),
      lessons: live,
      rules: part.rules,
    },
  };
}
