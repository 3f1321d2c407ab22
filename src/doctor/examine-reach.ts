// Looks at what other machines can reach of the service, and at the certificate that they are shown.
import { shownMode } from "../base/shown-mode.ts";
import { type Certificate, RENEWAL_DUE_MS } from "../domain/certificate.ts";
import type { Finding } from "../domain/finding.ts";
import { ALL_OTHERS, ALL_WRITE } from "./examine-files.ts";
import type { Reach } from "./facts.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export function* examineReach(reach: Reach, now: number): Iterable<Finding> {
  yield* examineExposure(reach);
  if (reach.certificate !== null) yield* examineCertificate(reach.certificate, now);
}

/** What is reached in the clear, or without a key. */
export function* examineExposure({ host, isTls, isLoopback, allowsRemote, openMetrics }: Reach): Iterable<Finding> {
  if (!isLoopback && !isTls) {
    yield {
      code: "exposed_without_tls",
      level: allowsRemote ? "warning" : "error",
      where: `host ${host}`,
      what: allowsRemote
        ? "Other machines reach the service without encryption: keys and memory can be read on the way."
        : "The service refuses to start so: other machines would reach it without encryption.",
      fix: "give --tls-cert and --tls-key, or listen on 127.0.0.1 behind a TLS proxy",
    };
  }
  if (openMetrics === null) return;
  yield {
    code: "exposed_metrics",
    level: "warning",
    where: `prometheus_listen ${openMetrics}`,
    what: "Other machines read the metrics without a key and without encryption: how much is stored, asked and refused.",
    fix: "listen on 127.0.0.1, or let a firewall pass Prometheus alone, or have it ask /prometheus with an admin key",
  };
}

/** The certificate at this time, and who may read its key. */
export function* examineCertificate(certificate: Certificate, now: number): Iterable<Finding> {
  const { file, validFrom, validTo, names, keyFile, keyMode } = certificate;
  const fix = "renew it, then `systemctl reload memoryd`: the service shows the new one from then on";
  const where = `tls_cert ${file}`;
  if (now >= validTo) {
    const what = `The certificate expired on ${dayOf(validTo)}: clients refuse to connect.`;
    yield { code: "certificate_expired", level: "error", where, what, fix };
  } else if (now < validFrom) {
    yield {
      code: "certificate_not_yet_valid",
      level: "error",
      where,
      what: `The certificate is not valid before ${new Date(validFrom).toISOString()}: clients refuse to connect.`,
      fix: "look whether the clock of this machine is right (timedatectl), or name a certificate that is valid now",
    };
  } else if (validTo - now < RENEWAL_DUE_MS) {
    const days = Math.floor((validTo - now) / DAY_MS);
    const left = days === 0 ? "less than a day" : days === 1 ? "1 day" : `${days} days`;
    const what = `The certificate expires in ${left}, on ${dayOf(validTo)}.`;
    yield { code: "certificate_expires", level: "warning", where, what, fix };
  }
  if (names.length === 0) {
    yield {
      code: "certificate_nameless",
      level: "warning",
      where,
      what: "The certificate names no host and no address (subjectAltName): most clients refuse to connect.",
      fix: "have it made anew with the names that clients call: -addext subjectAltName=DNS:memory.example.org",
    };
  }
  yield* examineKey(keyFile, keyMode);
}

function* examineKey(file: string, mode: number): Iterable<Finding> {
  if ((mode & ALL_OTHERS) === 0) return;
  const may = (mode & ALL_WRITE) === 0 ? "read" : "change";
  yield {
    code: "tls_key_readable",
    level: "error",
    where: `tls_key ${file}`,
    what: `Every user of this machine may ${may} the certificate's key (mode ${shownMode(mode)}), and pose as the service.`,
    fix: `chmod o= ${file}, then have the certificate made anew with another key: this one may have been read`,
  };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
