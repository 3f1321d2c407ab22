// Every write that the store knows, by name: plain data in, plain data out, so that a batch can cross to the writer's thread.
import type { Drizzle } from "./open-database.ts";
import { proveWritable } from "./prove-writable.ts";
import { removeUser } from "./user-store.ts";
import {
  adoptModel,
  changeCore,
  changeSettings,
  changeStanding,
  countAccountTurn,
  createAccount,
  createCore,
  putConstitution,
  removeConstitution,
  removeCore,
} from "./write-accounts.ts";
import { noteAction, noteSigningKey } from "./write-audit.ts";
import { eraseMemory } from "./write-erasure.ts";
import { importPart, importProfile } from "./write-import.ts";
import { addKey, revokeKey, revokeLostKeys, touchKeys } from "./write-keys.ts";
import { finishPass, moveWatermark, savePlan, sweepLearning } from "./write-learning.ts";
import { addLesson, removeLesson, rewordLesson, sweepLessons } from "./write-lessons.ts";
import { removePacket, saveEmbeddings } from "./write-packets.ts";
import { renewLessons, renewPackets } from "./write-reembedded.ts";
import { beginTurn, recordTurn, sweepTurns } from "./write-turns.ts";

export const WRITE_OPERATIONS = {
  adoptModel,
  createAccount,
  changeSettings,
  changeStanding,
  countAccountTurn,
  addKey,
  revokeKey,
  revokeLostKeys,
  touchKeys,
  createCore,
  changeCore,
  removeCore,
  putConstitution,
  removeConstitution,
  eraseMemory,
  removeUser,
  noteAction,
  noteSigningKey,
  importProfile,
  importPart,
  beginTurn,
  recordTurn,
  sweepTurns,
  removePacket,
  saveEmbeddings,
  renewPackets,
  renewLessons,
  addLesson,
  rewordLesson,
  removeLesson,
  sweepLessons,
  savePlan,
  moveWatermark,
  finishPass,
  sweepLearning,
  proveWritable,
} as const;

/** Operations after which the bytes must be gone from the WAL too. */
export const ERASING_OPERATIONS: ReadonlySet<WriteName> = new Set<WriteName>([
  "removeCore",
  "eraseMemory",
  "removeUser",
  "removePacket",
  "removeLesson",
  "sweepLessons",
  "sweepTurns",
  "sweepLearning",
]);

/** Operations that must go on while the disk is full: they make room, shut somebody out, or note that memory is saved. */
export const FREEING_OPERATIONS: ReadonlySet<WriteName> = new Set<WriteName>([
  ...ERASING_OPERATIONS,
  "revokeKey",
  "noteAction",
]);

/** Operations that erase whole brains, and with them every row that refers to any of theirs. */
export const WIPING_OPERATIONS: ReadonlySet<WriteName> = new Set<WriteName>([
  "removeCore",
  "eraseMemory",
  "removeUser",
]);

/**
 * Operations whose loss nobody would notice: what a power cut takes of them is made anew, from what is on the disk. Killed
 * at any moment, the process leaves them written all the same.
 */
export const REPEATABLE_OPERATIONS: ReadonlySet<WriteName> = new Set<WriteName>(["saveEmbeddings", "touchKeys"]);

/** Operations after which keys, settings, cores and constitutions are read again. */
export const ACCOUNT_OPERATIONS: ReadonlySet<WriteName> = new Set<WriteName>([
  "createAccount",
  "changeSettings",
  "changeStanding",
  "addKey",
  "revokeKey",
  "revokeLostKeys",
  "createCore",
  "changeCore",
  "removeCore",
  "removeUser",
  "putConstitution",
  "removeConstitution",
  "importProfile",
]);

export type WriteName = keyof typeof WRITE_OPERATIONS;
export type WriteInput<N extends WriteName> = Parameters<(typeof WRITE_OPERATIONS)[N]>[1];
export type WriteResult<N extends WriteName> = ReturnType<(typeof WRITE_OPERATIONS)[N]>;

export interface WriteRequest {
  readonly name: WriteName;
  readonly input: unknown;
}

/** Runs one operation; the pairing of name and input was checked where the request was made. */
export function runOperation(db: Drizzle, request: WriteRequest): unknown {
  const operation = WRITE_OPERATIONS[request.name] as (db: Drizzle, input: unknown) => unknown;
  return operation(db, request.input);
}
