// Keeps what is in memory of brains as other nodes write it: by the version of the brain, read in the same look that finds it.
import type { BrainId } from "../domain/brain.ts";
import type { Seq } from "../domain/packet.ts";
import type { BrainChange, BrainChanges, BrainFollower, BrainVersion } from "../domain/ports/brain-changes.ts";
import type { LexicalIndex, LexicalSource, PacketPlace, StoredWords } from "../domain/ports/lexical-index.ts";
import type { VectorIndex, VectorSource } from "../domain/ports/vector-index.ts";

export interface FollowBrainsDeps {
  readonly changes: Pick<BrainChanges, "since">;
  readonly vectors: Pick<VectorIndex, "append" | "refresh" | "remove" | "forget">;
  readonly words: Pick<LexicalIndex, "append" | "remove" | "forget" | "version">;
  readonly vectorSource: Pick<VectorSource, "read">;
  readonly lexicalSource: LexicalSource;
  readonly backlog: { add(brain: BrainId, seq: Seq, place: PacketPlace): void; settle(brain: BrainId): Promise<void> };
}

/** Brains whose version is remembered: of one more, the one that was looked up longest ago is forgotten. */
const KNOWN_MAX = 100_000;

export class FollowBrains implements BrainFollower {
  /** As of which version a brain is in memory, where it is; the one looked up last stands last. */
  readonly #known = new Map<BrainId, number>();
  readonly #reading = new Map<BrainId, Promise<void>>();

  constructor(private readonly deps: FollowBrainsDeps) {}

  async found(at: BrainVersion): Promise<void> {
    for (;;) {
      const known = this.#known.get(at.brain);
      if (known !== undefined && known >= at.version) return this.#remember(at.brain, known);
      const reading = this.#reading.get(at.brain) ?? this.#begin(at);
      await reading;
    }
  }

  wrote({ brain, version }: BrainVersion): void {
    // Where another node wrote in between, that is read first.
    if (this.#known.get(brain) === version - 1 && !this.#reading.has(brain)) this.#known.set(brain, version);
  }

  #begin(at: BrainVersion): Promise<void> {
    const reading = this.#catchUp(at).finally(() => this.#reading.delete(at.brain));
    this.#reading.set(at.brain, reading);
    return reading;
  }

  async #catchUp({ brain, version }: BrainVersion): Promise<void> {
    const known = this.#known.get(brain);
    if (known === undefined) {
      // It may be in memory by a pass of the night, as of nobody knows when.
      this.#forget(brain);
      return this.#remember(brain, version);
    }
    const news = await this.deps.changes.since({ brain, version: known });
    if (news === null) {
      this.#forget(brain);
      return this.#remember(brain, version);
    }
    let isWaiting = false;
    for (const change of news.changes) {
      await this.#apply(brain, change);
      isWaiting ||= (change.waiting ?? []).length > 0;
    }
    this.#remember(brain, Math.max(news.version, version));
    // Embedded here or by whoever recorded it, whichever is sooner: then there is a version more.
    if (isWaiting) await this.deps.backlog.settle(brain);
  }

  async #apply(brain: BrainId, change: BrainChange): Promise<void> {
    const { vectors, words, backlog } = this.deps;
    const { waiting = [], packets = [], reworded = [], packetsGone = [], lessons = [], lessonsGone = [] } = change;
    if (change.whole === true) return this.#forget(brain);
    for (const seq of waiting) {
      const place = await this.#placeOf(brain, seq);
      if (place !== null) backlog.add(brain, seq, place);
    }
    if (reworded.length > 0) words.forget(brain);
    if (packetsGone.length > 0) {
      const account = await this.deps.lexicalSource.accountOf(brain);
      for (const seq of packetsGone) {
        vectors.remove("packets", brain, seq);
        words.remove(brain, seq, account);
      }
    }
    for (const seq of lessonsGone) vectors.remove("lessons", brain, seq);
    await this.#readAgain("packets", brain, [...packets, ...reworded]);
    await this.#readAgain("lessons", brain, lessons);
    for (const seq of packets) await this.#readWords(brain, seq);
  }

  async #readAgain(set: "packets" | "lessons", brain: BrainId, seqs: readonly Seq[]): Promise<void> {
    if (seqs.length === 0) return;
    const inOrder = [...new Set(seqs)].sort((a, b) => a - b);
    this.deps.vectors.append(set, brain, await this.deps.vectorSource.read(set, brain, inOrder));
    await this.deps.vectors.refresh(set, brain, inOrder);
  }

  async #storedWords(brain: BrainId, seq: Seq): Promise<StoredWords | null> {
    const [stored] = await this.deps.lexicalSource.scan(brain, seq - 1, 1, this.deps.words.version);
    return stored?.seq === seq ? stored : null;
  }

  async #placeOf(brain: BrainId, seq: Seq): Promise<PacketPlace | null> {
    const stored = await this.#storedWords(brain, seq);
    return stored === null ? null : { seq, session: stored.session, at: stored.at };
  }

  async #readWords(brain: BrainId, seq: Seq): Promise<void> {
    const { words } = this.deps;
    const stored = await this.#storedWords(brain, seq);
    if (stored === null) return;
    const { terms, ...place } = stored;
    if (terms === null) words.forget(brain);
    else words.append(brain, place, terms);
  }

  #forget(brain: BrainId): void {
    this.deps.vectors.forget(brain);
    this.deps.words.forget(brain);
  }

  #remember(brain: BrainId, version: number): void {
    this.#known.delete(brain);
    this.#known.set(brain, version);
    if (this.#known.size <= KNOWN_MAX) return;
    const [oldest] = this.#known.keys();
    if (oldest === undefined) return;
    this.#known.delete(oldest);
    this.#forget(oldest);
  }
}
