// A Debian package of the built executable. It is written here, not by dpkg-deb: gzip's bytes are then those of one
// pinned Bun, and no tool of the building machine has a say in them.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { arOf, type GzipLevel, gzipped, type TarEntry, tarOf } from "./tar.ts";

const FOLDER = join(import.meta.dir, "debian");
const UNIT = join(import.meta.dir, "memoryd.service");
const SCRIPTS = ["config", "postinst", "prerm", "postrm"] as const;
/** dpkg asks before it replaces what an administrator has changed in these. */
const SETTINGS_FILES = ["memoryd.env", "memoryd.toml"] as const;
const MAINTAINER = "the memoryd authors <memoryd@example.org>";
/** The newest symbol that Bun's own executable asks of glibc is of 2.17. */
const DEPENDS = "libc6 (>= 2.17), adduser, debconf (>= 0.5) | debconf-2.0, init-system-helpers (>= 1.54~)";

export interface Packaged {
  /** As package.json says it. */
  readonly version: string;
  readonly executable: Uint8Array;
  readonly notices: Uint8Array;
  readonly billOfMaterials: Uint8Array;
  /** What the executable prints: its manual page, and its completion for each shell. */
  readonly printed: { readonly man: string; readonly bash: string; readonly zsh: string; readonly fish: string };
  /** Of everything in the package, in seconds since 1970. */
  readonly at: number;
  readonly level: GzipLevel;
}

/** A version before a release sorts before it. */
export function debianVersion(version: string): string {
  return version.replace("-", "~");
}

export function debianPackage(packaged: Packaged): Uint8Array {
  const { at, level } = packaged;
  const files = contents(packaged);
  const options = { at, prefix: "./" } as const;
  const members = [
    { name: "debian-binary", bytes: bytesOf("2.0\n") },
    { name: "control.tar.gz", bytes: gzipped(tarOf(controlFiles(packaged, files), options), 9) },
    { name: "data.tar.gz", bytes: gzipped(tarOf(files, options), level) },
  ];
  return arOf(members, at);
}

interface PackagedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode?: number;
}

function contents({ executable, notices, billOfMaterials, printed, version, at }: Packaged): PackagedFile[] {
  const shared = (path: string, text: string) => ({ path: `usr/share/${path}`, bytes: bytesOf(text) });
  const packed = (path: string, bytes: Uint8Array) => ({ path: `usr/share/${path}.gz`, bytes: gzipped(bytes, 9) });
  return [
    { path: "usr/bin/memoryd", bytes: executable, mode: 0o755 },
    { path: "usr/lib/systemd/system/memoryd.service", bytes: bytesOf(packagedUnit()) },
    ...SETTINGS_FILES.map((name) => ({ path: `etc/memoryd/${name}`, bytes: readFileSync(join(FOLDER, name)) })),
    shared("bash-completion/completions/memoryd", printed.bash),
    shared("zsh/vendor-completions/_memoryd", printed.zsh),
    shared("fish/vendor_completions.d/memoryd.fish", printed.fish),
    shared("doc/memoryd/copyright", readFileSync(join(FOLDER, "copyright"), "utf8")),
    shared("lintian/overrides/memoryd", readFileSync(join(FOLDER, "lintian-overrides"), "utf8")),
    packed("doc/memoryd/changelog", bytesOf(changelog(version, at))),
    packed("doc/memoryd/NOTICES", notices),
    packed("doc/memoryd/memoryd.cdx.json", billOfMaterials),
    packed("man/man1/memoryd.1", bytesOf(printed.man)),
  ];
}

/** The unit as `memoryd systemd-unit` prints it, but for the place of the executable and how to install it by hand. */
export function packagedUnit(): string {
  const unit = readFileSync(UNIT, "utf8").replaceAll("/usr/local/bin/memoryd", "/usr/bin/memoryd");
  return unit.slice(unit.indexOf("[Unit]"));
}

function controlFiles(packaged: Packaged, files: readonly PackagedFile[]): TarEntry[] {
  const sum = ({ path, bytes }: PackagedFile) => `${createHash("md5").update(bytes).digest("hex")}  ${path}\n`;
  const sums = files.filter(({ path }) => !path.startsWith("etc/")).map(sum);
  return [
    { path: "control", bytes: bytesOf(control(packaged, files)) },
    { path: "conffiles", bytes: bytesOf(SETTINGS_FILES.map((name) => `/etc/memoryd/${name}\n`).join("")) },
    { path: "md5sums", bytes: bytesOf(sums.sort().join("")) },
    { path: "templates", bytes: readFileSync(join(FOLDER, "templates")) },
    ...SCRIPTS.map((name) => ({ path: name, bytes: readFileSync(join(FOLDER, name)), mode: 0o755 })),
  ];
}

function control({ version }: Packaged, files: readonly PackagedFile[]): string {
  const kib = files.reduce((sum, { bytes }) => sum + Math.ceil(bytes.length / 1024), 0);
  return `Package: memoryd
Version: ${debianVersion(version)}
Architecture: amd64
Maintainer: ${MAINTAINER}
Installed-Size: ${kib}
Depends: ${DEPENDS}
Section: database
Priority: optional
Description: memory layer for AI agents
 Stores the turns of conversations with AI agents, and brings back for each new
 turn the memory that matters and the standing rules that it has learned.
 .
 The embedding model, the database and the documentation are inside one
 executable. It runs as a service of its own user on 127.0.0.1, port 8787,
 needs no network and calls no model provider.
`;
}

function changelog(version: string, at: number): string {
  const day = new Date(at * 1_000).toUTCString().replace("GMT", "+0000");
  return `memoryd (${debianVersion(version)}) unstable; urgency=medium

  * What is new stands in the changelog of the README.

 -- ${MAINTAINER}  ${day}
`;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
