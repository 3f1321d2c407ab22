// What files of other programs call a moment, a text, a user and a session.
import { describe, expect, test } from "bun:test";
import { metadataOf, sessionOf, textOf, timeOf, userOf } from "../../src/portability/foreign-turn.ts";
import { LineFault } from "../../src/portability/read-fields.ts";

const AT = Date.parse("2025-03-02T10:00:00.000Z");

/** As on a machine in that place. */
function inZone<T>(zone: string, work: () => T): T {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    return work();
  } finally {
    // `bun test` runs in UTC where nothing else is said.
    process.env.TZ = before ?? "Etc/UTC";
  }
}

describe("a moment", () => {
  test.each<[unknown, number]>([
    ["2025-03-02", Date.parse("2025-03-02T00:00:00Z")],
    ["2025-03-02T10:00", AT],
    ["2025-03-02T10:00:00", AT],
    ["2025-03-02 10:00:00", AT],
    ["2025-03-02T10:00:00.5Z", AT + 500],
    ["2025-03-02T10:00:00 Z", AT],
    ["2025-03-02T03:00:00-07:00", AT],
    ["2025-03-02T03:00:00-0700", AT],
    [new Date(AT), AT],
    [AT / 1_000, AT],
    [AT / 1_000 + 0.25, AT + 250],
    [AT, AT],
    [99_999_999_999, 99_999_999_999_000],
    [100_000_000_000, 100_000_000_000],
  ])("%p is read, and is UTC where it has no offset", (at, wanted) => {
    expect(timeOf({ at }, "at")).toBe(wanted);
  });

  test("means the same wherever the machine stands", () => {
    for (const [zone, hour] of [
      ["America/New_York", 5],
      ["Asia/Tokyo", 19],
    ] as const) {
      const read = inZone(zone, () => [timeOf({ at: "2025-03-02 10:00" }, "at"), new Date(AT).getHours()]);
      expect(read).toEqual([AT, hour]);
    }
  });

  test.each<[unknown]>([
    ["soon"],
    ["2025-13-01"],
    ["02.03.2025"],
    ["2025-03-02T10"],
    [0],
    [-1],
    [1e300],
    [{}],
    [[]],
    [true],
    [Number.NaN],
  ])("%p is none, and is told by its field", (at) => {
    expect(() => timeOf({ at }, "at")).toThrow(
      new LineFault("`at` must be a moment, such as 2026-01-31 or 2026-01-31T09:30:00Z"),
    );
  });

  test.each(["2027-02-30", "2027-02-30T10:00", "2027-02-30 10:00:00Z", "2025-02-29T10:00:00+02:00"])(
    "%p names a day that no calendar has",
    (at) => {
      expect(() => timeOf({ at }, "at")).toThrow(new LineFault("`at` names a day that no calendar has"));
      expect(timeOf({ at: "2024-02-29" }, "at")).toBe(Date.parse("2024-02-29T00:00:00Z"));
    },
  );

  test("is that of the first field that is there, also where that is none", () => {
    const names = ["a", "b", "c"] as const;
    expect(timeOf({ a: null, b: "", c: "2025-03-02T10:00" }, ...names)).toBe(AT);
    expect(timeOf({ b: AT, c: 1 }, ...names)).toBe(AT);
    expect(timeOf({}, ...names)).toBeNull();
    expect(() => timeOf({ a: "soon", b: AT }, ...names)).toThrow("`a`");
  });
});

test("a text is the first that says something, as it stands", () => {
  expect(textOf({ a: 1, b: " \n", c: " tea ", d: "gin" }, "a", "b", "c", "d")).toBe(" tea ");
  expect(textOf({ a: "", b: null }, "a", "b", "c")).toBeNull();
});

test("a user is a user id or a fault that does not quote it", () => {
  expect([userOf({ user: "ada" }, "user"), userOf({ user: "" }, "user")]).toEqual(["ada", null]);
  for (const user of ["a b", "a::b", "x".repeat(129)]) {
    const read = () => userOf({ user }, "user");
    expect(read).toThrow(LineFault);
    expect(read).not.toThrow(user);
  }
});

test("a session is cut to 128 characters, loses its NULs, and has none of half a character", () => {
  expect(sessionOf("x".repeat(129))).toBe("x".repeat(128));
  expect(sessionOf("\u{1f600}".repeat(129))).toBe("\u{1f600}".repeat(128));
  expect(sessionOf(`a\u0000${"b".repeat(127)}c`)).toBe(`a${"b".repeat(127)}`);
  expect(sessionOf("a\ud800b")).toBe("a\ufffdb");
  expect([sessionOf(null), sessionOf(""), sessionOf("\u0000")]).toEqual([null, null, null]);
});

test("metadata leaves behind what is nested, and a whole number that was read as another", () => {
  const read = JSON.parse('{"a":1,"b":[1],"c":{"d":1},"e":12345678901234567890,"f":9007199254740991,"g":null,"h":"x"}');
  expect(metadataOf(read)).toEqual({ a: 1, f: 9_007_199_254_740_991, h: "x" });
});
