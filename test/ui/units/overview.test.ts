// What the overview computes.
import { describe, expect, test } from "bun:test";
import { checkRows } from "../../../src/ui/pages/overview/checks.ts";
import { historyOf, lastOf, sumOf } from "../../../src/ui/pages/overview/history.ts";

function pointAt(at: string, changes: object = {}) {
  const numbers = { prepares: 1, records: 2, verifies: 0, errors: 0, prepare_ms_p50: 5, prepare_ms_p95: 9 };
  return { at, ...numbers, memory_bytes: null, waiting: null, ...changes };
}

describe("the minutes of the service", () => {
  test("the range ends with the last point, and a minute without one is a gap", () => {
    const points = [pointAt("2026-03-01T10:00:00.000Z"), pointAt("2026-03-01T10:02:00.000Z", { prepares: 7 })];
    const { times, prepares, records } = historyOf(points, 4, Date.parse("2026-03-01T12:00:00Z"));
    expect(times.map((at) => new Date(at * 1_000).toISOString().slice(11, 16))).toEqual([
      ...["09:59", "10:00", "10:01", "10:02"],
    ]);
    expect(prepares).toEqual([null, 1, null, 7]);
    expect(sumOf(records)).toBe(4);
  });

  test("without points the range ends now, and is empty", () => {
    const { times, p50 } = historyOf([], 3, Date.parse("2026-03-01T12:00:30Z"));
    expect(times.at(-1)).toBe(Date.parse("2026-03-01T12:00:00Z") / 1_000);
    expect(p50).toEqual([null, null, null]);
    expect(lastOf(p50)).toBeNull();
  });

  test("the last that was measured is told, however long ago", () => {
    expect(lastOf([1, 3, null])).toBe(3);
    expect(lastOf([0, null])).toBe(0);
  });
});

describe("checks", () => {
  test("what fails stands first, with what to do; what is well has nothing to do", () => {
    const rows = checkRows(
      { storage: "ok", backlog: "warning", disk: "failing" },
      { storage: { schema_version: 14 }, backlog: { embeddings_pending: 6_000 }, disk: { free_bytes: 1_048_576 } },
    );
    expect(rows.map(({ name }) => name)).toEqual(["disk", "backlog", "storage"]);
    expect(rows[0]?.told).toBe("1.0 MiB free.");
    expect(rows[0]?.help).not.toBe("");
    expect(rows[1]?.told).toContain("6,000 turns");
    expect(rows[2]?.help).toBe("");
  });

  test("the service's own message comes before ours", () => {
    const [row] = checkRows({ storage: "failing" }, { storage: { schema_version: 14, message: "disk I/O error" } });
    expect(row?.told).toBe("disk I/O error");
  });

  test("one that this page does not know is shown by its name, with its numbers", () => {
    const [row] = checkRows({ moon: "warning" }, { moon: { phase: "full", age_days: 14, seen: null } });
    expect(row).toMatchObject({ label: "moon", told: "phase: full, age_days: 14, seen: none", help: "" });
  });

  test("without details a check has its outcome alone", () => {
    const rows = checkRows({ backup: "ok", certificate: "ok", reembedding: "ok", model: "ok", writer: "ok" }, {});
    expect(rows.map(({ told }) => told)).toEqual(["", "", "", "", ""]);
  });

  test("every check of the service is said in words", () => {
    const told = (name: string, detail: Record<string, string | number | null>) =>
      checkRows({ [name]: "ok" }, { [name]: detail })[0]?.told;
    expect(told("writer", { waiting: 0, batch_ms: 0 })).toBe("Nothing waits; a commit takes less than 1 ms.");
    expect(told("writer", { waiting: 3, batch_ms: 20 })).toBe("3 writes wait; a commit takes 20 ms.");
    expect(told("backup", { age_seconds: null, last: "failed" })).toBe("The last one: failed.");
    expect(told("backup", { age_seconds: 7_200, last: "ok" })).toContain("2 hours old");
    expect(told("reembedding", { done: 5, total: 1_000 })).toBe("5 of 1,000 texts.");
    expect(told("certificate", { expires: "2000-01-01T00:00:00.000Z", left_seconds: -1 })).toContain("years ago");
  });
});
