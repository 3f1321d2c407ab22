// Every expression of the client is matched in time linear in the text: answers and errors are texts from outside.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { whyNotLinear } from "../../../test/expressions/prove-linear.ts";

const SRC = resolve(import.meta.dir, "../src");
/** A literal as it stands in code: after an operator, a bracket or a comma, and not a comment. */
const LITERAL =
  /[=(,:!&|?]\s*\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/[\\*\n])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/[\\\n])*)\/([a-z]*)/g;

function expressionsIn(code: string): { source: string; flags: string }[] {
  return [...code.matchAll(LITERAL)].map(([, source = "", flags = ""]) => ({ source, flags }));
}

test("each is proven linear", () => {
  const found = [...new Bun.Glob("**/*.ts").scanSync({ cwd: SRC })].flatMap((file) =>
    file.startsWith("generated/") ? [] : expressionsIn(readFileSync(join(SRC, file), "utf8")),
  );
  expect(found.length).toBeGreaterThan(8);
  expect(found.map((each) => [each.source, whyNotLinear(each)]).filter(([, why]) => why !== null)).toEqual([]);
});

test("a planted fault is found", () => {
  const [planted, ...others] = expressionsIn("const x = /^(a|a)*$/i; // a / b / c\nconst y = 4 / 2;");
  expect({ planted, others }).toEqual({ planted: { source: "^(a|a)*$", flags: "i" }, others: [] });
  expect(whyNotLinear(planted!)).not.toBeNull();
});
