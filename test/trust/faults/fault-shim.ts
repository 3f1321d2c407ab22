// The faults that disk-faults.c puts between the executable and its disk: compiled here, and steered while it runs.
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const canBuildFaultShim = Bun.which("cc") !== null && process.platform === "linux";
if (!canBuildFaultShim) console.log("SKIPPED: without a C compiler (cc) on Linux no faults of the disk can be made.");

/** Returns the path of the library. */
export async function buildFaultShim(folder: string): Promise<string> {
  const shim = join(folder, "disk-faults.so");
  const source = join(import.meta.dir, "disk-faults.c");
  const command = ["cc", "-shared", "-fPIC", "-O2", "-o", shim, source, "-ldl", "-lpthread"];
  const compiler = Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] });
  if ((await compiler.exited) !== 0) throw new Error("The faults of the disk could not be compiled.");
  return shim;
}

export interface FaultOptions {
  readonly shim: string;
  /** Only files in it are touched. */
  readonly dataDir: string;
  /** Rules that hold all the time, as disk-faults.c describes them: "sync delay=5". */
  readonly rules?: readonly string[];
  /** A file of more rules, that may change meanwhile. */
  readonly control?: string;
}

/** What the executable is to find in its environment. */
export function faultEnvironment({ shim, dataDir, rules = [], control }: FaultOptions): Record<string, string> {
  return {
    LD_PRELOAD: shim,
    DISK_FAULTS_DIR: dataDir,
    ...(rules.length === 0 ? {} : { DISK_FAULTS_RULES: rules.join(";") }),
    ...(control === undefined ? {} : { DISK_FAULTS_CONTROL: control }),
  };
}

export interface Faults {
  /** The control file. */
  readonly path: string;
  /** From the next call to the system on these rules hold, and no others. */
  set(...rules: readonly string[]): void;
}

export function faultsAt(path: string): Faults {
  let changes = 0;
  const set = (...rules: readonly string[]) => {
    // In one step, and of another length each time: the time of a file may be too coarse to tell two changes apart.
    const next = `${path}.next`;
    writeFileSync(next, `${rules.join("\n")}\n${"\n".repeat(++changes % 64)}`);
    renameSync(next, path);
  };
  set();
  return { path, set };
}
