// A lexical index over packets in arrays, and the changes as the service makes them.
import type {
  LexicalIndex,
  LexicalSource,
  PacketWords,
  StoredWords,
  WordMatches,
} from "../../src/domain/lexical-index.ts";
import { createLexicalIndex } from "../../src/lexical/lexical-index.ts";

export const AMPLE = 1e9;
export const CONTEXT_WEIGHT = 0.3;

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

  async scan(brain: number, after: number, limit: number, version: number): Promise<StoredWords[]> {
    this.scans++;
    if (this.failure !== null) throw this.failure;
    const chunk = this.of(brain)
      .filter(({ seq }) => seq > after)
      .slice(0, limit)
      .map((packet): StoredWords => {
        // Every second packet has its terms stored, as if the others were of an earlier version.
        const { seq, session, at, input, answer } = packet;
        const isStored = version === ANALYST.version && seq % 2 === 0;
        return isStored ? { seq, session, at, terms: ANALYST.termsOf(input, answer) } : { ...packet, terms: null };
      });
    for (let turns = this.delay(); turns > 0; turns--) await nextTurn();
    return chunk;
  }
}

export const ANALYST = createLexicalIndex({ source: { scan: async () => [] }, budgetBytes: 0 });

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** An index over a source, and the changes as the service makes them: stored first, then told. */
export class Fixture {
  readonly source = new WordSource();
  readonly index: LexicalIndex;
  bytesTold = 0;

  constructor(budgetBytes: number) {
    const onBytes = (bytes: number) => {
      this.bytesTold = bytes;
    };
    this.index = createLexicalIndex({ source: this.source, budgetBytes, onBytes });
  }

  record(brain: number, packet: PacketWords): void {
    this.source.set(brain, [...this.source.of(brain), packet]);
    this.index.append(brain, packet);
  }

  erase(brain: number, seq: number): void {
    this.source.set(
      brain,
      this.source.of(brain).filter((packet) => packet.seq !== seq),
    );
    this.index.remove(brain, seq);
  }

  eraseAll(brain: number): void {
    this.source.set(brain, []);
    this.index.forget(brain);
  }

  search(brain: number, question: string): Promise<WordMatches> {
    return this.index.search(brain, question, CONTEXT_WEIGHT);
  }
}
