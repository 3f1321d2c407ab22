// Packages of the built executable: bun src/build/package.ts [--executable FILE] [--out DIR] [--only debian|image] [--libraries DIR]
// The same executable and the same date give the same bytes. The date is SOURCE_DATE_EPOCH's, else the last commit's.

import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { version } from "../../package.json" with { type: "json" };
import { debianPackage, debianVersion } from "./debian-package.ts";
import { ociImage } from "./oci-image.ts";
import { billWithLibraries, readLibraries } from "./runtime-libraries.ts";

const ROOT = resolve(import.meta.dir, "../..");

const KINDS = ["debian", "image"] as const;
type Kind = (typeof KINDS)[number];

interface PackageOptions {
  readonly executable: string;
  readonly out: string;
  readonly version: string;
  readonly level: 0 | 9;
  readonly kinds: readonly Kind[];
  /** Folder of the image's libraries; null: the pinned ones. */
  readonly libraries: string | null;
}

function readOptions(args: string[]): PackageOptions {
  const { values } = parseArgs({
    args,
    options: {
      executable: { type: "string", default: join(ROOT, "dist/memoryd") },
      out: { type: "string", default: join(ROOT, "dist/packages") },
      version: { type: "string", default: version },
      level: { type: "string", default: "9" },
      only: { type: "string" },
      libraries: { type: "string" },
    },
  });
  const { level, only, libraries } = values;
  if (level !== "0" && level !== "9") throw new Error("--level must be 0 or 9.");
  const kinds = KINDS.filter((kind) => only === undefined || kind === only);
  if (kinds.length === 0) throw new Error(`--only must be one of ${KINDS.join(", ")}.`);
  return {
    ...{ executable: resolve(values.executable), out: resolve(values.out), version: values.version, kinds },
    ...{ level: level === "0" ? 0 : 9, libraries: libraries === undefined ? null : resolve(libraries) },
  };
}

/** In seconds since 1970. */
function dateOfSource(): number {
  const { SOURCE_DATE_EPOCH: given } = process.env;
  const asked = ["git", "log", "-1", "--format=%ct"];
  const text = given ?? Bun.spawnSync({ cmd: asked, cwd: ROOT, stderr: "ignore" }).stdout.toString().trim();
  if (!/^\d+$/.test(text)) throw new Error("Set SOURCE_DATE_EPOCH: here is no commit whose date could be taken.");
  return Number(text);
}

/** What the executable says of itself. */
function printedBy(executable: string, ...args: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([executable, ...args], { env: {} });
  if (exitCode !== 0) throw new Error(`${executable} ${args.join(" ")} failed: ${stderr}`);
  return stdout.toString();
}

/** What goes into every package. */
async function readBuilt({ executable, version: wanted, level }: PackageOptions) {
  const bytes = (file: string) => Bun.file(file).bytes();
  const program = await bytes(executable);
  if (!isForAmd64(program))
    throw new Error(`${executable} is not for Linux on amd64, and packages are for that alone.`);
  const built = printedBy(executable, "--version").trim();
  if (built !== version) throw new Error(`${executable} is of version ${built}: build it again.`);
  return {
    ...{ version: wanted, level, at: dateOfSource() },
    executable: program,
    notices: await bytes(join(dirname(executable), "NOTICES.txt")),
    billOfMaterials: await bytes(`${executable}.cdx.json`),
  };
}

/** By the head of an ELF file: its mark, and the number of the machine. */
function isForAmd64(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "\x7fELF" && bytes[18] === 62;
}

type Built = Awaited<ReturnType<typeof readBuilt>>;
type Named = readonly [name: string, bytes: Uint8Array];

/** Each with its bill of materials. */
const MAKERS: Readonly<Record<Kind, (built: Built, options: PackageOptions) => readonly Named[]>> = {
  debian(built, { executable }) {
    const printed = {
      man: printedBy(executable, "man"),
      bash: printedBy(executable, "completion", "bash"),
      zsh: printedBy(executable, "completion", "zsh"),
      fish: printedBy(executable, "completion", "fish"),
    };
    return [
      [`memoryd_${debianVersion(built.version)}_amd64.deb`, debianPackage({ ...built, printed })],
      ["memoryd.cdx.json", built.billOfMaterials],
    ];
  },
  image(built, { libraries: folder }) {
    const libraries = readLibraries(folder);
    const billOfMaterials = billWithLibraries(built.billOfMaterials, libraries);
    return [
      [`memoryd-${built.version}-amd64.oci.tar`, ociImage({ ...built, libraries, billOfMaterials })],
      ["memoryd-image.cdx.json", billOfMaterials],
    ];
  },
};

const options = readOptions(process.argv.slice(2));
const built = await readBuilt(options);
await mkdir(options.out, { recursive: true });
const sums: string[] = [];
for (const [name, bytes] of options.kinds.flatMap((kind) => MAKERS[kind](built, options))) {
  await Bun.write(join(options.out, name), bytes);
  sums.push(`${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
  console.log(`${join(options.out, name)}: ${(bytes.length / 1e6).toFixed(1)} MB`);
}
await Bun.write(join(options.out, "SHA256SUMS"), sums.join(""));
