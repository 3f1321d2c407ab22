// What commands print, on its way out.
import { afterEach, expect, spyOn, test } from "bun:test";
import { UnhealthyError } from "../../src/cli/doctor.ts";
import { openOutput } from "../../src/cli/output.ts";
import { FaultyDataError } from "../../src/cli/verify.ts";

const restores: (() => void)[] = [];
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

/** What is written to the stream; each piece is taken when `take` is called, as by a slow reader. */
function slowReader(stream: typeof process.stdout | typeof process.stderr) {
  const written: string[] = [];
  const waiting: (() => void)[] = [];
  const spy = spyOn(stream, "write").mockImplementation((piece: unknown, ...rest: unknown[]) => {
    written.push(String(piece));
    const done = rest.at(-1);
    if (typeof done === "function") waiting.push(() => void done());
    return true;
  });
  restores.push(() => spy.mockRestore());
  return { written, take: () => waiting.shift()?.() };
}

test("a line gives no orders to the terminal, and a warning says whose it is", () => {
  const [out, err] = [slowReader(process.stdout), slowReader(process.stderr)];
  const output = openOutput();
  output.print("a\u001b[2J\tb");
  output.warn("c\u202e");
  expect([out.written, err.written]).toEqual([["a\\u001b[2J\tb\n"], ["memoryd: c\\u202e\n"]]);
});

test("all is printed once the last line has gone to whoever reads", async () => {
  const { take } = slowReader(process.stdout);
  const output = openOutput();
  await output.printed();
  let isPrinted = false;
  for (const line of ["a", "b"]) output.print(line);
  const printed = output.printed().then(() => {
    isPrinted = true;
  });
  take();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isPrinted).toBe(false);
  take();
  await printed;
});

test.each([
  ["EPIPE", "closed"],
  ["ENOSPC", "lost"],
] as const)("an output that fails with %s is %s", (code, fate) => {
  const before = process.stdout.listeners("error");
  const output = openOutput();
  const [own] = process.stdout.listeners("error").filter((listener) => !before.includes(listener));
  expect(output.fate()).toBeNull();
  own?.(Object.assign(new Error("no"), { code }));
  expect(output.fate()).toBe(fate);
});

test("faults that a command found and printed are failures: no wrong use, and no danger", () => {
  expect([new FaultyDataError("x").kind, new UnhealthyError("x").kind]).toEqual(["failed", "failed"]);
});
