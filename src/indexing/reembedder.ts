// Replaces the embeddings of another model: brain by brain in the background, the brains in use first.

import type { BrainId } from "../domain/brain.ts";
import { saidInLesson } from "../domain/lesson.ts";
import type { Seq } from "../domain/packet.ts";
import type { Embedder, IsAwaited } from "../domain/ports/embedder.ts";
import type { Reembedding, ReembeddingProgress } from "../domain/ports/reembedding.ts";
import type { StaleLesson, StalePacket, StaleStore } from "../domain/ports/stale-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import { embedPacket } from "./embed-packet.ts";
import { chunkOf } from "./show-embeddings.ts";

export interface ReembedderDeps {
  readonly stale: StaleStore;
  readonly embedder: Embedder;
  readonly vectors: VectorIndex;
  /** Told of a text that could not be embedded, or of a store that did not take it; never of the text. */
  readonly onFailure: (error: unknown, where: { brain: BrainId; seq?: Seq }) => void;
  /** Told once, when nothing of another model is left. */
  readonly onDone: () => void;
}

/** Embedded and stored together: one short write each, so that nobody waits for it. */
const BATCH = 16;
/** Packets that are embedded while a request waits. */
const RENEWED_MAX = 16;
const RETRY_MS = 1_000;

/** How far a brain has come. */
interface Walk {
  lesson: Seq;
  packet: Seq;
  lessonsDone: boolean;
}

// Single writer: nobody else embeds the same texts anew, and what is finished stays finished.
export class Reembedder implements Reembedding {
  /** null where nothing is left. */
  #progress: { total: number; done: number } | null = null;
  /** Brains in use, the latest last. */
  readonly #used = new Set<BrainId>();
  readonly #walks = new Map<BrainId, Walk>();
  /** Brains that hold nothing of another model. */
  readonly #finished = new Set<BrainId>();
  /** Brains with texts that could not be embedded. They are tried again at the next start of the service. */
  readonly #failed = new Set<BrainId>();
  /** Brains that got more to embed since they were last looked at to the end. */
  readonly #grown = new Set<BrainId>();
  /** The last brain of the walk through all of them; it goes on with the next. */
  #last: BrainId = 0;
  #isRunning = false;
  #isWanted = false;
  #closed = false;

  constructor(private readonly deps: ReembedderDeps) {}

  /** Looks for what is left, and goes on with it. Quick: the work begins after it returns. */
  async resume(): Promise<void> {
    const counted = await this.deps.stale.count();
    this.#progress = counted === null ? null : { ...counted };
    if (counted === null) return;
    for (const brain of (await this.deps.stale.usedLately()).reverse()) this.#used.add(brain);
    this.#start();
  }

  /** Tells of texts in the store that no model has embedded yet, as after an import. */
  async takeUp(brain: BrainId, texts: number): Promise<void> {
    this.#grown.add(brain);
    this.#finished.delete(brain);
    this.#failed.delete(brain);
    this.#walks.delete(brain);
    if (this.#progress === null) {
      // Whoever asks before they are counted is told of them too.
      this.#progress = { total: texts, done: 0 };
      return this.resume();
    }
    this.#progress.total += texts;
    this.#start();
  }

  progress(): ReembeddingProgress | null {
    return this.#progress === null ? null : { ...this.#progress };
  }

  async isUnfinished(brain: BrainId): Promise<boolean> {
    if (this.#progress === null || this.#finished.has(brain)) return false;
    if (!(await this.deps.stale.isStale(brain))) {
      this.#finished.add(brain);
      return false;
    }
    if (!this.#failed.has(brain)) {
      this.#used.delete(brain);
      this.#used.add(brain);
      this.#start();
    }
    return true;
  }

  async isUnderWay(brain: BrainId): Promise<boolean> {
    return (await this.isUnfinished(brain)) && !this.#failed.has(brain);
  }

  async renew(brain: BrainId, seqs: readonly Seq[]): Promise<void> {
    if (this.#progress === null || this.#finished.has(brain)) return;
    const packets = await this.deps.stale.named(brain, seqs.slice(0, RENEWED_MAX));
    if (packets.length > 0) await this.#embedPackets(brain, packets, () => true);
  }

  async renewLessons(brain: BrainId): Promise<void> {
    if (this.#progress === null || this.#finished.has(brain)) return;
    for (let after = 0; ; ) {
      const lessons = await this.deps.stale.lessons(brain, after, BATCH);
      await this.#embedLessons(brain, lessons, () => true);
      after = lessons.at(-1)?.seq ?? after;
      if (lessons.length < BATCH) return;
    }
  }

  /** Begins no further batch; what is left stays as it is in the store. */
  close(): void {
    this.#closed = true;
  }

  #start(): void {
    if (this.#closed) return;
    this.#isWanted = this.#isRunning;
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run().finally(() => {
      this.#isRunning = false;
      // It was asked for while it came to its end.
      if (this.#isWanted) this.#start();
    });
  }

  async #run(): Promise<void> {
    // The request that started it is answered first.
    await Bun.sleep(0);
    while (!this.#closed && this.#progress !== null) {
      let brain: BrainId | null = null;
      try {
        brain = await this.#nextBrain();
        if (brain !== null) await this.#step(brain);
        else if (!(await this.#startAgain())) return;
      } catch (error) {
        // No worker starts, or the store did not take it: it is tried again.
        this.#tell(error, { brain: brain ?? 0 });
        await this.#pause();
      }
    }
  }

  async #nextBrain(): Promise<BrainId | null> {
    const used = [...this.#used].at(-1);
    if (used !== undefined) return used;
    let next = await this.deps.stale.nextBrain(this.#last);
    while (next !== null && this.#failed.has(next)) next = await this.deps.stale.nextBrain(next + 1);
    if (next !== null) this.#last = next;
    return next;
  }

  /** One batch, after which a brain that is wanted more may come first. */
  async #step(brain: BrainId): Promise<void> {
    const walk = this.#walks.get(brain) ?? { lesson: 0, packet: 0, lessonsDone: false };
    this.#walks.set(brain, walk);
    const nobody = () => false;
    if (!walk.lessonsDone) {
      const lessons = await this.deps.stale.lessons(brain, walk.lesson, BATCH);
      await this.#embedLessons(brain, lessons, nobody);
      walk.lesson = lessons.at(-1)?.seq ?? walk.lesson;
      walk.lessonsDone = lessons.length < BATCH;
      return;
    }
    const packets = await this.deps.stale.packets(brain, walk.packet, BATCH);
    await this.#embedPackets(brain, packets, nobody);
    walk.packet = packets.at(-1)?.seq ?? walk.packet;
    if (packets.length === BATCH) return;
    this.#walks.delete(brain);
    this.#used.delete(brain);
    const isLeft = await this.deps.stale.isStale(brain);
    if (this.#grown.delete(brain) && isLeft) return;
    (isLeft ? this.#failed : this.#finished).add(brain);
  }

  async #embedPackets(brain: BrainId, packets: readonly StalePacket[], isAwaited: IsAwaited): Promise<void> {
    const made = await this.#each(brain, packets, async ({ seq, input, answer, hasInputVector }) => {
      const packet = { input, answer, inputVector: null, inputTokens: 0, renewsInput: hasInputVector };
      return { brain, seq, ...(await embedPacket(this.deps.embedder, packet, isAwaited)) };
    });
    if (made.length === 0) return;
    const saved = await this.deps.stale.renewPackets(made);
    if (this.#progress !== null) {
      const { total, done } = this.#progress;
      this.#progress.done = Math.min(total, done + saved.length);
    }
    this.deps.vectors.append("packets", brain, chunkOf(made, saved));
  }

  async #embedLessons(brain: BrainId, lessons: readonly StaleLesson[], isAwaited: IsAwaited): Promise<void> {
    const made = await this.#each(brain, lessons, async ({ seq, text: lesson }) => {
      const text = saidInLesson(lesson);
      const { vector } = await this.deps.embedder.embed({ text, role: "passage", lane: "background", isAwaited });
      return { brain, seq, vector };
    });
    if (made.length === 0) return;
    const saved = await this.deps.stale.renewLessons(made);
    const rows = saved.map((seq) => ({ seq, confidence: 1 }));
    this.deps.vectors.append("lessons", brain, chunkOf(made, rows));
  }

  /** What could be embedded; throws where the model as a whole does not answer. */
  async #each<T extends { readonly seq: Seq }, R>(
    brain: BrainId,
    texts: readonly T[],
    embed: (text: T) => Promise<R>,
  ): Promise<R[]> {
    const settled = await Promise.allSettled(texts.map(embed));
    const refused = settled.find((each) => each.status === "rejected" && isNotReady(each.reason));
    if (refused?.status === "rejected") throw refused.reason;
    return settled.flatMap((each, at) => {
      if (each.status === "fulfilled") return [each.value];
      const seq = texts[at]?.seq;
      this.#tell(each.reason, seq === undefined ? { brain } : { brain, seq });
      return [];
    });
  }

  /** After all brains: false where nothing is left, or only what could not be embedded. */
  async #startAgain(): Promise<boolean> {
    const left = await this.deps.stale.count();
    if (left === null && this.#grown.size > 0) {
      this.#grown.clear();
      return true;
    }
    if (left !== null) {
      this.#progress = { ...left };
      this.#last = 0;
      return (await this.#nextBrain()) !== null;
    }
    this.#progress = null;
    this.#finished.clear();
    this.deps.onDone();
    return false;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS).unref();
    });
  }

  #tell(error: unknown, where: { brain: BrainId; seq?: Seq }): void {
    // It is no failure that work breaks off at the end of the service: it is found again at the next start.
    if (!this.#closed) this.deps.onFailure(error, where);
  }
}

function isNotReady(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "not_ready";
}
