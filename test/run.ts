// Runs every test, then says in one line how many passed and failed; a skipped one is counted aloud.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { POSTGRES_PROGRAMS } from "./support/postgres.ts";

/** For what hangs: no machine is so slow. */
const PER_TEST_TIMEOUT_MS = 300_000;
/** One more than there are cores: a test often waits, for a process of its own or for a timer. */
const FILES_AT_ONCE = Math.min(5, 1 + Math.max(2, availableParallelism()));

/** Where the files are that take longest, those first: a long one at the end would have the machine to itself. */
const ROOMS_FIRST = [
  "test/trust/",
  "test/e2e/",
  "test/bench/",
  "test/expressions/",
  "test/learning/",
  "test/embedding/",
  "clients/typescript/test/",
];

/**
 * The one room whose every file loads the whole service. Its files share what they load, and each starts services of its
 * own; so they take a quarter less. Any other file has its modules to itself.
 */
const SHARED_ROOM = "test/contract/";
/** Of its files, those that look at data in files of this machine: the others run on PostgreSQL too, where there is one. */
const OF_SQLITE = ["audit-check", "backups", "doctor", "kept-anew"].map((name) => `${SHARED_ROOM}${name}.test.ts`);
/** Of other rooms, those that stand on a whole service with data of its own. */
const OF_BOTH = ["learning/learn-all", "mcp/tools", "portability/import-breaks-off", "retrieval/purposes"].map(
  (name) => `test/${name}.test.ts`,
);

interface Report {
  readonly tests: number;
  readonly failures: number;
  readonly skipped: number;
  /** Of each failed test: its file, its name and what it says. */
  readonly failed: readonly string[];
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", "#10": "\n", amp: "&" };
const unescapeXml = (text: string) => text.replace(/&(lt|gt|quot|apos|#10|amp);/g, (_, name) => ENTITIES[name] ?? "");

/** The totals of a JUnit report's root element, and what failed of its tests. */
function readReport(report: string): Report {
  const attribute = (element: string, name: string) =>
    unescapeXml(new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? "");
  const root = /<testsuites\b[^>]*>/.exec(report)?.[0] ?? "";
  const number = (name: string) => Number(attribute(root, name));
  const failed = [...report.matchAll(/(<testcase\b[^>]*>)\s*(<(?:failure|error)\b[^>]*>)/g)].map(
    ([, test, failure]) => {
      const names = [attribute(test ?? "", "file"), attribute(test ?? "", "classname"), attribute(test ?? "", "name")];
      return `${names.filter((name) => name !== "").join(" > ")}\n${attribute(failure ?? "", "message")}`;
    },
  );
  return {
    tests: number("tests"),
    failures: number("failures") + number("errors"),
    skipped: number("skipped"),
    failed,
  };
}

/** A glob whose braces hold a slash finds nothing. */
const FILES = ["test", "clients/typescript/test"].flatMap((folder) => [
  ...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync(),
]);

/** The form of bun's --timings: it starts those of the most ms first. */
function orderOfFiles(): string {
  const files = FILES.map((file): [string, number] => {
    const room = ROOMS_FIRST.findIndex((start) => file.startsWith(start));
    return [file, room === -1 ? 0 : ROOMS_FIRST.length - room];
  });
  return JSON.stringify({ version: 1, files: Object.fromEntries(files) });
}

interface Outcome extends Report {
  readonly name: string;
  readonly exitCode: number;
}

/** `options`: what sets this run apart. The arguments of the command name files, or are further options. */
async function runTests(name: string, options: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const reportFile = join(folder, `${name}.xml`);
  const run = Bun.spawn({
    cmd: [
      process.execPath,
      "test",
      `--parallel=${FILES_AT_ONCE}`,
      `--timeout=${PER_TEST_TIMEOUT_MS}`,
      `--timings=${orderFile}`,
      "--reporter=junit",
      `--reporter-outfile=${reportFile}`,
      "--pass-with-no-tests",
      ...options,
      ...process.argv.slice(2),
    ],
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  const exitCode = await run.exited;
  const report = Bun.file(reportFile);
  return { name, exitCode, ...readReport((await report.exists()) ? await report.text() : "") };
}

const folder = mkdtempSync(join(tmpdir(), "memoryd-test-"));
const orderFile = join(folder, "order.json");
writeFileSync(orderFile, orderOfFiles());
const without = (files: readonly string[]) => files.map((file) => `--path-ignore-patterns=${file}`);
const outside = FILES.filter((file) => !file.startsWith(SHARED_ROOM));
const outcomes = [
  await runTests("apart", [`--path-ignore-patterns=${SHARED_ROOM}**`]),
  await runTests("shared", ["--no-isolate", ...without(outside)]),
];
if (POSTGRES_PROGRAMS === null) console.log("SKIPPED: without PostgreSQL the contract is held against SQLite alone.");
else {
  const env = { TEST_ENGINE: "postgres" };
  const others = outside.filter((file) => !OF_BOTH.includes(file));
  outcomes.push(await runTests("postgres", ["--no-isolate", ...without([...others, ...OF_SQLITE])], env));
}
rmSync(folder, { recursive: true });
const sumOf = (count: "tests" | "failures" | "skipped" | "exitCode") =>
  outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
const [tests, failures, skipped] = [sumOf("tests"), sumOf("failures"), sumOf("skipped")];

// A run that broke off may have reported nothing wrong: its exit code has the last word.
const failed = sumOf("exitCode") === 0 || failures > 0 ? failures : 1;
const passed = tests - failures - skipped;
// What failed, again at the end, where somebody with the last lines alone finds it.
for (const { name, exitCode, failed: texts } of outcomes) {
  for (const text of texts) console.log(`\nFAILED (${name}): ${text}`);
  if (exitCode !== 0 && texts.length === 0) console.log(`\nFAILED (${name}): outside its tests, exit code ${exitCode}`);
}
// Where every outside tool was installed on purpose, a skipped test is a missing install step.
const mayNotSkip = process.env.TEST_NO_SKIP === "1" && skipped > 0;
if (mayNotSkip) console.log(`${skipped} tests were skipped where none may be`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 && passed > 0 && !mayNotSkip ? 0 : 1);
