// Brains' words in memory within a budget: read in when asked for, the least recently used given up for room.
import type { BrainId } from "../domain/brain.ts";
import type {
  LexicalIndex,
  LexicalIndexStats,
  LexicalSource,
  PacketWords,
  WordMatches,
} from "../domain/lexical-index.ts";
import { ALL_LANGUAGES, createTextAnalyzer, type TextAnalyzer } from "./analyze-text.ts";
import { BrainWords } from "./brain-words.ts";
import { scoreWords } from "./score-words.ts";

/** Packets asked of the source at a time: some 10 ms of analysis, after which others have their turn. */
const CHUNK_PACKETS = 128;
/** Brains of a packet or two cost next to nothing, so that the budget hardly bounds their number; this does. */
const BRAINS_MAX = 100_000;
/** A brain is read anew once so many of its packets are gone, so that the words of erased packets do not stay. */
const REMOVED_SHARE_MAX = 1 / 8;

export interface LexicalIndexDeps {
  readonly source: LexicalSource;
  /** Bound on all brains' words together. A brain that is larger by itself is read through for each question. */
  readonly budgetBytes: number;
  /** Told after the bytes in use have changed. */
  readonly onBytes?: (bytes: number) => void;
}

export function createLexicalIndex(deps: LexicalIndexDeps): LexicalIndex {
  return new Lexical(deps);
}

/** A change made while a brain is being read: the scan may or may not have seen it. */
type Change = { readonly add: PacketWords } | { readonly remove: number };

/** Somebody reads a brain from the source. */
interface Reading {
  /** The terms that are kept; null keeps all. */
  readonly only: ReadonlySet<string> | null;
  changes: Change[];
  /** Everything read so far is void. */
  forgotten: boolean;
}

class Lexical implements LexicalIndex {
  private readonly analyzer: TextAnalyzer = createTextAnalyzer();
  /** The least recently used first. */
  private readonly ready = new Map<BrainId, BrainWords>();
  private readonly loading = new Map<BrainId, Promise<BrainWords | null>>();
  private readonly readings = new Map<BrainId, Set<Reading>>();
  /** Brains whose words alone are more than the budget. */
  private readonly tooLarge = new Set<BrainId>();
  private bytes = 0;
  private loads = 0;
  private evictions = 0;

  constructor(private readonly deps: LexicalIndexDeps) {}

  async search(brain: BrainId, question: string, contextWeight: number): Promise<WordMatches> {
    const words = (await this.wordsOf(brain)) ?? (await this.readThrough(brain, question));
    return this.score(words, question, contextWeight);
  }

  statementWords(text: string): ReadonlySet<string> {
    const { fields } = this.analyzer.analyzeStored([text]);
    return new Set((fields[0] ?? []).filter((term) => !/\p{N}/u.test(term)));
  }

  append(brain: BrainId, packet: PacketWords): void {
    this.tell(brain, { add: packet });
    const words = this.ready.get(brain);
    if (words === undefined || packet.seq === words.lastSeq) return;
    if (packet.seq < words.lastSeq) {
      // It came late, and belongs between others: the next use reads all in anew.
      this.drop(brain);
      return;
    }
    const before = words.bytes;
    words.append(packet, this.analyze(packet));
    this.grow(brain, words.bytes - before);
  }

  remove(brain: BrainId, seq: number): void {
    this.tell(brain, { remove: seq });
    this.tooLarge.delete(brain);
    const words = this.ready.get(brain);
    if (words === undefined || !words.remove(seq)) return;
    if (words.size - words.liveCount > words.size * REMOVED_SHARE_MAX) this.drop(brain);
  }

  forget(brain: BrainId): void {
    for (const reading of this.readingsOf(brain)) reading.forgotten = true;
    this.tooLarge.delete(brain);
    this.drop(brain);
  }

  stats(): LexicalIndexStats {
    let packets = 0;
    for (const words of this.ready.values()) packets += words.liveCount;
    const { bytes, loads, evictions } = this;
    return { brains: this.ready.size, packets, bytes, budgetBytes: this.deps.budgetBytes, loads, evictions };
  }

  private score(words: BrainWords, question: string, contextWeight: number): WordMatches {
    return scoreWords(words, this.analyzer.analyzeQuestion(question, words.languagesPresent()), contextWeight);
  }

  private analyze({ input, answer }: PacketWords) {
    return this.analyzer.analyzeStored([input, answer]);
  }

  /** Complete and up to date at the moment it resolves; null where it has no room. */
  private async wordsOf(brain: BrainId): Promise<BrainWords | null> {
    if (this.tooLarge.has(brain)) return null;
    const words = this.ready.get(brain);
    if (words !== undefined) {
      this.ready.delete(brain);
      this.ready.set(brain, words);
      return words;
    }
    let loading = this.loading.get(brain);
    if (loading === undefined) {
      loading = this.read(brain, null).finally(() => this.loading.delete(brain));
      this.loading.set(brain, loading);
    }
    return loading;
  }

  /** Only the terms that the question may mean are kept; the rest of the brain is only counted. */
  private async readThrough(brain: BrainId, question: string): Promise<BrainWords> {
    const asked = this.analyzer.analyzeQuestion(question, ALL_LANGUAGES).flatMap(({ terms }) => terms);
    const words = await this.read(brain, new Set(asked));
    if (words === null) throw new Error("a reading of a question's terms alone was refused for want of room");
    return words;
  }

  /** Reads a brain whole and, where `only` is null, keeps it; null where it has no room. */
  private async read(brain: BrainId, only: Reading["only"]): Promise<BrainWords | null> {
    this.loads++;
    const reading: Reading = { only, changes: [], forgotten: false };
    const open = this.readings.get(brain) ?? new Set();
    this.readings.set(brain, open.add(reading));
    try {
      return await this.readInChunks(brain, reading);
    } finally {
      open.delete(reading);
      if (open.size === 0) this.readings.delete(brain);
    }
  }

  private async readInChunks(brain: BrainId, reading: Reading): Promise<BrainWords | null> {
    let words = new BrainWords(reading.only);
    for (;;) {
      const chunk = await this.deps.source.scan(brain, words.lastSeq, CHUNK_PACKETS);
      if (reading.forgotten) {
        reading.forgotten = false;
        reading.changes = [];
        words = new BrainWords(reading.only);
        continue;
      }
      for (const packet of chunk) words.append(packet, this.analyze(packet));
      if (reading.only === null && words.bytes > this.deps.budgetBytes) {
        this.tooLarge.add(brain);
        return null;
      }
      if (chunk.length === CHUNK_PACKETS) {
        // The source answers at once: without this step nobody else would have a turn.
        await Bun.sleep(0);
        continue;
      }
      this.applyChanges(words, reading);
      // In one synchronous piece with the last look at the changes.
      if (reading.only === null) this.publish(brain, words);
      return words;
    }
  }

  /** What was removed meanwhile may have been read before; what was added may have been missed. */
  private applyChanges(words: BrainWords, reading: Reading): void {
    for (const change of reading.changes) {
      if ("remove" in change) words.remove(change.remove);
      else if (change.add.seq > words.lastSeq) words.append(change.add, this.analyze(change.add));
    }
  }

  private publish(brain: BrainId, words: BrainWords): void {
    while (this.ready.size >= BRAINS_MAX) this.evictOldest(brain);
    this.ready.set(brain, words);
    this.grow(brain, words.bytes);
  }

  private grow(brain: BrainId, bytes: number): void {
    this.bytes += bytes;
    while (this.bytes > this.deps.budgetBytes && this.evictOldest(brain));
    if (this.bytes > this.deps.budgetBytes) {
      this.tooLarge.add(brain);
      this.evictions++;
      this.drop(brain);
    }
    this.deps.onBytes?.(this.bytes);
  }

  /** The least recently used but the one named; false where there is no other. */
  private evictOldest(kept: BrainId): boolean {
    for (const brain of this.ready.keys()) {
      if (brain === kept) continue;
      this.evictions++;
      this.drop(brain);
      return true;
    }
    return false;
  }

  private drop(brain: BrainId): void {
    const words = this.ready.get(brain);
    if (words === undefined) return;
    this.ready.delete(brain);
    this.bytes -= words.bytes;
    this.deps.onBytes?.(this.bytes);
  }

  private tell(brain: BrainId, change: Change): void {
    for (const reading of this.readingsOf(brain)) reading.changes.push(change);
  }

  private readingsOf(brain: BrainId): Iterable<Reading> {
    return this.readings.get(brain) ?? [];
  }
}
