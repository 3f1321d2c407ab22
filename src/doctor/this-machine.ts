// The machine that the doctor runs on.
import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { totalmem } from "node:os";
import { type ListenAddress, localUrl } from "../base/local-host.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import type { Machine } from "./facts.ts";

const ANSWER_WITHIN_MS = 1_000;

const OPEN_FILES = "Max open files";

export function thisMachine(): Machine {
  return {
    uid: process.getuid?.() ?? -1,
    freeBytes: (path) => {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    },
    isReadOnly,
    fileSystem: (path) => statfsSync(path).type,
    memoryBytes: Math.min(totalmem(), controlGroupBytes()),
    openFilesMax: (pid) => {
      const limits = readOrNull(`/proc/${pid ?? "self"}/limits`);
      const line = limits?.split("\n").find((each) => each.startsWith(OPEN_FILES)) ?? "";
      return Number.parseInt(line.slice(OPEN_FILES.length), 10) || null;
    },
    answers,
  };
}

function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return faultCodeOf(error) === "EROFS";
  }
}

/** Of the control group that a container or a unit gives its processes; infinity where there is no limit. */
function controlGroupBytes(): number {
  const limit = Number(readOrNull("/sys/fs/cgroup/memory.max")?.trim() ?? "max");
  return Number.isFinite(limit) && limit > 0 ? limit : Number.POSITIVE_INFINITY;
}

async function answers(address: ListenAddress): Promise<boolean> {
  try {
    const response = await fetch(`${localUrl(address)}/livez`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      redirect: "manual",
      verbose: false,
      proxy: false,
      // Whether somebody is there, not who: the certificate may be for another name.
      tls: { rejectUnauthorized: false },
    });
    return response.ok;
  } catch {
    return false;
  }
}

export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
