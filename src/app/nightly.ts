// Starts the nightly pass by a cron expression, in the machine's local time.
import { Cron, type CronOptions } from "croner";

const READING = {
  mode: "5-part",
  // Hours given as a list or range are then neither skipped nor run twice when the clocks change, as a single hour is.
  fixedTimeRule: "no-wildcard",
} as const satisfies CronOptions;

export interface NightlyOptions {
  /** Five fields, such as "0 3 * * *", or a nickname, such as "@daily". */
  readonly cron: string;
  readonly run: () => Promise<void>;
  /** Told what `run` rejects with; the next run comes all the same. */
  readonly onError: (error: unknown) => void;
}

export interface Nightly {
  /** No run starts from now on; one under way goes on. */
  stop(): void;
  /** The first start after `from`, by default after now; null once stopped. */
  next(from?: Date): Date | null;
}

/**
 * Runs do not overlap: a start that comes while one is under way is left out. Does not keep the process alive.
 * Throws where the expression starts nothing, which `checkCron` tells before.
 */
export function startNightly(options: NightlyOptions): Nightly {
  const fault = checkCron(options.cron);
  if (fault !== null) throw new Error(fault);
  const job = new Cron(
    options.cron,
    { ...READING, protect: true, unref: true, catch: (error) => options.onError(error) },
    () => options.run(),
  );
  return {
    stop: () => job.stop(),
    next: (from) => job.nextRun(from),
  };
}

/** What is wrong with an expression, in one sentence; null where nothing is. */
export function checkCron(expression: string): string | null {
  const job = parse(expression);
  if (job === null) return faultyField(expression) ?? FORM;
  return job.nextRun() === null ? "The schedule names a day that never comes." : null;
}

const FORM = 'A schedule is a cron expression of five fields, such as "0 3 * * *".';
const FIELDS = [
  ["minute", "0-59"],
  ["hour", "0-23"],
  ["day of the month", "1-31"],
  ["month", "1-12 or JAN-DEC"],
  ["day of the week", "0-7 or SUN-SAT"],
] as const;

/** Each field is tried alone; null where the expression is wrong as a whole. */
function faultyField(expression: string): string | null {
  const written = expression.trim().split(/\s+/);
  if (written.length !== FIELDS.length) return null;
  for (const [at, [name, range]] of FIELDS.entries()) {
    const alone = written.map((field, other) => (other === at ? field : "*")).join(" ");
    if (parse(alone) !== null) continue;
    return `The ${name} "${written[at]}" of the schedule is not one of ${range}, as a number, list (1,2), range (1-5) or step (*/5).`;
  }
  return null;
}

/** The job of an expression, not started; null where it is none. */
function parse(expression: string): Cron | null {
  try {
    const job = new Cron(expression, READING);
    // The library also takes a date, which has no pattern and would run once.
    return job.getPattern() === undefined ? null : job;
  } catch {
    return null;
  }
}
