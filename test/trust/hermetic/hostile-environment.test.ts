// A hostile environment around a hostile directory: nothing that is not a setting of ours changes what the executable does.
import { beforeAll, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCertificate, openssl } from "../../e2e/certificates.ts";
import { openLab } from "../../e2e/executable.ts";
import { fillWithTraps, type HostileDirectory } from "../../e2e/hostile-directory.ts";
import { converse } from "../../e2e/turns.ts";
import { until } from "../../e2e/until.ts";
import { type Observed, observeRun } from "./observe-run.ts";

const lab = openLab({ model: "tiny" });
const PATH = process.env.PATH ?? "";
let undisturbed: Observed;

/** Everything that comes here is written down: proxies, debuggers and crash reports that are obeyed call in. */
function openTrap() {
  const heard: string[] = [];
  const listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: () => void heard.push(""),
      data: (socket, data) => {
        heard.push(data.toString());
        socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
      },
    },
  });
  return { heard, port: listener.port, [Symbol.dispose]: () => listener.stop(true) };
}

/** Every variable that Bun, Node.js, a library inside or a C library is known to look at, set to do harm. */
function hostileEnvironment({ cwd, marker, script }: HostileDirectory, port: number): Record<string, string> {
  const trap = `http://127.0.0.1:${port}`;
  const inspector = `ws://127.0.0.1:${port}/debug?wait=1`;
  const proxies = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
  return {
    BUN_BE_BUN: "1",
    BUN_OPTIONS: `--preload ${script}`,
    BUN_INSPECT: inspector,
    BUN_INSPECT_CONNECT_TO: inspector,
    BUN_INSPECT_NOTIFY: inspector,
    BUN_INSPECT_PRELOAD: script,
    BUN_CONFIG_FILE: join(cwd, "bunfig.toml"),
    BUN_CONFIG_VERBOSE_FETCH: "curl",
    BUN_CONFIG_MAX_HTTP_REQUESTS: "none",
    BUN_CONFIG_REGISTRY: trap,
    BUN_BYTECODE_ORDER_OUT: marker,
    BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(cwd, "cache"),
    BUN_ENABLE_CRASH_REPORTING: "1",
    BUN_CRASH_REPORT_URL: trap,
    BUN_FEATURE_FLAG_DISABLE_IPV4: "1",
    BUN_FEATURE_FLAG_NO_ORPHANS: "1",
    BUN_DESTRUCT_VM_ON_EXIT: "1",
    BUN_GARBAGE_COLLECTOR_LEVEL: "2",
    BUN_PORT: "1",
    BUN_ENV: "development",
    BUN_TMPDIR: "/nonexistent",
    BUN_INSTALL: cwd,
    NODE_OPTIONS: `--require ${script}`,
    NODE_PATH: join(cwd, "node_modules"),
    NODE_ENV: "development",
    NODE_DEBUG: "*",
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    NODE_V8_COVERAGE: join(cwd, "coverage"),
    NODE_COMPILE_CACHE: join(cwd, "cache"),
    NODE_CHANNEL_FD: "2",
    NODE_PORT: "1",
    PORT: "1",
    HOST: "0.0.0.0",
    HOSTNAME: "0.0.0.0",
    DEBUG: "*",
    LOG_LEVEL: "trace",
    SSLKEYLOGFILE: marker,
    ...Object.fromEntries(proxies.map((name) => [name, trap])),
    NO_PROXY: "",
    no_proxy: "",
    OTEL_EXPORTER_OTLP_ENDPOINT: trap,
    OPENAI_BASE_URL: trap,
    HF_ENDPOINT: trap,
    npm_config_registry: trap,
    HOME: cwd,
    XDG_CONFIG_HOME: cwd,
    XDG_DATA_HOME: cwd,
    XDG_CACHE_HOME: cwd,
    TMPDIR: "/nonexistent",
    PATH: `${join(cwd, "bin")}:${PATH}`,
    LANG: "tr_TR.UTF-8",
    LC_ALL: "tr_TR.UTF-8",
    LANGUAGE: "tr",
    FORCE_COLOR: "3",
    CLICOLOR_FORCE: "1",
    COLORTERM: "truecolor",
    TERM: "xterm-256color",
    COLUMNS: "20",
    CI: "1",
  };
}

beforeAll(async () => {
  undisturbed = await observeRun(lab, lab.directory(), {});
});

test("the traps work: bun itself, started with that environment, is taken over", async () => {
  using trap = openTrap();
  const place = fillWithTraps(lab.directory());
  const { BUN_OPTIONS = "" } = hostileEnvironment(place, trap.port);
  await Bun.spawn([process.execPath, "-e", "0"], { cwd: "/", env: { PATH, BUN_OPTIONS } }).exited;
  expect(existsSync(place.marker)).toBe(true);
  const proxied = Bun.spawn([process.execPath, "-e", "await fetch('http://127.0.0.2:1/').catch(() => {})"], {
    env: { PATH, http_proxy: `http://127.0.0.1:${trap.port}` },
  });
  await proxied.exited;
  expect(trap.heard.join("")).toContain("GET http://127.0.0.2:1/");
});

test("in a hostile directory it prints, listens and answers as in an empty one", async () => {
  const place = fillWithTraps(lab.directory());
  expect(await observeRun(lab, place.cwd, {})).toEqual(undisturbed);
  expect(existsSync(place.marker)).toBe(false);
});

test("with a hostile environment it prints, listens and answers as without", async () => {
  using trap = openTrap();
  const place = fillWithTraps(lab.directory());
  expect(await observeRun(lab, place.cwd, hostileEnvironment(place, trap.port))).toEqual(undisturbed);
  expect(existsSync(place.marker)).toBe(false);
  expect(trap.heard).toEqual([]);
});

test("what a command sends to a server goes past proxies of the environment, and is not shown", async () => {
  using trap = openTrap();
  const place = fillWithTraps(lab.directory());
  const server = await lab.start();
  await converse(server, "I like metric units.", "Noted.", { user: "ada" });
  const asked = ["--url", server.url, "--key-file", join(server.dataDir, "admin.key"), "--user", "ada"];
  const env = hostileEnvironment(place, trap.port);
  const { code, stdout, stderr } = await lab.run(["learn", ...asked], { cwd: place.cwd, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toContain(server.adminKey.slice(0, 16));
  expect(trap.heard).toEqual([]);
  expect(await server.stop()).toBe(0);
});

test.skipIf(openssl === null)("NODE_TLS_REJECT_UNAUTHORIZED=0 shows no key to a server that is not known", async () => {
  const cwd = lab.directory();
  const { cert, key } = makeCertificate(cwd, "alpha");
  const heard: string[] = [];
  using stranger = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert: readFileSync(cert), key: readFileSync(key) },
    fetch: (request) => {
      heard.push(request.headers.get("X-API-Key") ?? "");
      return Response.json({});
    },
  });
  writeFileSync(join(cwd, "key"), (await lab.run(["keys", "generate"])).stdout);
  const args = ["learn", "--url", stranger.url.origin, "--key-file", join(cwd, "key"), "--user", "ada"];
  const { code, stderr } = await lab.run(args, { cwd, env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" } });
  expect({ code, heard }).toEqual({ code: 1, heard: [] });
  expect(stderr).toContain("certificate");
  // An operator's own authority is believed: that is what the variable is for.
  await lab.run(args, { cwd, env: { NODE_EXTRA_CA_CERTS: cert } });
  expect(heard.length).toBe(1);
});

test.each(["", ", asked for or not"])("a crash is reported to nobody%s", async (asked) => {
  using trap = openTrap();
  const place = fillWithTraps(lab.directory());
  const everything = hostileEnvironment(place, trap.port);
  const env = asked === "" ? { PATH: everything.PATH ?? "" } : everything;
  const server = await lab.start({ cwd: place.cwd, env });
  server.kill("SIGSEGV");
  expect(await server.exited).toBeNull();
  expect(server.written.stderr).toContain("panic");
  expect(existsSync(place.marker)).toBe(false);
  expect(trap.heard).toEqual([]);
});

test("the trap for crash reports works: bun itself starts the curl that it finds", async () => {
  const place = fillWithTraps(lab.directory());
  const env = { PATH: `${join(place.cwd, "bin")}:${PATH}`, BUN_ENABLE_CRASH_REPORTING: "1" };
  const child = Bun.spawn([process.execPath, "-e", "console.log('up'); await Bun.sleep(60_000)"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await child.stdout.getReader().read();
  child.kill("SIGSEGV");
  await child.exited;
  await until("the marker", () => existsSync(place.marker) || undefined);
});

test("an option of the engine cannot be kept out, so the executable refuses to run with one", async () => {
  for (const args of [["version"], ["serve", "--port", "0"], ["keys", "generate"]]) {
    const env = { BUN_JSC_useDollarVM: "1" };
    const { code, stdout, stderr } = await lab.run([...args], { env });
    const sentence = "memoryd: the environment sets BUN_JSC_useDollarVM, which changes the runtime inside: unset it\n";
    expect({ code, stdout, stderr }).toEqual({ code: 3, stdout: "", stderr: sentence });
  }
  const { stderr } = await lab.run(["version", "--json"], { env: { BUN_JSC_useJIT: "0", BUN_JSC_useFTLJIT: "0" } });
  expect(JSON.parse(stderr)).toMatchObject({
    error: { code: "refused", message: expect.stringContaining("unset them") },
  });
});
