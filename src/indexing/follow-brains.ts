// Keeps what is in memory of brains as other nodes write it: by the version of the brain, read in the same look that finds it.
import type { BrainId } from "../domain/brain.ts";
import type { Seq } from "../domain/packet.ts";
import type {
  BrainChange,
  BrainChanges,
  BrainFollower,
  BrainRaise,
  BrainVersion,
} from "../domain/ports/brain-changes.ts";
import type { LexicalIndex, LexicalSource, PacketPlace, StoredWords } from "../domain/ports/lexical-index.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { VectorIndex, VectorSource } from "../domain/ports/vector-index.ts";

export interface FollowBrainsDeps {
  readonly changes: Pick<BrainChanges, "since" | "versions">;
  readonly vectors: Pick<VectorIndex, "append" | "refresh" | "remove" | "forget">;
  readonly words: Pick<LexicalIndex, "append" | "remove" | "forget" | "version">;
  readonly packets: Pick<PacketStore, "pending">;
  readonly vectorSource: Pick<VectorSource, "read">;
  readonly lexicalSource: LexicalSource;
  readonly backlog: { add(brain: BrainId, seq: Seq, place: PacketPlace): void };
  /** Told when the data has gone back to an earlier moment than that of which brains are in memory. */
  readonly onWentBack?: (() => void) | undefined;
}

/** Brains whose version is remembered: of one more, the one that was looked up longest ago is forgotten. */
const KNOWN_MAX = 100_000;
/** Asked for together. */
const VERSIONS_ASKED = 1_000;
/** Packets that wait in a brain that is read whole: more are an import's, which embeds them itself. */
const TAKEN_UP_MAX = 32;

export class FollowBrains implements BrainFollower {
  /** As of which version a brain is in memory, where it is; the one looked up last stands last. */
  readonly #known = new Map<BrainId, number>();
  readonly #reading = new Map<BrainId, Promise<void>>();
  #comparing = false;

  constructor(private readonly deps: FollowBrainsDeps) {}

  async found(at: BrainVersion): Promise<void> {
    const { brain, version } = at;
    for (;;) {
      const known = this.#known.get(brain);
      if (known === version) return this.#remember(brain, version);
      if (known === undefined || known < version) await (this.#reading.get(brain) ?? this.#begin(at));
      // What was looked up may only be from before a write that is known here by now.
      else if (await this.#isStill(brain, known)) return this.#remember(brain, this.#known.get(brain) ?? known);
      else this.#goBack(brain);
    }
  }

  /** As a look-up does, for whoever has waited since his own. */
  async renew(brain: BrainId): Promise<void> {
    const version = (await this.deps.changes.versions([brain])).get(brain);
    if (version !== undefined) await this.found({ brain, version });
  }

  wrote({ brain, version, after }: BrainRaise): void {
    // Where another node wrote in between, that is read first.
    if (this.#known.get(brain) === after && !this.#reading.has(brain)) this.#known.set(brain, version);
  }

  /** Whether the data has got as far as that. */
  async #isStill(brain: BrainId, known: number): Promise<boolean> {
    return ((await this.deps.changes.versions([brain])).get(brain) ?? 0) >= known;
  }

  /** What is in memory of a brain is of a time that the data has lost: so may be that of others. */
  #goBack(brain: BrainId): void {
    this.#known.delete(brain);
    this.#forget(brain);
    if (this.#comparing) return;
    this.#comparing = true;
    this.deps.onWentBack?.();
    void this.#dropLost().finally(() => {
      this.#comparing = false;
    });
  }

  /** Keeps only what is as the data has it. Whatever stays all the same is noticed when it is looked up. */
  async #dropLost(): Promise<void> {
    const known = [...this.#known];
    for (let at = 0; at < known.length; at += VERSIONS_ASKED) {
      const asked = known.slice(at, at + VERSIONS_ASKED);
      const versions = await this.deps.changes.versions(asked.map(([brain]) => brain)).catch(() => new Map());
      for (const [brain, version] of asked) {
        if (versions.get(brain) === version || this.#reading.has(brain)) continue;
        this.#known.delete(brain);
        this.#forget(brain);
      }
    }
  }

  #begin(at: BrainVersion): Promise<void> {
    const reading = this.#catchUp(at).finally(() => this.#reading.delete(at.brain));
    this.#reading.set(at.brain, reading);
    return reading;
  }

  async #catchUp({ brain, version }: BrainVersion): Promise<void> {
    const known = this.#known.get(brain);
    // What is not known may be in memory by a pass of the night, as of nobody knows when.
    const news = known === undefined ? "unknown" : await this.deps.changes.since({ brain, version: known });
    if (news === "lost") this.#goBack(brain);
    if (news === "lost" || news === "unknown") {
      this.#forget(brain);
      this.#remember(brain, version);
      return this.#takeUp(brain);
    }
    for (const change of news.changes) await this.#apply(brain, change);
    this.#remember(brain, Math.max(news.version, version));
  }

  /** What was recorded at another node a moment ago, or left by one that is gone. */
  async #takeUp(brain: BrainId): Promise<void> {
    const waiting = (await this.deps.packets.pending(brain, TAKEN_UP_MAX + 1)).map(({ seq }) => seq);
    if (waiting.length <= TAKEN_UP_MAX) await this.#apply(brain, { waiting });
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
