// Runs what an image holds as an engine would: its root read-only, a network of its own that leads nowhere, processes
// of its own of which the service is the first, the image's user without any right, and one folder to write to.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../e2e/until.ts";
import type { Ran } from "./machine-apart.ts";

export interface ImageConfig {
  readonly User: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Env: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface Container {
  /** Everything written so far. */
  readonly written: { stdout: string; stderr: string };
  /** Once it listens; fails where it ends before. */
  listening(): Promise<void>;
  /** A command of the image's, beside the service, as `docker exec` runs it. */
  exec(command: readonly string[]): Ran;
  /** From within its network, by this machine's curl. */
  curl(...args: readonly string[]): string;
  /** TERM, then the exit code. */
  stop(): Promise<number>;
  kill(): void;
  readonly exited: Promise<number>;
}

/** `$1`: the root, `$2`: the data; then variables and the command. */
const ENTER = `set -e
mount --bind "$1" "$1"
mount --bind "$2" "$1/data"
mount -t proc none "$1/proc"
mount --rbind /dev "$1/dev"
mount -o remount,bind,ro "$1"
ip link set lo up
shift 2
exec env -i "$@"`;

const TOOLS = "unshare nsenter setpriv chroot ip curl";

/** Whether containers can be run here: only root may. */
export function mayContain(): boolean {
  if (TOOLS.split(" ").some((tool) => Bun.which(tool) === null)) return false;
  const tried = ["unshare", "--mount", "--net", "--pid", "--fork", "sh", "-c", "mount -t proc none /proc"];
  return Bun.spawnSync(tried, { stdio: ["ignore", "ignore", "ignore"] }).exitCode === 0;
}

export interface ContainerOptions {
  /** The image's layers, unpacked. */
  readonly root: string;
  /** What is mounted at /data. */
  readonly data: string;
  readonly config: ImageConfig;
  /** Beside the image's own. */
  readonly variables?: readonly string[];
}

export function startContainer({ root, data, config, variables = [] }: ContainerOptions): Container {
  // Engines make the places of what they mount.
  for (const place of ["proc", "dev"]) mkdirSync(join(root, place), { recursive: true });
  const path = (tool: string) => Bun.which(tool) ?? tool;
  const asUser = [path("setpriv"), "--no-new-privs", path("chroot"), `--userspec=${config.User}`, root];
  const command = [...config.Env, ...variables, ...asUser, ...config.Entrypoint, ...config.Cmd];
  const child = Bun.spawn({
    cmd: [
      ...["unshare", "--mount", "--net", "--pid", "--ipc", "--fork", "--kill-child"],
      ...["sh", "-c", ENTER, "sh", root, data, ...command],
    ],
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written = { stdout: "", stderr: "" };
  const drained = Promise.all([
    collect(child.stdout, (text) => (written.stdout += text)),
    collect(child.stderr, (text) => (written.stderr += text)),
  ]);
  const exited = drained.then(() => child.exited);
  const first = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim();
  const enter = (...spaces: string[]) => [path("nsenter"), `--target=${first()}`, ...spaces];
  const pairs = [...config.Env, ...variables].map((each): [string, string] => [
    each.split("=")[0]!,
    each.replace(/^\w+=/, ""),
  ]);
  function run(cmd: readonly string[], env: Readonly<Record<string, string>> = {}): Ran {
    const { exitCode, stdout, stderr } = Bun.spawnSync([...cmd], { env });
    return { code: exitCode, output: `${stdout}${stderr}`.trim() };
  }
  return {
    ...{ written, exited },
    async listening() {
      const line = until("the listening line", () => written.stdout.includes("memoryd listening on") || undefined);
      await Promise.race([
        line,
        exited.then((code) => {
          throw new Error(`it ended with ${code} before it listened:\n${written.stderr}`);
        }),
      ]);
    },
    exec(args) {
      const [uid, gid] = config.User.split(":");
      const there = enter("--mount", "--net", "--pid", "--root", "--wd", `--setuid=${uid}`, `--setgid=${gid}`);
      return run([...there, ...args], Object.fromEntries(pairs));
    },
    curl: (...args) => run([...enter("--net"), path("curl"), "--silent", ...args]).output,
    kill: () => child.kill("SIGKILL"),
    async stop() {
      process.kill(Number(first()), "SIGTERM");
      return exited;
    },
  };
}

async function collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const bytes of stream) add(decoder.decode(bytes, { stream: true }));
}
