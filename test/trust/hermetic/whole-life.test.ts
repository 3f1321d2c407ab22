// The executable from its first start to its last command, in a network that leads nowhere, under strace.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { ALONE, whyNotAlone, whyNotTraced } from "./closed-network.ts";

const missing = whyNotAlone() ?? whyNotTraced();
if (missing !== null) console.log(`SKIPPED: ${missing}.`);

test.skipIf(missing !== null)(
  "all its life long the executable reaches nothing beyond loopback and asks for no name",
  async () => {
    const child = Bun.spawn(
      [...ALONE, process.execPath, "test", "--timeout=120000", join(import.meta.dir, "whole-life.ts")],
      {
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const [stderr, code] = await Promise.all([child.stderr.text(), child.exited]);
    expect({ code, tail: code === 0 ? "" : stderr.slice(-5000) }).toEqual({ code: 0, tail: "" });
    expect(stderr).toMatch(/ 6 pass\n/);
  },
  600_000,
);
