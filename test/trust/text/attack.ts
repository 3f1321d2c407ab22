// Runs texts through scenarios for as long as it may, tries again what looks bad, and starts the service anew now and then.
import { type AttackedService, type AttackOptions, type Sample, startAttacked } from "./attacked-service.ts";
import type { Scenario } from "./scenario.ts";
import { plainPump } from "./shape-pumps.ts";
import type { Tally } from "./tally.ts";
import type { TextPump } from "./text-pump.ts";

export interface Task {
  readonly scenario: Scenario;
  readonly pump: TextPump;
  /** Ascending; those beyond the scenario's are left out. */
  readonly lengths: readonly number[];
}

/** Tasks of a kind, which has its share of the time. */
export interface Stream {
  readonly name: string;
  readonly share: number;
  readonly tasks: Iterator<Task>;
  /** How many there are; null: no end. */
  readonly count: number | null;
}

export interface Progress {
  readonly name: string;
  readonly done: number;
  readonly count: number | null;
}

/** A text that took so long is not made longer. */
const LONG_ENOUGH_MS = 400;
/** So clear that it need not be tried again. */
const CLEAR_MS = 400;
const ROUNDS = 3;
/** Of so many bytes one time has to do. */
const LONG_FILE = 1_000_000;
/** Data and brains of thousands of texts would be what is measured in the end. */
const SERVICE_MS_MAX = 240_000;

export class Attacker {
  #service: AttackedService | null = null;
  #startedAt = 0;
  #starts = 0;
  readonly #known = new Set<string>();
  readonly #ceilings = new Map<string, number>();

  constructor(
    private readonly options: AttackOptions,
    private readonly tally: Tally,
    /** Names of texts that are passed over. */
    private readonly leftOut: RegExp,
    private readonly say: (line: string) => void,
  ) {}

  /** Whichever stream is most behind its share goes on, until the time is over or all are done. */
  async run(streams: readonly Stream[], minutes: number): Promise<Progress[]> {
    const end = performance.now() + minutes * 60_000;
    const states = streams.map((stream) => ({ stream, usedMs: 0, done: 0, isOver: false }));
    while (performance.now() < end) {
      const open = states.filter(({ isOver }) => !isOver);
      const next = open.toSorted((a, b) => a.usedMs / a.stream.share - b.usedMs / b.stream.share)[0];
      if (next === undefined) break;
      const task = next.stream.tasks.next();
      if (task.done === true) {
        next.isOver = true;
        continue;
      }
      if (this.leftOut.test(task.value.pump.name)) continue;
      const startedAt = performance.now();
      await this.#attempt(task.value);
      next.usedMs += performance.now() - startedAt;
      next.done++;
    }
    return states.map(({ stream, done }) => ({ name: stream.name, done, count: stream.count }));
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    this.#service = null;
  }

  async #attempt(task: Task): Promise<void> {
    try {
      await this.#knowPlain(task);
      await this.#climb(task);
    } catch (error) {
      this.say(`THE SERVICE IS GONE: ${task.scenario.name}, ${task.pump.name}: ${error}`);
      const none = { stallMs: 0, mainMs: 0, workerMs: 0, wallMs: 0, otherMs: 0, status: 0 };
      this.tally.fail(task.pump.name, { ...none, path: task.scenario.name, length: task.lengths.at(-1) ?? 0 });
      await this.stop().catch(() => {});
    }
  }

  /** What ordinary text of these lengths costs, before the first other text of the scenario. */
  async #knowPlain({ scenario, lengths }: Task): Promise<void> {
    const plain = plainPump();
    for (const length of lengths) {
      const key = `${scenario.name} ${length}`;
      if (length > this.#lengthMax(scenario) || this.#known.has(key)) continue;
      this.#known.add(key);
      const rounds: { long: Sample[]; short: Sample[] }[] = [];
      const before = this.tally.findings.length;
      while (rounds.length < (length > LONG_FILE ? 1 : ROUNDS)) {
        rounds.push({ long: await this.#once(scenario, plain, length), short: [] });
      }
      for (const { long } of rounds) this.tally.add(plain.name, long);
      this.tally.judge(plain.name, rounds);
      for (const finding of this.tally.findings.slice(before)) this.say(findingLine(finding));
      for (const { long } of rounds) this.tally.addPlain(long);
      if (rounds.every(({ long }) => isLongEnough(long))) this.#ceilings.set(scenario.name, length);
    }
  }

  /** Where plain text takes too long already, no text is made longer. */
  #lengthMax({ name, lengthMax }: Scenario): number {
    return Math.min(lengthMax, this.#ceilings.get(name) ?? lengthMax);
  }

  async #climb({ scenario, pump, lengths }: Task): Promise<void> {
    let short: Sample[] = [];
    let shortLength = 0;
    for (const length of lengths) {
      if (length > this.#lengthMax(scenario)) break;
      const long = await this.#once(scenario, pump, length);
      this.tally.add(pump.name, long);
      for (const sample of long) if (sample.status === 0 || sample.status >= 500) this.tally.fail(pump.name, sample);
      const suspects = this.tally.suspects(long, short);
      if (suspects.size > 0 && this.tally.mayConfirm(suspects)) {
        const before = this.tally.findings.length;
        await this.#tryAgain({ scenario, pump, length, long, short, shortLength });
        for (const finding of this.tally.findings.slice(before)) this.say(findingLine(finding));
      } else this.tally.countSuspected(suspects);
      if (isLongEnough(long)) break;
      short = long;
      shortLength = length;
    }
  }

  async #tryAgain(at: {
    readonly scenario: Scenario;
    readonly pump: TextPump;
    readonly length: number;
    readonly long: readonly Sample[];
    readonly short: readonly Sample[];
    readonly shortLength: number;
  }): Promise<void> {
    const isClear = at.long.some(({ mainMs }) => mainMs > CLEAR_MS);
    const rounds = [{ long: at.long, short: isClear ? [] : at.short }];
    while (!isClear && rounds.length < ROUNDS) {
      const short = at.shortLength === 0 ? [] : await this.#once(at.scenario, at.pump, at.shortLength);
      rounds.push({ short, long: await this.#once(at.scenario, at.pump, at.length) });
    }
    this.tally.judge(at.pump.name, rounds);
  }

  async #once(scenario: Scenario, pump: TextPump, length: number): Promise<Sample[]> {
    const service = await this.#running();
    service.samples();
    await scenario.run(service, pump.text(length));
    return service.samples();
  }

  async #running(): Promise<AttackedService> {
    if (this.#service !== null && performance.now() - this.#startedAt > SERVICE_MS_MAX) await this.stop();
    if (this.#service === null) {
      this.#service = await startAttacked({ ...this.options, folder: `${this.options.folder}/${++this.#starts}` });
      this.#startedAt = performance.now();
    }
    return this.#service;
  }
}

function isLongEnough(samples: readonly Sample[]): boolean {
  return samples.some(({ mainMs, wallMs }) => mainMs > LONG_ENOUGH_MS || wallMs > 10 * LONG_ENOUGH_MS);
}

type Shown = Tally["findings"][number];

export function findingLine({ path, text, length, what, stallMs, mainMs, workerMs, exponent, status }: Shown): string {
  const grown = exponent === null ? "" : `, grows as length^${exponent.toFixed(1)}`;
  const times = `stall ${stallMs.toFixed(0)} ms, main thread ${mainMs.toFixed(0)} ms, workers ${workerMs.toFixed(0)} ms`;
  return `${what.toUpperCase()} ${path} (${status}), ${length} characters of ${text}: ${times}${grown}`;
}
