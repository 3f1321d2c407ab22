// The counters of the executable, as Prometheus's own tool judges them; its traces, as a collector gets them.
import { beforeAll, expect, test } from "bun:test";
import { openLab } from "./executable.ts";
import { record, tokenOf } from "./turns.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });
/** For who embeds nothing: the model inside is opened after the listening line, one of a folder before it. */
const LISTENS_SOONER = ["--model-dir", ""];

interface Sample {
  readonly name: string;
  readonly value: number;
}

async function samplesOf(url: string, key?: string): Promise<{ status: number; text: string; samples: Sample[] }> {
  const response = await fetch(url, { headers: key === undefined ? {} : { "X-API-Key": key } });
  const text = await response.text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const samples = lines.map((line) => {
    const cut = line.lastIndexOf(" ");
    return { name: line.slice(0, cut), value: Number(line.slice(cut + 1)) };
  });
  return { status: response.status, text, samples };
}

const promtool = Bun.which("promtool");
/** Of a server whose collector is not there: the counters that it showed, and what it wrote. */
let shown: { readonly status: number; readonly text: string };
let written = "";

beforeAll(async () => {
  const server = await lab.start({ args: ["--otlp-endpoint", "http://127.0.0.1:1", "--backup-cron", "0 4 * * *"] });
  await server.ready();
  await record(server, await tokenOf(server, "I like metric units"), "Noted.");
  await server.ask("GET", "/memory/nothing");
  await server.ask("GET", "/nowhere");
  for (let i = 0; i < 5; i++) await tokenOf(server, `Hello ${i}`);
  shown = await samplesOf(`${server.url}/prometheus`, server.adminKey);
  expect(await server.stop()).toBe(0);
  written = server.written.stderr;
});

test.skipIf(promtool === null)("promtool finds nothing to say about the metrics", async () => {
  expect(shown.status).toBe(200);
  const judge = Bun.spawn({
    cmd: [promtool ?? "", "check", "metrics"],
    stdin: new TextEncoder().encode(shown.text),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([judge.stdout.text(), judge.stderr.text(), judge.exited]);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("what the service does and holds is there, by operation, with the process and the build", async () => {
  const server = await lab.start();
  await server.ready();
  const token = await tokenOf(server, "I like metric units", { user: "quokka" });
  await record(server, token, "Noted.", { user: "quokka" });
  await server.ask("POST", "/recall", { user: "quokka", body: { query: "units" } });
  await server.ask("GET", "/memory", { key: null });
  const { samples, text } = await samplesOf(`${server.url}/prometheus`, server.adminKey);
  const sampleOf = (name: string) => samples.find((sample) => sample.name === name)?.value;
  const requests = (operation: string, status: string) =>
    sampleOf(`memoryd_http_requests_total{operation="${operation}",status="${status}"}`);
  expect([requests("prepareTurn", "2xx"), requests("recordTurn", "2xx"), requests("listMemory", "4xx")]).toEqual([
    1, 1, 1,
  ]);
  expect(sampleOf('memoryd_http_errors_total{code="unauthorized"}')).toBe(1);
  expect(sampleOf("memoryd_http_requests_in_flight")).toBe(1);
  expect([sampleOf("memoryd_turns_prepared_total"), sampleOf("memoryd_turns_recorded_total")]).toEqual([1, 1]);
  for (const name of [
    "memoryd_commit_duration_seconds_count",
    "memoryd_commit_writes_sum",
    'memoryd_embedding_duration_seconds_count{lane="interactive"}',
    "memoryd_embedding_texts_total",
    "memoryd_database_bytes",
    "memoryd_wal_bytes",
    "memoryd_disk_free_bytes",
    "memoryd_embedding_workers",
    "process_resident_memory_bytes",
    "process_open_fds",
    "process_start_time_seconds",
  ]) {
    expect([name, sampleOf(name)]).toEqual([name, expect.any(Number)]);
    expect([name, (sampleOf(name) ?? 0) > 0]).toEqual([name, true]);
  }
  for (const name of ["memoryd_writes_waiting", 'memoryd_embedding_queue_texts{lane="background"}']) {
    expect(sampleOf(name)).toBe(0);
  }
  expect(text).toMatch(/^memoryd_build_info\{version="[^"]+",model="[^"]+"\} 1$/m);
  expect(text).not.toContain("quokka");
  expect(text).not.toContain("default");
  server.kill("SIGKILL");
});

test("/prometheus needs no admin key where the settings make it public", async () => {
  const open = await lab.start({ args: [...LISTENS_SOONER, "--prometheus-public", "true"] });
  expect((await samplesOf(`${open.url}/prometheus`)).status).toBe(200);
  expect((await fetch(`${open.url}/memory`)).status).toBe(401);
  const document = (await (await fetch(`${open.url}/openapi.json`)).json()) as {
    paths: Record<string, { get: { security: unknown[] } }>;
  };
  expect(document.paths["/prometheus"]?.get.security).toEqual([]);
  expect(await open.stop()).toBe(0);
});

test("/prometheus needs an admin key, and a listener of its own shows the counters without one", async () => {
  const server = await lab.start({ args: [...LISTENS_SOONER, "--prometheus-listen", "0.0.0.0:0"] });
  // Other machines reach it without a key, which a start does not pass over.
  expect(server.written.stderr).toMatch(/"level":"warn".*"event":"exposed_metrics"/);
  expect((await samplesOf(`${server.url}/prometheus`)).status).toBe(401);
  const port = await until(
    "the listener",
    () => /"prometheus_listening".*"port":(\d+)/.exec(server.written.stderr)?.[1],
  );
  const { status, samples } = await samplesOf(`http://127.0.0.1:${port}/metrics`);
  expect(status).toBe(200);
  expect(samples.length).toBeGreaterThan(50);
  const head = await fetch(`http://127.0.0.1:${port}/metrics`, { method: "HEAD" });
  expect([head.status, head.headers.get("transfer-encoding"), await head.text()]).toEqual([200, null, ""]);
  expect(Number(head.headers.get("content-length"))).toBeGreaterThan(1_000);
  expect((await fetch(`http://127.0.0.1:${port}/memory`)).status).toBe(404);
  expect(await server.stop()).toBe(0);
});

test.each([
  [["--prometheus-listen", "9464"], "prometheus_listen: 9464 is not HOST:PORT"],
  [["--otlp-endpoint", "http://192.0.2.1:4318"], "otlp_endpoint: The collector's host 192.0.2.1 is not among"],
])("%p is refused in words", async (args, sentence) => {
  const { code, stderr } = await lab.run(["serve", "--port", "0", ...args]);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});

interface Export {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

test("a collector gets the spans of a turn, under the caller's trace, without what was said", async () => {
  const bodies: string[] = [];
  const collector = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      bodies.push(await request.text());
      return Response.json({});
    },
  });
  const server = await lab.start({ args: ["--otlp-endpoint", `http://127.0.0.1:${collector.port}`] });
  await server.ready();
  const [trace, caller] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
  const first = await tokenOf(server, "I like quokkas", { user: "quokkauser" });
  await record(server, first, "Quokkas it is.", { user: "quokkauser" });
  const response = await fetch(`${server.url}/prepare`, {
    method: "POST",
    headers: {
      "X-API-Key": server.adminKey,
      "X-Memory-User": "quokkauser",
      "Content-Type": "application/json",
      traceparent: `00-${trace}-${caller}-01`,
    },
    body: JSON.stringify({ input: "Which quokkas do I like?" }),
  });
  expect(response.status).toBe(200);
  // What waits is sent before it ends.
  expect(await server.stop()).toBe(0);
  await collector.stop(true);
  const spans = bodies
    .map((body) => JSON.parse(body) as Export)
    .flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
    );
  const root = spans.find((span) => span.parentSpanId === caller);
  expect(root).toMatchObject({ traceId: trace, name: "prepareTurn" });
  const stages = spans.filter((span) => span.parentSpanId === root?.spanId).map(({ name }) => name);
  expect([...new Set(stages)].sort()).toEqual(["authenticate", "embed", "rank", "storage write"]);
  expect(bodies.join("").toLowerCase()).not.toContain("quokka");
  expect(bodies.join("")).not.toContain("mk_live_");
});

test("a collector that is not there costs nothing but one line of the log", () => {
  const told = written.split("\n").filter((line) => line.includes("traces_not_sent"));
  expect(told.length).toBe(1);
});
