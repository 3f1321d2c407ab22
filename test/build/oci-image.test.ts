// The image for containers: its bytes, what engines' own tool says of it, and its root run as an engine runs it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import PINNED from "../../src/build/libc6.json" with { type: "json" };
import { LibrariesError, LOADER, pinnedOf, readLibraries } from "../../src/build/runtime-libraries.ts";
import { until } from "../e2e/until.ts";
import { type Container, type ImageConfig, mayContain, startContainer } from "./container-apart.ts";
import { inKubernetes } from "./deployments.ts";
import { type MadePackages, makePackages } from "./made-packages.ts";

const ARCHIVE = `memoryd-${version}-amd64.oci.tar`;
const MACHINES_OWN = "/lib/x86_64-linux-gnu";

const skopeo = Bun.which("skopeo");
const mayRun = mayContain();
if (skopeo === null) console.log("SKIPPED: without skopeo nobody judges the image as engines do.");
if (!mayRun) console.log("SKIPPED: only root, with the tools of util-linux and iproute2, can run the image apart.");

/**
 * How the image gets its libraries: the pinned ones where they can be had, else this machine's, for which ones they are
 * is no matter of these tests. Null where there are none.
 */
function librariesHere(): string[] | null {
  try {
    readLibraries(null);
    return [];
  } catch (error) {
    if (!(error instanceof LibrariesError)) throw error;
    if (!existsSync(join(MACHINES_OWN, LOADER))) return null;
    console.log(`The pinned libraries cannot be had, so the image holds this machine's: ${error.message}`);
    return ["--libraries", MACHINES_OWN];
  }
}

const libraries = librariesHere();
if (libraries === null) console.log("SKIPPED: without Debian's libraries no image is made.");

interface Described {
  readonly digest: string;
}
interface Manifest {
  readonly config: Described;
  readonly layers: readonly Described[];
}

let made: MadePackages;
let folder: string;
let root: string;
/** Rights, owner and path of each entry of the layers. */
const held: string[] = [];
let config: ImageConfig & { readonly Volumes: object; readonly Labels: Readonly<Record<string, string>> };
const args = ["--only", "image", ...(libraries ?? [])];

function untar(archive: string, into: string): void {
  mkdirSync(into, { recursive: true });
  const { exitCode, stderr } = Bun.spawnSync([
    "tar",
    "--extract",
    "--preserve-permissions",
    "--file",
    archive,
    "-C",
    into,
  ]);
  if (exitCode !== 0) throw new Error(stderr.toString());
}

function listed(archive: string): string[] {
  const { stdout } = Bun.spawnSync(["tar", "--list", "--verbose", "--numeric-owner", "--file", archive]);
  const lines = stdout.toString().trim().split("\n");
  return lines.map((line) => line.split(/ +/)).map((words) => [words[0], words[1], words.at(-1)].join(" "));
}

describe.skipIf(libraries === null)("the image", () => {
  beforeAll(() => {
    made = makePackages(args);
    folder = mkdtempSync(join(tmpdir(), "memoryd-image-"));
    chmodSync(folder, 0o755);
    root = join(folder, "root");
    const layout = join(folder, "layout");
    untar(join(made.folder, ARCHIVE), layout);
    const blob = (digest: string) => join(layout, "blobs", digest.replace(":", "/"));
    const read = <T>(file: string) => JSON.parse(readFileSync(file, "utf8")) as T;
    const index = read<{ manifests: Described[] }>(join(layout, "index.json"));
    const manifest = read<Manifest>(blob(index.manifests[0]!.digest));
    config = read<{ config: typeof config }>(blob(manifest.config.digest)).config;
    for (const { digest } of manifest.layers) {
      untar(blob(digest), root);
      held.push(...listed(blob(digest)));
    }
    rmSync(layout, { recursive: true });
  });

  afterAll(() => {
    made.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test("two runs give the same bytes, whatever the time zone and the language are", () => {
    const again = makePackages(args, { TZ: "Asia/Tokyo", LANG: "tr_TR.UTF-8" });
    const sums = (of: MadePackages) => readFileSync(join(of.folder, "SHA256SUMS"), "utf8");
    expect(sums(again)).toBe(sums(made));
    expect(sums(made)).toContain(ARCHIVE);
    again.remove();
  });

  test.skipIf(skopeo === null).each(["oci-archive", "docker-archive"])(
    "skopeo reads it as %s, with every digest",
    (form) => {
      const copied = join(folder, form);
      const cmd = [
        skopeo ?? "",
        "copy",
        "--quiet",
        "--insecure-policy",
        `${form}:${join(made.folder, ARCHIVE)}`,
        `dir:${copied}`,
      ];
      const { exitCode, stderr } = Bun.spawnSync(cmd);
      expect({ exitCode, errors: stderr.toString() }).toEqual({ exitCode: 0, errors: "" });
      expect(JSON.parse(readFileSync(join(copied, "manifest.json"), "utf8")).layers).toHaveLength(2);
      rmSync(copied, { recursive: true });
    },
  );

  test("it holds the executable, its libraries and their licences, and no shell", () => {
    const library = (name: string) => `${name.startsWith("ld-") ? "lib64" : "lib/x86_64-linux-gnu"}/${name}`;
    expect(held.filter((line) => !line.startsWith("drwxr-xr-x 0/0 ")).sort()).toEqual(
      [
        "-rw-r--r-- 0/0 etc/group",
        "-rw-r--r-- 0/0 etc/passwd",
        ...Object.keys(PINNED.files).map((name) => `-rwxr-xr-x 0/0 ${library(name)}`),
        "-rwxr-xr-x 0/0 usr/bin/memoryd",
        "-rw-r--r-- 0/0 usr/share/doc/libc6/copyright",
        "-rw-r--r-- 0/0 usr/share/doc/memoryd/NOTICES.gz",
        "-rw-r--r-- 0/0 usr/share/doc/memoryd/memoryd.cdx.json.gz",
        "drwx------ 65532/65532 backups/",
        "drwx------ 65532/65532 data/",
        "drwxrwxrwt 0/0 tmp/",
      ].sort(),
    );
    expect(config.User).toBe("65532:65532");
    expect(config.Volumes).toEqual({ "/data": {} });
  });

  test("its bill of materials has the libraries too, and says which they are", () => {
    const bill = readFileSync(join(made.folder, "memoryd-image.cdx.json"), "utf8");
    const { components, dependencies } = JSON.parse(bill) as {
      components: { name: string; version: string; "bom-ref": string }[];
      dependencies: { dependsOn: string[] }[];
    };
    expect(components[0]?.name).toBe("glibc");
    expect(dependencies[0]?.dependsOn).toContain(components[0]?.["bom-ref"] ?? "");
    const label = config.Labels["memoryd.libc6"];
    expect(label).toBe(args.includes("--libraries") ? "not pinned" : components[0]?.version);
  });

  test("libraries that are not the pinned ones are not taken for them", () => {
    const other = join(folder, "libraries");
    mkdirSync(other);
    expect(pinnedOf(other)).toBeNull();
    for (const name of Object.keys(PINNED.files)) copyFileSync(join(MACHINES_OWN, name), join(other, name));
    writeFileSync(join(other, "libm.so.6"), "another");
    expect(pinnedOf(other)).toBeNull();
    expect(readLibraries(other)).toMatchObject({ version: null, files: { length: 5 } });
  });

  // One story, as with the package.
  describe.skipIf(!mayRun)("run with a root that cannot be written, without rights and without a network", () => {
    let data: string;
    let container: Container;
    const start = (...variables: string[]) =>
      startContainer({ root, data, config, variables: [...variables, "MEMORYD_EMBEDDING_WORKERS=1"] });
    const ask = (path: string, body?: object) => {
      const key = readFileSync(join(data, "admin.key"), "utf8").trim();
      const headers = [`X-API-Key: ${key}`, "X-Memory-User: ada", "Content-Type: application/json"];
      const sent = [
        ...headers.flatMap((header) => ["--header", header]),
        ...(body ? ["--data", JSON.stringify(body)] : []),
      ];
      return JSON.parse(container.curl(...sent, `http://127.0.0.1:8787${path}`));
    };

    beforeAll(() => {
      data = join(folder, "data");
      mkdirSync(data, { mode: 0o700 });
      chownSync(data, 65_532, 65_532);
    });

    afterAll(() => container?.kill());

    test("without a word about the network it refuses to be reached unencrypted, and says what to set", async () => {
      const refused = start();
      expect(await refused.exited).toBe(3);
      expect(refused.written.stderr).toContain("add --allow-remote where the network is private");
    });

    test("with that word it starts on an empty volume, and its own health check finds it ready", async () => {
      container = start("MEMORYD_ALLOW_REMOTE=true");
      await container.listening();
      const check = () => container.exec(config.Healthcheck.Test.slice(1));
      const healthy = await until("readiness", () => [check()].find(({ code }) => code === 0));
      expect(healthy.output).toBe("ready");
      expect(statSync(join(data, "memoryd.db"))).toMatchObject({ uid: 65_532, mode: 0o100_600 });
    });

    test("it remembers a turn, and commands work beside it", () => {
      const { turn_token: token } = ask("/prepare", { input: "I like tea." });
      expect(ask("/record", { turn_token: token, answer: "Noted." })).toEqual({ ok: true });
      expect(ask("/recall", { query: "tea" }).sources[0].text).toContain("I like tea.");
      expect(container.exec(["/usr/bin/memoryd", "status"]).code).toBe(0);
      expect(container.exec(["/usr/bin/memoryd", "keys", "list"])).toMatchObject({
        code: 0,
        output: expect.stringContaining("admin"),
      });
    });

    test("as its first process it ends at TERM, and finds the volume again", async () => {
      expect(await container.stop()).toBe(0);
      container = start("MEMORYD_ALLOW_REMOTE=true");
      await container.listening();
      expect(container.exec(["/usr/bin/memoryd", "healthcheck", "--url", "http://127.0.0.1:1"]).code).toBe(1);
      expect(ask("/memory").items).toHaveLength(1);
      expect(await container.stop()).toBe(0);
      expect(container.written.stderr).not.toContain('"level":"error"');
    });

    test("as the manifest for Kubernetes runs it, it starts on a volume of root's that its group may write to", async () => {
      const { variables, user, group } = inKubernetes();
      expect(`${user}:${group}`).toBe(config.User);
      data = join(folder, "volume");
      mkdirSync(data);
      chownSync(data, 0, group);
      chmodSync(data, 0o2775);
      container = start(...variables);
      await container.listening();
      expect(container.curl("http://127.0.0.1:9464/metrics")).toContain("memoryd_build_info{");
      expect(container.exec(["/usr/bin/memoryd", "doctor"]).code).toBe(0);
      expect(await container.stop()).toBe(0);
    });
  });
});
