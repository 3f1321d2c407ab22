// Finds every regular expression of the sources: literals by reading them, made ones by watching them being made.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type AnyNode, parse } from "acorn";
import { fullAncestor } from "acorn-walk";
import type { LinearExpression } from "../../src/matching/linear-expression.ts";

const ROOT = join(import.meta.dir, "../..");

/** Made of the parts of an expression that is linear already, one character at a time; and what reads our own files alone. */
const APART = /^src\/(?:matching\/char-class\.ts|build\/)/;

export interface FoundExpression {
  /** Where it stands, below the project's folder. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

export interface Collected {
  /** Matched by the runtime's own engine. */
  readonly native: readonly FoundExpression[];
  readonly linear: readonly LinearExpression[];
  /** What could not be looked at, in words. */
  readonly unseen: readonly string[];
}

/** Imports every room whose expressions are made when it is loaded. */
export async function collectExpressions(): Promise<Collected> {
  const files = sources();
  const read = files.map((file) => readFile(file));
  const made = await watchMaking(files.filter((_, at) => read[at]!.made > 0 || read[at]!.isLinear));
  const { linearExpressions } = await import("../../src/matching/linear-expression.ts");
  const unseen = read.flatMap(({ file, made: written, late }) => {
    const seen = made.filter((each) => each.file === file).length;
    const missing = seen < written ? [`${file}: ${written} expressions are made there, ${seen} were seen`] : [];
    return [...late.map((written) => `${file} makes ${written} inside a function, anew at each call`), ...missing];
  });
  const native = [...read.flatMap(({ literals }) => literals), ...made];
  return { native, linear: [...linearExpressions()], unseen };
}

function sources(): string[] {
  const glob = new Bun.Glob("src/**/*.ts");
  return [...glob.scanSync(ROOT)].filter((file) => !file.endsWith(".d.ts") && !APART.test(file)).sort();
}

interface ReadFile {
  readonly file: string;
  readonly literals: readonly FoundExpression[];
  /** `new RegExp(…)` at the module's own level, outside `linear(…)`. */
  readonly made: number;
  /** Those inside functions, and literals for the linear engine there. */
  readonly late: readonly string[];
  /** Whether it has expressions for the linear engine. */
  readonly isLinear: boolean;
}

const transpiler = new Bun.Transpiler({ loader: "ts", deadCodeElimination: false });

function readFile(file: string): ReadFile {
  const source = transpiler.transformSync(readFileSync(join(ROOT, file), "utf8"));
  const literals: FoundExpression[] = [];
  const late: string[] = [];
  let made = 0;
  fullAncestor(
    parse(source, { ecmaVersion: "latest", sourceType: "module", locations: true }),
    (node, _, ancestors) => {
      const one = node as AnyNode;
      const parent = ancestors.at(-2) as AnyNode | undefined;
      const isForEngine = parent?.type === "CallExpression" && isNamed(parent.callee, "linear");
      const isLiteral = one.type === "Literal" && Boolean(one.regex);
      const isMade = (one.type === "NewExpression" || one.type === "CallExpression") && isNamed(one.callee, "RegExp");
      const isLate = ancestors.some((each) => /Function/.test(each.type));
      if (isLate && (isMade || (isForEngine && isLiteral))) late.push(source.slice(one.start, one.end));
      else if (isForEngine) return;
      else if (one.type === "Literal" && one.regex) {
        literals.push({ file, source: one.regex.pattern, flags: one.regex.flags });
      } else if (isMade) made += 1;
    },
  );
  return { file, literals, made, late, isLinear: /\blinear\(/.test(source) };
}

function isNamed(node: AnyNode, name: string): boolean {
  return node.type === "Identifier" && node.name === name;
}

/** Loads the files while every expression that is made in them is written down. */
async function watchMaking(files: readonly string[]): Promise<FoundExpression[]> {
  const found: FoundExpression[] = [];
  const own = globalThis.RegExp;
  globalThis.RegExp = new Proxy(own, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget === globalThis.RegExp ? target : newTarget) as RegExp;
      const file = placeOf(new Error().stack ?? "");
      if (file !== null && !APART.test(file)) found.push({ file, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    for (const file of files) await import(join(ROOT, file));
  } finally {
    globalThis.RegExp = own;
  }
  return found;
}

/** Whose line made it: the nearest in our sources, but not in the engine. */
function placeOf(stack: string): string | null {
  for (const line of stack.split("\n").slice(1)) {
    const path = /\(?(\/[^():]+\.ts):\d+/.exec(line)?.[1];
    if (path === undefined || dirname(path) === import.meta.dir) continue;
    const file = relative(ROOT, path);
    if (file.startsWith("node_modules")) return null;
    return file.startsWith("src/matching/") ? null : file;
  }
  return null;
}
