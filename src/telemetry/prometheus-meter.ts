// Counters and gauges in the form that Prometheus reads.
import { Counter, Gauge, Registry } from "prom-client";
import type { Meter, MeterEvent } from "../domain/meter.ts";

/** Name of the counter, what it counts, and the name of its label where it has one. */
const COUNTERS = {
  learning_passes: { help: "Learning passes that ended, by outcome.", label: "status" },
  learning_clusters: { help: "Clusters kept for distillation.", label: null },
  lessons_made: { help: "Lessons that learning passes made.", label: null },
  lessons_renewed: { help: "Lessons renewed because a turn retrieved them.", label: null },
  lessons_expired: { help: "Lessons swept after they expired.", label: null },
  cues_fired: { help: "Detectors that fired on recorded turns, by cue.", label: "cue" },
} as const satisfies Record<MeterEvent["event"], { help: string; label: string | null }>;

export interface PrometheusMeter extends Meter {
  readonly contentType: string;
  /** Shows what `read` gives when somebody looks, as a gauge `memoryd_NAME`. */
  observe(name: string, help: string, read: () => number | Promise<number>): void;
  /** Counters and gauges as text, in Prometheus's exposition format. */
  exposition(): Promise<string>;
}

export function createPrometheusMeter(): PrometheusMeter {
  const registry = new Registry();
  const counters = new Map(
    Object.entries(COUNTERS).map(([event, { help, label }]) => [
      event,
      new Counter({
        name: `memoryd_${event}_total`,
        help,
        labelNames: label === null ? [] : [label],
        registers: [registry],
      }),
    ]),
  );
  return {
    contentType: registry.contentType,
    count(event, by = 1) {
      const { label } = COUNTERS[event.event];
      if (label === null || !("label" in event)) counters.get(event.event)?.inc(by);
      else counters.get(event.event)?.inc({ [label]: event.label }, by);
    },
    observe(name, help, read) {
      new Gauge({
        name: `memoryd_${name}`,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
    exposition: () => registry.metrics(),
  };
}
