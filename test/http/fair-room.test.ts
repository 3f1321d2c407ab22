import { describe, expect, test } from "bun:test";
import { MemoryError } from "../../src/domain/errors.ts";
import { createFairRoom } from "../../src/http/fair-room.ts";
import { createRequestGate } from "../../src/http/request-gate.ts";

function isRefused(enter: () => unknown): boolean {
  try {
    enter();
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(MemoryError);
    expect((error as MemoryError).code).toBe("overloaded");
    return true;
  }
}

function fill(enter: () => unknown): number {
  for (let count = 0; ; count++) if (isRefused(enter)) return count;
}

describe("a fair room", () => {
  test("holds so many and no more, and who leaves makes room", () => {
    const room = createFairRoom(3, "full");
    const leave = room.enter("a");
    expect(fill(() => room.enter("a"))).toBe(2);
    leave();
    leave();
    expect(room.used).toBe(2);
    expect(fill(() => room.enter("a"))).toBe(1);
  });

  test("lets others in where one account has filled it, up to as much again in all", () => {
    const room = createFairRoom(12, "full");
    expect(fill(() => room.enter("greedy"))).toBe(12);
    expect(fill(() => room.enter("second"))).toBe(4);
    expect(fill(() => room.enter("third"))).toBe(3);
    for (let account = 0; account < 100; account++) fill(() => room.enter(`more-${account}`));
    expect(room.used).toBeLessThanOrEqual(24);
    expect(isRefused(() => room.enter("greedy"))).toBe(true);
  });

  test("forgets accounts that hold nothing", () => {
    const room = createFairRoom(10, "full");
    for (let account = 0; account < 50; account++) room.enter(`passing-${account}`)();
    expect(fill(() => room.enter("greedy"))).toBe(10);
    // A third of it, as where two share it and one more may come.
    expect(fill(() => room.enter("second"))).toBe(3);
  });
});

describe("the gate", () => {
  const limits = { requestsMax: 4, bodyBytesMax: 1_000, exportsMax: 2 };

  test("refuses requests beyond its number, and gives their places back", () => {
    const gate = createRequestGate(limits);
    const admitted = [1, 2, 3, 4].map(() => gate.enter("a"));
    expect(isRefused(() => gate.enter("a"))).toBe(true);
    admitted[0]?.leave();
    admitted[0]?.leave();
    gate.enter("a");
    expect(isRefused(() => gate.enter("a"))).toBe(true);
  });

  test("holds bodies until their request is answered; one that is larger than all comes in alone", () => {
    const gate = createRequestGate(limits);
    const [first, second] = [gate.enter("a"), gate.enter("a")];
    first.holdBody(600);
    expect(isRefused(() => second.holdBody(600))).toBe(true);
    second.holdBody(400);
    first.leave();
    second.leave();
    const large = gate.enter("a");
    large.holdBody(1_000_000);
    expect(isRefused(() => gate.enter("a").holdBody(1))).toBe(true);
    large.leave();
    gate.enter("a").holdBody(1_000);
  });

  test("counts exports by themselves", () => {
    const gate = createRequestGate(limits);
    const leave = gate.enterExport("a");
    gate.enterExport("a");
    expect(isRefused(() => gate.enterExport("a"))).toBe(true);
    leave();
    gate.enterExport("a");
    expect(fill(() => gate.enter("a"))).toBe(4);
  });
});
