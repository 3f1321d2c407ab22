import { expect, test } from "bun:test";
import { join } from "node:path";

test("bench:redaction prints a row for each kind and part", async () => {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "redaction.ts")], {
    stdout: "pipe",
    timeout: 120_000,
  });
  const output = await child.stdout.text();
  expect(await child.exited).toBe(0);
  for (const part of ["seen", "unseen"]) {
    for (const kind of ["all", "keys", "passwords", "cards", "ibans", "emails", "phones", "ids"]) {
      expect(output).toMatch(
        new RegExp(`^${kind} +${part} +\\d+ +\\d+ +\\d+ +\\d+ +[01]\\.\\d{3} +[01]\\.\\d{3}`, "m"),
      );
    }
  }
  expect(output).toMatch(/^0 of \d{4} texts without a secret were changed$/m);
}, 120_000);
