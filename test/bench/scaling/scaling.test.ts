import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { TURN_SHARES } from "../../../src/storage/postgres/writes/count-account-turn.ts";
import { MEASURED_FILE, readMeasured } from "./read-measured.ts";

setDefaultTimeout(120_000);

async function run(...options: string[]) {
  const command = [process.execPath, join(import.meta.dir, "scaling.ts"), ...options];
  const child = Bun.spawn(command, { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { stdout, stderr, code };
}

/** Cells of the row that begins with that name, in the first table that has one. */
function rowOf(output: string, name: string): string[] {
  const line = output.split("\n").find((each) => each.trim().startsWith(`${name}  `)) ?? "";
  return line.trim().split(/ {2,}/).slice(1);
}

describe("bench:scaling", () => {
  test("says when and on what its costs were measured, and what three sizes need", async () => {
    const { date, machine } = await readMeasured(MEASURED_FILE);
    const { stdout, code } = await run("--only", "plan", "--packets", "100");
    expect(code).toBe(0);
    expect(stdout).toStartWith(`Costs measured on ${date}: ${machine}\n`);
    const [small, middle, large] = rowOf(stdout, "turns a second").map(Number);
    expect(large! / middle!).toBeCloseTo(100, 0);
    expect(small!).toBeLessThan(middle!);
  });

  test("simulates what the options say", async () => {
    const asked = ["--only", "one", "--users", "2000", "--nodes", "1", "--seconds", "300"];
    const [few, many] = [await run(...asked), await run(...asked, "--active-share", "0.2")];
    expect([few.code, many.code]).toEqual([0, 0]);
    const turns = ({ stdout }: { stdout: string }) => Number(rowOf(stdout, "as the options say")[0]);
    expect(turns(many)).toBeGreaterThan(5 * turns(few));
    const lost = await run(...asked, "--nodes", "2", "--lose-at", "60", "--back-at", "120");
    expect(lost.stdout).toContain("\nAround ten minutes\n");
  });

  test("counts the turns of an account on one row where plans limit them", async () => {
    const asked = ["--only", "plan", "--packets", "100"];
    const [spread, limited] = [await run(...asked), await run(...asked, "--limited")];
    const [most] = rowOf(spread.stdout, "turns/s of one account, most");
    const [least] = rowOf(limited.stdout, "turns/s of one account, most");
    const number = (cell?: string) => Number(cell?.replaceAll(",", ""));
    expect(number(most) / number(least)).toBeCloseTo(TURN_SHARES, 1);
  });

  test("says how it is used, and refuses what makes no sense", async () => {
    expect((await run("--help")).stdout).toContain("--active-share X");
    for (const options of [["--only", "nothing"], ["--users", "many"], ["--mode", "fast"], ["--what"]])
      expect((await run(...options)).code).toBe(2);
  });

  test("says where a file holds no numbers of the capacity model", async () => {
    const { code, stderr } = await run("--only", "plan", "--measured", join(import.meta.dir, "../../../package.json"));
    expect(code).not.toBe(0);
    expect(stderr).toContain('holds no part "capacity"');
  });
});
