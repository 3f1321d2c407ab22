// The words of one brain's packets: which packet holds which term how often, and which packets are neighbours.
import type { PacketPlace, PacketScope, PacketTerms } from "../domain/ports/lexical-index.ts";
import { ALL_LANGUAGES } from "./analyze-text.ts";
import type { Language } from "./languages.ts";
import { NameTies } from "./name-ties.ts";
import { PostingLists, type Postings, positionOf } from "./posting-lists.ts";
import { TermTable, widened } from "./term-table.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const MARK_START = "=".charCodeAt(0);
const LINE_END = "\n".charCodeAt(0);

/** Packets without a session belong together until one comes this much later than the one before, ms. */
const SESSION_GAP_MS = 30 * 60 * 1000;

function endOfTerm(terms: Uint8Array, from: number): number {
  let end = from;
  while (end < terms.length && terms[end] !== LINE_END) end++;
  return end;
}

const ROOM_FIRST = 16;

/** The place of each language among all; what is none of them counts as the last, "". */
const LANGUAGE_NUMBERS: ReadonlyMap<string, number> = new Map(ALL_LANGUAGES.map((language, at) => [language, at]));

/** The number of the session of packets without one. */
const NO_SESSION = 0;
/** What a session's name takes beside its letters, as measured in JavaScriptCore. */
const SESSION_BYTES = 80;

/**
 * A packet of up to this many terms leans wholly on its neighbours; a longer one leans on them less, the longer it is.
 * At 60, two turns of small talk lean wholly, and an assistant's page of advice by a third.
 */
const SELF_CONTAINED_TERMS = 60;

/** A packet's entries in the columns, bytes. */
const PACKET_BYTES = 46;

/** Columns have one entry for each packet, in ascending seq, removed ones included; entries beyond `size` are spare. */
export class BrainWords {
  size = 0;
  seqs = new Uint32Array(ROOM_FIRST);
  /** Terms of the input and of the answer. */
  inputLengths = new Uint32Array(ROOM_FIRST);
  answerLengths = new Uint32Array(ROOM_FIRST);
  /** How much each packet leans on its neighbours, 0 to 1. */
  leaning = new Float64Array(ROOM_FIRST);
  times = new Float64Array(ROOM_FIRST);
  /** 1, or 0 for a removed packet. */
  live = new Uint8Array(ROOM_FIRST);
  /** Position of the neighbour in the same session, -1 where there is none. */
  before = new Int32Array(ROOM_FIRST);
  after = new Int32Array(ROOM_FIRST);
  liveCount = 0;
  /** Grows with each packet that comes, goes or changes. */
  changes = 0;
  /** How often terms took the place of others, which stay in the table of terms. */
  replaced = 0;
  inputLengthSum = 0;
  answerLengthSum = 0;
  /** Each packet's session, by its number. */
  private sessions = new Uint32Array(ROOM_FIRST);
  private sessionNumbers = new Map<string | null, number>([[null, NO_SESSION]]);
  private sessionLetters = 0;
  /** Position of the last live packet of each session, by its number; undefined and -1: none. */
  private readonly lastOf: number[] = [];
  /** Numbers the lists of postings. */
  private terms = new TermTable();
  private postings = new PostingLists();
  private ties = new NameTies();
  /** How many live packets there are of each language. */
  private readonly languages = new Map<Language, number>();
  /** Each packet's language, by its place among all. */
  private languageOfPosition = new Uint8Array(ROOM_FIRST);
  /** Whether the columns of neighbours were lent: then they are copied before they change. */
  private isLent = false;
  private readonly keepsAll: boolean;

  /** `only`: the terms that are kept; null keeps all. */
  constructor(only: ReadonlySet<string> | null = null) {
    this.keepsAll = only === null;
    for (const term of only ?? []) {
      const bytes = encoder.encode(term);
      this.terms.add(bytes, 0, bytes.length);
    }
  }

  get lastSeq(): number {
    return this.size === 0 ? -1 : this.seqs[this.size - 1]!;
  }

  /** The languages of the live packets, in a fixed order. */
  languagesPresent(): Language[] {
    return [...this.languages.keys()].sort();
  }

  languageAt(position: number): Language {
    return ALL_LANGUAGES[this.languageOfPosition[position]!]!;
  }

  /** What the words take, spare room included. */
  get bytes(): number {
    return (
      this.seqs.length * PACKET_BYTES +
      this.sessionNumbers.size * SESSION_BYTES +
      2 * this.sessionLetters +
      this.terms.bytes +
      this.postings.bytes
    );
  }

  /** Terms that packets tie to one of these: a name to a relation, or a relation to a name. */
  tiedTo(terms: readonly string[]): string[] {
    return this.ties.tiedTo(terms, (tie) =>
      this.postingsOf(tie).some((posting) => this.live[positionOf(posting)] === 1),
    );
  }

  /** The postings of a term, ascending by position, including those of removed packets. */
  postingsOf(term: string): Postings {
    const bytes = encoder.encode(term);
    return this.postings.read(this.terms.find(bytes, 0, bytes.length));
  }

  /** The seq must be above the last one held. */
  append(packet: PacketPlace, terms: PacketTerms): void {
    this.takeNeighboursBack();
    const position = this.size++;
    if (this.size > this.seqs.length) this.grow();
    this.seqs[position] = packet.seq;
    this.times[position] = packet.at;
    this.sessions[position] = this.numberOf(packet.session);
    this.measure(position, terms);
    this.enter(position);
    this.addTerms(position, terms);
    this.changes++;
  }

  /**
   * Puts other terms in place of a live packet's; `former`: all that it has. False where it does not have them, and the
   * brain is of no use any more.
   */
  replace(seq: number, former: PacketTerms, terms: PacketTerms): boolean {
    const position = this.find(seq);
    if (position === null || this.live[position] === 0) return true;
    this.uncount(position);
    if (!this.removeTerms(position, former)) return false;
    this.measure(position, terms);
    this.count(position);
    this.addTerms(position, terms);
    this.changes++;
    this.replaced++;
    return true;
  }

  private measure(position: number, terms: PacketTerms): void {
    this.inputLengths[position] = terms.inputLength;
    this.answerLengths[position] = terms.answerLength;
    const length = terms.inputLength + terms.answerLength;
    this.leaning[position] = length <= SELF_CONTAINED_TERMS ? 1 : SELF_CONTAINED_TERMS / length;
    this.languageOfPosition[position] = LANGUAGE_NUMBERS.get(terms.language) ?? ALL_LANGUAGES.length - 1;
  }

  /** Counts a position among the live, all of which are before it. */
  private enter(position: number): void {
    this.live[position] = 1;
    this.liveCount++;
    this.count(position);
    this.link(position);
  }

  private count(position: number): void {
    const language = this.languageAt(position);
    this.languages.set(language, (this.languages.get(language) ?? 0) + 1);
    this.inputLengthSum += this.inputLengths[position]!;
    this.answerLengthSum += this.answerLengths[position]!;
  }

  private uncount(position: number): void {
    const language = this.languageAt(position);
    const others = this.languages.get(language)! - 1;
    if (others === 0) this.languages.delete(language);
    else this.languages.set(language, others);
    this.inputLengthSum -= this.inputLengths[position]!;
    this.answerLengthSum -= this.answerLengths[position]!;
  }

  /**
   * The brain as if only the packets of the scope were there. It shares what it can, so it is to be read at once, before
   * this brain changes, and not to be changed itself.
   */
  within(scope: PacketScope): BrainWords {
    const then = new BrainWords();
    then.size = this.size;
    then.seqs = this.seqs;
    then.inputLengths = this.inputLengths;
    then.answerLengths = this.answerLengths;
    then.leaning = this.leaning;
    then.times = this.times;
    then.sessions = this.sessions;
    then.sessionNumbers = this.sessionNumbers;
    then.languageOfPosition = this.languageOfPosition;
    then.terms = this.terms;
    then.postings = this.postings;
    then.ties = this.ties;
    then.live = new Uint8Array(this.size);
    then.before = new Int32Array(this.size);
    then.after = new Int32Array(this.size);
    const session = scope.session === undefined ? null : (this.sessionNumbers.get(scope.session) ?? -1);
    const isWithin = (at: number) => (session === null || this.sessions[at] === session) && this.isIn(scope, at);
    for (let at = 0; at < this.size; at++) if (this.live[at] === 1 && isWithin(at)) then.enter(at);
    return then;
  }

  /** Whether a packet is within what the scope says beside the session. */
  private isIn({ asOf, after, before, among }: PacketScope, at: number): boolean {
    const time = this.times[at]!;
    return (
      !(asOf !== undefined && time > asOf) &&
      !(after !== undefined && time < after) &&
      !(before !== undefined && time >= before) &&
      among?.has(this.seqs[at]!) !== false
    );
  }

  /** True where the packet was there. Its terms stay in the postings, unseen, until the brain is read in again. */
  remove(seq: number): boolean {
    const position = this.find(seq);
    if (position === null || this.live[position] === 0) return false;
    this.uncount(position);
    this.live[position] = 0;
    this.liveCount--;
    this.unlink(position);
    this.changes++;
    return true;
  }

  /** The neighbours as they are now. Later changes do not show in what was lent. */
  lendNeighbours(): { readonly before: Int32Array; readonly after: Int32Array } {
    this.isLent = true;
    return { before: this.before.subarray(0, this.size), after: this.after.subarray(0, this.size) };
  }

  private takeNeighboursBack(): void {
    if (!this.isLent) return;
    this.before = this.before.slice();
    this.after = this.after.slice();
    this.isLent = false;
  }

  private grow(): void {
    const room = Math.ceil(1.5 * this.seqs.length);
    this.seqs = widened(this.seqs, new Uint32Array(room));
    this.inputLengths = widened(this.inputLengths, new Uint32Array(room));
    this.answerLengths = widened(this.answerLengths, new Uint32Array(room));
    this.leaning = widened(this.leaning, new Float64Array(room));
    this.times = widened(this.times, new Float64Array(room));
    this.live = widened(this.live, new Uint8Array(room));
    this.sessions = widened(this.sessions, new Uint32Array(room));
    this.languageOfPosition = widened(this.languageOfPosition, new Uint8Array(room));
    this.before = widened(this.before, new Int32Array(room));
    this.after = widened(this.after, new Int32Array(room));
  }

  private addTerms(position: number, { terms, counts }: PacketTerms): void {
    let from = 0;
    for (let at = 0; at < counts.length; at += 2) {
      const end = endOfTerm(terms, from);
      const isMark = terms[from] === MARK_START;
      if (isMark) this.ties.add(decoder.decode(terms.subarray(from, end)));
      const isKept = this.keepsAll || isMark;
      const number = isKept ? this.terms.add(terms, from, end) : this.terms.find(terms, from, end);
      from = end + 1;
      if (number >= 0) this.postings.add(number, position, counts[at]!, counts[at + 1]!);
    }
  }

  private removeTerms(position: number, { terms, counts }: PacketTerms): boolean {
    let from = 0;
    for (let at = 0; at < counts.length; at += 2) {
      const end = endOfTerm(terms, from);
      if (!this.postings.remove(this.terms.find(terms, from, end), position)) return false;
      from = end + 1;
    }
    return true;
  }

  private numberOf(session: string | null): number {
    const known = this.sessionNumbers.get(session);
    if (known !== undefined) return known;
    const number = this.sessionNumbers.size;
    this.sessionNumbers.set(session, number);
    this.sessionLetters += session?.length ?? 0;
    return number;
  }

  /** Links a live position to the one before it in its session. */
  private link(position: number): void {
    const session = this.sessions[position]!;
    this.after[position] = -1;
    this.follow(position, this.lastOf[session] ?? -1);
    this.lastOf[session] = position;
  }

  /** Links a position to `previous`, the live one before it in its session (-1: none), if the two belong together. */
  private follow(position: number, previous: number): void {
    const isNear = () => Math.abs(this.times[position]! - this.times[previous]!) < SESSION_GAP_MS;
    const follows = previous >= 0 && (this.sessions[position] !== NO_SESSION || isNear());
    this.before[position] = follows ? previous : -1;
    if (previous >= 0) this.after[previous] = follows ? position : -1;
  }

  /** Takes a removed position out of its session. */
  private unlink(position: number): void {
    this.takeNeighboursBack();
    const session = this.sessions[position]!;
    const previous = this.nearest(position, -1);
    const next = this.nearest(position, 1);
    this.before[position] = -1;
    this.after[position] = -1;
    if (next >= 0) this.follow(next, previous);
    else if (previous >= 0) this.after[previous] = -1;
    if (this.lastOf[session] === position) this.lastOf[session] = previous;
  }

  /** The nearest live position of the same session, before it (`step` -1) or after it; -1 where there is none. */
  private nearest(position: number, step: -1 | 1): number {
    const tied = (step < 0 ? this.before : this.after)[position]!;
    const session = this.sessions[position]!;
    if (tied >= 0 || session !== NO_SESSION) return tied;
    // Packets without a session follow one another even where they are too far apart to be linked.
    for (let at = position + step; at >= 0 && at < this.size; at += step) {
      if (this.sessions[at] === NO_SESSION && this.live[at] === 1) return at;
    }
    return -1;
  }

  private find(seq: number): number | null {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.seqs[middle]! < seq) low = middle + 1;
      else high = middle;
    }
    return low < this.size && this.seqs[low] === seq ? low : null;
  }
}
