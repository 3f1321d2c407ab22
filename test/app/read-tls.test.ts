// Each thing that can be wrong with the files of TLS has words of its own, with the setting and the file.
import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTls } from "../../src/app/read-tls.ts";
import { readSettings } from "../../src/config/read-settings.ts";
import { makeCertificate, openssl } from "../e2e/certificates.ts";

const dir = mkdtempSync(join(tmpdir(), "memoryd-tls-"));
afterAll(() => rmSync(dir, { recursive: true }));
const path = (name: string) => join(dir, name);

function read(cert: string, key: string) {
  const flags = { tls_cert: path(cert), tls_key: path(key) };
  return readTls(readSettings({ flags, environment: {}, file: null }));
}

const pem = (what: string, text = "bm9uZQ==") => `-----BEGIN ${what}-----\n${text}\n-----END ${what}-----\n`;

if (openssl !== null) {
  const { pem: alpha } = makeCertificate(dir, "alpha");
  makeCertificate(dir, "beta");
  writeFileSync(path("text"), "hello\n");
  writeFileSync(path("broken.crt"), pem("CERTIFICATE"));
  writeFileSync(path("broken.key"), pem("PRIVATE KEY"));
  writeFileSync(path("chain.crt"), alpha + pem("CERTIFICATE", "!"));
  Bun.spawnSync([
    openssl,
    "pkey",
    "-in",
    path("alpha.key"),
    "-aes128",
    "-passout",
    "pass:x",
    "-out",
    path("locked.key"),
  ]);
  writeFileSync(path("windows.crt"), alpha.replaceAll("\n", "\r\n"));
}

test.skipIf(openssl === null).each([
  ["missing", "alpha.key", "tls_cert: the file FILE cannot be read: it is not there"],
  ["alpha.crt", "missing", "tls_key: the file FILE cannot be read: it is not there"],
  ["text", "alpha.key", "tls_cert: the file FILE is not PEM"],
  ["alpha.crt", "text", "tls_key: the file FILE is not PEM"],
  [
    "alpha.key",
    "alpha.crt",
    "tls_cert: the file FILE holds no certificate: tls_cert and tls_key may have been swapped",
  ],
  ["alpha.crt", "beta.crt", "tls_key: the file FILE holds no private key: tls_cert and tls_key may have been swapped"],
  ["broken.crt", "alpha.key", "tls_cert: the certificate in FILE is damaged"],
  ["alpha.crt", "broken.key", "tls_key: the private key in FILE is damaged"],
  ["alpha.crt", "locked.key", "tls_key: the private key in FILE is encrypted"],
  ["alpha.crt", "beta.key", "tls_key: the key in FILE does not belong to the certificate in"],
  ["chain.crt", "alpha.key", "tls_cert: the chain behind the certificate in FILE is damaged"],
])("%s with %s: %s", (cert, key, words) => {
  expect(() => read(cert, key)).toThrow(words.replace("FILE", path(words.startsWith("tls_cert") ? cert : key)));
});

test.skipIf(openssl === null)("what is judged of a certificate is read from it and from the mode of its key", () => {
  chmodSync(path("alpha.key"), 0o604);
  const { certificate } = read("windows.crt", "alpha.key") ?? {};
  expect(certificate).toMatchObject({ names: ["IP Address:127.0.0.1"], file: path("windows.crt") });
  expect((certificate?.keyMode ?? 0) & 0o777).toBe(0o604);
  expect((certificate?.validTo ?? 0) - (certificate?.validFrom ?? 0)).toBe(2 * 24 * 60 * 60 * 1000);
});
