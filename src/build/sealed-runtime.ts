// Makes the runtime inside the executable deaf to the environment variables that would change what it runs, sends or shows.

/**
 * Beginnings of the names that Bun obeys before, or without, a word of our own: it becomes the bun command
 * (BUN_BE_BUN), runs a foreign script first (BUN_OPTIONS), opens a debugger (BUN_INSPECT…), sends a crash report
 * (BUN_ENABLE_CRASH_REPORTING), writes a file (BUN_BYTECODE_ORDER_OUT), prints what it sends (BUN_CONFIG_VERBOSE_FETCH).
 */
const NAMES = [
  "BUN_BE_BUN",
  "BUN_BYTECODE_",
  "BUN_CONFIG_",
  "BUN_CRASH_REPORT_URL",
  "BUN_DESTRUCT_VM_ON_EXIT",
  "BUN_DISABLE_",
  "BUN_ENABLE_CRASH_REPORTING",
  "BUN_FEATURE_FLAG_",
  "BUN_GARBAGE_COLLECTOR_LEVEL",
  "BUN_GC_",
  "BUN_INSPECT",
  "BUN_OPTIONS",
  "BUN_RUNTIME_TRANSPILER_CACHE_PATH",
  "BUN_THREADPOOL_STATS",
  "BUN_WATCHER_TRACE",
] as const;

/** What stands before a name in the source of the runtime's own modules, or in a message: there it stays. */
const IN_TEXT = new Set([..." .\"'`$(*"].map((character) => character.charCodeAt(0)));

const CRASH_REPORTS = "https://bun.report";
/** Of the same length: nobody listens on the discard port. */
const NOWHERE = "http://127.0.0.1:9";

export class SealingError extends Error {}

/**
 * Changes the bytes of a Bun executable. The first letter of each name becomes NUL, which no variable's name can hold,
 * so none of them is ever found set. Throws SealingError where a name is missing: then Bun has changed, and so must this.
 */
export function sealRuntime(runtime: Uint8Array, target: string): void {
  const bytes = Buffer.from(runtime.buffer, runtime.byteOffset, runtime.byteLength);
  for (const name of NAMES) {
    const places = placesOf(bytes, name).filter((at) => !IN_TEXT.has(bytes[at - 1] ?? 0));
    if (places.length === 0)
      throw new SealingError(`The runtime has no ${name}: src/build/sealed-runtime.ts is out of date.`);
    for (const at of places) bytes[at] = 0;
  }
  // Bun for Linux sends crash reports only when a variable asks for it; elsewhere it does so unasked.
  if (target.startsWith("linux")) return;
  const reports = placesOf(bytes, CRASH_REPORTS);
  if (reports.length === 0) throw new SealingError("The runtime does not say where it sends crash reports.");
  for (const at of reports) bytes.write(NOWHERE, at, "latin1");
}

function placesOf(bytes: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) places.push(at);
  return places;
}
