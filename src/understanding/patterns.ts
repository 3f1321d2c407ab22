// Patterns that operators write, in RE2's syntax: bounded before they are compiled, and matched in slices.
import { RE2JS } from "re2js";
import { RecentMap } from "../base/recent-map.ts";
import type { Steps } from "../base/steps.ts";
import { MemoryError } from "../domain/errors.ts";
import type { PatternFaults } from "../domain/ports/text-reading.ts";
import { compileRe2 } from "../matching/compile-re2.ts";
import { Matcher, PAUSED } from "../matching/matcher.ts";
import type { Program } from "../matching/program.ts";
import { writtenSize } from "./written-size.ts";

const PATTERNS_KEPT = 1_000;
/** Instructions of one compiled pattern. */
const PROGRAM_STEPS_MAX = 1_000;
/** Patterns of a larger written-out size are not compiled. One of RE2's instructions may take several characters. */
const WRITTEN_SIZE_MAX = 10 * PROGRAM_STEPS_MAX;
/** Steps in one slice, and steps of all patterns of a list together over one text. */
const SLICE_STEPS = 20_000;
const STEPS_MAX = 100_000_000;

const FAULT = "must be a regular expression in RE2's syntax (no look-around, no back-references) of moderate size";

function compilePattern(pattern: string): Program {
  if (writtenSize(pattern) > WRITTEN_SIZE_MAX) throw new RangeError("the pattern is written out to too much");
  const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  if (compiled.programSize() > PROGRAM_STEPS_MAX) throw new RangeError("the pattern stands for too large a program");
  return compileRe2(compiled);
}

/** Matching ignores case, unless a pattern begins with `(?-i)`. */
export class PatternReader {
  readonly #compiled = new RecentMap<string, Program>(PATTERNS_KEPT);
  readonly #matcher = new Matcher();

  /** See TextTasks. */
  *find(patterns: readonly string[], text: string): Steps<number> {
    const room = { left: STEPS_MAX };
    for (const at of patterns.keys()) {
      if (yield* this.#finds(patterns, at, text, room)) return at;
      yield;
    }
    return -1;
  }

  /** See TextTasks. */
  *findEach(patterns: readonly string[], text: string): Steps<boolean[]> {
    const room = { left: STEPS_MAX };
    const found: boolean[] = [];
    for (const at of patterns.keys()) {
      found.push(yield* this.#finds(patterns, at, text, room));
      yield;
    }
    return found;
  }

  /** `room`: steps that are left for all patterns. */
  *#finds(patterns: readonly string[], at: number, text: string, room: { left: number }): Steps<boolean> {
    const program = this.#programOf(patterns[at]!);
    // Other searches run between two slices of a long search, so a long search needs a matcher of its own.
    let matcher = this.#matcher;
    matcher.begin(program, text);
    let found = matcher.find(0, false, SLICE_STEPS);
    if (found === PAUSED) {
      matcher = new Matcher();
      matcher.begin(program, text);
      found = matcher.find(0, false, SLICE_STEPS);
    }
    for (; found === PAUSED; found = matcher.find(0, false, SLICE_STEPS)) {
      room.left -= SLICE_STEPS;
      if (room.left < 0) throw tooSlow(at);
      yield;
    }
    return found === true;
  }

  /** See TextTasks. */
  *check(patterns: readonly string[]): Steps<PatternFaults> {
    const faults: (string | null)[] = [];
    let steps = 0;
    for (const pattern of patterns) {
      try {
        steps += compilePattern(pattern).choices.length;
        faults.push(null);
      } catch {
        faults.push(FAULT);
      }
      yield;
    }
    return { faults, steps };
  }

  /** Does not throw for a stored pattern: it was compiled before it was accepted. */
  #programOf(pattern: string): Program {
    return this.#compiled.getOrMake(pattern, () => compilePattern(pattern));
  }
}

function tooSlow(pattern: number): MemoryError {
  const message = "the patterns of the constitution take too long for this text: an administrator must simplify them";
  return new MemoryError("constitution_too_slow", message, { pattern });
}
