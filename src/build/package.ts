// Packages of the built executable: bun src/build/package.ts [--executable FILE] [--out DIR] [--version V] [--level 0|9]
// The same executable and the same date give the same bytes. The date is SOURCE_DATE_EPOCH's, else the last commit's.

import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { version } from "../../package.json" with { type: "json" };
import { debianPackage, debianVersion, type Packaged } from "./debian-package.ts";

const ROOT = resolve(import.meta.dir, "../..");

interface PackageOptions {
  readonly executable: string;
  readonly out: string;
  readonly version: string;
  readonly level: 0 | 9;
}

function readOptions(args: string[]): PackageOptions {
  const { values } = parseArgs({
    args,
    options: {
      executable: { type: "string", default: join(ROOT, "dist/memoryd") },
      out: { type: "string", default: join(ROOT, "dist/packages") },
      version: { type: "string", default: version },
      level: { type: "string", default: "9" },
    },
  });
  if (values.level !== "0" && values.level !== "9") throw new Error("--level must be 0 or 9.");
  const [executable, out] = [resolve(values.executable), resolve(values.out)];
  return { executable, out, version: values.version, level: values.level === "0" ? 0 : 9 };
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

async function packaged(options: PackageOptions): Promise<Packaged> {
  const { executable, version, level } = options;
  const bytes = (file: string) => Bun.file(file).bytes();
  return {
    ...{ version, level, at: dateOfSource() },
    executable: await bytes(executable),
    notices: await bytes(join(dirname(executable), "NOTICES.txt")),
    billOfMaterials: await bytes(`${executable}.cdx.json`),
    printed: {
      man: printedBy(executable, "man"),
      bash: printedBy(executable, "completion", "bash"),
      zsh: printedBy(executable, "completion", "zsh"),
      fish: printedBy(executable, "completion", "fish"),
    },
  };
}

const options = readOptions(process.argv.slice(2));
const inside = await packaged(options);
await mkdir(options.out, { recursive: true });
const files: [name: string, bytes: Uint8Array][] = [
  [`memoryd_${debianVersion(options.version)}_amd64.deb`, debianPackage(inside)],
  ["memoryd.cdx.json", inside.billOfMaterials],
];
const sums: string[] = [];
for (const [name, bytes] of files) {
  await Bun.write(join(options.out, name), bytes);
  sums.push(`${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
  console.log(`${join(options.out, name)}: ${(bytes.length / 1e6).toFixed(1)} MB`);
}
await Bun.write(join(options.out, "SHA256SUMS"), sums.join(""));
