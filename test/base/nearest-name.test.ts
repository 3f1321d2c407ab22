import { expect, test } from "bun:test";
import { editsBetween, nearestName } from "../../src/base/nearest-name.ts";

test.each([
  ["", "", 0],
  ["port", "port", 0],
  ["prot", "port", 1],
  ["pot", "port", 1],
  ["ports", "port", 1],
  ["pork", "port", 1],
  ["kitten", "sitting", 3],
  ["", "abc", 3],
])("from %p to %p it takes %p edits", (a, b, edits) => {
  expect(editsBetween(a, b)).toBe(edits);
  expect(editsBetween(b, a)).toBe(edits);
});

test("the nearest name wins, the first among equals, and nothing is near to a stranger", () => {
  expect(nearestName("hots", ["port", "host"])).toBe("host");
  expect(nearestName("HOST", ["host"])).toBe("host");
  expect(nearestName("tls_cer", ["tls_key", "tls_cert"])).toBe("tls_cert");
  expect(nearestName("frobnicate", ["port", "host"])).toBeNull();
  expect(nearestName("x", [])).toBeNull();
});
