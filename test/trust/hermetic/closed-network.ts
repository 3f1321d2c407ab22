// A network that leads nowhere, and strace around what runs in it.
import { readFileSync } from "node:fs";

/** Only the loopback is up. Root needs no new user for it, and stays who it was. */
export const ALONE: readonly string[] = [
  "unshare",
  ...(process.getuid?.() === 0 ? [] : ["--map-root-user"]),
  "--net",
  "sh",
  "-c",
  'ip link set lo up && exec "$@"',
  "sh",
];

/**
 * What is asked of strace: whatever reaches out, and which process it is. With the filter in the kernel every other
 * call runs at its full speed. The data that is sent is not written down.
 */
const WATCHED = "connect,sendto,sendmsg,sendmmsg,socket,bind,openat,execve,clone,clone3,fork,vfork";

/**
 * Before a command: writes the calls of it and of all that it starts into the file. The command is the child of
 * whoever starts it, and strace stands aside, so that signals and the exit code are the command's own.
 */
export function traced(file: string): readonly string[] {
  return [
    "strace",
    "-D",
    "-f",
    "-q",
    "--seccomp-bpf",
    "-s",
    "0",
    "-e",
    `trace=${WATCHED}`,
    "-e",
    "signal=none",
    "-o",
    file,
  ];
}

/** A process has one tracer: what runs under strace already cannot be watched by another. */
function isTraced(): boolean {
  try {
    return !/^TracerPid:\s*0$/m.test(readFileSync("/proc/self/status", "utf8"));
  } catch {
    return false;
  }
}

function works(command: readonly string[]): boolean {
  return command.every((word) => word !== "") && Bun.which(command[0] ?? "") !== null
    ? Bun.spawnSync([...command, "true"], { stdio: ["ignore", "ignore", "ignore"] }).exitCode === 0
    : false;
}

/** Why nothing can be cut off from the network here; null where it can. */
export function whyNotAlone(): string | null {
  return works(ALONE) ? null : "without `unshare --net` and `ip` nothing can be cut off from the network";
}

/** Why nothing can be watched here; null where it can. */
export function whyNotTraced(): string | null {
  if (isTraced()) return "what runs under strace already cannot be watched again";
  return works(traced("/dev/null")) ? null : "without `strace` (5.3 or later) nobody sees where a connection leads";
}
