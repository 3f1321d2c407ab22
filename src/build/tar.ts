// Archives whose bytes follow from what is in them: tar in its oldest common form (ustar), and ar, which a .deb is.

interface TarCommon {
  /** Without a slash at either end, such as `usr/bin/memoryd`. */
  readonly path: string;
  /** Default: root's. */
  readonly owner?: number;
}

interface TarFile extends TarCommon {
  readonly bytes: Uint8Array;
  /** Default: 0644. */
  readonly mode?: number;
}

/** One that is only on the way to something need not be named: it is made for all to read. */
interface TarFolder extends TarCommon {
  readonly mode: number;
}

export type TarEntry = TarFile | TarFolder;

export interface TarOptions {
  /** Of every entry, in seconds since 1970. */
  readonly at: number;
  /** Before each path: `./` in a Debian package, whose root is an entry of its own; nothing in an image. */
  readonly prefix?: "./" | "";
}

const BLOCK = 512;
const PATH_BYTES_MAX = 100;
const TYPES = { file: "0", folder: "5" } as const;

/** Sorted by path. Throws where a path is longer than the form's 100 bytes. */
export function tarOf(entries: readonly TarEntry[], { at, prefix = "" }: TarOptions): Uint8Array {
  const all = new Map<string, TarEntry>();
  if (prefix !== "") all.set("", { path: "", mode: 0o755 });
  for (const { path } of entries) for (const folder of foldersTo(path)) all.set(folder, { path: folder, mode: 0o755 });
  for (const entry of entries) all.set(entry.path, entry);
  const sorted = [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const blocks = sorted.flatMap((entry) => {
    const bytes = "bytes" in entry ? entry.bytes : new Uint8Array();
    return [header(entry, prefix, bytes.length, at), bytes, new Uint8Array(-bytes.length & (BLOCK - 1))];
  });
  return joined([...blocks, new Uint8Array(2 * BLOCK)]);
}

/** `usr` and `usr/bin` of `usr/bin/memoryd`. */
function foldersTo(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

function header(entry: TarEntry, prefix: string, size: number, at: number): Uint8Array {
  const type = "bytes" in entry ? "file" : "folder";
  const block = Buffer.alloc(BLOCK);
  const text = (start: number, value: string) => block.write(value, start);
  const number = (start: number, digits: number, value: number) =>
    block.write(value.toString(8).padStart(digits, "0"), start);
  const path = prefix + entry.path + (type === "folder" && entry.path !== "" ? "/" : "");
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) throw new Error(`${path} is too long for an archive.`);
  text(0, path);
  number(100, 7, entry.mode ?? 0o644);
  number(108, 7, entry.owner ?? 0);
  number(116, 7, entry.owner ?? 0);
  number(124, 11, size);
  number(136, 11, at);
  text(156, TYPES[type]);
  text(257, "ustar\0" + "00");
  // The sum counts its own field as eight spaces.
  text(148, " ".repeat(8));
  number(
    148,
    6,
    block.reduce((sum, byte) => sum + byte, 0),
  );
  block[154] = 0;
  return block;
}

export interface ArMember {
  /** At most 16 bytes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** In the order given. */
export function arOf(members: readonly ArMember[], at: number): Uint8Array {
  const parts = members.flatMap(({ name, bytes }) => {
    const fields = [name.padEnd(16), String(at).padEnd(12), "0     ", "0     ", "100644  "];
    const head = `${fields.join("")}${String(bytes.length).padEnd(10)}\`\n`;
    return [Buffer.from(head), bytes, Buffer.from(bytes.length % 2 === 0 ? "" : "\n")];
  });
  return joined([Buffer.from("!<arch>\n"), ...parts]);
}

/** The bytes follow from the level and from Bun's version. No name and no time are in them. */
export function gzipped(bytes: Uint8Array, level: GzipLevel): Uint8Array {
  return Bun.gzipSync(bytes as Uint8Array<ArrayBuffer>, { level, library: level === 0 ? "zlib" : "libdeflate" });
}

/** 9 takes 3 s for the executable and gives half its size; 12 takes 14 s for 2 % less. 0 packs nothing, for tests. */
export type GzipLevel = 0 | 9;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
