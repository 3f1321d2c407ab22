// What Prometheus expects of every process. Of prom-client's default metrics, those that mean something under Bun.
import { collectDefaultMetrics, type Registry } from "prom-client";

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

export function observeProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (!KEPT.includes(name)) registry.removeSingleMetric(name);
}
