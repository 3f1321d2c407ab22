// The audit from the shell: every command that changes something, the chain of real data, receipts checked by openssl.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAuditCommands } from "../../src/commands/audit.ts";
import type { ErasureReceipt } from "../../src/domain/receipt.ts";
import { dataFilesAt } from "../../src/storage/sqlite/data-files.ts";
import { pastTriggers } from "../support/past-triggers.ts";
import { openLab } from "./executable.ts";
import { until } from "./until.ts";

const { directory, run, start } = openLab({ model: "tiny" });
/** For who embeds nothing: the model inside is opened after the listening line, one of a folder before it. */
const LISTENS_SOONER = ["--model-dir", ""];

interface Entry {
  readonly seq: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Newest first, past the program: a command more for each look would take as long as all the others. */
function entriesOf(dataDir: string): Entry[] {
  const db = new Database(join(dataDir, "memoryd.db"), { readonly: true });
  try {
    const rows = db.query<Entry & { details: string }, []>("SELECT * FROM audit ORDER BY seq DESC").all();
    return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }));
  } finally {
    db.close();
  }
}

interface Verdict {
  readonly ok: boolean;
  readonly entries: number;
  readonly head: string;
  readonly head_replaced_by: number | null;
  readonly faults: string[];
}

async function verdictOf(...args: string[]): Promise<Verdict & { code: number }> {
  const { code, stdout } = await run(["audit", "verify", "--json", ...args]);
  return { code, ...JSON.parse(stdout) };
}

test("each command that changes something is entered once, by the shell; no other is", async () => {
  const server = await start();
  const { dataDir, cwd } = server;
  const opt = ["--data-dir", dataDir];
  await server.ask("POST", "/lessons", { user: "quinn", body: { text: "Be brief." } });
  expect(await server.stop()).toBe(0);
  const keyId = async () => JSON.parse((await run(["keys", "list", "--json", ...opt])).stdout).items.at(-1).id;
  const lessonId = async () =>
    JSON.parse((await run(["lessons", "list", "--user", "quinn", "--json", ...opt])).stdout).items[0].id;
  const careful = join(cwd, "careful.toml");
  writeFileSync(careful, 'text = "Be careful."');
  const chat = join(cwd, "chat.json");
  writeFileSync(
    chat,
    JSON.stringify([
      { role: "user", content: "hi" },
      { role: "assistant", content: "ho" },
    ]),
  );
  const backup = join(cwd, "a.backup");
  /** By command: what it enters, the last first; null where it changes nothing. In an order in which each finds what it needs. */
  const commands: [string, string | null, (() => Promise<string[]>)?][] = [
    ["accounts create acme", "account.created"],
    ["accounts set acme --plan pro", "account.changed"],
    ["accounts delete acme --yes", "account.deleted"],
    ["keys create --name k --scope agent", "key.issued"],
    ["keys rotate --json", "key.issued key.rotated", async () => [await keyId()]],
    ["keys revoke", "key.revoked", async () => [await keyId()]],
    ["cores create blue", "core.created"],
    ["cores rename blue Bleu", "core.changed"],
    ["cores delete blue", "core.deleted"],
    ["settings set sources_max 3", "settings.changed"],
    ["settings unset sources_max", "settings.changed"],
    ["settings show", null],
    ["constitutions put careful", "constitution.put", async () => [careful]],
    ["constitutions show careful", null],
    ["constitutions list", null],
    ["constitutions delete careful", "constitution.deleted"],
    ["lessons add Short. --user quinn", "lesson.added"],
    ["lessons list --user quinn", null],
    ["lessons edit --pinned --user quinn", "lesson.changed", async () => [await lessonId()]],
    ["lessons delete --user quinn", "lesson.deleted", async () => [await lessonId()]],
    ["users list", null],
    ["users show quinn", null],
    ["users erase quinn --yes", "user.erased"],
    ["export", "memory.exported", async () => [join(cwd, "out.jsonl")]],
    ["import --format chat --user quinn", "memory.imported", async () => [chat]],
    ["backup", "backup.finished backup.made", async () => [backup]],
    ["backup-identity", null, async () => [join(cwd, "backups.key")]],
    ["restore --dry-run", null, async () => [backup]],
    ["restore", "backup.restored", async () => [backup]],
    ["keys list", null],
    ["keys generate", null],
    ["accounts list", null],
    ["cores list", null],
    ["verify", null],
    ["doctor", null],
    ["status", null],
    ["audit verify", null],
    ["audit list", null],
    ["audit verify-receipt", null],
    ["recall hello", null],
    ["learn --dry-run", null],
    // A pass stores what the service itself has learned, as every night.
    ["learn", null],
    ["plans", null],
    ["config show", null],
    ["config check", null],
    ["version", null],
    ["healthcheck", null],
    ["man", null],
    ["embed", null],
    ["mcp", null],
    ["completion bash", null],
    ["systemd-unit", null],
    // The same data with the same chain, elsewhere.
    ["move", null],
  ];
  let known = entriesOf(dataDir).length;
  const listed = await run(["audit", "list", "--json", "--limit", "3", ...opt]);
  const shown: Entry[] = JSON.parse(listed.stdout).items;
  expect(shown.map(({ seq, action }) => [seq, action])).toEqual(
    entriesOf(dataDir)
      .slice(0, 3)
      .map(({ seq, action }) => [seq, action]),
  );
  for (const [command, action, more] of commands) {
    const words = command.split(" ");
    const takesData =
      !/^(backup-identity|keys generate|plans|config|version|man|healthcheck|embed|completion|systemd|move|audit verify-receipt)/.test(
        command,
      );
    const { code, stderr } = await run([...words, ...((await more?.()) ?? []), ...(takesData ? opt : [])]);
    // What is restored does not hold the entry of the end of its own backup.
    if (command === "restore") known -= 1;
    if (action !== null) expect([command, code, stderr]).toEqual([command, 0, ""]);
    const entries = entriesOf(dataDir);
    const made = entries.slice(0, entries.length - known).map((entry) => [entry.action, entry.actor]);
    // The newest first.
    const expected = action?.split(" ").map((each) => [each, "shell"]) ?? [];
    expect([command, made]).toEqual([command, expected]);
    known = entries.length;
  }
  const { stdout } = await run(["completion", "fish"]);
  const offered = [...stdout.matchAll(/-n '__fish_use_subcommand' -f -a '([a-z-]+)'/g)].map(([, name]) => name);
  const tried = new Set(commands.map(([command]) => command.split(" ")[0]));
  // An entry that names a user is found by the name, which is nowhere in it.
  const ofUser = await run(["audit", "list", "--account", "default", "--user", "quinn", ...opt]);
  expect(ofUser.stdout).toContain("  lesson.added  ");
  expect(ofUser.stdout).not.toContain("quinn");
  expect(ofUser.stdout).not.toContain("account.created");
  expect(offered.length).toBeGreaterThan(15);
  expect(offered.filter((name) => name !== "serve" && !tried.has(name))).toEqual([]);
  const groups = [
    ...stdout.matchAll(
      /__fish_seen_subcommand_from (keys|accounts|cores|users|settings|constitutions|lessons|audit); and not [^']*' -f -a '([a-z-]+)'/g,
    ),
  ];
  expect(groups.length).toBeGreaterThan(10);
  expect(
    groups
      .map(([, group, name]) => `${group} ${name}`)
      .filter((each) => !commands.some(([command]) => command.startsWith(each))),
  ).toEqual([]);
  expect(await verdictOf(...opt)).toMatchObject({ code: 0, ok: true, faults: [] });
});

test("a running service can be followed; tampering and a lost end are exit code 1, and doctor sees them", async () => {
  const server = await start();
  const { dataDir } = server;
  const opt = ["--data-dir", dataDir];
  for (const slug of ["a", "b", "c"]) await server.ask("POST", "/cores", { body: { slug, name: slug } });
  const running = await verdictOf(...opt);
  expect(running).toMatchObject({ code: 0, ok: true });
  await server.stop();
  expect(await verdictOf(...opt, "--head", running.head)).toMatchObject({ code: 0, head: running.head });
  expect((await run(["audit", "verify", ...opt, "--head", "nonsense"])).code).toBe(2);
  expect((await run(["audit", "verify", "--data-dir", directory()])).code).toBe(1);
  const db = new Database(join(dataDir, "memoryd.db"));
  pastTriggers(db, "DELETE FROM audit WHERE seq > 5", "UPDATE sqlite_sequence SET seq = 5 WHERE name = 'audit'");
  expect(await verdictOf(...opt)).toMatchObject({ code: 0 });
  const cut = await verdictOf(...opt, "--head", running.head);
  expect(cut).toMatchObject({ code: 1, ok: false, faults: [expect.stringContaining("its end was cut off")] });
  pastTriggers(db, "UPDATE audit SET actor = 'nobody' WHERE seq = 2");
  db.close();
  const changed = await run(["audit", "verify", ...opt]);
  expect(changed.code).toBe(1);
  expect(changed.stdout).toBe("entry 2 was changed after it was made\n");
  const verified = await run(["verify", ...opt]);
  expect(verified.code).toBe(1);
  expect(verified.stdout).toStartWith(
    "audit_broken: The chain of the audit is broken: entry 2 was changed after it was made.",
  );
  const doctor = JSON.parse((await run(["doctor", "--json", ...opt])).stdout);
  expect(doctor.findings).toContainEqual(expect.objectContaining({ code: "audit_broken", level: "error" }));
});

test("settings that a HUP changes are entered by name, and only those", async () => {
  const cwd = directory();
  const config = join(cwd, "memoryd.toml");
  writeFileSync(config, 'log_level = "info"\n');
  const server = await start({ cwd, args: [...LISTENS_SOONER, "--config", config] });
  server.kill("SIGHUP");
  writeFileSync(config, 'log_level = "warn"\nlist_limit_max = 77\n');
  server.kill("SIGHUP");
  const changed = async () => entriesOf(server.dataDir).filter(({ action }) => action === "service_settings.changed");
  await until("the entry", async () => ((await changed()).length > 0 ? true : undefined));
  await server.stop();
  expect((await changed()).map(({ actor, target, details }) => [actor, target, details])).toEqual([
    ["service", "service", { settings: expect.arrayContaining(["log_level", "list_limit_max"]) }],
  ]);
});

interface Erasure {
  readonly receipt: ErasureReceipt;
  /** The key of the service that signed it. */
  readonly pem: string;
}

let erasure: Promise<Erasure> | null = null;

/** Of one service for all tests, which has ended. */
async function erased(): Promise<Erasure> {
  const server = await start();
  const { body } = await server.ask<{ turn_token: string }>("POST", "/prepare", {
    user: "quinn",
    body: { input: "hello" },
  });
  await server.ask("POST", "/record", { user: "quinn", body: { turn_token: body.turn_token, answer: "hi" } });
  const { receipt } = (await server.ask<{ receipt: ErasureReceipt }>("DELETE", "/admin/users/quinn")).body;
  const { pem } = (await server.ask<{ pem: string }>("GET", "/admin/audit/key")).body;
  await server.stop();
  return { receipt, pem };
}

function anErasure(): Promise<Erasure> {
  erasure ??= erased();
  return erasure;
}

test("a receipt is checked offline, and no changed one is believed", async () => {
  const { receipt, pem } = await anErasure();
  const cwd = directory();
  const at = (name: string, text: string) => {
    writeFileSync(join(cwd, name), text);
    return join(cwd, name);
  };
  const key = at("memoryd.pem", pem);
  const check = (json: object, ...more: string[]) =>
    run(["audit", "verify-receipt", at("r.json", JSON.stringify(json)), ...more]);
  const sound = await check({ receipt }, "--public-key", key);
  expect([sound.code, sound.stdout]).toEqual([
    0,
    expect.stringContaining("1 packets and 0 lessons of quinn in every core"),
  ]);
  expect((await check(receipt)).stdout).toContain(`signed with the key ${receipt.public_key}`);
  const { verifyReceipt } = createAuditCommands({
    filesOf: () => dataFilesAt(""),
    auditKeyFile: () => "",
    isInDatabase: () => false,
    openStore: () => Promise.reject(new Error("no store is asked for")),
  });
  const file = join(cwd, "changed.json");
  for (const [name, value] of Object.entries(receipt)) {
    const other =
      typeof value === "number"
        ? value + 1
        : value === null
          ? "x"
          : `${value.startsWith("A") ? "B" : "A"}${value.slice(1)}`;
    writeFileSync(file, JSON.stringify({ ...receipt, [name]: other }));
    expect([name, (await verifyReceipt(file, null)).faults]).not.toEqual([name, []]);
  }
  expect((await check({ ...receipt, packets_left: 0 })).code).toBe(1);
  // What another reader could take for something else.
  const text = JSON.stringify(receipt);
  const texts = {
    "a doubled field": `{"user":"eve",${text.slice(1)}`,
    "a field doubled in other letters": `{"\\u0075ser":"eve",${text.slice(1)}`,
    "a doubled receipt": `{"receipt":{"user":"eve"},"receipt":${text}}`,
    "another count around it": JSON.stringify({ ok: true, packets: 7, receipt }),
    "a field around it that no answer has": JSON.stringify({ user: "eve", receipt }),
    "a field around it that every object has": `{"__proto__":{"user":"eve"},"receipt":${text}}`,
    "a receipt in a receipt": JSON.stringify({ ...receipt, user: "eve", receipt }),
    "a number with a fraction": text.replace('"packets":1', '"packets":1.0'),
    "a number with a fraction that is lost": text.replace('"packets":1', '"packets":1.00000000000000000001'),
    "a text for a number": text.replace('"packets":1', '"packets":"1"'),
    "a signature with more behind it": text.replace('=="}', '==AA"}'),
  };
  for (const [name, changed] of Object.entries(texts)) {
    expect([name, changed === text]).toEqual([name, false]);
    writeFileSync(file, changed);
    const faults = await verifyReceipt(file, null).then(
      (verdict) => verdict.faults,
      (error: Error) => [error.message],
    );
    expect([name, faults]).toEqual([name, [expect.any(String), ...faults.slice(1)]]);
  }
  const doubled = await run(["audit", "verify-receipt", at("doubled.json", texts["a doubled field"]), "--json"]);
  expect([doubled.code, doubled.stdout]).toEqual([1, ""]);
  expect(JSON.parse(doubled.stderr).error.message).toContain("a field stands there twice");
  writeFileSync(file, Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff])]));
  await expect(verifyReceipt(file, null)).rejects.toThrow("UTF-8");
  // White space and the order of its fields are nobody's secret.
  writeFileSync(
    file,
    JSON.stringify({ receipt: Object.fromEntries(Object.entries(receipt).reverse()), ok: true }, null, 2),
  );
  expect((await verifyReceipt(file, null)).faults).toEqual([]);
  const foreign = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" });
  expect((await check(receipt, "--public-key", at("other.pem", foreign.toString()))).code).toBe(1);
  expect((await check({ nothing: 1 })).code).toBe(1);
});

test.skipIf(Bun.which("openssl") === null)("a receipt is checked by openssl alone", async () => {
  const { receipt } = await anErasure();
  const cwd = directory();
  const { signature, ...signed } = receipt;
  writeFileSync(join(cwd, "key.pem"), `-----BEGIN PUBLIC KEY-----\n${receipt.public_key}\n-----END PUBLIC KEY-----\n`);
  writeFileSync(join(cwd, "signature"), Buffer.from(signature, "base64"));
  const ask = (text: string) => {
    writeFileSync(join(cwd, "signed"), text);
    const cmd = "openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in signed -sigfile signature".split(" ");
    return Bun.spawnSync({ cmd, cwd, stdout: "pipe", stderr: "pipe" }).exitCode;
  };
  expect(ask(JSON.stringify(signed))).toBe(0);
  expect(ask(JSON.stringify({ ...signed, packets: 2 }))).not.toBe(0);
});

test("after a kill the entry is there if and only if the action is", async () => {
  const root = directory();
  let cores = 0;
  for (let round = 0; round < 4; round++) {
    const dataDir = join(root, "data");
    mkdirSync(dataDir, { recursive: true });
    const server = await start({ dataDir, args: LISTENS_SOONER });
    const acknowledged: string[] = [];
    const work = Array.from({ length: 8 }, async () => {
      for (;;) {
        const slug = `core-${cores++}`;
        const made = await server.ask("POST", "/cores", { body: { slug, name: slug } }).catch(() => null);
        if (made?.status !== 201) return;
        acknowledged.push(slug);
        if (cores % 3 === 0) await server.ask("DELETE", `/cores/${slug}`).catch(() => null);
      }
    });
    await until("some cores", () => (acknowledged.length > 10 ? true : undefined));
    await Bun.sleep(round * 11);
    server.kill("SIGKILL");
    await Promise.all([server.exited, ...work]);
    const db = new Database(join(dataDir, "memoryd.db"));
    const there = new Set(
      db
        .query<{ slug: string }, []>("SELECT slug FROM cores")
        .all()
        .map(({ slug }) => slug),
    );
    const told = new Set<string>();
    const rows = db
      .query<{ action: string; target: string }, []>("SELECT action, target FROM audit ORDER BY seq")
      .all();
    for (const { action, target } of rows) {
      const slug = target.split("core:")[1] ?? "";
      if (action === "core.created") told.add(slug);
      else if (action === "core.deleted") told.delete(slug);
    }
    db.close();
    expect([...there].sort()).toEqual([...told].sort());
    const created = new Set(
      rows.filter(({ action }) => action === "core.created").map(({ target }) => target.split("core:")[1]),
    );
    expect(acknowledged.filter((slug) => !created.has(slug))).toEqual([]);
  }
  // One chain of all rounds: it cannot be mended by a later one.
  expect(await verdictOf("--data-dir", join(root, "data"))).toMatchObject({ code: 0 });
  expect(readdirSync(join(root, "data"))).toContain("audit.key");
  expect(readFileSync(join(root, "data", "audit.key"), "utf8")).toStartWith("-----BEGIN PRIVATE KEY-----");
});
