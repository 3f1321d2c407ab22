// Packets are acknowledged once they are on disk; their embeddings follow here, brain by brain, in order.
import type { BrainId } from "../domain/brain.ts";
import type { Seq } from "../domain/packet.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { LexicalIndex, PacketPlace } from "../domain/ports/lexical-index.ts";
import type { MadeEmbedding, PacketStore, PendingEmbedding } from "../domain/ports/packet-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import { embedPacket } from "./embed-packet.ts";
import { chunkOf } from "./show-embeddings.ts";

export interface BacklogDeps {
  readonly packets: PacketStore;
  readonly embedder: Embedder;
  readonly vectors: VectorIndex;
  readonly words: Pick<LexicalIndex, "version" | "termsOf" | "append">;
  /** Told of a packet that could not be embedded, or of a store that did not take it; never of its text. */
  readonly onFailure: (error: unknown, where: { brain: BrainId; seq?: Seq }) => void;
}

/** Packets embedded and stored together. */
const BATCH = 16;
/** Brains worked on at once. Brains that requests wait for do not count. */
const BRAINS_AT_ONCE = 4;
const RETRY_MS = 1_000;

interface Work {
  /** The last seq that was recorded, and the last that is embedded or given up. */
  recorded: Seq;
  embedded: Seq;
  running: boolean;
  /** Packets that could not be embedded. They are tried again at the next start of the service. */
  readonly failed: Set<Seq>;
  /** Of packets that the index of words does not have yet. */
  readonly places: Map<Seq, PacketPlace>;
  waiters: { readonly through: Seq; readonly resolve: () => void }[];
}

// Single writer: what waits was recorded here, or before this process began; others' packets are nobody's work here.
export class EmbeddingBacklog {
  readonly #work = new Map<BrainId, Work>();
  readonly #queue = new Set<BrainId>();
  #renew: ((brain: BrainId) => Promise<void>) | null = null;
  #running = 0;
  #startPlanned = false;
  #closed = false;

  constructor(private readonly deps: BacklogDeps) {}

  /** Takes up what an earlier run of the service left. */
  async resume(): Promise<void> {
    for (const { brain, through } of await this.deps.packets.brainsPending()) this.add(brain, through);
  }

  /** Tells of a packet that is on disk and has no embedding yet; `place`: where its words belong. */
  add(brain: BrainId, seq: Seq, place: PacketPlace | null = null): void {
    const work = this.#workOf(brain, seq);
    if (place !== null) work.places.set(seq, place);
    this.#enqueue(brain, work);
    if (this.#startPlanned) return;
    this.#startPlanned = true;
    // The record is answered first.
    setImmediate(() => {
      this.#startPlanned = false;
      if (!this.#closed) this.#startNext();
    });
  }

  /** From then on whoever waited for a brain waits for that too: another process may have embedded some of it. */
  renewBy(renew: (brain: BrainId) => Promise<void>): void {
    this.#renew = renew;
  }

  /** Resolves when every packet of the brain recorded before this call is embedded, or cannot be. */
  async settle(brain: BrainId): Promise<void> {
    const work = this.#work.get(brain);
    if (work === undefined || work.embedded >= work.recorded || this.#closed) return;
    await new Promise<void>((resolve) => {
      work.waiters.push({ through: work.recorded, resolve });
      // A request waits: this brain does not stand in line.
      if (this.#queue.delete(brain)) this.#start(brain, work);
    });
    await this.#renew?.(brain);
  }

  /** The brain is gone: nobody waits for it any more, and a batch under way finds nothing to store. */
  forget(brain: BrainId): void {
    const work = this.#work.get(brain);
    if (work === undefined) return;
    release(work, Number.POSITIVE_INFINITY);
    work.failed.clear();
    work.places.clear();
    this.#queue.delete(brain);
    if (!work.running) this.#work.delete(brain);
  }

  /** Brains with packets that wait. */
  get depth(): number {
    return this.#work.size;
  }

  /** Stops after the batches under way; what waits is on disk. */
  close(): void {
    this.#closed = true;
    this.#queue.clear();
    for (const work of this.#work.values()) release(work, Number.POSITIVE_INFINITY);
  }

  #workOf(brain: BrainId, seq: Seq): Work {
    let work = this.#work.get(brain);
    if (work === undefined) {
      work = { recorded: seq, embedded: 0, running: false, failed: new Set(), places: new Map(), waiters: [] };
      this.#work.set(brain, work);
    }
    work.recorded = Math.max(work.recorded, seq);
    return work;
  }

  #enqueue(brain: BrainId, work: Work): void {
    if (!work.running && !this.#closed) this.#queue.add(brain);
  }

  #startNext(): void {
    for (const brain of this.#queue) {
      if (this.#running >= BRAINS_AT_ONCE) return;
      const work = this.#work.get(brain);
      this.#queue.delete(brain);
      if (work !== undefined) this.#start(brain, work);
    }
  }

  #start(brain: BrainId, work: Work): void {
    work.running = true;
    this.#running += 1;
    void this.#run(brain, work);
  }

  async #run(brain: BrainId, work: Work): Promise<void> {
    let failure: unknown = null;
    try {
      while (!this.#closed && work.embedded < work.recorded) await this.#embedBatch(brain, work);
    } catch (error) {
      failure = error;
    }
    // From here to the end nothing is awaited, so no packet can be added after the last look.
    this.#running -= 1;
    work.running = false;
    if (failure !== null) {
      // The store did not take it, or no worker starts. Requests that wait go on without it, and it is tried again later.
      this.#tell(failure, { brain });
      release(work, Number.POSITIVE_INFINITY);
      if (!this.#closed) setTimeout(() => this.#retry(brain, work), RETRY_MS).unref();
    } else if (work.failed.size === 0 && !this.#closed) {
      this.#work.delete(brain);
    }
    this.#startNext();
  }

  #retry(brain: BrainId, work: Work): void {
    this.#enqueue(brain, work);
    this.#startNext();
  }

  async #embedBatch(brain: BrainId, work: Work): Promise<void> {
    const recorded = work.recorded;
    const pending = await this.deps.packets.pending(brain, BATCH + work.failed.size);
    const batch = pending.filter((packet) => !work.failed.has(packet.seq));
    const last = batch.at(-1);
    if (last === undefined) {
      // What was recorded when the store was asked is done, or was erased.
      work.embedded = Math.max(work.embedded, recorded);
    } else {
      const made = await this.#embedAll(brain, work, batch);
      this.#show(brain, work, made, await this.deps.packets.saveEmbeddings(made));
      work.embedded = Math.max(work.embedded, last.seq);
    }
    release(work, work.embedded);
  }

  async #embedAll(brain: BrainId, work: Work, batch: readonly PendingEmbedding[]): Promise<MadeEmbedding[]> {
    const { embedder, words } = this.deps;
    const isAwaited = () => work.waiters.length > 0;
    const settled = await Promise.allSettled(
      batch.map(async (packet): Promise<MadeEmbedding> => {
        const [{ vector, inputVector }, terms] = await Promise.all([
          embedPacket(embedder, packet, isAwaited, packet.account),
          words.termsOf(packet.account, packet.input, packet.answer),
        ]);
        const stored = { version: words.version, terms };
        return { brain, seq: packet.seq, vector, inputVector: inputVector ?? undefined, words: stored };
      }),
    );
    const failed = batch.filter((_, at) => settled[at]?.status === "rejected");
    await this.#showWordsAlone(brain, work, failed);
    if (failed.length === batch.length && isNotReady(reasonOf(settled[0]))) throw reasonOf(settled[0]);
    return settled.flatMap((each, at): MadeEmbedding[] => {
      const packet = batch[at];
      if (packet === undefined) return [];
      if (each.status === "fulfilled") return [each.value];
      work.failed.add(packet.seq);
      this.#tell(each.reason, { brain, seq: packet.seq });
      return [];
    });
  }

  #tell(error: unknown, where: { brain: BrainId; seq?: Seq }): void {
    // It is no failure that work breaks off at the end of the service: it waits on disk.
    if (!this.#closed) this.deps.onFailure(error, where);
  }

  /** Hands to the vectors and words in memory what the store took. It did not take what was erased meanwhile. */
  #show(
    brain: BrainId,
    work: Work,
    made: readonly MadeEmbedding[],
    saved: readonly { seq: Seq; confidence: number }[],
  ): void {
    this.deps.vectors.append("packets", brain, chunkOf(made, saved));
    const isSaved = new Set(saved.map(({ seq }) => seq));
    for (const { seq, words } of made) {
      const place = work.places.get(seq);
      work.places.delete(seq);
      if (place !== undefined && words !== undefined && isSaved.has(seq))
        this.deps.words.append(brain, place, words.terms);
    }
  }

  /** What cannot be embedded is found by its words. */
  async #showWordsAlone(brain: BrainId, work: Work, packets: readonly PendingEmbedding[]): Promise<void> {
    for (const { account, seq, input, answer } of packets) {
      const place = work.places.get(seq);
      work.places.delete(seq);
      if (place === undefined) continue;
      const terms = await this.deps.words.termsOf(account, input, answer);
      const [isThere] = await this.deps.packets.bySeqs(brain, [seq]);
      if (isThere !== undefined) this.deps.words.append(brain, place, terms);
    }
  }
}

function reasonOf(settled: PromiseSettledResult<unknown> | undefined): unknown {
  return settled?.status === "rejected" ? settled.reason : undefined;
}

function isNotReady(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "not_ready";
}

function release(work: Work, through: Seq): void {
  const done = work.waiters.filter((each) => each.through <= through);
  work.waiters = work.waiters.filter((each) => each.through > through);
  for (const each of done) each.resolve();
}
