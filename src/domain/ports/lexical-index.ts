// The port to a brain's words in memory, and what it reads them from.
import type { BrainId } from "../brain.ts";
import type { Seq } from "../packet.ts";

/** Where a packet stands in its conversation. */
export interface PacketPlace {
  readonly seq: Seq;
  /** The caller's name of the conversation; null where none was given. */
  readonly session: string | null;
  /** When it happened as far as is known, ms since the epoch. */
  readonly at: number;
}

/** What a packet says. */
export interface PacketWords extends PacketPlace {
  readonly input: string;
  readonly answer: string;
}

/** What the index makes of a packet's text. */
export interface PacketTerms {
  /** ISO 639-1, or "" for none. */
  readonly language: string;
  /** Terms in all, repeated ones counted each time. */
  readonly inputLength: number;
  readonly answerLength: number;
  /** Each once, in UTF-8, with a line end between two; none has one in it. */
  readonly terms: Uint8Array;
  /** Two bytes a term: how often the input and the answer hold it, 255 at most. */
  readonly counts: Uint8Array;
}

export interface QuestionWord {
  /** The terms under which stored texts may hold it, not empty, the unstemmed word first. */
  readonly terms: readonly string[];
  /** Terms of other words that people use for the same: they count for less. */
  readonly synonyms: readonly string[];
  /** Terms of other people's kin, where it is one: what a packet tells of a dad is not told of the mum beside it. */
  readonly rivals: readonly string[];
  /**
   * A number, an address or a code, or written as a name: in capitals all through, with a capital inside a sentence, or
   * in the possessive. In a German question, where every noun has its capital, that alone makes no name.
   */
  readonly distinctive: boolean;
  /** Of a question about the user's own: names and relations that packets tie to the word are meant too. */
  readonly isOwn: boolean;
  /** Languages whose stored texts leave it out, as a stop word: of those that the question was read for. */
  readonly unsaidIn: readonly string[];
  /** Not said, but what such a question asks for: it adds to scores, and is no evidence that a packet is meant. */
  readonly isImplied: boolean;
}

/** What a packet may be marked with, as a term that no text has: it tells a lasting need. */
export const NEED_MARK = "=need";

/** A packet as it was stored: with its terms, or with its text where the terms are missing or of another version. */
export type StoredWords = PacketPlace & ({ readonly terms: PacketTerms } | (PacketWords & { readonly terms: null }));

export interface LexicalSource {
  /** The account that the brain belongs to; "" where it is not there. */
  accountOf(brain: BrainId): Promise<string>;
  /** The packets with seq > `after`, ascending, at most `limit`. `version`: terms of another one are not used. */
  scan(brain: BrainId, after: number, limit: number, version: number): Promise<StoredWords[]>;
}

/** What a question has in common with every packet of a brain: a column each, ascending by seq. */
export interface WordMatches {
  readonly count: number;
  readonly seqs: Uint32Array;
  /** BM25 of the question's words, 0 upward; see src/lexical/score-words.ts. */
  readonly scores: Float64Array;
  /** The same of what the question implies, over the weight of a word that one packet has; empty where it implies nothing. */
  readonly implied: Float64Array;
  /** The highest of `scores`. */
  readonly best: number;
  /** How many of the question's words a packet or its neighbours hold. */
  readonly matched: Uint16Array;
  /** 1 where the packet itself holds a word that is evidence alone: rare in this brain, or a name, number or code. */
  readonly telling: Uint8Array;
  /** Indices of the packets before and after it in its session; -1: none. If b is after a, then a is before b. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** How much a packet leans on its neighbours, 0 to 1: a short one wholly, a long one hardly. */
  readonly leaning: Float64Array;
  /** When each happened, ms since the epoch. */
  readonly times: Float64Array;
  /** The sum of the weights of all words of the question. */
  readonly weight: number;
  /** How many words the question has, stop words left out. */
  readonly asked: number;
}

export interface LexicalIndexStats {
  readonly brains: number;
  readonly packets: number;
  readonly bytes: number;
  readonly budgetBytes: number;
  readonly loads: number;
  readonly evictions: number;
  /** Words of recent statements that are kept beside the brains, for each account apart. */
  readonly wordsKept: number;
}

export interface AskedWords {
  readonly text: string;
  /** The account that asks. */
  readonly account: string;
  /** What neighbours count for, 0 to 1. */
  readonly contextWeight: number;
  /** As if no other packet were there. Absent: all are. */
  readonly scope?: PacketScope | undefined;
}

/** Which packets are meant: those that every field here lets through. Times are ms since the epoch. */
export interface PacketScope {
  /** Nothing of a later time. */
  readonly asOf?: number | undefined;
  /** Nothing of an earlier time. */
  readonly after?: number | undefined;
  /** Nothing of this time or a later one. */
  readonly before?: number | undefined;
  readonly session?: string | undefined;
  readonly among?: ReadonlySet<Seq> | undefined;
}

export interface SoughtWords {
  /** null: whatever they say. */
  readonly text: string | null;
  /** The account that asks. */
  readonly account: string;
  readonly scope: PacketScope;
}

export interface LexicalIndex {
  /** Reads the brain in where it is not in memory; the answer is the same either way. */
  search(brain: BrainId, asked: AskedWords): Promise<WordMatches>;
  /** Reads the brain in where it is not in memory, and resolves when it has or could not: the next search meets the same failure. */
  prefetch(brain: BrainId): Promise<void>;
  /** What `search` would answer; null where the brain is not in memory, which is then read in. */
  peek(brain: BrainId, asked: AskedWords): Promise<WordMatches | null>;
  /** The packets of the scope that hold every word of the text, in any of its forms, newest first; none for a text without a telling word. */
  find(brain: BrainId, sought: SoughtWords): Promise<Seq[]>;
  /** Whether `search` would answer the same still. */
  isCurrent(brain: BrainId, matches: WordMatches): boolean;
  /** The words that make a statement what it is: no stop words, no numbers, which are what changes. */
  statementWords(text: string, account: string): Promise<ReadonlySet<string>>;
  /** What is stored beside a packet, and the version of it. */
  readonly version: number;
  termsOf(account: string, input: string, answer: string): Promise<PacketTerms>;
  /** Adds a packet that the store holds already. Nothing happens for a brain not in memory, or a packet it has. */
  append(brain: BrainId, packet: PacketPlace, terms: PacketTerms): void;
  /** Also forgets the words that are kept of its account's texts. */
  remove(brain: BrainId, seq: Seq, account: string): void;
  /** Puts other terms in place of a packet's; `former`: what `termsOf` makes of what it said before. */
  replace(brain: BrainId, seq: Seq, former: PacketTerms, terms: PacketTerms): void;
  /** Drops the brain from memory. The next use reads it in again. */
  forget(brain: BrainId): void;
  /** Forgets the words that are kept of an account's texts. To be called after a brain was erased, too. */
  forgetTexts(account: string): void;
  stats(): LexicalIndexStats;
}
