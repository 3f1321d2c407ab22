// A machine of its own to install on: this one's files with a layer of memory above them, so that nothing stays.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Ran {
  readonly code: number;
  readonly output: string;
}

export interface MachineApart {
  /** Its root, as the processes on it see it from outside: for `root` of a command of theirs. */
  readonly root: string;
  /** Output and errors in one. */
  run(script: string): Ran;
  /** The command that runs another one there, as it is. */
  readonly through: readonly string[];
  close(): void;
}

/** What stands in the namespace as long as who opened it: the layers, and `shared` at /mnt. */
const LAYERS = `set -e
mount -t tmpfs none "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay none -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount -t proc none "$1/root/proc"
mount --rbind /dev "$1/root/dev"
mount --bind "$2" "$1/root/mnt"
echo ready
exec cat > /dev/null`;

/** Null where this machine does not let one be made: only root may. */
export async function openMachineApart(shared: string): Promise<MachineApart | null> {
  if (["unshare", "nsenter", "chroot"].some((tool) => Bun.which(tool) === null)) return null;
  const folder = mkdtempSync(join(tmpdir(), "memoryd-machine-"));
  const keeper = Bun.spawn(["unshare", "--mount", "sh", "-c", LAYERS, "sh", folder, shared], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const { value } = await keeper.stdout.getReader().read();
  if (value === undefined) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const root = join(folder, "root");
  const through = ["nsenter", `--target=${keeper.pid}`, "--mount", "chroot", root];
  const env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8" };
  return {
    root,
    through,
    run(script) {
      const cmd = [...through, "sh", "-c", `exec 2>&1\n${script}`];
      const { exitCode, stdout } = Bun.spawnSync(cmd, { env: { ...env, DEBIAN_FRONTEND: "noninteractive" } });
      return { code: exitCode, output: stdout.toString() };
    },
    close() {
      keeper.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}
