// What a running service holds, read from outside: memory, descriptors, threads, files; and what it says of itself.
import { statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface Sample {
  /** Seconds since the start of the run. */
  readonly atS: number;
  readonly rssBytes: number;
  /** The part of it that is no file. */
  readonly anonBytes: number;
  readonly descriptors: number;
  readonly threads: number;
  readonly databaseBytes: number;
  /** The largest since the sample before. */
  readonly walBytes: number;
  /** Of `/prometheus`, the figures named in SHOWN. */
  readonly shown: Readonly<Record<string, number>>;
}

const SHOWN = [
  "nodejs_heap_size_used_bytes",
  "nodejs_heap_size_total_bytes",
  "nodejs_external_memory_bytes",
  "memoryd_vectors_bytes",
  "memoryd_words_bytes",
  "memoryd_brains_in_memory",
  "memoryd_brain_evictions_total",
  "memoryd_embeddings_pending",
  "memoryd_embeddings_remembered",
  "memoryd_writes_waiting",
];
const WAL_EVERY_MS = 100;

export interface Sampler {
  sample(): Promise<Sample>;
  stop(): void;
}

export interface SampledService {
  readonly pid: number;
  readonly dataDir: string;
  /** The text of `/prometheus`. */
  prometheus(): Promise<string>;
}

export function createSampler(service: SampledService): Sampler {
  const startedAt = performance.now();
  const database = join(service.dataDir, "memoryd.db");
  let walMost = 0;
  const look = () => {
    walMost = Math.max(walMost, sizeOf(`${database}-wal`));
  };
  const timer = setInterval(look, WAL_EVERY_MS);
  return {
    async sample() {
      look();
      const walBytes = walMost;
      walMost = 0;
      const status = await readFile(`/proc/${service.pid}/status`, "utf8");
      const descriptors = (await readdir(`/proc/${service.pid}/fd`)).length;
      return {
        atS: (performance.now() - startedAt) / 1_000,
        rssBytes: statusField(status, "VmRSS") * 1_024,
        anonBytes: statusField(status, "RssAnon") * 1_024,
        descriptors,
        threads: statusField(status, "Threads"),
        databaseBytes: sizeOf(database),
        walBytes,
        shown: figuresOf(await service.prometheus()),
      };
    },
    stop: () => clearInterval(timer),
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Throws where the system does not tell: a run without it would have measured nothing. */
function statusField(status: string, name: string): number {
  const value = new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1];
  if (value === undefined) throw new Error(`/proc/PID/status has no ${name}.`);
  return Number(value);
}

export function figuresOf(text: string): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const line of text.split("\n")) {
    const [name = "", value] = line.split(" ");
    if (SHOWN.includes(name)) figures[name] = Number(value);
  }
  return figures;
}
