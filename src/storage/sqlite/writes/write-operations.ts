// Every write that the store knows, by name: plain data in, plain data out, so that a batch can cross to the writer's thread.
import { sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import type { ErrorCode, ErrorDetails } from "../../../domain/errors.ts";
import type { ChangedLesson } from "../../../domain/ports/lesson-store.ts";
import type { AccountRemoval, CoreRemoval, MemoryErasure, UserRemoval } from "../../both/write-inputs.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { brainsWithin, findBrain } from "../find-brain.ts";
import {
  adoptModel,
  changeCore,
  changeSettings,
  changeStanding,
  countGatedTurn,
  createAccount,
  createCore,
  putConstitution,
  removeAccount,
  removeConstitution,
  removeCore,
} from "./write-accounts.ts";
import { noteAction, noteSigningKey } from "./write-audit.ts";
import { eraseMemory } from "./write-brains.ts";
import { importPart, importProfile } from "./write-import.ts";
import { addKey, revokeKey, revokeLostKeys, rotateKey, touchKeys } from "./write-keys.ts";
import { finishPass, moveWatermark, savePlan, sweepLearning, takesRulesBack } from "./write-learning.ts";
import { addLesson, changeLesson, removeLesson, sweepLessons } from "./write-lessons.ts";
import { changeMemory, rememberMemory } from "./write-memory.ts";
import { removePacket, saveEmbeddings } from "./write-packets.ts";
import { renewLessons, renewPackets } from "./write-reembedded.ts";
import {
  BRAIN_ERASURE,
  type BrainErasureTraits,
  CHANGE,
  ERASURE,
  type LesserTraits,
  NOTE,
  OF_ACCOUNT,
  OWNER_ERASURE,
  PLAIN,
  REPEATABLE,
  REVOCATION,
  TURN,
  type WriteTraits,
} from "./write-traits.ts";
import { beginTurn, recordTurn, sweepTurns } from "./write-turns.ts";
import { removeUser } from "./write-users.ts";

/** Writes the file's first page anew, as it is. */
function proveWritable(db: Drizzle, _: null): void {
  db.run(sql`PRAGMA user_version = 0`);
}

export const WRITE_OPERATIONS = {
  adoptModel: { run: adoptModel, ...PLAIN },
  createAccount: { run: createAccount, ...OF_ACCOUNT },
  changeSettings: { run: changeSettings, ...OF_ACCOUNT },
  changeStanding: { run: changeStanding, ...OF_ACCOUNT },
  removeAccount: {
    run: removeAccount,
    brains: (db: Drizzle, { account }: AccountRemoval) => brainsWithin(db, { account, core: null }),
    ...OWNER_ERASURE,
  },
  countGatedTurn: { run: countGatedTurn, ...PLAIN },
  addKey: { run: addKey, ...OF_ACCOUNT },
  rotateKey: { run: rotateKey, ...OF_ACCOUNT },
  revokeKey: { run: revokeKey, ...REVOCATION },
  revokeLostKeys: { run: revokeLostKeys, ...OF_ACCOUNT },
  touchKeys: { run: touchKeys, ...REPEATABLE },
  createCore: { run: createCore, ...OF_ACCOUNT },
  changeCore: { run: changeCore, ...OF_ACCOUNT },
  removeCore: {
    run: removeCore,
    brains: (db: Drizzle, { account, slug }: CoreRemoval) => brainsWithin(db, { account, core: slug }),
    ...OWNER_ERASURE,
  },
  putConstitution: { run: putConstitution, ...OF_ACCOUNT },
  removeConstitution: { run: removeConstitution, ...OF_ACCOUNT },
  eraseMemory: {
    run: eraseMemory,
    brains: (db: Drizzle, { key }: MemoryErasure) => [findBrain(db, key) ?? []].flat(),
    ...BRAIN_ERASURE,
  },
  removeUser: {
    run: removeUser,
    brains: (db: Drizzle, { user, ...scope }: UserRemoval) => brainsWithin(db, scope, user),
    ...OWNER_ERASURE,
  },
  noteAction: { run: noteAction, ...NOTE },
  noteSigningKey: { run: noteSigningKey, ...PLAIN },
  importProfile: { run: importProfile, ...OF_ACCOUNT },
  importPart: { run: importPart, ...PLAIN },
  beginTurn: { run: beginTurn, ...PLAIN },
  recordTurn: { run: recordTurn, ...TURN },
  sweepTurns: { run: sweepTurns, ...ERASURE },
  rememberMemory: { run: rememberMemory, ...PLAIN },
  changeMemory: { run: changeMemory, ...CHANGE },
  removePacket: { run: removePacket, ...ERASURE },
  saveEmbeddings: { run: saveEmbeddings, ...REPEATABLE },
  renewPackets: { run: renewPackets, ...PLAIN },
  renewLessons: { run: renewLessons, ...PLAIN },
  addLesson: { run: addLesson, ...PLAIN },
  changeLesson: { run: changeLesson, erasesWith: ({ wording }: ChangedLesson) => wording !== null, ...CHANGE },
  removeLesson: { run: removeLesson, ...ERASURE },
  sweepLessons: { run: sweepLessons, ...ERASURE },
  savePlan: { run: savePlan, ...PLAIN },
  moveWatermark: { run: moveWatermark, ...PLAIN },
  // The embeddings that a pass is done with are of packets that stay: with a packet's erasure goes all that is left of
  // them. A whole file looked through after each brain's pass would hold up every write for nothing.
  finishPass: { run: finishPass, erasesWith: takesRulesBack, ...CHANGE },
  sweepLearning: { run: sweepLearning, ...ERASURE },
  proveWritable: { run: proveWritable, ...PLAIN },
} as const satisfies Record<string, LesserOperation | BrainErasure>;

interface LesserOperation extends LesserTraits {
  readonly run: (db: Drizzle, input: never) => unknown;
  /** Whether it erases with this input what its trait says; absent: with any. */
  readonly erasesWith?: (input: never) => boolean;
}

interface BrainErasure extends BrainErasureTraits {
  readonly run: (db: Drizzle, input: never) => unknown;
  /** Those that it is about to erase. */
  readonly brains: (db: Drizzle, input: never) => readonly BrainId[];
}

export type WriteName = keyof typeof WRITE_OPERATIONS;
export type WriteInput<N extends WriteName> = Parameters<(typeof WRITE_OPERATIONS)[N]["run"]>[1];
export type WriteResult<N extends WriteName> = ReturnType<(typeof WRITE_OPERATIONS)[N]["run"]>;

export interface WriteRequest {
  readonly name: WriteName;
  readonly input: unknown;
}

export function traitsOf(name: WriteName): WriteTraits {
  return WRITE_OPERATIONS[name];
}

/** Whether anything must be gone after it. */
export function isErasing({ name, input }: WriteRequest): boolean {
  const operation: LesserOperation | BrainErasure = WRITE_OPERATIONS[name];
  if (operation.erases === "nothing") return false;
  const erasesWith = "erasesWith" in operation ? (operation.erasesWith as (input: unknown) => boolean) : null;
  return erasesWith?.(input) ?? true;
}

// Single writer: an operation is a transaction that began IMMEDIATE, so that what it read stands until it has written.
// Every write in this folder that decides by what it has read says so.
/** Runs one operation; the pairing of name and input was checked where the request was made. */
export function runOperation(db: Drizzle, request: WriteRequest): unknown {
  const run = WRITE_OPERATIONS[request.name].run as (db: Drizzle, input: unknown) => unknown;
  return run(db, request.input);
}

/** The whole brains that the operation is about to erase. */
export function brainsErasedBy(db: Drizzle, request: WriteRequest): readonly BrainId[] {
  const operation = WRITE_OPERATIONS[request.name];
  if (operation.erases !== "brains") return [];
  const brains = operation.brains as (db: Drizzle, input: unknown) => readonly BrainId[];
  return brains(db, request.input);
}

/** An outcome as it crosses between threads, where errors lose their class. */
export type WriteOutcome =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly message: string;
      readonly details?: ErrorDetails;
      /** Where the storage failed: the code that SQLite or the system gave. */
      readonly fault?: string;
    }
  | { readonly ok: false; readonly code: null; readonly message: string };
