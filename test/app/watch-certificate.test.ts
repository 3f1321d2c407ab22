// What a running service says of its certificate as time goes by.
import { afterEach, expect, test } from "bun:test";
import { pino } from "pino";
import { type CertificateWatch, watchCertificate } from "../../src/app/watch-certificate.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const CERTIFICATE = { file: "a.crt", keyFile: "a.key", keyMode: 0o600, names: ["DNS:a"] };

let watch: CertificateWatch | null = null;
afterEach(() => watch?.close());

function open() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let now = 0;
  const opened = watchCertificate({ clock: { now: () => now }, log });
  watch = opened;
  return {
    ...{ watch: opened, lines },
    events: () => lines.splice(0).map(({ event, level }) => [event, level]),
    pass: (ms: number) => {
      now += ms;
      opened.look();
    },
  };
}

test("an end that comes near is warned of once a day, and the end itself is an error", () => {
  const { watch: opened, events, pass, lines } = open();
  opened.use({ ...CERTIFICATE, validFrom: 0, validTo: 16 * DAY_MS });
  expect(lines).toMatchObject([{ event: "certificate_used", names: ["DNS:a"], expires: "1970-01-17T00:00:00.000Z" }]);
  events();
  pass(DAY_MS);
  expect(events()).toEqual([]);
  pass(DAY_MS + HOUR_MS);
  expect(lines).toMatchObject([{ event: "certificate_expires", level: 40, where: "tls_cert a.crt" }]);
  events();
  for (let hour = 0; hour < 47; hour++) pass(HOUR_MS);
  expect(events()).toEqual([["certificate_expires", 40]]);
  pass(13 * DAY_MS);
  expect(events()).toEqual([["certificate_expired", 50]]);
  opened.use({ ...CERTIFICATE, validFrom: 0, validTo: 100 * DAY_MS });
  expect(events()).toEqual([["certificate_used", 30]]);
  pass(DAY_MS);
  expect(events()).toEqual([]);
});

test("one without TLS says nothing", () => {
  const { watch: opened, events, pass } = open();
  opened.use(null);
  pass(100 * DAY_MS);
  expect([opened.current, events()]).toEqual([null, []]);
});
