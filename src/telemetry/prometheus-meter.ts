// Counters, gauges and histograms in the form that Prometheus reads.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Meter, MeterEvent } from "../domain/ports/meter.ts";

/** Bun gives zeros, or nothing, for V8's heap spaces, handles and garbage collector; the version is Node.js's. */
const KEPT = [
  // The first of these fills in the two that follow.
  "process_cpu_user_seconds_total",
  "process_cpu_system_seconds_total",
  "process_cpu_seconds_total",
  "process_start_time_seconds",
  "process_resident_memory_bytes",
  "process_virtual_memory_bytes",
  "process_open_fds",
  "process_max_fds",
  // The first of these fills in the others.
  "nodejs_eventloop_lag_seconds",
  "nodejs_eventloop_lag_max_seconds",
  "nodejs_eventloop_lag_p50_seconds",
  "nodejs_eventloop_lag_p99_seconds",
  "nodejs_heap_size_total_bytes",
  "nodejs_heap_size_used_bytes",
  "nodejs_external_memory_bytes",
];

function observeProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (!KEPT.includes(name)) registry.removeSingleMetric(name);
}

/** Name of the counter, what it counts, and the name of its label where it has one. */
const COUNTERS = {
  turns_prepared: { help: "Turns prepared, with a token.", label: null },
  turns_gated: { help: "Turns that a gate of their constitution held back.", label: null },
  turns_recorded: { help: "Turns recorded, each one packet.", label: null },
  learning_passes: {
    help: "Learning passes that ended, by outcome.",
    label: "status",
    // Shown from the start: what appears with 1 has not grown, as Prometheus sees it.
    values: ["ok", "partial", "failed"],
  },
  learning_clusters: { help: "Clusters kept for distillation.", label: null },
  lessons_made: { help: "Lessons that learning passes made.", label: null },
  lessons_renewed: { help: "Lessons renewed because a turn retrieved them.", label: null },
  lessons_expired: { help: "Lessons swept after they expired.", label: null },
  cues_fired: { help: "Detectors that fired on recorded turns, by cue.", label: "cue" },
} as const satisfies Record<MeterEvent["event"], { help: string; label: string | null; values?: readonly string[] }>;

type Reading = () => number | Promise<number>;
/** Values of the one label, each with its number. */
export type LabelledReading = () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>;

export interface Total {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Observer {
  observe(value: number): void;
}

export interface PrometheusMeter extends Meter {
  readonly contentType: string;
  /** Shows what `read` gives when somebody looks, as a gauge `memoryd_NAME`; nothing where that is null, or fails. */
  observe(name: string, help: string, read: () => number | null | Promise<number | null>): void;
  /** The same with one label; a value that is read no more is shown no more. */
  observeBy(name: string, help: string, label: string, read: LabelledReading): void;
  /** The same for what only grows, as a counter `memoryd_NAME_total`. */
  observeTotal(name: string, help: string, read: Reading): void;
  observeTotals(name: string, help: string, labels: readonly string[], read: () => readonly Total[]): void;
  /** A histogram `memoryd_NAME`, with one observer for each value of its labels. */
  histogram<L extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels: readonly L[],
  ): (values: Readonly<Record<L, string>>) => Observer;
  /** A gauge `memoryd_NAME` that is 1 and says the rest in its labels. */
  info(name: string, help: string, labels: Readonly<Record<string, string>>): void;
  /** Everything as text, in Prometheus's exposition format. */
  exposition(): Promise<string>;
}

function countersIn(registers: Registry[]): Map<string, Counter> {
  return new Map(
    Object.entries(COUNTERS).map(([event, { help, label, ...rest }]) => {
      const labelNames = label === null ? [] : [label];
      const counter = new Counter({ name: `memoryd_${event}_total`, help, labelNames, registers });
      if (label !== null && "values" in rest) for (const value of rest.values) counter.inc({ [label]: value }, 0);
      return [event, counter];
    }),
  );
}

type Observing = Pick<PrometheusMeter, "observe" | "observeBy" | "observeTotal" | "observeTotals">;

/** null: it cannot be read, as where the storage is away. That hides no other number: it is told by the readiness. */
async function orNull<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch {
    return null;
  }
}

/** What is read when somebody looks. */
function observeIn(registers: Registry[]): Observing {
  return {
    observe(name, help, read) {
      new Gauge({
        name: `memoryd_${name}`,
        help,
        registers,
        async collect() {
          const value = await orNull(read);
          if (value === null) this.remove();
          else this.set(value);
        },
      });
    },
    observeBy(name, help, label, read) {
      new Gauge({
        name: `memoryd_${name}`,
        help,
        labelNames: [label],
        registers,
        async collect() {
          const numbers = await orNull(read);
          this.reset();
          for (const [value, number] of Object.entries(numbers ?? {})) this.set({ [label]: value }, number);
        },
      });
    },
    observeTotal(name, help, read) {
      new Counter({
        name: `memoryd_${name}_total`,
        help,
        registers,
        async collect() {
          const total = await orNull(read);
          if (total === null) return;
          this.reset();
          this.inc(total);
        },
      });
    },
    observeTotals(name, help, labels, read) {
      new Counter({
        name: `memoryd_${name}_total`,
        help,
        labelNames: [...labels],
        registers,
        collect() {
          this.reset();
          for (const { labels: values, value } of read()) this.inc(values, value);
        },
      });
    },
  };
}

export function createPrometheusMeter(): PrometheusMeter {
  const registry = new Registry();
  const registers = [registry];
  observeProcess(registry);
  const counters = countersIn(registers);
  return {
    contentType: registry.contentType,
    ...observeIn(registers),
    count(event, by = 1) {
      const { label } = COUNTERS[event.event];
      if (label === null || !("label" in event)) counters.get(event.event)?.inc(by);
      else counters.get(event.event)?.inc({ [label]: event.label }, by);
    },
    histogram(name, help, buckets, labels) {
      const labelNames = [...labels];
      const made = new Histogram({ name: `memoryd_${name}`, help, buckets: [...buckets], labelNames, registers });
      return (values) => made.labels(values);
    },
    info(name, help, labels) {
      new Gauge({ name: `memoryd_${name}`, help, labelNames: Object.keys(labels), registers }).set(labels, 1);
    },
    exposition: () => registry.metrics(),
  };
}
