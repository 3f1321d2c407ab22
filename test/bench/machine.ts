// What a measurement was made on.
import { cpus, release, totalmem, type } from "node:os";

const GIB = 1024 ** 3;

/** CPU, cores, memory, operating system, Bun, and the version of the executable that was measured. */
export function describeMachine(executable: string): string {
  const processors = cpus();
  const version = Bun.spawnSync([executable, "--version"]).stdout.toString().trim();
  return [
    processors[0]?.model.trim(),
    `${processors.length} cores`,
    `${(totalmem() / GIB).toFixed(1)} GiB`,
    `${type()} ${release()}`,
    `Bun ${Bun.version}`,
    `memoryd ${version}`,
  ].join(", ");
}
