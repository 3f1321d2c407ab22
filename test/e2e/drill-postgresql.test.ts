// The drill for operators of PostgreSQL as it stands in docs/drill-postgresql.md: real servers, real nodes, one shell.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fastFolder, POSTGRES_PROGRAMS } from "../support/postgres.ts";
import { freePortsFor, type Ran, runDrill, stepsOfPage, unseenIn, withPorts } from "./drill-page.ts";
import { openLab } from "./executable.ts";

/** A step that never comes to its end must fail, on a busy machine too. */
const DRILL_TIMEOUT_MS = 240_000;

const lab = openLab();
const steps = stepsOfPage("docs/drill-postgresql.md");
const lacking = ["curl", "runuser", "bash"].filter((tool) => Bun.which(tool) === null);
const canDrill = POSTGRES_PROGRAMS !== null && process.getuid?.() === 0 && lacking.length === 0;
if (!canDrill) console.log("SKIPPED: the drill of PostgreSQL is root's, with PostgreSQL's programs, curl and runuser.");

const ran: Ran[] = [];
const ports = freePortsFor(["5440", "5441", "8791", "8792", "8793"]);
let temporary = "";

async function drill(): Promise<void> {
  const work = lab.directory();
  temporary = mkdtempSync(join(fastFolder(), "memoryd-drill-"));
  // The servers are another user's.
  chmodSync(temporary, 0o755);
  mkdirSync(join(work, "bin"));
  symlinkSync(lab.executable, join(work, "bin/memoryd"));
  const env = {
    PATH: `${join(work, "bin")}:${process.env.PATH}`,
    ...{ HOME: temporary, TMPDIR: temporary, LANG: "C.UTF-8", MEMORYD_EMBEDDING_WORKERS: "1" },
  };
  ran.push(...(await runDrill(steps, { work, home: temporary, env, ports, timeoutMs: DRILL_TIMEOUT_MS })));
}

/** Servers and nodes that a drill which was broken off has left; each noted its number. */
function endWhatIsLeft(): void {
  for (const path of readdirSync(temporary, { recursive: true, encoding: "utf8" })) {
    if (!/(^|\/)(postmaster|[abc])\.pid$/.test(path)) continue;
    const pid = Number(readFileSync(join(temporary, path), "utf8").split("\n")[0]);
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
  rmSync(temporary, { recursive: true, force: true });
}

describe.skipIf(!canDrill)("the drill of PostgreSQL shows what the page says", () => {
  beforeAll(drill, DRILL_TIMEOUT_MS + 20_000);
  afterAll(endWhatIsLeft);

  test.each(steps.map((step, at) => [step.name, at, step.seen] as const))("%s", (_, at, seen) => {
    const { code, output } = ran[at] ?? { code: -1, output: "" };
    const unseen = unseenIn(
      output,
      seen.map((line) => withPorts(line, ports)),
    );
    expect({ code, unseen, output }).toEqual({ code: 0, unseen: null, output });
  });
});

test("the drill of PostgreSQL has every step", () => {
  expect(steps.length).toBeGreaterThan(10);
  expect(new Set(steps.map(({ name }) => name.replace(/, .*/, ""))).size).toBe(7);
});
