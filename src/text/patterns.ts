// Patterns that operators write, run in time linear in the text: RE2, so that no pattern can hold the service up.
import { RE2JS } from "re2js";
import type { PatternCompiler, PatternTest } from "../domain/text-tools.ts";

const PATTERNS_KEPT = 1_000;
/** Steps of a compiled pattern: a text takes at most this many for each of its characters. */
const PROGRAM_STEPS_MAX = 1_000;

function compilePattern(pattern: string): PatternTest {
  const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  if (compiled.programSize() > PROGRAM_STEPS_MAX) throw new RangeError("the pattern stands for too large a program");
  return (text) => compiled.matcher(text).find();
}

/** Case does not count in a match; `(?-i)` at its start makes a pattern care. */
export function createPatternCompiler(): PatternCompiler {
  const compiled = new Map<string, PatternTest>();
  return {
    accepts(pattern) {
      try {
        compilePattern(pattern);
        return true;
      } catch {
        return false;
      }
    },
    compile(pattern) {
      const known = compiled.get(pattern);
      if (known !== undefined) return known;
      const test = compilePattern(pattern);
      // Oldest out first: a Map remembers the order in which its keys came.
      const oldest = compiled.size >= PATTERNS_KEPT ? compiled.keys().next() : { done: true as const };
      if (!oldest.done) compiled.delete(oldest.value);
      compiled.set(pattern, test);
      return test;
    },
  };
}
