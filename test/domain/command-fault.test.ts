// Every fault that a command may tell states which exit code it stands for; any other error class is caught by its name.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const SRC = resolve(import.meta.dir, "../../src");
/** As a field with its value, or as a parameter of the constructor with one. */
const STATED = /^ +readonly kind(?:: FaultKind)? = "(?:failed|usage|refused)"/m;
/** Rooms whose errors tell only those who write the program that it is wrong. */
const FOR_PROGRAMMERS = /^(build|matching)\//;

interface FoundClass {
  readonly name: string;
  readonly parent: string;
  readonly file: string;
  readonly body: string;
}

const SOURCES = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), "utf8") }));

function classesIn(file: string, text: string): FoundClass[] {
  const found = text.matchAll(/^(?:export )?(?:abstract )?class (\w+) extends (\w+) (\{\}|\{\n[\s\S]*?^\})/gm);
  return [...found].map(([, name = "", parent = "", body = ""]) => ({ name, parent, file, body }));
}

const CLASSES = new Map(
  SOURCES.flatMap(({ file, text }) => classesIn(file, text)).map((found) => [found.name, found] as const),
);

/** The class and what it extends, as far as `root` and without it; null where it does not come from there. */
function ancestry(name: string, root: string): FoundClass[] | null {
  if (name === root) return [];
  const found = CLASSES.get(name);
  const above = found === undefined ? null : ancestry(found.parent, root);
  return found === undefined || above === null ? null : [found, ...above];
}

const ALL = [...CLASSES.keys()];
const FAULTS = ALL.filter((name) => (ancestry(name, "CommandFault") ?? []).length > 0);

test("every fault that a command tells states its kind, itself or in what it extends", () => {
  const isStated = (name: string) => ancestry(name, "CommandFault")?.some(({ body }) => STATED.test(body)) ?? false;
  expect(FAULTS.filter((name) => !isStated(name))).toEqual([]);
  // The sources are read as they are written: some of each form must have been seen.
  for (const known of ["SettingsError", "MemoryError", "ForeignSchemaError", "EnvironmentRefusedError"]) {
    expect(FAULTS).toContain(known);
  }
});

test("every other error class is caught by its name: nothing that an operator can bring about is shown as a defect", () => {
  const others = ALL.filter(
    (name) => (ancestry(name, "Error") ?? []).length > 0 && ancestry(name, "CommandFault") === null,
  );
  const isCaught = (name: string) => SOURCES.some(({ text }) => new RegExp(`instanceof ${name}\\b`).test(text));
  const told = others.filter((name) => !FOR_PROGRAMMERS.test(CLASSES.get(name)?.file ?? ""));
  expect(told.length).toBeGreaterThan(3);
  expect(told.filter((name) => !isCaught(name))).toEqual([]);
});
