// The database as the stores have it: reads on any connection, writes each in a transaction of its own.
import { randomBytes } from "node:crypto";
import type { BrainId } from "../../../domain/brain.ts";
import type { BrainFollower } from "../../../domain/ports/brain-changes.ts";
import type { BatchReport, StoreWatch } from "../../../domain/ports/store-health.ts";
import { FIRST_GENERATION } from "../../both/stored-vectors.ts";
import type { AuditKeys } from "../../files/audit-keys.ts";
import type { ReadGeneration } from "../generation.ts";
import type { Connections, Drizzle } from "./connections.ts";
import { isCollision, isConnectionLost } from "./faults.ts";
import { ChangeNotes, type Tx } from "./transaction.ts";

/** Whether keys, settings, cores or constitutions are other ones after a write. */
export interface WriteTraits {
  readonly touchesAccounts?: boolean;
  /** Turns follow each other within milliseconds. */
  readonly comesInRows?: boolean;
}

export type Write<I, R> = (tx: Tx, input: I) => Promise<R>;

export interface DatabaseParts {
  readonly connections: Connections;
  readonly keys: AuditKeys;
  readonly dataId: string;
  readonly watch: StoreWatch;
}

/** So often a transaction that collided with another one begins again. */
const TRIES_MAX = 6;
const AGAIN_AFTER_MS = 4;
/** So many under way at once are a crowd, and for so long after it more may be expected. */
const CROWD = 8;
const CROWDED_FOR_MS = 25;
const RECORDING_FOR_MS = 10;

const newNode = () => randomBytes(8).toString("hex");

export class Database {
  /** What this node reads and writes. */
  readonly reading: ReadGeneration = { generation: FIRST_GENERATION };
  readonly #onAccounts: (() => void)[] = [];
  #follower: BrainFollower | null = null;
  /** This process, among the nodes. */
  #node = newNode();
  #under = 0;
  #oldestSince: number | null = null;
  #crowdedAt = Number.NEGATIVE_INFINITY;
  #recordedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: DatabaseParts) {}

  /** For reads: one statement, or several of which each may see a later state than the one before. */
  get db(): Drizzle {
    return this.parts.connections.db;
  }

  /** For a read of many rows, below Drizzle: each as its columns in their order, bigints as texts. */
  values<R extends readonly unknown[]>(text: string, values: unknown[]): Promise<R[]> {
    return this.parts.connections.values(text, values);
  }

  get dataId(): string {
    return this.parts.dataId;
  }

  get keys(): AuditKeys {
    return this.parts.keys;
  }

  /** Whether a write of that node is of this one, which has it in memory by itself. */
  isOwn(node: string): boolean {
    return node === this.#node;
  }

  /** From then on the follower is told of each brain that is looked up or written. */
  follow(follower: BrainFollower): void {
    this.#follower = follower;
  }

  async found(brain: BrainId, version: number): Promise<void> {
    await this.#follower?.found({ brain, version });
  }

  /** Called when keys, settings, cores or constitutions were changed here. */
  onAccounts(done: () => void): void {
    this.#onAccounts.push(done);
  }

  /** Resolves once the write is committed. */
  write<I, R>(run: Write<I, R>, input: I, traits: WriteTraits = {}): Promise<R> {
    return this.parts.watch.timeWrite(async () => {
      const since = performance.now();
      this.#begin(since, traits);
      let failed = true;
      try {
        const result = await this.#tryOften(run, input);
        failed = false;
        if (traits.touchesAccounts === true) for (const done of this.#onAccounts) done();
        return result;
      } finally {
        this.#end();
        const report: BatchReport = { writes: 1, ms: performance.now() - since, failed };
        this.parts.watch.onBatch(report);
      }
    });
  }

  /** Reads that must all see one state. */
  snapshot<R>(read: (db: Drizzle) => Promise<R>): Promise<R> {
    return this.parts.connections.transaction(read, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  }

  get isBusy(): boolean {
    const now = performance.now();
    return now - this.#crowdedAt < CROWDED_FOR_MS || now - this.#recordedAt < RECORDING_FOR_MS;
  }

  /** Writes under way. */
  get depth(): number {
    return this.#under;
  }

  /** How long there has been a write under way, in ms. */
  get writingMs(): number {
    return this.#oldestSince === null ? 0 : performance.now() - this.#oldestSince;
  }

  async #tryOften<I, R>(run: Write<I, R>, input: I): Promise<R> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#tryOnce(run, input);
      } catch (error) {
        // It may be committed all the same, and nobody here will have it in memory: from now on that is another node's.
        if (isConnectionLost(error)) this.#node = newNode();
        if (!isCollision(error) || tries === TRIES_MAX) throw error;
        await Bun.sleep(AGAIN_AFTER_MS * 2 ** tries * (0.5 + Math.random()));
      }
    }
  }

  async #tryOnce<I, R>(run: Write<I, R>, input: I): Promise<R> {
    const { connections, keys, dataId } = this.parts;
    const notes = new ChangeNotes();
    const node = this.#node;
    const { result, versions } = await connections.transaction(async (db) => {
      const done = await run(
        { db, keys, dataId, generation: this.reading.generation, note: notes.note, count: notes.count },
        input,
      );
      return { result: done, versions: await notes.write(db, node, Date.now()) };
    });
    for (const version of versions) this.#follower?.wrote(version);
    return result;
  }

  #begin(now: number, traits: WriteTraits): void {
    this.#under += 1;
    this.#oldestSince ??= now;
    if (this.#under >= CROWD) this.#crowdedAt = now;
    if (traits.comesInRows === true) this.#recordedAt = now;
  }

  #end(): void {
    this.#under -= 1;
    this.#oldestSince = this.#under === 0 ? null : performance.now();
  }
}
