// The drill for operators as it stands in docs/drill.md: its blocks in their order, in one shell, on one data directory.
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Block, blocksOf, ROOT, readPages } from "../docs/pages.ts";
import { makeTinyModel } from "../support/tiny-model.ts";
import { canMount, UNSHARE } from "../trust/faults/small-disk.ts";
import { openLab } from "./executable.ts";

/** The port of the page, for which the test takes a free one. */
const PORT = "8788";
/** A step that never comes to its end must fail, on a busy machine too. */
const DRILL_TIMEOUT_MS = 240_000;
/** Only an administrator of a real machine installs. */
const STUBS = "apt() { :; }; systemctl() { :; }";

interface Step {
  readonly name: string;
  readonly script: string;
  /** Lines of which each must be seen, in this order; `…` stands for anything. */
  readonly seen: readonly string[];
}

interface Ran {
  readonly code: number;
  readonly output: string;
}

const lab = openLab();
const steps = stepsOf(readPages().flatMap((page) => (page.path === "docs/drill.md" ? blocksOf(page) : [])));
const lacking = ["curl", "openssl", "bash"].filter((tool) => Bun.which(tool) === null);
const canDrill = canMount && lacking.length === 0;
if (canMount && !canDrill) console.log(`SKIPPED: without ${lacking.join(", ")} nobody does the drill.`);

function stepsOf(blocks: readonly Block[]): Step[] {
  return blocks.flatMap(({ heading, language, text }, at) => {
    if (language !== "sh") return [];
    const next = blocks[at + 1];
    if (next?.language !== "text") throw new Error(`the drill does not say what is seen: ${text}`);
    return [{ name: `${heading}, block ${at / 2 + 1}`, script: text, seen: next.text.trimEnd().split("\n") }];
  });
}

/** The first line that is not seen where it must be; null: each is. */
function unseenIn(output: string, seen: readonly string[]): string | null {
  const lines = output.split("\n");
  let from = 0;
  for (const line of seen) {
    const pattern = new RegExp(`^${line.split("…").map(RegExp.escape).join(".*")}$`);
    const at = lines.findIndex((shown, index) => index >= from && pattern.test(shown.trimEnd()));
    if (at === -1) return line;
    from = at + 1;
  }
  return null;
}

const ran: Ran[] = [];
let port = "";

async function drill(): Promise<void> {
  const home = lab.directory();
  const work = lab.directory();
  const probe = Bun.serve({ port: 0, fetch: () => new Response("") });
  port = String(probe.port);
  await probe.stop(true);
  mkdirSync(join(work, "bin"));
  symlinkSync(lab.executable, join(work, "bin/memoryd"));
  symlinkSync(ROOT, join(home, "memoryd"));
  makeTinyModel(join(work, "model"), { seed: 1 });
  const runs = steps.map(({ script }, at) => {
    const file = join(work, String(at));
    writeFileSync(`${file}.sh`, script.replaceAll(PORT, port));
    return `. ${file}.sh > ${file}.out 2>&1; echo $? > ${file}.code`;
  });
  writeFileSync(join(work, "drill.sh"), [STUBS, ...runs, ""].join("\n"));
  const child = Bun.spawn([...UNSHARE, "bash", join(work, "drill.sh")], {
    cwd: home,
    env: {
      PATH: `${join(work, "bin")}:${process.env.PATH}`,
      HOME: home,
      LANG: "C.UTF-8",
      MEMORYD_MODEL_DIR: join(work, "model"),
      MEMORYD_EMBEDDING_WORKERS: "1",
    },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  // The services that it left running too.
  const end = setTimeout(() => process.kill(-child.pid, "SIGKILL"), DRILL_TIMEOUT_MS);
  await child.exited;
  clearTimeout(end);
  for (const at of steps.keys()) ran.push(readRun(join(work, String(at))));
}

/** Of a step that was never begun, or not ended, the code is -1. */
function readRun(file: string): Ran {
  const textOf = (path: string) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return "";
    }
  };
  return { code: Number(textOf(`${file}.code`) || -1), output: textOf(`${file}.out`) };
}

describe.skipIf(!canDrill)("the drill shows what the page says", () => {
  beforeAll(drill, DRILL_TIMEOUT_MS + 20_000);

  test.each(steps.map((step, at) => [step.name, at, step.seen] as const))("%s", (_, at, seen) => {
    const { code, output } = ran[at] ?? { code: -1, output: "" };
    const unseen = unseenIn(
      output,
      seen.map((line) => line.replaceAll(PORT, port)),
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
