import { expect, test } from "bun:test";
import { localUrl } from "../../src/base/local-host.ts";

test.each([
  ["127.0.0.1", "http://127.0.0.1:80"],
  ["memory.example.org", "http://memory.example.org:80"],
  ["0.0.0.0", "http://127.0.0.1:80"],
  ["::", "http://[::1]:80"],
  ["[::]", "http://[::1]:80"],
  ["fd00::7", "http://[fd00::7]:80"],
])("what listens on %s is asked at %s", (host, url) => {
  expect(localUrl({ host, port: 80, isTls: false })).toBe(url);
});

test("over TLS it is asked over HTTPS", () => {
  expect(localUrl({ host: "::1", port: 8787, isTls: true })).toBe("https://[::1]:8787");
});
