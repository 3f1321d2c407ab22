// The drill for operators as it stands in docs/drill.md: its blocks in their order, in one shell, on one data directory.
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../docs/pages.ts";
import { makeTinyModel } from "../support/tiny-model.ts";
import { canMount, UNSHARE } from "../trust/faults/small-disk.ts";
import { freePortsFor, type Ran, runDrill, stepsOf, stepsOfPage, unseenIn, withPorts } from "./drill-page.ts";
import { openLab } from "./executable.ts";

/** A step that never comes to its end must fail, on a busy machine too. */
const DRILL_TIMEOUT_MS = 240_000;
/** Only an administrator of a real machine installs. */
const STUBS = "apt() { :; }; systemctl() { :; }";

const lab = openLab();
const steps = stepsOfPage("docs/drill.md");
const lacking = ["curl", "openssl", "bash"].filter((tool) => Bun.which(tool) === null);
const canDrill = canMount && lacking.length === 0;
if (canMount && !canDrill) console.log(`SKIPPED: without ${lacking.join(", ")} nobody does the drill.`);

const ran: Ran[] = [];
const ports = freePortsFor(["8788"]);

async function drill(): Promise<void> {
  const home = lab.directory();
  const work = lab.directory();
  mkdirSync(join(work, "bin"));
  symlinkSync(lab.executable, join(work, "bin/memoryd"));
  symlinkSync(ROOT, join(home, "memoryd"));
  makeTinyModel(join(work, "model"), { seed: 1 });
  const env = {
    PATH: `${join(work, "bin")}:${process.env.PATH}`,
    HOME: home,
    LANG: "C.UTF-8",
    MEMORYD_MODEL_DIR: join(work, "model"),
    MEMORYD_EMBEDDING_WORKERS: "1",
  };
  const timeoutMs = DRILL_TIMEOUT_MS;
  ran.push(...(await runDrill(steps, { work, home, env, ports, through: UNSHARE, before: STUBS, timeoutMs })));
}

describe.skipIf(!canDrill)("the drill shows what the page says", () => {
  beforeAll(drill, DRILL_TIMEOUT_MS + 20_000);

  test.each(steps.map((step, at) => [step.name, at, step.seen] as const))("%s", (_, at, seen) => {
    const { code, output } = ran[at] ?? { code: -1, output: "" };
    const unseen = unseenIn(
      output,
      seen.map((line) => withPorts(line, ports)),
    );
    expect({ code, unseen, output }).toEqual({ code: 0, unseen: null, output });
  });
});

test("the drill has every step", () => {
  expect(steps.length).toBeGreaterThan(15);
  expect(new Set(steps.map(({ name }) => name.replace(/, .*/, ""))).size).toBe(11);
});

test("a planted fault is found: another exit code, another order, a line that is not there", () => {
  const output = "memoryd: refused, for 3 reasons\nexit 3\nafterwards\n";
  expect(unseenIn(output, ["memoryd: refused, for … reasons", "exit 3"])).toBeNull();
  expect(unseenIn(output, ["exit 0"])).toBe("exit 0");
  expect(unseenIn(output, ["afterwards", "exit 3"])).toBe("exit 3");
  expect(unseenIn(output, ["refused"])).toBe("refused");
  expect(() => stepsOf([{ heading: "A", language: "sh", marker: null, text: "true" }])).toThrow("what is seen");
});
