// Which packages the executable holds: what the bundler took, and what lies in bundles that were taken ready-made.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One package of the lock file. */
export interface InsidePackage {
  /** Its place in the lock file, such as `elysia` or `@scalar/themes/@scalar/types`. */
  readonly place: string;
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as its package.json says; "" where it says none. */
  readonly licence: string;
  /** Its licence files, one after the other; "" where it has none. */
  readonly licenceText: string;
  readonly author: string;
  readonly homepage: string;
  /** SHA-512 of the archive in the registry, hexadecimal. */
  readonly sha512: string;
  /** Places of those among the packages inside that it depends on. */
  readonly dependsOn: readonly string[];
  /** The package whose ready-made bundle holds it; null where our own bundler took it. */
  readonly within: string | null;
}

/** Packages whose published bundle holds more packages, and those that it may hold. */
const READY_MADE = ["@scalar/api-reference", "onnxruntime-web"];
/** Taken by the AssemblyScript compiler, which the bundler does not see: parts of its library are in the kernels. */
const COMPILED_IN = ["assemblyscript"];
const LICENCE_FILE = /^(licen[cs]e|copying|notice|unlicense|third-?party-?notices)(\.|-|$)/i;

type LockEntry = readonly [string, string, { dependencies?: Record<string, string> }, string];

/** `inputs`: paths of the files in the bundle, as the bundler names them. */
export function packagesInside(root: string, inputs: readonly string[]): InsidePackage[] {
  const lock = readLock(join(root, "bun.lock"));
  const within = new Map<string, string | null>();
  for (const input of inputs) {
    const place = placeOf(input);
    if (place !== null) within.set(place, null);
  }
  for (const place of COMPILED_IN) within.set(place, null);
  for (const holder of READY_MADE) {
    if (!within.has(holder)) continue;
    for (const place of reachableFrom(lock, holder)) if (!within.has(place)) within.set(place, holder);
  }
  const places = [...within.keys()].sort();
  return places.map((place) => describe(root, lock, place, within));
}

/** `node_modules/a/node_modules/@b/c/index.js` is in the package at `a/@b/c`; null for files of our own. */
export function placeOf(input: string): string | null {
  const parts = input
    .replaceAll("\\", "/")
    .split(/(?:^|\/)node_modules\//)
    .slice(1);
  if (parts.length === 0) return null;
  return parts.map((part) => part.split("/", part.startsWith("@") ? 2 : 1).join("/")).join("/");
}

/** bun.lock is JSON with commas before closing brackets. */
function readLock(file: string): Readonly<Record<string, LockEntry>> {
  const text = readFileSync(file, "utf8").replaceAll(/,(\s*[}\]])/g, "$1");
  return (JSON.parse(text) as { packages: Record<string, LockEntry> }).packages;
}

/** The place that a package's import of another leads to: the innermost one. */
function resolveFrom(lock: Readonly<Record<string, LockEntry>>, place: string, name: string): string | null {
  const parts = place.match(/(?:@[^/]+\/)?[^/]+/g) ?? [];
  for (let depth = parts.length; depth >= 0; depth--) {
    const candidate = [...parts.slice(0, depth), name].join("/");
    if (candidate in lock) return candidate;
  }
  return null;
}

function dependenciesOf(lock: Readonly<Record<string, LockEntry>>, place: string): string[] {
  const names = Object.keys(lock[place]?.[2]?.dependencies ?? {});
  return names.flatMap((name) => resolveFrom(lock, place, name) ?? []);
}

function reachableFrom(lock: Readonly<Record<string, LockEntry>>, start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = dependenciesOf(lock, start);
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    waiting.push(...dependenciesOf(lock, place));
  }
  return seen;
}

interface Manifest {
  readonly license?: string | { type?: string };
  readonly author?: string | { name?: string };
  readonly homepage?: string;
}

function describe(
  root: string,
  lock: Readonly<Record<string, LockEntry>>,
  place: string,
  within: ReadonlyMap<string, string | null>,
): InsidePackage {
  const entry = lock[place];
  if (entry === undefined) throw new Error(`bun.lock has no ${place}: run \`bun install\` first.`);
  const at = entry[0].lastIndexOf("@");
  const folder = join(root, ...(place.match(/(?:@[^/]+\/)?[^/]+/g) ?? []).flatMap((name) => ["node_modules", name]));
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const { license, author, homepage } = manifest;
  return {
    place,
    name: entry[0].slice(0, at),
    version: entry[0].slice(at + 1),
    licence: typeof license === "string" ? license : (license?.type ?? ""),
    licenceText: licenceTextOf(folder),
    author: (typeof author === "string" ? author : (author?.name ?? "")).replace(/\s*[<(].*$/, ""),
    homepage: homepage ?? "",
    sha512: Buffer.from(entry[3].replace(/^sha512-/, ""), "base64").toString("hex"),
    dependsOn: dependenciesOf(lock, place)
      .filter((other) => within.has(other))
      .sort(),
    within: within.get(place) ?? null,
  };
}

function licenceTextOf(folder: string): string {
  const names = readdirSync(folder, { withFileTypes: true }).filter(
    (each) => each.isFile() && LICENCE_FILE.test(each.name),
  );
  const texts = names
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim());
  return texts.join("\n\n").replaceAll("\r\n", "\n");
}
