// No expression that may see a text from outside takes more than linear time; and the check of it can fail.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { casesOf, whyNotLinear, widened } from "./prove-linear.ts";

test("every expression of the sources is proven linear, or runs on the linear engine", async () => {
  // In a process of its own: tests make expressions too, some to be refused.
  const check = Bun.spawn([process.execPath, join(import.meta.dir, "check-expressions.ts")], { stdout: "pipe" });
  const told = await check.stdout.text();
  expect(told).toMatch(/^\d{3} expressions proven linear .*, \d{3} on the linear engine\n$/);
  expect(await check.exited).toBe(0);
}, 300_000);

test.each([
  ["(a+)+$", "exponential"],
  ["[!?]+[.!?)\\]]*\\s+", "polynomial"],
  ["\\s+$", "polynomial"],
  ["a{2,4000}b", "polynomial"],
  ["(?=a+)b", "not proven"],
])("/%s/ is not taken for linear", (source, why) => {
  expect(whyNotLinear({ source, flags: "u" })).toContain(why);
});

test.each(["^[a-z]+$", "a|b|c?", "\\d+", "[\\r\\n]+", "a{2,4}b"])("/%s/ is proven", (source) => {
  expect(whyNotLinear({ source, flags: "u" })).toBeNull();
});

test.each([
  ["\\b(?:a+|(?:b|c)d)\\b", ["\\b(?:a+)\\b", "\\b(?:(?:b|c)d)\\b"]],
  ["a|b[|]|(?:c|d)", ["a", "b[|]", "(?:c|d)"]],
  ["(?:a|b)+c", ["(?:a|b)+c"]],
  ["(a)(?:b|c)\\1", ["(a)(?:b|c)\\1"]],
])("/%s/ is proven by cases, where nothing repeats its choice", (source, cases) => {
  expect(casesOf(source, "u")).toEqual(cases);
});

test.each(["x|(?:a+)+$", "\\b(?:b|(?:a|a)+)$", "\\s+(?:a|b)"])(
  "/%s/ is not taken for linear by any of its cases",
  (source) => {
    expect(whyNotLinear({ source, flags: "u" })).not.toBeNull();
  },
);

test("counted repeats that go far count as endless", () => {
  expect(widened("a{3}b{2,9}c{9,}d{4,}[{9}]\\{9}e{0,8}")).toBe("a{3}b{2,}c{8,}d{4,}[{9}]\\{9}e{0,8}");
});
