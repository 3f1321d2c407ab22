// A lexical index over packets in arrays, and the changes as the service makes them.
import { finish } from "../../src/base/steps.ts";
import type {
  AskedWords,
  LexicalIndex,
  LexicalSource,
  PacketTerms,
  PacketWords,
  StoredWords,
  WordMatches,
} from "../../src/domain/ports/lexical-index.ts";
import type { TextReading } from "../../src/domain/ports/text-reading.ts";
import { ANALYSIS_VERSION, createTextAnalyzer } from "../../src/lexical/analyze-text.ts";
import { createLexicalIndex } from "../../src/lexical/lexical-index.ts";
import { readTerms } from "../../src/lexical/read-terms.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";

export const AMPLE = 1e9;

export const ACCOUNT = "tester";

const analyzer = createTextAnalyzer();

const termsKept = new Map<string, PacketTerms>();

/** What is made of a packet's text, at once. */
export function termsOf({ input, answer }: Pick<PacketWords, "input" | "answer">): PacketTerms {
  const text = JSON.stringify([input, answer]);
  const terms = termsKept.get(text) ?? finish(readTerms(analyzer, input, answer));
  termsKept.set(text, terms);
  return terms;
}

/** As the service asks. */
export function asked(text: string): AskedWords {
  return { text, account: ACCOUNT, contextWeight: 0.3 };
}

/** Brains from 100 on belong to another account. */
function accountOf(brain: number): string {
  return brain < 100 ? "acme" : "other";
}

/** Committed packets in arrays; what a scan reads may be answered late, as by a slow disk. */
export class WordSource implements LexicalSource {
  scans = 0;
  /** How many turns of the loop a scan's answer takes; a promise's step where it is 0. */
  delay: () => number = () => 0;
  failure: Error | null = null;
  readonly #packets = new Map<number, readonly PacketWords[]>();

  of(brain: number): readonly PacketWords[] {
    return this.#packets.get(brain) ?? [];
  }

  set(brain: number, packets: readonly PacketWords[]): void {
    this.#packets.set(brain, packets);
  }

  async accountOf(brain: number): Promise<string> {
    return accountOf(brain);
  }

  async scan(brain: number, after: number, limit: number, version: number): Promise<StoredWords[]> {
    this.scans++;
    if (this.failure !== null) throw this.failure;
    const chunk = this.of(brain)
      .filter(({ seq }) => seq > after)
      .slice(0, limit)
      .map((packet): StoredWords => {
        // Every second packet has its terms stored, as if the others were of an earlier version.
        const { seq, session, at } = packet;
        const isStored = version === ANALYSIS_VERSION && seq % 2 === 0;
        return isStored ? { seq, session, at, terms: termsOf(packet) } : { ...packet, terms: null };
      });
    for (let turns = this.delay(); turns > 0; turns--) await nextTurn();
    return chunk;
  }
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Does something after the next question was read, and before anybody is told. */
export class Interrupted {
  next: (() => void) | null = null;
  readonly reading: TextReading;

  constructor() {
    const reading = readInPlace();
    const readQuestion: TextReading["readQuestion"] = async (input, account) => {
      const words = await reading.readQuestion(input, account);
      const { next } = this;
      this.next = null;
      next?.();
      return words;
    };
    this.reading = { ...reading, readQuestion };
  }
}

/** An index over a source, and the changes as the service makes them: stored first, then told. */
export class Fixture {
  readonly source = new WordSource();
  readonly index: LexicalIndex;
  bytesTold = 0;

  constructor(budgetBytes: number, reading: TextReading = readInPlace()) {
    const onBytes = (bytes: number) => {
      this.bytesTold = bytes;
    };
    this.index = createLexicalIndex({ source: this.source, reading, budgetBytes, onBytes });
  }

  record(brain: number, packet: PacketWords): void {
    this.source.set(brain, [...this.source.of(brain), packet]);
    this.index.append(brain, packet, termsOf(packet));
  }

  erase(brain: number, seq: number): void {
    this.source.set(
      brain,
      this.source.of(brain).filter((packet) => packet.seq !== seq),
    );
    this.index.remove(brain, seq, accountOf(brain));
  }

  /** The packet of the same seq. */
  change(brain: number, packet: PacketWords): void {
    const held = this.source.of(brain);
    const former = held.find(({ seq }) => seq === packet.seq);
    if (former === undefined) throw new Error("there is nothing to change");
    this.source.set(
      brain,
      held.map((each) => (each === former ? packet : each)),
    );
    this.index.replace(brain, packet.seq, termsOf(former), termsOf(packet));
  }

  eraseAll(brain: number): void {
    this.source.set(brain, []);
    this.index.forget(brain);
  }

  search(brain: number, question: string): Promise<WordMatches> {
    return this.index.search(brain, asked(question));
  }
}

/** Reads a text that it has read before no second time: for the same ones very often. */
export function readOnce(): TextReading {
  const reading = readInPlace();
  const read = new Map<string, Promise<PacketTerms>>();
  const readTerms: TextReading["readTerms"] = (input, account) => {
    const text = JSON.stringify([account, input.input, input.answer]);
    const terms = read.get(text) ?? reading.readTerms(input, account);
    read.set(text, terms);
    return terms;
  };
  return { ...reading, readTerms };
}

const readingOfAll = readOnce();
const made = new WeakMap<readonly PacketWords[], Fixture>();

/** What an index made of these packets says, that never held others. */
export function searchAnew(packets: readonly PacketWords[], question: string): Promise<WordMatches> {
  const fixture = made.get(packets) ?? new Fixture(AMPLE, readingOfAll);
  if (!made.has(packets)) fixture.source.set(1, packets);
  made.set(packets, fixture);
  return fixture.search(1, question);
}
