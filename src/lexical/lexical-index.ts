// Brains' words in memory within a budget: read in when asked for; the least recently used leave to make room.
import { createGiveWay, type GiveWay } from "../base/give-way.ts";
import { RecentMap } from "../base/recent-map.ts";
import type { BrainId } from "../domain/brain.ts";
import type { Seq } from "../domain/packet.ts";
import type {
  AskedWords,
  LexicalIndex,
  LexicalIndexStats,
  LexicalSource,
  PacketPlace,
  PacketTerms,
  QuestionWord,
  SoughtWords,
  StoredWords,
  WordMatches,
} from "../domain/ports/lexical-index.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { ALL_LANGUAGES, ANALYSIS_VERSION } from "./analyze-text.ts";
import { BrainWords } from "./brain-words.ts";
import { scoreWords } from "./score-words.ts";
import { seqsHolding } from "./seqs-holding.ts";

/** Packets asked of the source at a time. */
const CHUNK_PACKETS = 128;
/** Bounds the number of brains, because the budget hardly does: brains of a packet or two cost next to nothing. */
const BRAINS_MAX = 100_000;
/** How many statements' words are kept, and the UTF-16 units of the longest such statement: 2 MB at most. */
const STATEMENTS_MAX = 1_024;
const STATEMENT_UNITS_MAX = 512;
/** A brain is read in again once this share of its packets is erased, or changed: their words must not stay in memory. */
const REMOVED_SHARE_MAX = 1 / 8;

export interface LexicalIndexDeps {
  readonly source: LexicalSource;
  readonly reading: Pick<TextReading, "readTerms" | "readQuestion" | "readStatementWords" | "forgetWords">;
  /** Bound on all brains' words together. A brain that is larger by itself is read through for each question. */
  readonly budgetBytes: number;
  /** Called after the bytes in use have changed. */
  readonly onBytes?: (bytes: number) => void;
}

export function createLexicalIndex(deps: LexicalIndexDeps): LexicalIndex {
  return new Lexical(deps);
}

type AskedText = Omit<AskedWords, "contextWeight"> & { readonly isSearch?: boolean };
/** What is made of the words of a brain, as far as they count, and of the question in its languages. */
type Use<T> = (then: BrainWords, question: readonly QuestionWord[]) => T;

/** One reading of a brain from the source. */
interface Reading {
  /** The terms that are kept; null keeps all. */
  readonly only: ReadonlySet<string> | null;
  /** Seqs of packets removed meanwhile, which may have been read already. */
  removed: Set<number>;
  /** The highest seq added meanwhile; -1 where none was since the last look. */
  lastAdded: number;
  /** Everything read so far is void. */
  forgotten: boolean;
  /** Bytes of what was read so far. */
  bytes: number;
}

// Single writer: what is in memory is valid until this process changes it, or forgets what another process erased.
class Lexical implements LexicalIndex {
  readonly version = ANALYSIS_VERSION;
  /** The account of each brain, which never changes. */
  readonly #owners = new Map<BrainId, string>();
  /** The least recently used first. */
  readonly #ready = new Map<BrainId, BrainWords>();
  readonly #loading = new Map<BrainId, Promise<BrainWords | null>>();
  readonly #readings = new Map<BrainId, Set<Reading>>();
  /** Brains whose words alone are more than the budget. */
  readonly #tooLarge = new Set<BrainId>();
  /** For each score, the words that it was made from, and how often they had changed then. */
  readonly #scored = new WeakMap<WordMatches, { words: BrainWords; changes: number }>();
  /** Words of statements that were asked for a short while ago: they are often asked for again. */
  readonly #statements = new RecentMap<string, ReadonlySet<string>>(STATEMENTS_MAX);
  /** Grows with every erasure. */
  #forgotten = 0;
  #bytes = 0;
  /** Bytes of the brains that are being read in. */
  #loadingBytes = 0;
  #loads = 0;
  #evictions = 0;

  constructor(private readonly deps: LexicalIndexDeps) {}

  async search(brain: BrainId, asked: AskedWords): Promise<WordMatches> {
    for (;;) {
      const words = await this.#wordsOf(brain);
      const matches =
        words === null
          ? await this.#readThrough(brain, asked, (then, question) => scoreWords(then, question, asked.contextWeight))
          : await this.#score(brain, words, asked);
      if (matches !== null) return matches;
    }
  }

  async find(brain: BrainId, { text, account, scope }: SoughtWords): Promise<Seq[]> {
    const asked = { text: text ?? "", account, scope, isSearch: true };
    const find: Use<Seq[]> = (then, question) => seqsHolding(then, text === null ? null : question);
    for (;;) {
      const words = await this.#wordsOf(brain);
      const found =
        words === null ? await this.#readThrough(brain, asked, find) : await this.#ask(brain, words, asked, find);
      if (found !== null) return found;
    }
  }

  async prefetch(brain: BrainId): Promise<void> {
    await this.#wordsOf(brain).catch(() => null);
  }

  async peek(brain: BrainId, asked: AskedWords): Promise<WordMatches | null> {
    const words = this.#ready.get(brain);
    if (words !== undefined) return this.#score(brain, words, asked);
    void this.prefetch(brain);
    return null;
  }

  isCurrent(brain: BrainId, matches: WordMatches): boolean {
    const scored = this.#scored.get(matches);
    const words = this.#ready.get(brain);
    if (scored === undefined || scored.words !== words) return false;
    return scored.changes === words.changes;
  }

  async statementWords(text: string, account: string): Promise<ReadonlySet<string>> {
    const key = `${account} ${text}`;
    const known = this.#statements.get(key);
    if (known !== undefined) return known;
    const forgotten = this.#forgotten;
    const words = new Set(await this.deps.reading.readStatementWords(text, account));
    // What was erased meanwhile is not kept.
    if (text.length > STATEMENT_UNITS_MAX || forgotten !== this.#forgotten) return words;
    this.#statements.set(key, words);
    return words;
  }

  termsOf(account: string, input: string, answer: string): Promise<PacketTerms> {
    return this.deps.reading.readTerms({ input, answer }, account);
  }

  append(brain: BrainId, packet: PacketPlace, terms: PacketTerms): void {
    for (const reading of this.#readingsOf(brain)) reading.lastAdded = Math.max(reading.lastAdded, packet.seq);
    const words = this.#ready.get(brain);
    if (words === undefined || packet.seq === words.lastSeq) return;
    if (packet.seq < words.lastSeq) {
      // The packet came late and belongs between others: the next use reads the whole brain again.
      this.#drop(brain);
      return;
    }
    const before = words.bytes;
    words.append(packet, terms);
    this.#grow(brain, words.bytes - before);
  }

  remove(brain: BrainId, seq: number, account: string): void {
    for (const reading of this.#readingsOf(brain)) reading.removed.add(seq);
    this.forgetTexts(account);
    this.#tooLarge.delete(brain);
    const words = this.#ready.get(brain);
    if (words === undefined || !words.remove(seq)) return;
    if (words.size - words.liveCount > words.size * REMOVED_SHARE_MAX) this.#drop(brain);
  }

  replace(brain: BrainId, seq: Seq, former: PacketTerms, terms: PacketTerms): void {
    // Whoever reads the brain in may have read the former ones.
    for (const reading of this.#readingsOf(brain)) reading.forgotten = true;
    this.#tooLarge.delete(brain);
    const words = this.#ready.get(brain);
    if (words === undefined) return;
    const before = words.bytes;
    const isWhole = words.replace(seq, former, terms);
    this.#bytes += words.bytes - before;
    if (isWhole && words.replaced <= words.size * REMOVED_SHARE_MAX) this.#grow(brain, 0);
    else this.#drop(brain);
  }

  forget(brain: BrainId): void {
    for (const reading of this.#readingsOf(brain)) reading.forgotten = true;
    this.#tooLarge.delete(brain);
    this.#drop(brain);
  }

  forgetTexts(account: string): void {
    this.#forgotten += 1;
    for (const key of this.#statements.keys()) if (key.startsWith(`${account} `)) this.#statements.delete(key);
    // Where the reading thread has died, its words are gone with it.
    this.deps.reading.forgetWords(null, account).catch(() => {});
  }

  stats(): LexicalIndexStats {
    let packets = 0;
    for (const words of this.#ready.values()) packets += words.liveCount;
    let wordsKept = 0;
    for (const words of this.#statements.values()) wordsKept += words.size;
    return {
      brains: this.#ready.size,
      packets,
      bytes: this.#bytes,
      budgetBytes: this.deps.budgetBytes,
      loads: this.#loads,
      evictions: this.#evictions,
      wordsKept,
    };
  }

  async #ownerOf(brain: BrainId): Promise<string> {
    const known = this.#owners.get(brain);
    if (known !== undefined) return known;
    const owner = await this.deps.source.accountOf(brain);
    if (this.#owners.size >= BRAINS_MAX) this.#owners.clear();
    if (owner !== "") this.#owners.set(brain, owner);
    return owner;
  }

  #score(brain: BrainId, words: BrainWords, asked: AskedWords): Promise<WordMatches | null> {
    return this.#ask(brain, words, asked, (then, question) => {
      const matches = scoreWords(then, question, asked.contextWeight);
      this.#scored.set(matches, { words, changes: words.changes });
      return matches;
    });
  }

  /** What `use` makes of the brain as it is when the promise resolves; null where it has left memory meanwhile. */
  async #ask<T>(brain: BrainId, words: BrainWords, asked: AskedText, use: Use<T>): Promise<T | null> {
    for (;;) {
      const languages = wordsThen(words, asked).languagesPresent();
      const question = await this.#readQuestion(asked, languages);
      if (this.#ready.get(brain) !== words) return null;
      const then = wordsThen(words, asked);
      // A packet in another language has come or gone meanwhile: the question is read again in the present languages.
      if (then.languagesPresent().join() === languages.join()) return use(then, question);
    }
  }

  #readQuestion(asked: AskedText, languages: readonly string[]): Promise<readonly QuestionWord[]> {
    const { text: question, account, isSearch = false } = asked;
    return this.deps.reading.readQuestion({ question, languages, isSearch }, account);
  }

  /** A brain's words, complete and up to date when the promise resolves; null where there is no room for them. */
  async #wordsOf(brain: BrainId): Promise<BrainWords | null> {
    if (this.#tooLarge.has(brain)) return null;
    const words = this.#ready.get(brain);
    if (words !== undefined) {
      this.#ready.delete(brain);
      this.#ready.set(brain, words);
      return words;
    }
    let loading = this.#loading.get(brain);
    if (loading === undefined) {
      loading = this.#read(brain, null).finally(() => this.#loading.delete(brain));
      this.#loading.set(brain, loading);
    }
    return loading;
  }

  /**
   * Only the terms that the question may mean are kept; the rest of the brain is only counted. Which names it means, by
   * their ties to a relation, shows when the brain has been read: then it is read again.
   */
  async #readThrough<T>(brain: BrainId, asked: AskedText, use: Use<T>): Promise<T> {
    const question = await this.#readQuestion(asked, ALL_LANGUAGES);
    const meant = question.flatMap(({ terms, synonyms }) => [...terms, ...synonyms]);
    const only = new Set([...meant, ...question.flatMap(({ rivals }) => rivals)]);
    const words = await this.#readOnly(brain, only);
    const tied = question.some(({ isOwn }) => isOwn) ? words.tiedTo(meant) : [];
    const whole = tied.every((term) => only.has(term))
      ? words
      : await this.#readOnly(brain, new Set([...only, ...tied]));
    const then = wordsThen(whole, asked);
    return use(then, await this.#readQuestion(asked, then.languagesPresent()));
  }

  async #readOnly(brain: BrainId, only: ReadonlySet<string>): Promise<BrainWords> {
    const words = await this.#read(brain, only);
    if (words === null) throw new Error("a reading of a question's terms alone was refused for want of room");
    return words;
  }

  /** Reads a brain whole and, where `only` is null, keeps it; null where it has no room. */
  async #read(brain: BrainId, only: Reading["only"]): Promise<BrainWords | null> {
    this.#loads++;
    const reading: Reading = { only, removed: new Set(), lastAdded: -1, forgotten: false, bytes: 0 };
    const open = this.#readings.get(brain) ?? new Set();
    this.#readings.set(brain, open.add(reading));
    try {
      return await this.#readInChunks(brain, reading);
    } finally {
      this.#loadingBytes -= reading.bytes;
      open.delete(reading);
      if (open.size === 0) this.#readings.delete(brain);
    }
  }

  async #readInChunks(brain: BrainId, reading: Reading): Promise<BrainWords | null> {
    const giveWay = createGiveWay();
    let words = new BrainWords(reading.only);
    for (;;) {
      const chunk = await this.deps.source.scan(brain, words.lastSeq, CHUNK_PACKETS, ANALYSIS_VERSION);
      if (reading.forgotten) {
        reading.forgotten = false;
        reading.removed.clear();
        words = new BrainWords(reading.only);
        continue;
      }
      await this.#appendInSlices(brain, words, chunk, giveWay);
      if (reading.only === null && !this.#hasRoom(brain, reading, words.bytes)) return null;
      if (chunk.length === CHUNK_PACKETS || reading.forgotten || this.#hasMissed(words, reading)) continue;
      for (const seq of reading.removed) words.remove(seq);
      // There is no await after the last look at the changes, so that none is missed.
      if (reading.only === null) this.#publish(brain, words);
      return words;
    }
  }

  async #appendInSlices(
    brain: BrainId,
    words: BrainWords,
    chunk: readonly StoredWords[],
    giveWay: GiveWay,
  ): Promise<void> {
    for (const packet of chunk) {
      words.append(
        packet,
        packet.terms ?? (await this.termsOf(await this.#ownerOf(brain), packet.input, packet.answer)),
      );
      await giveWay();
    }
  }

  /** Whether a packet was recorded that the last scan did not see: the source has it by now. */
  #hasMissed(words: BrainWords, reading: Reading): boolean {
    const missed = reading.lastAdded > words.lastSeq;
    reading.lastAdded = -1;
    return missed;
  }

  /** Drops other brains to make room. False where that is not enough, or where this brain alone is above the budget. */
  #hasRoom(brain: BrainId, reading: Reading, bytes: number): boolean {
    this.#loadingBytes += bytes - reading.bytes;
    reading.bytes = bytes;
    if (bytes > this.deps.budgetBytes) {
      this.#tooLarge.add(brain);
      return false;
    }
    while (this.#bytes + this.#loadingBytes > this.deps.budgetBytes) if (!this.#evictOldest(brain)) return false;
    return true;
  }

  #publish(brain: BrainId, words: BrainWords): void {
    while (this.#ready.size >= BRAINS_MAX) this.#evictOldest(brain);
    this.#ready.set(brain, words);
    this.#grow(brain, words.bytes);
  }

  #grow(brain: BrainId, bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.deps.budgetBytes && this.#evictOldest(brain));
    if (this.#bytes > this.deps.budgetBytes) {
      this.#tooLarge.add(brain);
      this.#evictions++;
      this.#drop(brain);
    }
    this.deps.onBytes?.(this.#bytes);
  }

  /** Drops the least recently used brain except `kept`; false where there is no other. */
  #evictOldest(kept: BrainId): boolean {
    for (const brain of this.#ready.keys()) {
      if (brain === kept) continue;
      this.#evictions++;
      this.#drop(brain);
      return true;
    }
    return false;
  }

  #drop(brain: BrainId): void {
    const words = this.#ready.get(brain);
    if (words === undefined) return;
    this.#ready.delete(brain);
    this.#bytes -= words.bytes;
    this.deps.onBytes?.(this.#bytes);
  }

  #readingsOf(brain: BrainId): Iterable<Reading> {
    return this.#readings.get(brain) ?? [];
  }
}

function wordsThen(words: BrainWords, { scope }: AskedText): BrainWords {
  const isOpen = scope === undefined || Object.values(scope).every((each) => each === undefined);
  return isOpen ? words : words.within(scope);
}
