import { expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { bodyLimit, brokenRule, choice, flag, instant, text, timeOf } from "../../src/http/kinds.ts";

test.each([
  ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.000Z"],
  ["2026-01-31T09:30:00.123456Z", "2026-01-31T09:30:00.123Z"],
  ["2024-02-29T23:59:59+02:00", "2024-02-29T21:59:59.000Z"],
  ["2026-01-31T09:30:00-05:00", "2026-01-31T14:30:00.000Z"],
  ["2026-01-31T09:30:00", "2026-01-31T09:30:00.000Z"],
  ["2026-07-31T09:30:00.5", "2026-07-31T09:30:00.500Z"],
  ["2026-01-31", "2026-01-31T00:00:00.000Z"],
])("%s is the moment %s, wherever the machine stands", (value, moment) => {
  expect(Value.Check(instant({ description: "x" }), value)).toBe(true);
  const zone = process.env.TZ;
  process.env.TZ = "America/New_York";
  try {
    expect(new Date(timeOf(value)).toISOString()).toBe(moment);
  } finally {
    process.env.TZ = zone ?? "Etc/UTC";
  }
});

test.each([
  "2026-02-30",
  "2026-02-30T00:00:00Z",
  "2026-02-30T00:00:00",
  "2026-1-31",
  "2026-01",
  "20260131",
  "2026-01-31 09:30:00",
  "2026-01-31T09:30",
  "2026-01-31T09:30Z",
  "2026-01-31Z",
  "2026-01-31+02:00",
  "2026-W05-6",
  "2026-13-01T00:00:00Z",
  "2026-01-31T25:00:00Z",
  "now",
  5,
  null,
])("%p is no moment", (value) => {
  expect(Value.Check(instant({ description: "x" }), value)).toBe(false);
});

test("length is counted in code points at both ends", () => {
  const two = text({ description: "x", minLength: 2, maxLength: 2 });
  expect(["😀", "😀😀", "a😀", "😀😀😀", "abc", "ab"].map((value) => Value.Check(two, value))).toEqual([
    false,
    true,
    true,
    false,
    false,
    true,
  ]);
});

test("a pattern is a rule of its own", () => {
  expect(brokenRule(text({ description: "x", maxLength: 9, pattern: /^[a-z]+$/ }), "A")).toBe("must match ^[a-z]+$");
});

test.each([0, 1.5, 1001, "5", Number.NaN])("%p is no limit in a body", (value) => {
  expect(Value.Check(bodyLimit(1000), value)).toBe(false);
});

test("a choice is one of its names, then its own rule; a flag of a query is the text of a yes or a no", () => {
  const rule = (value: string) => (value === "b" ? "must not be b today" : null);
  const letter = choice("Letter", ["a", "b"], { description: "A letter.", rule });
  expect(["a", "b", "c", 1].map((value) => brokenRule(letter, value))).toEqual([
    null,
    "must not be b today",
    "must be one of a, b",
    "must be one of a, b",
  ]);
  const yes = flag("Yes?");
  expect(["true", "false", "TRUE", "", true].map((value) => brokenRule(yes, value) === null)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
