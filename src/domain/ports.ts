// What the verbs ask of the store, in the words of the domain. Every write has reached the disk when its promise is kept.
import type { AccountSettings } from "./account-settings.ts";
import type { Doer } from "./audit.ts";
import type { Brain, BrainId, BrainKey } from "./brain.ts";
import type { Constitution } from "./constitution.ts";
import type { Core } from "./core.ts";
import type { ApiKey, FoundKey, StoredKey } from "./key.ts";
import type { SelfAttribute, TurnSignals } from "./learning.ts";
import type { Lesson } from "./lesson.ts";
import type { PacketTerms } from "./lexical-index.ts";
import type { Packet, PacketKind, Seq } from "./packet.ts";
import type { Account, Allowance, Standing } from "./plan.ts";
import type { ErasureReceipt } from "./receipt.ts";
import type { PreparedTurn } from "./turn.ts";

// `by` of a write: who does it, for the audit; absent, the service itself.

/** A page of rows newest first: those with seq < `before` (null: from the newest). */
export interface PageRequest {
  readonly limit: number;
  readonly before: Seq | null;
}

export interface AccountStore {
  exists(account: string): Promise<boolean>;
  /** Oldest first. */
  list(): Promise<Account[]>;
  /** May be an instant old where another process changed it. */
  find(account: string): Promise<Account | null>;
  /** Throws `account_exists`. */
  create(account: string, now: number, standing?: Partial<Standing>, by?: Doer): Promise<void>;
  /** Throws `account_not_found`. */
  changeStanding(account: string, change: Partial<Standing>, by?: Doer): Promise<void>;
  /** Turns prepared in the month (2026-03), by account; one without any is absent. */
  turnsOf(month: string): Promise<ReadonlyMap<string, number>>;
  /** The same of one account; may be an instant old. */
  turnsSpent(account: string, month: string): Promise<number>;
  /** Whether the user has a brain in some core of the account. */
  hasUser(account: string, user: string): Promise<boolean>;
  /** Users that have a brain in the account. */
  countUsers(account: string): Promise<number>;
  /** What the account chose, and the defaults of the rest. */
  settings(account: string): Promise<AccountSettings>;
  changeSettings(account: string, change: Partial<AccountSettings>, by?: Doer): Promise<void>;
}

export interface KeyStore {
  find(id: string): Promise<FoundKey | null>;
  /** Whether some key has this id, from memory that may be an instant old: many in a row cost no look at the store. */
  isKnown(id: string): Promise<boolean>;
  /** Of one account, oldest first, revoked ones included. */
  list(account: string): Promise<ApiKey[]>;
  /** Binds it to the core that has the name now. Throws `account_not_found`, `core_not_found`. */
  add(key: StoredKey, by?: Doer): Promise<void>;
  /** False where the account has no such key; a second revocation changes nothing. */
  revoke(account: string, id: string, now: number, by?: Doer): Promise<boolean>;
  /** May be late or skipped: when a key was used last is a hint, not a promise. */
  touch(id: string, now: number): void;
}

/** The file that holds the admin key, readable by its owner alone. */
export interface KeyFile {
  /** For messages. */
  readonly path: string;
  /** null where there is no such file. */
  read(): string | null;
  /** Makes the file, on disk before this returns; never overwrites one. */
  write(text: string): void;
  /**
   * Takes from all but its owner what they may do with the file; null where that was nothing. Throws where anybody may
   * write it: the key in it may be theirs.
   */
  close(): KeyExposure | null;
}

export interface KeyExposure {
  /** What others had of the file, such as `0644`. */
  readonly mode: string;
  /** False: the file is not the service's own, or cannot be changed, and stays as it was. */
  readonly isClosed: boolean;
}

export interface CoreStore {
  find(account: string, slug: string): Promise<Core | null>;
  /** How many cores of the account were made before it, `default` not counted; may be an instant old. */
  countBefore(account: string, slug: string): Promise<number>;
  /** In order of creation, without the virtual `default` unless it was renamed. */
  list(account: string): Promise<(Core & { readonly createdAt: number })[]>;
  /** Throws `core_exists`. */
  create(account: string, core: Core, now: number, by?: Doer): Promise<void>;
  /** Makes a row for `default` when it is changed first; throws `core_not_found` for any other that is not there. */
  change(account: string, slug: string, change: Partial<Omit<Core, "slug">>, now: number, by?: Doer): Promise<Core>;
  /** Erases all brains of the core, and revokes the keys bound to it. Throws `core_not_found`. */
  remove(account: string, slug: string, by?: Doer): Promise<RemovedCore>;
}

/** What was erased: the brains, for whoever has them in memory. */
export interface RemovedCore {
  readonly brains: BrainId[];
  readonly receipt: ErasureReceipt;
  readonly keysRevoked: number;
}

export interface ConstitutionStore {
  find(account: string, name: string): Promise<Constitution | null>;
  list(account: string): Promise<Constitution[]>;
  put(account: string, constitution: Constitution, now: number, by?: Doer): Promise<void>;
  remove(account: string, name: string, by?: Doer): Promise<boolean>;
}

export interface BrainCounters {
  /** Turns recorded ever, also those forgotten since. */
  readonly turns: number;
  readonly coherenceSum: number;
  /** Prepared turns that had sources. */
  readonly coherenceCount: number;
  readonly memorySize: number;
}

/** The self-attributes of a brain, as they stand at one version. */
export interface BrainAttributes {
  readonly version: number;
  readonly confirmed: readonly { readonly attribute: SelfAttribute; readonly value: string }[];
  readonly claims: readonly { readonly attribute: SelfAttribute; readonly value: string; readonly seq: Seq }[];
}

export interface BrainStore {
  find(key: BrainKey): Promise<Brain | null>;
  attributes(brain: BrainId): Promise<BrainAttributes>;
  counters(brain: BrainId): Promise<BrainCounters>;
  /** Erases packets, lessons and tokens; the brain itself and its count of turns stay. */
  erase(key: BrainKey, by?: Doer): Promise<ErasedMemory>;
}

export interface ErasedMemory {
  /** null: it was never used. */
  readonly brain: BrainId | null;
  readonly receipt: ErasureReceipt;
}

/** What another process has erased since it was asked last. */
export interface ErasedElsewhere {
  readonly accounts: readonly string[];
  /** All that are gone, of whichever account and since whenever; none where `accounts` is empty. */
  readonly brains: readonly BrainId[];
}

export interface NewTurn {
  readonly brain: BrainKey;
  readonly tokenHash: Uint8Array;
  readonly input: string;
  /** The input's embedding in the query role. */
  readonly inputVector: Float32Array;
  readonly inputTokens: number;
  readonly session: string | null;
  readonly occurredAt: number | null;
  readonly signals: TurnSignals | null;
  readonly constitution: string;
  readonly sourceSeqs: readonly Seq[];
  readonly coherence: number | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Lessons that were retrieved: each gets one use more and expires at `lessonsExpireAt`. */
  readonly retrievedLessonSeqs: readonly Seq[];
  readonly lessonsExpireAt: number;
  /** What the write keeps to; absent: no limits. */
  readonly allowance?: Allowance | undefined;
}

/** A turn that a gate stopped: it has no token, and counts all the same. */
export interface GatedTurn {
  readonly account: string;
  readonly at: number;
  readonly turnsPerMonth: number | null;
}

/** What becomes of one self-attribute that a turn states. */
export interface AttributeDecision {
  readonly attribute: SelfAttribute;
  readonly value: string;
  /**
   * `confirm`: it becomes the brain's value, and the packets of `confirms` rise. `claim`: it waits for a second
   * statement. `keep`: it is the value that stands.
   */
  readonly outcome: "confirm" | "claim" | "keep";
  /** Packets that claimed this very value before. */
  readonly confirms: readonly Seq[];
}

export interface RecordedTurn {
  readonly tokenHash: Uint8Array;
  readonly brain: BrainId;
  readonly answer: string;
  readonly answerHash: Uint8Array;
  /** What is stored instead of what was prepared; absent: that. */
  readonly restated?: Pick<NewTurn, "input" | "session" | "inputVector" | "inputTokens"> | undefined;
  readonly packetId: string;
  readonly kind: PacketKind;
  readonly confidence: number;
  readonly cues: readonly string[];
  readonly attributes: readonly AttributeDecision[];
  /** The version of the self-attributes that `attributes` was decided on. */
  readonly attributesVersion: number;
  readonly now: number;
}

/**
 * `outdated`: the self-attributes changed meanwhile, and nothing was written. `raised`: earlier packets whose
 * confidence rose with this one. `at`: when the turn happened as far as is known, ms since the epoch.
 */
export type RecordOutcome =
  | { readonly kind: "recorded"; readonly seq: Seq; readonly at: number; readonly raised: readonly Seq[] }
  | { readonly kind: "repeated" }
  | { readonly kind: "outdated" };

export interface TurnStore {
  find(tokenHash: Uint8Array): Promise<PreparedTurn | null>;
  /**
   * Counts the turn, and makes the brain where it is not there yet. Throws `core_not_found` where the core has gone
   * meanwhile, `quota_exceeded` and `plan_upgrade_required` where the allowance is used up.
   */
  begin(turn: NewTurn): Promise<Brain>;
  /** Throws `quota_exceeded`. */
  countGated(turn: GatedTurn): Promise<void>;
  /**
   * Consumes the token and appends the packet, or says that this very answer was recorded before.
   * Throws `token_not_found`, `token_consumed`, `token_expired`.
   */
  record(turn: RecordedTurn): Promise<RecordOutcome>;
  /** Forgets what expired tokens held, and the tokens themselves once they are `keptMs` past expiry. */
  sweep(now: number, keptMs: number): Promise<void>;
  /** Lets go of turns held in memory: another process has erased some. */
  forget(): void;
}

/** A packet that has no embedding yet, with what its embedding is made from. */
export interface PendingEmbedding {
  readonly brain: BrainId;
  readonly account: string;
  readonly seq: Seq;
  readonly input: string;
  readonly answer: string;
  readonly confidence: number;
  /** null where a learning pass was done with it already: it is made again then. */
  readonly inputVector: Float32Array | null;
  readonly inputTokens: number;
  /** Whether its input's embedding is there, but another model's. */
  readonly renewsInput: boolean;
}

export interface MadeEmbedding {
  readonly brain: BrainId;
  readonly seq: Seq;
  readonly vector: Float32Array;
  /** In place of another model's. */
  readonly inputVector?: Float32Array | undefined;
  /** What the index of words makes of the packet, stored with its embedding. */
  readonly words?: { readonly version: number; readonly terms: PacketTerms };
}

export interface PacketStore {
  list(brain: BrainId, page: PageRequest): Promise<Packet[]>;
  find(brain: BrainId, id: string): Promise<Packet | null>;
  /** Those of the named that are there, in no order. */
  bySeqs(brain: BrainId, seqs: readonly Seq[]): Promise<Packet[]>;
  inputVectors(brain: BrainId, seqs: readonly Seq[]): Promise<Map<Seq, Float32Array>>;
  /** Erases the packet and takes its id out of every `source_link`; null where it is not there. */
  remove(brain: BrainId, id: string, by?: Doer): Promise<Seq | null>;
  /** Brains with packets that wait for their embedding, each with the last of them. */
  brainsPending(): Promise<{ brain: BrainId; through: Seq }[]>;
  /** Packets of all brains that wait for their embedding. */
  countPending(): Promise<number>;
  pending(brain: BrainId, limit: number): Promise<PendingEmbedding[]>;
  /** Stores embeddings of packets that still wait for one; returns those stored, ascending. */
  saveEmbeddings(made: readonly MadeEmbedding[]): Promise<{ seq: Seq; confidence: number }[]>;
}

export interface NewLesson {
  readonly id: string;
  readonly brain: BrainKey;
  readonly text: string;
  readonly vector: Float32Array;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly sourceLink: readonly string[];
}

export interface LessonStore {
  /** Live ones, newest first. */
  list(brain: BrainId, page: PageRequest, now: number): Promise<Lesson[]>;
  find(brain: BrainId, id: string, now: number): Promise<Lesson | null>;
  /** Live ones among the named, in no order. */
  bySeqs(brain: BrainId, seqs: readonly Seq[], now: number): Promise<Lesson[]>;
  /** Live ones by use, then newest first. */
  mostReinforced(brain: BrainId, limit: number, now: number): Promise<Lesson[]>;
  countLive(brain: BrainId, now: number): Promise<number>;
  /** Makes the brain where it is not there yet. */
  add(lesson: NewLesson, by?: Doer): Promise<Lesson>;
  /** New wording and embedding in one write; null where there is no live lesson of that id. */
  reword(
    brain: BrainId,
    id: string,
    text: string,
    vector: Float32Array,
    now: number,
    by?: Doer,
  ): Promise<Lesson | null>;
  /** Erases it, and keeps its meaning as forgotten where `forget` says so; null where there is no such live lesson. */
  remove(brain: BrainId, id: string, forget: boolean, now: number, by?: Doer): Promise<Seq | null>;
  /** Erases expired ones; returns what went, for whoever holds their vectors. */
  sweep(now: number): Promise<{ brain: BrainId; seq: Seq }[]>;
}

/** Which model the stored embeddings were made with. */
export interface ModelStore {
  current(): Promise<{ id: string; sha256: string } | null>;
  /**
   * Makes it the one, at once however much data there is: what others made is not read from then on, and is made anew
   * by whoever calls `StaleStore`.
   */
  adopt(model: { id: string; sha256: string }, by?: Doer): Promise<void>;
  /** From now on only what this model made is read here; nothing is written. */
  readAs(model: { sha256: string }): Promise<void>;
}
