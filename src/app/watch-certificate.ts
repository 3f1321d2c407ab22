// Tells of the certificate that clients are shown: when it comes into use, and what becomes wrong with it as time goes by.
import type { Clock } from "../base/chance.ts";
import { isoTime } from "../base/iso-time.ts";
import { examineCertificate } from "../doctor/examine-reach.ts";
import type { Certificate } from "../domain/certificate.ts";
import type { Finding } from "../domain/finding.ts";
import type { Logger } from "./log.ts";

const HOUR_MS = 60 * 60 * 1000;
const AGAIN_AFTER_MS = 24 * HOUR_MS;

export interface CertificateWatch {
  /** null: the service speaks plain HTTP. */
  readonly current: Certificate | null;
  /** From now on clients are shown this one. */
  use(certificate: Certificate | null): void;
  /** Tells what is wrong with it now; each thing once a day. */
  look(): void;
  close(): void;
}

/** Looks again every hour. */
export function watchCertificate({ clock, log }: { readonly clock: Clock; readonly log: Logger }): CertificateWatch {
  let current: Certificate | null = null;
  const toldAt = new Map<string, number>();
  function look(): void {
    if (current === null) return;
    const now = clock.now();
    for (const finding of examineCertificate(current, now)) {
      if (now - (toldAt.get(finding.code) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) continue;
      toldAt.set(finding.code, now);
      logFinding(log, finding);
    }
  }
  const timer = setInterval(look, HOUR_MS);
  return {
    get current() {
      return current;
    },
    use(certificate) {
      current = certificate;
      toldAt.clear();
      if (certificate === null) return;
      const { names, validTo } = certificate;
      log.info({ event: "certificate_used", names, expires: isoTime(validTo) });
      look();
    },
    look,
    close: () => clearInterval(timer),
  };
}

export function logFinding(log: Logger, { code, level, where, what, fix }: Finding): void {
  const line = { event: code, where, reason: what, fix };
  if (level === "error") log.error(line);
  else log.warn(line);
}
