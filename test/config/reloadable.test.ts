import { expect, test } from "bun:test";
import { isLoopbackHost } from "../../src/config/listen-address.ts";
import { readSettings } from "../../src/config/read-settings.ts";
import { planReload } from "../../src/config/reloadable.ts";

const RUNNING = readSettings({ flags: {}, environment: {}, file: null });

test("what can be reloaded takes its new value, the rest keeps the old one and is named", () => {
  const read = { ...RUNNING, log_level: "warn", memory_mib: 1, port: 1 };
  const plan = planReload(RUNNING, read);
  expect(plan.settings).toEqual({ ...RUNNING, log_level: "warn" });
  expect(plan.changed).toEqual(["log_level"]);
  expect([...plan.afterRestart].sort()).toEqual(["memory_mib", "port"]);
});

test("what waits for a restart is named again as long as it waits", () => {
  const read = { ...RUNNING, memory_mib: 1 };
  expect(planReload(planReload(RUNNING, read).settings, read).afterRestart).toEqual(["memory_mib"]);
});

test("TLS files are exchanged, but TLS is not switched on or off", () => {
  const tls = { ...RUNNING, tls_cert: "a.crt", tls_key: "a.key" };
  expect(planReload(RUNNING, tls).afterRestart).toEqual(["tls_cert", "tls_key"]);
  expect(planReload(tls, RUNNING).afterRestart).toEqual(["tls_cert", "tls_key"]);
  expect(planReload(tls, { ...tls, tls_cert: "b.crt", tls_key: "b.key" }).changed).toEqual(["tls_cert", "tls_key"]);
});

test.each(["127.0.0.1", "127.8.9.10", "localhost", "LOCALHOST", "::1", "[::1]", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"])(
  "%s is reached by this machine alone",
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);

test.each([
  "0.0.0.0",
  "::",
  "[::]",
  "10.0.0.1",
  "128.0.0.1",
  "127.0.0.1.example",
  "1270.0.0.1",
  "::2",
  "::ffff:10.0.0.1",
  "",
])("%p may be reached by others", (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});
