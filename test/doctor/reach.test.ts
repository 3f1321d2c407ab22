// What is found wrong with what other machines can reach, and with the certificate that they are shown.
import { expect, test } from "bun:test";
import { examineReach } from "../../src/doctor/examine-reach.ts";
import type { Reach } from "../../src/doctor/facts.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.parse("2026-06-15T12:00:00Z");
const CERTIFICATE = {
  ...{ file: "/etc/tls.crt", keyFile: "/etc/tls.key", keyMode: 0o100600 },
  ...{ names: ["DNS:memory.example.org"], validFrom: NOW - DAY_MS, validTo: NOW + 60 * DAY_MS },
};
const REACH: Reach = {
  ...{ host: "127.0.0.1", isTls: true, isLoopback: true, allowsRemote: false },
  ...{ certificate: CERTIFICATE, openMetrics: null },
};

function found(changes: Partial<typeof CERTIFICATE>, reach: Partial<Reach> = {}) {
  return [...examineReach({ ...REACH, certificate: { ...CERTIFICATE, ...changes }, ...reach }, NOW)];
}

test("nothing is found where nothing is wrong", () => {
  expect(found({})).toEqual([]);
  expect(found({ keyMode: 0o100640 })).toEqual([]);
  expect(found({ validTo: NOW + 14 * DAY_MS })).toEqual([]);
});

test.each([
  [{ validTo: NOW }, "certificate_expired", "error", "expired on 2026-06-15"],
  [{ validFrom: NOW + 1 }, "certificate_not_yet_valid", "error", "not valid before 2026-06-15T12:00:00.001Z"],
  [{ validTo: NOW + 14 * DAY_MS - 1 }, "certificate_expires", "warning", "expires in 13 days, on 2026-06-29"],
  [{ validTo: NOW + DAY_MS + 1 }, "certificate_expires", "warning", "expires in 1 day, "],
  [{ validTo: NOW + 1 }, "certificate_expires", "warning", "expires in less than a day"],
  [{ names: [] }, "certificate_nameless", "warning", "subjectAltName"],
  [{ keyMode: 0o100644 }, "tls_key_readable", "error", "may read the certificate's key (mode 0644)"],
  [{ keyMode: 0o100606 }, "tls_key_readable", "error", "may change the certificate's key (mode 0606)"],
] as const)("%p is %s, %s", (changes, code, level, what) => {
  expect(found(changes as Partial<typeof CERTIFICATE>)).toMatchObject([
    { code, level, what: expect.stringContaining(what) },
  ]);
});

test("a listener of metrics that other machines reach is warned of, as is a service in the clear", () => {
  const open = { openMetrics: "0.0.0.0:9464" };
  expect(found({}, open)).toMatchObject([
    { code: "exposed_metrics", level: "warning", where: "prometheus_listen 0.0.0.0:9464" },
  ]);
  const clear = { isTls: false, isLoopback: false, certificate: null, allowsRemote: true };
  expect(found({}, { ...clear, ...open }).map(({ code }) => code)).toEqual(["exposed_without_tls", "exposed_metrics"]);
});
