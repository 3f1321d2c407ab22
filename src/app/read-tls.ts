// The certificate and the key that the settings name, read and looked at: what is wrong is told by setting and file.
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { SettingsError } from "../config/read-settings.ts";
import type { Settings } from "../config/settings.ts";
import type { Certificate } from "../domain/certificate.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import { readReasonOf } from "../storage/files/data-directory.ts";

export interface Tls {
  /** PEM, as read from the files. */
  readonly cert: string;
  readonly key: string;
  readonly certificate: Certificate;
}

const NO_MODE = 0o600;

/** null: plain HTTP. Throws SettingsError. */
export function readTls({ tls_cert: certFile, tls_key: keyFile }: Settings): Tls | null {
  if (certFile === "" && keyFile === "") return null;
  if (certFile === "" || keyFile === "") {
    const [given, absent] = certFile === "" ? ["tls_key", "tls_cert"] : ["tls_cert", "tls_key"];
    throw new SettingsError(`${given} is of no use without ${absent}: give both, or neither`);
  }
  const [cert, key] = [readPem("tls_cert", certFile), readPem("tls_key", keyFile)];
  const certificate = certificateIn(cert, certFile);
  if (!certificate.checkPrivateKey(privateKeyIn(key, keyFile))) {
    throw new SettingsError(
      `tls_key: the key in ${keyFile} does not belong to the certificate in ${certFile} (tls_cert): name the two that were made together`,
    );
  }
  requireWholeChain({ cert, key }, certFile);
  return { cert, key, certificate: judged(certificate, certFile, keyFile) };
}

function readPem(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new SettingsError(`${name}: the file ${file} cannot be read: ${readReasonOf(error)}`);
  }
  if (/^-----BEGIN [A-Z0-9 ]+-----\r?$/m.test(text)) return text;
  throw new SettingsError(`${name}: the file ${file} is not PEM: it has no line such as -----BEGIN CERTIFICATE-----`);
}

function certificateIn(pem: string, file: string): X509Certificate {
  if (!/-----BEGIN (X509 |TRUSTED )?CERTIFICATE-----/.test(pem)) {
    throw new SettingsError(`tls_cert: the file ${file} holds no certificate${swapped(pem.includes(" PRIVATE KEY"))}`);
  }
  try {
    return new X509Certificate(pem);
  } catch {
    throw new SettingsError(`tls_cert: the certificate in ${file} is damaged`);
  }
}

function privateKeyIn(pem: string, file: string): KeyObject {
  if (!pem.includes(" PRIVATE KEY-----")) {
    throw new SettingsError(`tls_key: the file ${file} holds no private key${swapped(pem.includes("CERTIFICATE"))}`);
  }
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const isEncrypted = faultCodeOf(error) === "ERR_MISSING_PASSPHRASE" || pem.includes("ENCRYPTED");
    const why = isEncrypted ? "is encrypted: `openssl pkey` writes it without its passphrase" : "is damaged";
    throw new SettingsError(`tls_key: the private key in ${file} ${why}`);
  }
}

function swapped(isOther: boolean): string {
  return isOther ? ": tls_cert and tls_key may have been swapped" : "";
}

/** The first certificate and the key are good: what is left are the others of the chain. */
function requireWholeChain(pair: { readonly cert: string; readonly key: string }, file: string): void {
  try {
    createSecureContext(pair);
  } catch {
    throw new SettingsError(`tls_cert: the chain behind the certificate in ${file} is damaged`);
  }
}

function judged(certificate: X509Certificate, file: string, keyFile: string): Certificate {
  return {
    file,
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo),
    names: certificate.subjectAltName?.split(", ") ?? [],
    keyFile,
    // Windows has no such modes.
    keyMode: process.platform === "win32" ? NO_MODE : (statSync(keyFile, { throwIfNoEntry: false })?.mode ?? NO_MODE),
  };
}
