// The sizes that requests and memory may have, as the settings say them.
import type { Limits } from "../domain/limits.ts";
import type { Settings } from "./settings.ts";

const MIB = 1024 * 1024;

export function limitsOf(settings: Settings): Limits {
  return {
    bodyBytesMax: settings.body_bytes_max,
    inputCharsMax: settings.input_chars_max,
    answerCharsMax: settings.answer_chars_max,
    lessonCharsMax: settings.lesson_chars_max,
    nameCharsMax: settings.name_chars_max,
    contextCharsMax: settings.context_chars_max,
    listLimitMax: settings.list_limit_max,
  };
}

/** Bytes for the vectors and words of brains in use. */
export function memoryBytesOf(settings: Settings): number {
  return settings.memory_mib * MIB;
}

/** Bytes for bodies of requests under way. */
export function bodyMemoryBytesOf(settings: Settings): number {
  return settings.body_memory_mib * MIB;
}
