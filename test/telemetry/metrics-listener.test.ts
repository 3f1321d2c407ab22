import { expect, test } from "bun:test";
import { listenForPrometheus, readMetricsAddress } from "../../src/telemetry/metrics-listener.ts";
import { createPrometheusMeter } from "../../src/telemetry/prometheus-meter.ts";

test.each([
  ["127.0.0.1:9464", { host: "127.0.0.1", port: 9464 }],
  ["[::1]:0", { host: "::1", port: 0 }],
  ["metrics.lan:80", { host: "metrics.lan", port: 80 }],
])("%s is an address", (text, expected) => {
  expect(readMetricsAddress(text)).toEqual(expected);
});

test.each(["", "9464", ":9464", "127.0.0.1", "127.0.0.1:", "127.0.0.1:70000", "::1:9464", "http://127.0.0.1:1"])(
  "%p is none",
  (text) => {
    expect(readMetricsAddress(text)).toBeNull();
  },
);

test("the listener shows the counters and nothing else, without a key", async () => {
  const meter = createPrometheusMeter();
  meter.count({ event: "lessons_made" }, 3);
  const listener = listenForPrometheus({ host: "127.0.0.1", port: 0 }, meter);
  const ask = (path: string, method = "GET") => fetch(`http://127.0.0.1:${listener.port}${path}`, { method });
  try {
    for (const path of ["/metrics", "/prometheus"]) {
      const answer = await ask(path);
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining("memoryd_lessons_made_total 3\n"),
      ]);
    }
    for (const path of ["/metrics", "/memory"])
      expect((await ask(path)).headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    const headers = { "x-request-id": "my.id-1" };
    const named = await fetch(`http://127.0.0.1:${listener.port}/metrics`, { headers });
    expect(named.headers.get("x-request-id")).toBe("my.id-1");
    expect((await ask("/memory")).status).toBe(404);
    expect((await ask("/metrics", "POST")).status).toBe(405);
  } finally {
    await listener.stop();
  }
});
