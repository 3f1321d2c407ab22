// The executable's whole life, each start of it under strace: run by whole-life.test.ts in a network that leads nowhere.
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { completion, startEndpoint } from "../../distilling/chat-endpoint.ts";
import { makeCertificate, openssl } from "../../e2e/certificates.ts";
import { openLab, type Server } from "../../e2e/executable.ts";
import { converse } from "../../e2e/turns.ts";
import { until } from "../../e2e/until.ts";
import { traced } from "./closed-network.ts";
import { askEveryOperation } from "./every-operation.ts";
import { breachOf, type Call, readCalls } from "./strace-lines.ts";

const lab = openLab({ model: "tiny" });
const traces = lab.directory();
const home = lab.directory();
const dataDir = join(home, "memoryd-data");
let starts = 0;

const watched = () => traced(join(traces, `${String(++starts).padStart(2, "0")}.strace`));

async function run(args: readonly string[], stdin = ""): Promise<{ code: number; stdout: string; stderr: string }> {
  return lab.run(args, { cwd: home, through: watched(), stdin });
}

/** A command that must do its work. */
async function command(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args);
  expect({ args, code, stderr: code === 0 ? "" : stderr }).toEqual({ args, code: 0, stderr: "" });
  return stdout;
}

const logged = (server: Server, event: string) =>
  until(event, () => (server.written.stderr.includes(`"event":"${event}"`) ? true : undefined));

test("a service with everything switched on answers every operation, learns, reloads, backs up and stops", async () => {
  const config = join(home, "memoryd.toml");
  writeFileSync(config, 'log_level = "info"\n');
  using model = startEndpoint(() => completion("Keep the answers short."));
  using collector = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => Response.json({}) });
  const listener = ["--prometheus-listen", "127.0.0.1:0"];
  const outward = [
    "--distiller-url",
    `${model.url}/v1`,
    "--distiller-model",
    "small",
    "--otlp-endpoint",
    collector.url.origin,
  ];
  const backups = ["--backup-cron", "30 2 * * *", "--backup-dir", join(home, "backups")];
  const server = await lab.start({
    cwd: home,
    dataDir,
    through: watched(),
    args: ["--config", config, ...listener, ...outward, ...backups],
  });
  await server.ready();
  for (const distiller of ["extractive", "endpoint"]) {
    const settings = await server.ask("PATCH", "/admin/settings", { body: { distiller } });
    expect(settings.status).toBe(200);
    for (const input of ["No, please keep your answers short.", "Please keep your answers short from now on."]) {
      await converse(server, input, "I will.", { user: distiller });
    }
    expect((await server.ask("POST", "/sync", { user: distiller })).status).toBe(200);
  }
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
  const answered = await askEveryOperation(server);
  expect(answered.filter((line) => / 5\d\d$/.test(line))).toEqual([]);
  expect(answered.filter((line) => / 2\d\d$/.test(line)).length).toBeGreaterThan(35);
  writeFileSync(config, 'log_level = "debug"\n');
  server.kill("SIGHUP");
  await logged(server, "reloaded");
  await until("the scheduled backup", () =>
    readdirSync(join(home, "backups")).some((name) => name.endsWith(".backup")) ? true : undefined,
  );
  // Beside the running server.
  await command("keys", "create", "--name", "app", "--scope", "agent", "--data-dir", dataDir);
  await command("backup", join(home, "beside.backup"), "--data-dir", dataDir);
  await command("doctor", "--data-dir", dataDir, "--json");
  await command("status", "--data-dir", dataDir);
  const asked = ["--url", server.url, "--key-file", join(dataDir, "admin.key")];
  await command("learn", "--user", "ada", ...asked);
  await command("export", join(home, "all.jsonl"), "--data-dir", dataDir);
  await command("import", ...asked, join(home, "all.jsonl"));
  expect(await server.stop()).toBe(0);
});

test("every command does its work on the data of a stopped server", async () => {
  const data = ["--data-dir", dataDir];
  await command("version");
  await command("version", "--notices");
  await command("completion", "bash");
  await command("systemd-unit");
  await command("config", "show", ...data);
  await command("config", "check", ...data);
  await command("plans", "list");
  await command("keys", "list", ...data);
  await command("accounts", "create", "other", ...data);
  await command("accounts", "list", ...data);
  await command("cores", "create", "desk", "--name", "Desk", ...data);
  await command("cores", "delete", "desk", ...data);
  await command("recall", "--user", "extractive", "How long may answers be?", ...data);
  await command("learn", "--dry-run", "--user", "extractive", ...data);
  await command("learn", "--user", "extractive", ...data);
  expect((await run(["embed"], "hello\n")).code).toBe(0);
  await command("verify", ...data);
  await command("backup", join(home, "stopped.backup"), ...data);
  await command("verify", join(home, "stopped.backup"));
  const [keys, sealed] = [join(home, "backups.key"), join(home, "sealed.age")];
  const publicKey = await command("backup-identity", keys);
  await command("backup", "--seal-to", publicKey.trim(), sealed, ...data);
  await command("verify", "--identity", keys, sealed);
  mkdirSync(join(home, "empty"));
  await command("restore", join(home, "stopped.backup"), "--data-dir", join(home, "empty"));
  await command("import", join(home, "all.jsonl"), ...data);
});

test.skipIf(openssl === null)("with a certificate it goes on, and takes a new one", async () => {
  const { cert, key, pem } = makeCertificate(home, "alpha");
  const server = await lab.start({
    cwd: home,
    dataDir,
    through: watched(),
    args: ["--tls-cert", cert, "--tls-key", key],
  });
  expect((await fetch(`${server.url}/livez`, { tls: { ca: pem } })).status).toBe(200);
  server.kill("SIGHUP");
  await logged(server, "reloaded");
  expect(await server.stop()).toBe(0);
});

test("to listen on a name it asks nobody", async () => {
  const { code } = await run(["serve", "--port", "0", "--host", "nosuch.invalid", "--allow-remote"]);
  expect(code).toBe(1);
  const server = await lab.start({ cwd: home, dataDir, through: watched(), args: ["--host", "localhost"] });
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

/** What one start left. strace ends after what it watched, and only then all of it is written. */
function callsOf(file: string): Promise<Call[]> {
  return until("the end of the trace", () => {
    const output = readFileSync(join(traces, file), "utf8");
    const first = Number.parseInt(output, 10);
    return new RegExp(`^${first} +\\+\\+\\+ exited with `, "m").test(output) ? readCalls(output) : undefined;
  });
}

test("the watch sees a process that reaches out, and one that asks for a name", async () => {
  const file = join(lab.directory(), "outward.strace");
  const outward = "for (const host of ['192.0.2.1', 'nowhere.invalid']) await fetch('http://' + host).catch(() => {})";
  await Bun.spawn([...traced(file), process.execPath, "-e", outward], { stdio: ["ignore", "ignore", "ignore"] }).exited;
  const breaches = await until("both", () => {
    const found = new Set(readCalls(readFileSync(file, "utf8")).map((call) => breachOf(call)));
    return found.has("connects beyond loopback") && found.has("asks for a name") ? found : undefined;
  });
  expect(breaches.has("sends beyond loopback")).toBe(false);
});

test("in all of that nothing reached beyond loopback, and no name was looked up", async () => {
  const seen = await Promise.all(readdirSync(traces).map(callsOf));
  const calls = seen.flat();
  expect(seen.length).toBe(starts);
  expect(calls.filter((call) => breachOf(call) !== null).map(({ line }) => line)).toEqual([]);
  // What the watch would have seen: every start, the listeners, and the connections that the operator asked for.
  expect(seen.filter((of) => of.some(({ name, path }) => name === "execve" && path === lab.executable)).length).toBe(
    starts,
  );
  expect(calls.filter(({ name, destination }) => name === "bind" && destination?.family === "AF_INET").length).toBe(4);
  const connected = calls.filter(({ name, destination }) => name === "connect" && destination?.address === "127.0.0.1");
  expect(connected.length).toBeGreaterThanOrEqual(4);
  // Nothing else was started: no curl, no shell, no second program that would have to be watched too.
  const programs = new Set(calls.filter(({ name }) => name === "execve").map(({ path }) => path));
  expect([...programs]).toEqual([lab.executable]);
});
