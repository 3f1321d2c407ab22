// What the attacks have shown: the worst of each path, and what breaks a bound however often it is tried again.
import type { Sample } from "./attacked-service.ts";

/** Nobody else may wait longer, ms. */
export const STALL_MS_MAX = 50;
/** Linear work has 1; between this and that lie the collector and the compilers. */
export const GROWTH_MAX = 1.5;
/** Shorter work says nothing by its time. */
const MEASURABLE_MS = 20;
const SHORT_MS_LEAST = 3;
const LENGTH_STEP_LEAST = 3.5;
/** Findings of a path that are tried again; the others are counted. */
const CONFIRMED_MAX = 40;

export interface Finding {
  readonly path: string;
  readonly text: string;
  readonly length: number;
  readonly what: "stall" | "growth" | "growth in a worker" | "failure";
  readonly stallMs: number;
  readonly mainMs: number;
  readonly workerMs: number;
  /** log of times over log of lengths; null where it was not looked at. */
  readonly exponent: number | null;
  readonly status: number;
}

interface Worst {
  requests: number;
  readonly texts: Set<string>;
  longest: number;
  stall: Sample | null;
  stallText: string;
  main: Sample | null;
  mainText: string;
  otherMs: number;
  exponent: number;
  suspected: number;
}

export class Tally {
  readonly findings: Finding[] = [];
  readonly #paths = new Map<string, Worst>();
  readonly #plain = new Map<string, number>();
  #confirmed = new Map<string, number>();

  /** Plain text may be too slow itself: others count where they are slower still. */
  addPlain(samples: readonly Sample[]): void {
    for (const { path, length, mainMs } of samples) {
      const key = `${path} ${length}`;
      this.#plain.set(key, Math.min(mainMs, this.#plain.get(key) ?? Number.POSITIVE_INFINITY));
    }
  }

  add(text: string, samples: readonly Sample[]): void {
    for (const sample of samples) {
      if (sample.path === "") continue;
      const worst = this.#worstOf(sample.path);
      worst.requests++;
      worst.texts.add(text);
      worst.longest = Math.max(worst.longest, sample.length);
      worst.otherMs = Math.max(worst.otherMs, sample.otherMs);
      if (sample.mainMs > (worst.main?.mainMs ?? -1)) [worst.main, worst.mainText] = [sample, text];
      // A longer one counts when it comes again: see judge.
      const isWorse = sample.stallMs <= STALL_MS_MAX && sample.stallMs > (worst.stall?.stallMs ?? -1);
      if (isWorse) [worst.stall, worst.stallText] = [sample, text];
    }
  }

  /** Paths that break a bound here, as far as one time tells. */
  suspects(samples: readonly Sample[], shorter: readonly Sample[]): Set<string> {
    const paths = new Set<string>();
    for (const sample of worstByPath(samples).values()) {
      if (this.#breaks(sample, worstByPath(shorter).get(sample.path)).length > 0) paths.add(sample.path);
    }
    paths.delete("");
    return paths;
  }

  mayConfirm(paths: ReadonlySet<string>): boolean {
    return [...paths].some((path) => (this.#confirmed.get(path) ?? 0) < CONFIRMED_MAX);
  }

  countSuspected(paths: ReadonlySet<string>): void {
    for (const path of paths) this.#worstOf(path).suspected++;
  }

  /** `rounds`: the same text again and again, and a shorter one of its kind; each with what its requests cost. */
  judge(
    text: string,
    rounds: readonly { readonly long: readonly Sample[]; readonly short: readonly Sample[] }[],
  ): void {
    const longs = rounds.map(({ long }) => worstByPath(long));
    const shorts = rounds.map(({ short }) => worstByPath(short));
    for (const path of longs[0]?.keys() ?? []) {
      if (path === "") continue;
      const long = longs.map((each) => each.get(path)).filter((each) => each !== undefined);
      if (long.length < rounds.length) continue;
      const short = shorts.map((each) => each.get(path)).filter((each) => each !== undefined);
      const least = bestOf(long, Math.min);
      const most = short.length === 0 ? undefined : bestOf(short, Math.max);
      const worst = this.#worstOf(path);
      if (least.stallMs > (worst.stall?.stallMs ?? -1)) [worst.stall, worst.stallText] = [least, text];
      if (most !== undefined) worst.exponent = Math.max(worst.exponent, exponentOf(least, most, "mainMs") ?? 0);
      for (const what of this.#breaks(least, most)) {
        this.#confirmed.set(path, (this.#confirmed.get(path) ?? 0) + 1);
        const kind = what === "growth in a worker" ? "workerMs" : "mainMs";
        const exponent = most === undefined ? null : exponentOf(least, most, kind);
        const { length, stallMs, mainMs, workerMs, status } = least;
        this.findings.push({ path, text, length, what, stallMs, mainMs, workerMs, exponent, status });
      }
    }
  }

  /** Once is enough: no text may make the service fail. */
  fail(text: string, sample: Sample): void {
    const { path, length, stallMs, mainMs, workerMs, status } = sample;
    this.findings.push({ path, text, length, what: "failure", stallMs, mainMs, workerMs, exponent: null, status });
  }

  #breaks(sample: Sample, shorter: Sample | undefined): Finding["what"][] {
    const plainMs = this.#plain.get(`${sample.path} ${sample.length}`) ?? 0;
    const isDearerThanPlain = sample.mainMs > 2 * plainMs || sample.stallMs > 2 * plainMs;
    const isStalled = sample.stallMs > STALL_MS_MAX && isDearerThanPlain;
    const grows = (of: "mainMs" | "workerMs") =>
      shorter !== undefined && (exponentOf(sample, shorter, of) ?? 0) > GROWTH_MAX;
    return [
      ...(isStalled ? (["stall"] as const) : []),
      ...(grows("mainMs") ? (["growth"] as const) : []),
      ...(grows("workerMs") ? (["growth in a worker"] as const) : []),
    ];
  }

  #worstOf(path: string): Worst {
    const known = this.#paths.get(path);
    if (known !== undefined) return known;
    const made: Worst = {
      ...{ requests: 0, texts: new Set<string>(), longest: 0, otherMs: 0, exponent: 0, suspected: 0 },
      ...{ stall: null, stallText: "", main: null, mainText: "" },
    };
    this.#paths.set(path, made);
    return made;
  }

  /** Markdown: a row for each path. */
  table(): string {
    const head = [
      "| path | texts | longest | worst stall of `/livez`, ms | main thread at most, ms | growth | the text of it |",
      "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ];
    const rows = [...this.#paths]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, worst]) => {
        const { texts, longest, stall, stallText, main, mainText, exponent } = worst;
        const text = stall === null ? mainText : stallText;
        const length = (stall ?? main)?.length ?? 0;
        const cells = [
          ...[path, texts.size, longest, stall?.stallMs.toFixed(0) ?? "-", main?.mainMs.toFixed(0) ?? "0"],
          ...[exponent === 0 ? "-" : exponent.toFixed(1), `${text} (${length})`],
        ];
        return `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
      });
    return [...head, ...rows].join("\n");
  }

  suspectedMore(): string[] {
    return [...this.#paths].flatMap(([path, { suspected }]) =>
      suspected === 0 ? [] : [`${path}: ${suspected} more texts, each tried once`],
    );
  }

  summary(): { requests: number; texts: number; otherMs: number } {
    const all = [...this.#paths.values()];
    return {
      requests: all.reduce((sum, each) => sum + each.requests, 0),
      texts: new Set(all.flatMap((each) => [...each.texts])).size,
      otherMs: Math.max(0, ...all.map((each) => each.otherMs)),
    };
  }
}

/** null where either is too short to say. */
export function exponentOf(long: Sample, short: Sample, of: "mainMs" | "workerMs"): number | null {
  if (long[of] < MEASURABLE_MS || long.length < short.length * LENGTH_STEP_LEAST) return null;
  return Math.log(long[of] / Math.max(SHORT_MS_LEAST, short[of])) / Math.log(long.length / short.length);
}

/** A scenario asks some paths several times. */
function worstByPath(samples: readonly Sample[]): Map<string, Sample> {
  const byPath = new Map<string, Sample>();
  for (const sample of samples) {
    const known = byPath.get(sample.path);
    byPath.set(sample.path, known === undefined ? sample : bestOf([known, sample], Math.max));
  }
  return byPath;
}

function bestOf(samples: readonly Sample[], choose: (...values: number[]) => number): Sample {
  const of = (field: "stallMs" | "mainMs" | "workerMs") => choose(...samples.map((sample) => sample[field]));
  return { ...samples[0]!, stallMs: of("stallMs"), mainMs: of("mainMs"), workerMs: of("workerMs") };
}
