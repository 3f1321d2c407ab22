// Certificates for tests, made by openssl and signed by themselves.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const openssl = Bun.which("openssl");

export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** PEM of the certificate, which is its own authority. */
  readonly pem: string;
}

/** Files NAME.crt and NAME.key in the directory, for 127.0.0.1. */
export function makeCertificate(directory: string, name: string): Certificate {
  const [cert, key] = [join(directory, `${name}.crt`), join(directory, `${name}.key`)];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const made = Bun.spawnSync([
    openssl ?? "openssl",
    ...["req", "-x509", ...curve, "-keyout", key, "-out", cert],
    ...["-subj", `/CN=${name}`, "-days", "2", "-addext", "subjectAltName=IP:127.0.0.1"],
  ]);
  if (made.exitCode !== 0) throw new Error(made.stderr.toString());
  return { cert, key, pem: readFileSync(cert, "utf8") };
}
