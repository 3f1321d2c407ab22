// memoryd config, and what HUP does with settings that changed.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab } from "./executable.ts";
import { flawOf } from "./sentences.ts";
import { converse } from "./turns.ts";
import { until } from "./until.ts";

const lab = openLab();
const embedding = openLab({ model: "tiny" });

interface Shown {
  readonly settings: readonly { name: string; value: unknown; source: string; at: string | null }[];
}

test("config show tells each value and where it came from", async () => {
  const cwd = lab.directory();
  writeFileSync(join(cwd, "settings.toml"), "port = 1001\nnightly_cron = ''\nallow_remote = true\n");
  const env = { MEMORYD_CONFIG: "settings.toml", MEMORYD_LOG_LEVEL: "warn" };
  const args = ["config", "show", "--data-dir", "here"];
  const { code, stdout, stderr } = await lab.run([...args, "--json"], { cwd, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { settings } = JSON.parse(stdout) as Shown;
  const of = (name: string) => settings.find((setting) => setting.name === name);
  expect(of("data_dir")).toEqual({ name: "data_dir", value: "here", source: "flag", at: "--data-dir" });
  expect(of("log_level")).toMatchObject({ value: "warn", source: "environment", at: "MEMORYD_LOG_LEVEL" });
  expect(of("port")).toMatchObject({ value: 1001, source: "file", at: "settings.toml:port" });
  expect(of("allow_remote")).toMatchObject({ value: true, source: "file" });
  expect(of("host")).toEqual({ name: "host", value: "127.0.0.1", source: "default", at: null });
  const table = (await lab.run(args, { cwd, env })).stdout;
  expect(table).toMatch(/^port +1001 +file settings\.toml:port$/m);
  expect(table).toMatch(/^data_dir +"here" +flag --data-dir$/m);
  // With the line of heads.
  expect(table.trimEnd().split("\n")).toHaveLength(settings.length + 1);
  expect(existsSync(join(cwd, "here"))).toBe(false);
});

test.each([
  ["prot = 1", "did you mean port?"],
  ["nightly_cron = 'at night'", "nightly_cron"],
  ["cors_origins = 'app.example'", "cors_origins"],
  ["distiller_url = 'ftp://127.0.0.1'", "distiller_url"],
  ["tls_cert = 'a.pem'", "tls_key"],
  ["model_dir = 'nowhere'", "model_dir"],
  ["allow_remote = 1", "true or false"],
])("config check refuses %p as serve does, with exit code 2", async (toml, culprit) => {
  const cwd = lab.directory();
  writeFileSync(join(cwd, "settings.toml"), `${toml}\n`);
  const config = ["--config", "settings.toml"];
  for (const args of [
    ["config", "check", ...config],
    ["serve", ...config],
  ]) {
    const { code, stdout, stderr } = await lab.run(args, { cwd });
    expect({ args, code, stdout, flaw: flawOf(stderr, culprit) }).toEqual({ args, code: 2, stdout: "", flaw: "" });
  }
  const { code, stderr } = await lab.run(["config", "check", "--json", ...config], { cwd });
  const told = JSON.parse(stderr);
  expect({ code, told }).toMatchObject({ code: 2, told: { error: { code: "usage" } } });
  expect(told.error.message).toContain(culprit);
});

test("config check says so where all is in order, and makes nothing", async () => {
  const cwd = lab.directory();
  writeFileSync(join(cwd, "settings.toml"), "port = 1\n");
  const args = ["config", "check", "--config", "settings.toml"];
  expect(await lab.run(args, { cwd })).toEqual({ code: 0, stdout: "the settings are in order\n", stderr: "" });
  expect(JSON.parse((await lab.run([...args, "--json"], { cwd })).stdout)).toEqual({ ok: true, findings: [] });
  expect(existsSync(join(cwd, "memoryd-data"))).toBe(false);
});

test("config check says what will not go well, though the service would start", async () => {
  const open = ["--host", "0.0.0.0", "--allow-remote", "--prometheus-listen", "0.0.0.0:9464"];
  const { code, stdout } = await lab.run(["config", "check", ...open]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^warning {2}exposed_without_tls: .*\n.* where: host 0\.0\.0\.0\n.* fix: .*\nwarning {2}exposed_metrics: /,
  );
  expect(stdout).toEndWith("the service would start with these settings: 0 errors, 2 warnings\n");
  const { findings } = JSON.parse((await lab.run(["config", "check", ...open, "--json"])).stdout);
  expect(findings).toMatchObject([{ code: "exposed_without_tls" }, { code: "exposed_metrics" }]);
});

test.skipIf(process.getuid?.() === 0 && Bun.which("setpriv") === null)(
  "config check refuses a place that its user may not write, as serve does, with exit code 1",
  async () => {
    const cwd = lab.directory();
    mkdirSync(join(cwd, "closed"), { mode: 0o500 });
    const through = process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
    for (const command of [["config", "check"], ["serve"]]) {
      const { code, stdout, stderr } = await lab.run([...command, "--data-dir", "closed/data"], { cwd, through });
      const culprit = "the data directory closed/data cannot be used: no permission to write there";
      expect({ code, stdout, flaw: flawOf(stderr, culprit) }).toEqual({ code: 1, stdout: "", flaw: "" });
    }
    expect(existsSync(join(cwd, "closed/data"))).toBe(false);
  },
);

/** The log lines of one event. */
function events(stderr: string, name: string): Record<string, unknown>[] {
  const lines = stderr.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line)).filter(({ event }) => event === name);
}

test("HUP takes what can be reloaded, names what waits for a restart, and refuses a broken file whole", async () => {
  const cwd = lab.directory();
  const write = (toml: string) => writeFileSync(join(cwd, "settings.toml"), toml);
  write("");
  const server = await embedding.start({ cwd, args: ["--config", "settings.toml"] });
  const told = (event: string, count: number) =>
    until(`${event} ${count}`, () => {
      const found = events(server.written.stderr, event);
      return found.length >= count ? found : undefined;
    });
  const tooLong = { body: { input: "x".repeat(2_000) } };
  expect((await server.ask("POST", "/prepare", tooLong)).status).toBe(200);
  await converse(server, "I like metric units", "Noted.");

  write('input_chars_max = 1000\ncors_origins = "https://app.example"\nmemory_mib = 256\n');
  server.kill("SIGHUP");
  const [reloaded] = await told("reloaded", 1);
  expect(reloaded?.changed).toEqual(["cors_origins", "input_chars_max"]);
  const [waiting] = await told("settings_need_restart", 1);
  expect(waiting?.settings).toEqual(["memory_mib"]);
  expect((await server.ask("POST", "/prepare", tooLong)).status).toBe(400);
  const origin = await fetch(`${server.url}/livez`, { headers: { Origin: "https://app.example" } });
  expect(origin.headers.get("access-control-allow-origin")).toBe("https://app.example");

  write("input_chars_max = 5000\nnightly_cron = 'at night'\n");
  server.kill("SIGHUP");
  const [refused] = await told("reload_refused", 1);
  expect(refused?.reason).toContain("nightly_cron");
  expect((await server.ask("POST", "/prepare", tooLong)).status).toBe(400);

  write("input_chars_max = 5000\nlog_level = 'error'\n");
  server.kill("SIGHUP");
  await until("the longer limit", async () =>
    (await server.ask("POST", "/prepare", tooLong)).status === 200 ? true : undefined,
  );
  expect(await server.stop()).toBe(0);
  // At this level the end is not told any more.
  expect(events(server.written.stderr, "stopped")).toEqual([]);
});

test("no request fails while settings are reloaded again and again", async () => {
  const server = await embedding.start();
  await server.ready();
  let isOver = false;
  const statuses = new Set<number>();
  const clients = Array.from({ length: 4 }, async () => {
    while (!isOver) statuses.add((await server.ask("POST", "/recall", { body: { query: "units" } })).status);
  });
  for (let reloads = 1; reloads <= 10; reloads++) {
    server.kill("SIGHUP");
    await until("a reload", () => (events(server.written.stderr, "reloaded").length >= reloads ? true : undefined));
  }
  isOver = true;
  await Promise.all(clients);
  expect([...statuses]).toEqual([200]);
  expect(await server.stop()).toBe(0);
});

test("a log that cannot be written, as on a full disk, does not end the service", async () => {
  const server = await lab.start({ through: ["bash", "-c", 'exec "$0" "$@" 2> /dev/full'] });
  for (let lines = 0; lines < 3; lines++) {
    server.kill("SIGHUP");
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  }
  expect(await server.stop()).toBe(0);
});

test("a command that HUP reaches goes on to its end", async () => {
  const cmd = [lab.executable, "embed"];
  const child = Bun.spawn({ cmd, cwd: lab.directory(), env: {}, stdio: ["pipe", "pipe", "ignore"] });
  const caught = () =>
    Number.parseInt(/^SigCgt:\s+(\S+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]!.slice(-1), 16);
  // HUP is the first of them.
  await until("that it hears signals", () => (caught() & 1) === 1 || undefined);
  child.kill("SIGHUP");
  child.stdin.write("What was said.\n");
  child.stdin.end();
  expect(JSON.parse(await child.stdout.text())).toMatchObject({ embedding: expect.any(Array) });
  expect(await child.exited).toBe(0);
});
