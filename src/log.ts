// Log lines: JSON on standard error, one a line, never with a secret or memory text.
import { pino } from "pino";

export type Logger = ReturnType<typeof createLogger>;

export function createLogger(level: string) {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    // Written at once: a line that waits in memory is lost with the process that it was about.
    pino.destination({ dest: 2, sync: true }),
  );
}
