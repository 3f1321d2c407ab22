// Where the service that has the data directory listens, for commands that ask it. It is there while the service runs.

import { X509Certificate } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ADDRESS_FILE } from "../../domain/data-file-names.ts";
import { writeWhole } from "./durable-files.ts";

export interface ServiceAddress {
  /** http://HOST:PORT, or https; the host as the settings name it. */
  readonly url: string;
  /** PEM of the one certificate that it shows; null: plain HTTP. */
  readonly certificate: string | null;
}

/** `certificate`: its chain may stand behind it. Throws what the file system says. */
export function writeServiceAddress(dataDir: string, { url, certificate }: ServiceAddress): void {
  const address = { url, certificate: certificate === null ? null : new X509Certificate(certificate).toString() };
  const how = { mayReplace: true, isOwners: true };
  writeWhole(join(dataDir, ADDRESS_FILE), `${JSON.stringify(address)}\n`, how);
}

export function removeServiceAddress(dataDir: string): void {
  rmSync(join(dataDir, ADDRESS_FILE), { force: true });
}

/** Left behind where the service was killed: look at the lock first. null where there is none, or none that can be read. */
export function readServiceAddress(dataDir: string): ServiceAddress | null {
  try {
    const { url, certificate } = JSON.parse(readFileSync(join(dataDir, ADDRESS_FILE), "utf8")) as ServiceAddress;
    const isWhole = URL.canParse(url) && (certificate === null || typeof certificate === "string");
    return isWhole ? { url, certificate } : null;
  } catch {
    return null;
  }
}
