// The libraries that the executable is linked to, for an image that has nothing else. They come from one build of
// Debian's glibc, named here with its hashes, so that the image's bytes do not follow the machine that it is made on.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withPart } from "./bill-of-materials.ts";
import PINNED from "./libc6.json" with { type: "json" };

/** Where Debian keeps them, on a machine and in the package. */
const FOLDER = "lib/x86_64-linux-gnu";
/** The kernel starts this one, which finds the others: the executable names it by its whole path. */
export const LOADER = "ld-linux-x86-64.so.2";

export interface Libraries {
  /** Of Debian's package libc6; null where the files are others than the pinned ones. */
  readonly version: string | null;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

export class LibrariesError extends Error {}

/** `folder`: take what lies there, whatever it is; null: the pinned ones. Throws LibrariesError. */
export function readLibraries(folder: string | null): Libraries {
  if (folder !== null) return pinnedOf(folder) ?? { version: null, files: filesOf(folder) };
  return pinnedOf(join("/", FOLDER)) ?? pinnedFromMirror();
}

function filesOf(folder: string) {
  return Object.keys(PINNED.files).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

/** Null where they are not there, or others. */
export function pinnedOf(folder: string): Libraries | null {
  if (Object.keys(PINNED.files).some((name) => !existsSync(join(folder, name)))) return null;
  const files = filesOf(folder);
  const hashes: Readonly<Record<string, string>> = PINNED.files;
  return files.every(({ name, bytes }) => sha256(bytes) === hashes[name]) ? { version: PINNED.version, files } : null;
}

/** The mirrors keep the newest build alone; snapshot.debian.org keeps each. */
function pinnedFromMirror(): Libraries {
  const folder = mkdtempSync(join(tmpdir(), "memoryd-libc6-"));
  const run = (...cmd: string[]) => Bun.spawnSync({ cmd, cwd: folder, stdio: ["ignore", "ignore", "ignore"] });
  try {
    if (Bun.which("apt-get") !== null) run("apt-get", "download", `libc6=${PINNED.version}`);
    const file = join(folder, PINNED.package);
    if (existsSync(file) && sha256(readFileSync(file)) === PINNED.sha256) run("dpkg-deb", "-x", file, folder);
    const found = pinnedOf(join(folder, FOLDER));
    if (found !== null) return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
  throw new LibrariesError(
    `The image is made with Debian's libc6 ${PINNED.version}, and neither this machine nor its mirror has it. ` +
      `Unpack ${PINNED.package} from https://snapshot.debian.org/package/glibc/${PINNED.version}/ and name its folder ` +
      `${FOLDER} with --libraries, or pin a newer one in src/build/libc6.json.`,
  );
}

/** The executable's bill of materials, and these. */
export function billWithLibraries(bill: Uint8Array, { version, files }: Libraries): Uint8Array {
  const purl = `pkg:deb/debian/libc6@${encodeURIComponent(version ?? "")}?arch=amd64`;
  const text = withPart(new TextDecoder().decode(bill), {
    ...{ type: "library", name: "glibc", licence: "LGPL-2.1-or-later", homepage: "https://sourceware.org/glibc/" },
    version: version ?? `of ${sha256(Buffer.concat(files.map(({ bytes }) => bytes))).slice(0, 12)}`,
    ...{ purl: version === null ? null : purl, sha256: null, notice: "" },
  });
  return new TextEncoder().encode(text);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
