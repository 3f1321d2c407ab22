// A reload reaches every part that goes by a setting: each reloadable setting is changed while the service runs.
import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type RunningService, startService } from "../../src/app/start-service.ts";
import { readSettings } from "../../src/config/read-settings.ts";
import { isReloadable, type ReloadableName } from "../../src/config/reloadable.ts";
import { SETTING_NAMES, type Settings } from "../../src/config/settings.ts";
import { makeIdentity } from "../../src/storage/sealing/age-keys.ts";
import { makeCertificate, openssl } from "../e2e/certificates.ts";
import { until } from "../e2e/until.ts";
import { bundledThreads } from "../support/bundled-threads.ts";
import { makeTinyModel } from "../support/tiny-model.ts";

const WORKERS = await bundledThreads();

const dir = mkdtempSync(join(tmpdir(), "memoryd-reload-"));
const lines: Record<string, unknown>[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
let base: Settings;
let service: RunningService;
let key = "";
let users = 0;

/** Words the same rule of everything. */
const endpoint = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: () => Response.json({ choices: [{ message: { content: "Always write to ada@example.com." } }] }),
});

function start(settings: Settings): Promise<RunningService> {
  const clock = { now: () => Date.now() };
  const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
  return startService({
    ...{ settings, clock, random, log, version: "0", workers: WORKERS },
    onFatal: (error) => {
      throw error;
    },
  });
}

beforeAll(async () => {
  makeTinyModel(join(dir, "model"), { seed: 5 });
  const flags = { data_dir: join(dir, "data"), model_dir: join(dir, "model"), port: "0", embedding_workers: "1" };
  const quiet = { nightly_cron: "", learn_after_s: "0", failed_auth_per_minute: "0" };
  const distiller = { distiller_url: `http://127.0.0.1:${endpoint.port}/v1` };
  const noPlans = Object.fromEntries(
    SETTING_NAMES.filter((name) => name.startsWith("plan_")).map((name) => [name, "0"]),
  );
  base = readSettings({ flags: { ...flags, ...quiet, ...distiller, ...noPlans }, environment: {}, file: null });
  service = await start(base);
  key = service.newAdminKey ?? "";
}, 60_000);

afterAll(async () => {
  setSystemTime();
  await service.stop();
  await endpoint.stop(true);
  rmSync(dir, { recursive: true });
});

interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(path: string, { method, body, headers = {} }: Asked = {}) {
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const answer = await fetch(`${service.url}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { "x-api-key": key, ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text };
}

const statusOf = async (path: string, body: unknown) => (await ask(path, { body })).status;

/** One turn of a user who has no memory; the status of its record. */
async function record(input: string, answer: string, user = `user-${users++}`): Promise<number> {
  const headers = { "x-memory-user": user };
  const prepared = await ask("/prepare", { body: { input }, headers });
  const { turn_token } = JSON.parse(prepared.text);
  return (await ask("/record", { body: { turn_token, answer }, headers })).status;
}

async function policy(): Promise<string | null> {
  return (await ask("/cores")).headers.get("RateLimit-Policy");
}

/** Requests a minute without a valid key, each from another address as a proxy tells it: the status of the second. */
async function secondFailure(): Promise<number> {
  const wrong = (address: string) =>
    ask("/cores", { headers: { "x-api-key": "mk_live_wrong", "x-forwarded-for": address } });
  await wrong(`10.0.0.${users++}`);
  return (await wrong(`10.0.1.${users++}`)).status;
}

/** How long the rule is that a pass writes with a mark in the place of an address. */
async function learned(): Promise<number> {
  const user = `user-${users++}`;
  await record("No, always answer in French and with full sentences from now on.", "I will.", user);
  const choose = (body: unknown) => ask("/admin/settings", { method: "PATCH", body });
  await choose({ distiller: "endpoint", redact: ["emails"], learn_once: "off" });
  await ask("/sync", { body: {}, headers: { "x-memory-user": user } });
  await choose({ distiller: "extractive", redact: [] });
  const { lessons } = JSON.parse((await ask("/lessons", { headers: { "x-memory-user": user } })).text);
  return lessons[0].response_text.length;
}

let minutes = 0;

/** What runs at a full minute runs now; each time it is a later one. */
async function atTheNextMinute<T>(reload: () => Promise<unknown>, seen: () => Promise<T>): Promise<T> {
  minutes += 1;
  const minute = (Math.floor(Date.now() / 60_000) + minutes) * 60_000;
  setSystemTime(new Date(minute - 50));
  await reload();
  setSystemTime(new Date(minute + 1_000));
  try {
    return await seen();
  } finally {
    setSystemTime();
  }
}

async function passes(): Promise<number> {
  const { text } = await ask("/prometheus");
  return [...text.matchAll(/^memoryd_learning_passes_total\{[^}]*\} (\d+)/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  );
}

function backupsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /\.backup(?:\.age)?$/.test(name));
  } catch {
    return [];
  }
}

interface Probe<N extends ReloadableName = ReloadableName> {
  readonly to: Settings[N];
  /** Settings that it is looked at with, before and after. */
  readonly with?: Partial<Settings>;
  /** What is seen of the setting. */
  readonly see: () => Promise<unknown>;
  readonly before: unknown;
  readonly after: unknown;
}

/** What is seen while the account is on the plan. */
async function onPlan<T>(plan: "free" | "pro", see: () => Promise<T>): Promise<T> {
  await ask("/admin/accounts/default", { method: "PATCH", body: { plan } });
  try {
    return await see();
  } finally {
    await ask("/admin/accounts/default", { method: "PATCH", body: { plan: "unlimited" } });
  }
}

async function turnsAllowed(): Promise<unknown> {
  const { items } = JSON.parse((await ask("/admin/accounts")).text);
  return items[0].turns_per_month;
}

/** The core that serves a core made last. */
async function servedCore(): Promise<string | null> {
  const slug = `core-${users++}`;
  await ask("/cores", { body: { slug, name: slug } });
  const { headers } = await ask("/metrics", { headers: { "x-memory-core": slug } });
  return headers.get("X-Memory-Core-Served");
}

async function newUser(): Promise<number> {
  return (await ask("/prepare", { body: { input: "hello" }, headers: { "x-memory-user": `user-${users++}` } })).status;
}

function ofPlan(name: "free" | "pro") {
  return {
    [`plan_${name}_turns_per_month`]: {
      to: 77_777,
      see: () => onPlan(name, turnsAllowed),
      before: null,
      after: 77_777,
    },
    [`plan_${name}_cores`]: { to: 1, see: () => onPlan(name, servedCore), before: null, after: "default" },
    [`plan_${name}_sub_brains`]: { to: 1, see: () => onPlan(name, newUser), before: 200, after: 402 },
    [`plan_${name}_requests_per_second`]: {
      to: 12_345,
      see: () => onPlan(name, policy),
      before: null,
      after: '"account";q=12345;w=1',
    },
  };
}

/** TLS and the time of a stop are looked at apart, each with a service of its own. */
const PROBES = {
  log_level: { to: "error", see: async () => log.isLevelEnabled("info"), before: true, after: false },
  log_slow_ms: {
    to: 1,
    with: { log_slow_ms: 3_600_000 },
    see: async () => {
      const from = lines.length;
      await record("A turn that takes more than a millisecond.", "Yes.");
      return lines.slice(from).some(({ event }) => event === "slow_request");
    },
    before: false,
    after: true,
  },
  retrieval_mode: {
    to: "hybrid",
    see: async () => JSON.parse((await ask("/admin/settings")).text).retrieval_mode,
    before: "cosine",
    after: "hybrid",
  },
  ui: { to: "off", with: { ui: "auto" }, see: async () => (await ask("/ui")).status, before: 200, after: 404 },
  cors_origins: {
    to: "https://app.example",
    see: async () =>
      (await ask("/livez", { headers: { origin: "https://app.example" } })).headers.get("access-control-allow-origin"),
    before: null,
    after: "https://app.example",
  },
  trusted_proxies: {
    to: "127.0.0.1",
    with: { failed_auth_per_minute: 1 },
    see: secondFailure,
    before: 429,
    after: 401,
  },
  failed_auth_per_minute: { to: 1, see: secondFailure, before: 401, after: 429 },
  key_requests_per_second: { to: 5_000, see: policy, before: null, after: '"key";q=5000;w=1' },
  body_bytes_max: {
    to: 1_024,
    see: () => statusOf("/prepare", { input: "x".repeat(2_000) }),
    before: 200,
    after: 413,
  },
  input_chars_max: { to: 10, see: () => statusOf("/prepare", { input: "x".repeat(20) }), before: 200, after: 400 },
  answer_chars_max: { to: 10, see: () => record("hello", "x".repeat(20)), before: 200, after: 400 },
  name_chars_max: {
    to: 5,
    see: () => statusOf("/admin/keys", { name: "a long name", scope: "agent" }),
    before: 201,
    after: 400,
  },
  context_chars_max: {
    to: 5,
    see: () => statusOf("/cores", { slug: `c-${users++}`, name: "core", context: "a long context" }),
    before: 201,
    after: 400,
  },
  list_limit_max: { to: 5, see: async () => (await ask("/memory?limit=6")).status, before: 200, after: 400 },
  lesson_chars_max: {
    to: 12,
    // By hand it is refused; what a pass writes with a mark in the place of an address is cut.
    see: async () => [await statusOf("/lessons", { text: "Always answer in metric units." }), (await learned()) > 12],
    before: [201, true],
    after: [400, false],
  },
  ...ofPlan("free"),
  ...ofPlan("pro"),
} as Readonly<Partial<Record<ReloadableName, Probe>>>;

/** What is looked at in tests of its own below, or at the executable. */
const APART: readonly ReloadableName[] = [
  ...(["nightly_cron", "learn_after_s", "backup_cron", "backup_dir", "backup_keep"] as const),
  ...(["tls_cert", "tls_key", "shutdown_timeout_ms", "log_file_mib", "log_file_keep"] as const),
  ...(["backup_seal_to", "backup_command", "backup_command_timeout_s"] as const),
];

test("every reloadable setting is looked at", () => {
  const looked = [...Object.keys(PROBES), ...APART];
  expect(looked.sort()).toEqual(SETTING_NAMES.filter(isReloadable).sort());
});

test.each(Object.entries(PROBES))(
  "%s takes effect at a reload, and its former value at the next",
  async (name, probe) => {
    const before = { ...base, ...probe.with };
    await service.reload(before);
    expect(await probe.see()).toEqual(probe.before);
    const { changed } = await service.reload({ ...before, [name]: probe.to });
    expect(changed).toEqual([name as ReloadableName]);
    expect(await probe.see()).toEqual(probe.after);
    await service.reload(before);
    expect(await probe.see()).toEqual(probe.before);
    await service.reload(base);
  },
);

test("the nightly pass comes at the time of the new expression", async () => {
  await record("From now on always answer in French.", "D'accord.");
  const before = await passes();
  await atTheNextMinute(
    () => service.reload({ ...base, nightly_cron: "* * * * *" }),
    () => until("the nightly pass", async () => (await passes()) > before || undefined),
  );
  await service.reload(base);
  expect(await passes()).toBeGreaterThan(before);
});

test("a pass comes as soon after what teaches something as the new value says", async () => {
  const headers = { "x-memory-user": "greek" };
  const rules = async () => JSON.parse((await ask("/lessons", { headers })).text).lessons.length as number;
  await service.reload({ ...base, learn_after_s: 86_400 });
  await record("No, always answer in Greek.", "I will.", "greek");
  setSystemTime(new Date(Date.now() + 10_000));
  await service.reload({ ...base, learn_after_s: 10 });
  await until("a rule", async () => (await rules()) > 0 || undefined);
  setSystemTime();
  await service.reload(base);
  expect(await rules()).toBe(1);
});

test("backups are made by a new schedule, in a new folder, and as many stay as it says", async () => {
  const [first, second] = [join(dir, "backups-1"), join(dir, "backups-2")];
  const scheduled = { ...base, backup_cron: "* * * * *", backup_dir: first, backup_keep: 2 };
  // The first of a folder is made at once.
  await service.reload(scheduled);
  await until("a backup", async () => backupsIn(first).length === 1 || undefined);
  await service.reload({ ...scheduled, backup_dir: second });
  await until("a backup", async () => backupsIn(second).length === 1 || undefined);
  await service.reload(base);
  await atTheNextMinute(
    () => service.reload({ ...scheduled, backup_dir: second }),
    () => until("a backup", async () => backupsIn(second).length === 2 || undefined),
  );
  await atTheNextMinute(
    () => service.reload({ ...scheduled, backup_dir: second, backup_keep: 1 }),
    () => until("a backup", async () => backupsIn(second).length === 1 || undefined),
  );
  await service.reload(base);
  expect(backupsIn(first)).toHaveLength(1);
});

test("backups are sealed to new keys, and a new command has its new time to take them elsewhere", async () => {
  const [first, second, ran] = [join(dir, "backups-3"), join(dir, "backups-4"), join(dir, "ran")];
  const told = (event: string) => until(event, async () => lines.find((line) => line.event === event));
  const sealed = { ...base, backup_cron: "0 0 1 1 *", backup_seal_to: (await makeIdentity(0)).publicKey };
  const backup_command = JSON.stringify(["sh", "-c", 'echo "$MEMORYD_BACKUP_FILE" > "$0"', ran]);
  await service.reload({ ...sealed, backup_dir: first, backup_command });
  await told("backup_command_done");
  expect(readFileSync(ran, "utf8")).toBe(`${join(first, backupsIn(first)[0] ?? "")}\n`);
  expect(backupsIn(first)[0]).toEndWith(".backup.age");
  const slow = { backup_command: '["sleep", "600"]', backup_command_timeout_s: 1 };
  await service.reload({ ...sealed, ...slow, backup_dir: second });
  expect(await told("backup_command_failed")).toMatchObject({ reason: "it took longer than 1 s, and was ended" });
  await service.reload(base);
});

test("a stop waits as long as the new value says", async () => {
  const other = await start({ ...base, data_dir: join(dir, "stopped"), shutdown_timeout_ms: 600_000 });
  await other.reload({ ...base, data_dir: join(dir, "stopped"), shutdown_timeout_ms: 1 });
  // Its head never ends, so that only the limit ends the connection.
  const { hostname, port } = new URL(other.url);
  const socket = await Bun.connect({ hostname, port: Number(port), socket: { data: () => {} } });
  socket.write("POST /prepare HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n");
  await other.stop();
});

test.skipIf(openssl === null)("a new certificate is shown after a reload", async () => {
  const [one, two] = [makeCertificate(dir, "one"), makeCertificate(dir, "two")];
  const settings = { ...base, data_dir: join(dir, "secret"), tls_cert: one.cert, tls_key: one.key };
  const other = await start(settings);
  const asks = (ca: string) => fetch(`${other.url}/livez`, { tls: { ca } }).then(({ status }) => status);
  expect(await asks(one.pem)).toBe(200);
  await other.reload({ ...settings, tls_cert: two.cert, tls_key: two.key });
  expect(await asks(two.pem)).toBe(200);
  // Renewed under the same names, as programs do it.
  for (const [from, to] of [
    [one.cert, two.cert],
    [one.key, two.key],
  ] as const)
    copyFileSync(from, to);
  const named = { ...settings, tls_cert: two.cert, tls_key: two.key };
  expect((await other.reload(named)).changed).toEqual(["tls_cert", "tls_key"]);
  expect(await asks(one.pem)).toBe(200);
  expect((await other.reload(named)).changed).toEqual([]);
  const headers = { "x-api-key": other.newAdminKey ?? "" };
  const told = async (path: string) => (await fetch(other.url + path, { headers, tls: { ca: one.pem } })).text();
  const expires = Date.parse(new X509Certificate(one.pem).validTo);
  expect(await told("/prometheus")).toContain(`memoryd_certificate_expires_timestamp_seconds ${expires / 1_000}\n`);
  const { checks, details } = JSON.parse(await told("/readyz"));
  expect([checks.certificate, details.certificate.expires]).toEqual(["warning", new Date(expires).toISOString()]);
  const events = lines.filter(({ event }) => String(event).startsWith("certificate_")).map(({ event }) => event);
  expect([...new Set(events)]).toEqual(["certificate_used", "certificate_expires"]);
  await other.stop();
});
