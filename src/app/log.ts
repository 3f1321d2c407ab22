// Log lines: JSON on standard error or in a file, one a line, never with a secret or memory text.
import { type DestinationStream, pino } from "pino";

export type Logger = ReturnType<typeof createLogger>;

/** What a reader that takes none is kept in memory, in bytes; lines beyond it are dropped. */
const UNREAD_BYTES_MAX = 1024 * 1024;

function standardError(): DestinationStream {
  // Written at once: a line that waits in memory is lost with the process that it was about.
  const lines = pino.destination({ dest: 2, sync: true, maxLength: UNREAD_BYTES_MAX });
  // The reader of the lines has gone, or its disk is full: the service goes on without them.
  lines.on("error", () => {});
  return lines;
}

/** `lines`: absent: standard error. */
export function createLogger(level: string, lines: DestinationStream = standardError()) {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    lines,
  );
}

const CAUSES_MAX = 4;

/**
 * What of an error goes into the log. Messages of parsers and of failed queries quote what they were given, which may
 * be somebody's memory: of those only the kind, the code and the place are told.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const at = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(quotesInput(error) ? {} : { message: error.message }),
    at: at.map((line) => line.trim()),
    ...(error.cause === undefined || depth >= CAUSES_MAX ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

function quotesInput(error: Error): boolean {
  return error instanceof SyntaxError || error.message.includes("Failed query") || "query" in error;
}
