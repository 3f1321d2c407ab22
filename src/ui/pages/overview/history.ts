// The minutes of the service as rows of a chart.
import type { Model } from "../../api.ts";

type Point = Model["StatusPoint"];
type Row = readonly (number | null)[];

export interface History {
  /** The beginning of each minute of the range, in seconds since the epoch. */
  readonly times: readonly number[];
  readonly prepares: Row;
  readonly records: Row;
  readonly errors: Row;
  readonly p50: Row;
  readonly p95: Row;
}

const MINUTE_S = 60;

/** A minute without a point, such as one before the start, is a gap. The range ends with the last point, else now. */
export function historyOf(points: readonly Point[], minutes: number, nowMs: number): History {
  const minuteOf = (ms: number) => Math.floor(ms / 1_000 / MINUTE_S);
  const byMinute = new Map(points.map((point) => [minuteOf(Date.parse(point.at)), point]));
  const end = points.length === 0 ? minuteOf(nowMs) : Math.max(...byMinute.keys());
  const range = Array.from({ length: minutes }, (_, index) => end - minutes + 1 + index);
  const row = (of: (point: Point) => number | null): Row =>
    range.map((minute) => {
      const point = byMinute.get(minute);
      return point === undefined ? null : of(point);
    });
  return {
    times: range.map((minute) => minute * MINUTE_S),
    prepares: row(({ prepares }) => prepares),
    records: row(({ records }) => records),
    errors: row(({ errors }) => errors),
    p50: row((point) => point.prepare_ms_p50),
    p95: row((point) => point.prepare_ms_p95),
  };
}

export function sumOf(row: Row): number {
  return row.reduce((sum: number, value) => sum + (value ?? 0), 0);
}

/** The last that was measured; null: nothing was. */
export function lastOf(row: Row): number | null {
  return row.findLast((value) => value !== null) ?? null;
}
