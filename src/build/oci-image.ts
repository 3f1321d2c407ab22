// An image for containers, as an archive that docker, podman and skopeo load: the executable, the few libraries that it
// is linked to, and nothing else. No shell is in it, and nobody in it is root.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Libraries, LOADER } from "./runtime-libraries.ts";
import { type GzipLevel, gzipped, type TarEntry, tarOf } from "./tar.ts";

export interface Imaged {
  /** As package.json says it: the image's tag. */
  readonly version: string;
  readonly executable: Uint8Array;
  readonly libraries: Libraries;
  readonly notices: Uint8Array;
  readonly billOfMaterials: Uint8Array;
  /** Of everything in the image, in seconds since 1970. */
  readonly at: number;
  readonly level: GzipLevel;
}

/** As of other images without a shell: a number that no machine gives a person. */
const USER = 65_532;
const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const CONFIG = "application/vnd.oci.image.config.v1+json";
const LAYER = "application/vnd.oci.image.layer.v1.tar";
const SECOND_NS = 1_000_000_000;

export function ociImage(imaged: Imaged): Uint8Array {
  const { at, version, level } = imaged;
  // What changes with each version is the upper one: the lower one is fetched once.
  const layers = [baseFiles(imaged), programFiles(imaged)].map((files) => layerOf(tarOf(files, { at }), level));
  const config = blobOf(CONFIG, configOf(imaged, layers));
  const manifest = blobOf(MANIFEST, {
    ...{ schemaVersion: 2, mediaType: MANIFEST, config: config.descriptor },
    layers: layers.map(({ descriptor }) => descriptor),
  });
  const index = {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests: [
      {
        ...manifest.descriptor,
        platform: { architecture: "amd64", os: "linux" },
        annotations: {
          "org.opencontainers.image.ref.name": version,
          "io.containerd.image.name": `docker.io/library/memoryd:${version}`,
        },
      },
    ],
  };
  const blobs = [...layers, config, manifest].map(({ path, bytes }) => ({ path, bytes }));
  // Docker's own older form beside it, over the same blobs.
  const older = [{ Config: config.path, RepoTags: [`memoryd:${version}`], Layers: layers.map(({ path }) => path) }];
  const files = [
    { path: "oci-layout", bytes: json({ imageLayoutVersion: "1.0.0" }) },
    { path: "index.json", bytes: json(index) },
    { path: "manifest.json", bytes: json(older) },
    ...blobs,
  ];
  return tarOf(files, { at });
}

interface Blob {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly descriptor: { readonly mediaType: string; readonly digest: string; readonly size: number };
}

interface Layer extends Blob {
  /** Of the layer unpacked. */
  readonly diffId: string;
}

function layerOf(tar: Uint8Array, level: GzipLevel): Layer {
  const blob = level === 0 ? blobOf(LAYER, tar) : blobOf(`${LAYER}+gzip`, gzipped(tar, level));
  return { ...blob, diffId: digestOf(tar) };
}

function blobOf(mediaType: string, content: object): Blob {
  const bytes = content instanceof Uint8Array ? content : json(content);
  const digest = digestOf(bytes);
  return { path: `blobs/${digest.replace(":", "/")}`, bytes, descriptor: { mediaType, digest, size: bytes.length } };
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function baseFiles({ libraries }: Imaged): TarEntry[] {
  const text = (path: string, lines: string) => ({ path, bytes: new TextEncoder().encode(lines) });
  return [
    ...libraries.files.map(({ name, bytes }) => {
      return { path: name === LOADER ? `lib64/${name}` : `lib/x86_64-linux-gnu/${name}`, bytes, mode: 0o755 };
    }),
    text("etc/passwd", `memoryd:x:${USER}:${USER}:memoryd:/data:/nonexistent\n`),
    text("etc/group", `memoryd:x:${USER}:\n`),
    text("usr/share/doc/libc6/copyright", libraryNotice(libraries)),
    // A new volume takes over whose the folder is that it is mounted on.
    ...["data", "backups"].map((path) => ({ path, mode: 0o700, owner: USER })),
    { path: "tmp", mode: 0o1777 },
  ];
}

function libraryNotice({ version, files }: Libraries): string {
  const which = version === null ? "as it lay on the machine that made this image" : `as Debian built it: ${version}`;
  const source =
    version === null ? "https://sourceware.org/glibc/" : `https://snapshot.debian.org/package/glibc/${version}/`;
  const licence = readFileSync(join(import.meta.dir, "lgpl-2.1.txt"), "utf8");
  return `${files.map(({ name }) => name).join(", ")}: the GNU C Library, ${which}.
Copyright the Free Software Foundation and others; LGPL-2.1-or-later. Source: ${source}

${licence}`;
}

function programFiles({ executable, notices, billOfMaterials }: Imaged): TarEntry[] {
  return [
    { path: "usr/bin/memoryd", bytes: executable, mode: 0o755 },
    { path: "usr/share/doc/memoryd/NOTICES.gz", bytes: gzipped(notices, 9) },
    { path: "usr/share/doc/memoryd/memoryd.cdx.json.gz", bytes: gzipped(billOfMaterials, 9) },
  ];
}

function configOf({ version, libraries, at }: Imaged, layers: readonly Layer[]): object {
  const created = new Date(at * 1_000).toISOString();
  return {
    ...{ created, architecture: "amd64", os: "linux" },
    config: {
      User: `${USER}:${USER}`,
      Entrypoint: ["/usr/bin/memoryd"],
      Cmd: ["serve"],
      // Where containers are reached from. What else the settings ask for then is the operator's word: TLS, or that the
      // network is private.
      Env: ["PATH=/usr/bin", "MEMORYD_HOST=0.0.0.0", "MEMORYD_DATA_DIR=/data"],
      ...{ WorkingDir: "/data", Volumes: { "/data": {} }, ExposedPorts: { "8787/tcp": {} }, StopSignal: "SIGTERM" },
      // Docker's and podman's; Kubernetes has probes of its own.
      Healthcheck: {
        Test: ["CMD", "/usr/bin/memoryd", "healthcheck"],
        ...{ Interval: 30 * SECOND_NS, Timeout: 5 * SECOND_NS, StartPeriod: 60 * SECOND_NS, Retries: 3 },
      },
      Labels: {
        "org.opencontainers.image.title": "memoryd",
        "org.opencontainers.image.description": "A memory layer for AI agents, as one executable",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.created": created,
        "memoryd.libc6": libraries.version ?? "not pinned",
      },
    },
    rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
    history: ["libraries", "memoryd"].map((created_by) => ({ created, created_by })),
  };
}
