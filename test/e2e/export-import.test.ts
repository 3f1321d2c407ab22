// Export and import by command, beside a running server and on the data of a stopped one.
import { expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "./executable.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });

async function turn(server: Server, user: string, input: string, answer = "ok"): Promise<void> {
  const { body } = await server.ask<{ turn_token: string }>("POST", "/prepare", { user, body: { input } });
  const recorded = await server.ask("POST", "/record", { user, body: { turn_token: body.turn_token, answer } });
  expect(recorded.status).toBe(200);
}

async function textsOf(server: Server, user: string): Promise<string[]> {
  const { body } = await server.ask<{ items: { text: string }[] }>("GET", "/memory?limit=1000", { user });
  return body.items.map(({ text }) => text).reverse();
}

async function run(cwd: string, ...args: string[]) {
  const { code, stdout, stderr } = await lab.run(args, { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

let empty: Promise<string> | null = null;

async function firstStart(): Promise<string> {
  const server = await lab.start();
  await server.stop();
  return server.dataDir;
}

/** A working directory with the data that a first start made. */
async function stopped(): Promise<{ cwd: string; dataDir: string }> {
  empty ??= firstStart();
  const cwd = lab.directory();
  const dataDir = join(cwd, "memoryd-data");
  cpSync(await empty, dataDir, { recursive: true });
  return { cwd, dataDir };
}

/** Every text has its embedding. */
async function embedded(server: Server): Promise<void> {
  await server.ready();
  await until("the embeddings", async () => {
    const text = await (await fetch(`${server.url}/prometheus`, { headers: { "X-API-Key": server.adminKey } })).text();
    const left = [...text.matchAll(/^memoryd_(?:embeddings_pending|reembedding_left) (\d+)$/gm)];
    return (left.length >= 2 && left.every((match) => match[1] === "0")) || undefined;
  });
}

test("export, import into new data and export again give the same bytes, running and stopped", async () => {
  const first = await lab.start();
  await turn(first, "ada", "I like metric units.");
  await turn(first, "bob", "My name is Bob.");
  await first.ask("POST", "/lessons", { user: "ada", body: { text: "Use metric units." } });
  await first.ask("POST", "/cores", { body: { slug: "blue", name: "Blue" } });
  await embedded(first);
  // Beside the running server.
  const told = JSON.parse(await run(first.cwd, "export", "all.jsonl", "--json"));
  expect(told).toEqual({ file: "all.jsonl", brains: 2, packets: 2, lessons: 1, forgotten_rules: 0, in_audit: true });
  const running = readFileSync(join(first.cwd, "all.jsonl"), "utf8");
  expect(statSync(join(first.cwd, "all.jsonl")).mode & 0o777).toBe(0o600);
  expect(running).not.toContain("mk_live_");
  expect(readdirSync(first.cwd).sort()).toEqual(["all.jsonl", "memoryd-data"]);
  const overHttp = await fetch(`${first.url}/admin/export`, { headers: { "X-API-Key": first.adminKey } });
  expect(overHttp.headers.get("content-type")).toBe("application/x-ndjson");
  expect(await overHttp.text()).toBe(running);
  expect(await first.stop()).toBe(0);
  expect(await run(first.cwd, "export")).toBe(running);

  // Into the data of a stopped server.
  const second = await stopped();
  const report = JSON.parse(await run(second.cwd, "import", join(first.cwd, "all.jsonl"), "--json"));
  expect(report).toMatchObject({
    format: "memoryd",
    brains: 2,
    packets: { stored: 2, skipped: 0 },
    cores: 1,
    to_embed: 0,
  });
  expect(await run(second.cwd, "export")).toBe(running);
  const again = await lab.start({ cwd: second.cwd });
  expect(await textsOf(again, "ada")).toEqual(["I like metric units.\nok"]);
  const recall = { user: "ada", body: { query: "which units?" } };
  const { body } = await again.ask<{ sources: unknown[] }>("POST", "/recall", recall);
  expect(body.sources).toHaveLength(1);
  expect(await again.stop()).toBe(0);
});

test("without embeddings they are made again by the server, the same to the byte", async () => {
  const first = await lab.start();
  for (let at = 0; at < 5; at += 1) await turn(first, "ada", `I have ${at} cats and a dog.`);
  await embedded(first);
  const whole = await run(first.cwd, "export");
  writeFileSync(join(first.cwd, "plain.jsonl"), await run(first.cwd, "export", "--no-embeddings", "--user", "ada"));
  await first.stop();
  const second = await stopped();
  expect(await run(second.cwd, "import", join(first.cwd, "plain.jsonl"))).toContain(
    "5 texts get their embeddings from the server",
  );
  const started = await lab.start({ cwd: second.cwd });
  await embedded(started);
  expect(await run(second.cwd, "export")).toBe(whole);
  await started.stop();
});

test("a running server is not written beneath: the command is refused, and sends the file with --url", async () => {
  const server = await lab.start();
  const file = join(server.cwd, "chat.json");
  writeFileSync(
    file,
    JSON.stringify([
      { role: "user", content: "I live in Lisbon." },
      { role: "assistant", content: "Noted." },
    ]),
  );
  const refused = await lab.run(["import", file, "--json"], { cwd: server.cwd });
  expect(refused.code).toBe(3);
  expect(JSON.parse(refused.stderr).error.message).toContain("--url");
  const key = ["--url", server.url, "--key-file", join(server.dataDir, "admin.key")];
  const report = JSON.parse(await run(server.cwd, "import", "--user", "ada", ...key, "--json", file));
  expect(report).toMatchObject({ format: "chat", packets: { stored: 1, skipped: 0 } });
  expect(await textsOf(server, "ada")).toEqual(["I live in Lisbon.\nNoted."]);
  const piped = await lab.run(["import", "--user", "ada", ...key, "-"], {
    cwd: server.cwd,
    stdin: readFileSync(file, "utf8"),
  });
  expect(piped).toMatchObject({ code: 0, stdout: expect.stringContaining("1 entry was here already") });
  await embedded(server);
  const { body } = await server.ask<{ sources: unknown[] }>("POST", "/recall", {
    user: "ada",
    body: { query: "In which city do I live?" },
  });
  expect(body.sources).toHaveLength(1);
  const wrong = await lab.run(["import", ...key, "--format", "mem0", file], { cwd: server.cwd });
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toBe("memoryd: the file cannot be read: it must hold a list of memories\n");
  await server.stop();
  const nobody = await lab.run(["import", ...key, file], { cwd: server.cwd });
  expect(nobody.code).toBe(1);
  expect(nobody.stderr).toBe(`memoryd: no answer from ${server.url}: nothing listens there\n`);
});

test("a folder of notes, standard input and a broken file", async () => {
  const server = await stopped();
  const notes = join(server.cwd, "notes");
  mkdirSync(join(notes, "deep"), { recursive: true });
  writeFileSync(join(notes, "tea.md"), "---\ntitle: Tea\n---\n- [taste] Green, not black\n");
  writeFileSync(join(notes, "deep", "coffee.md"), "# Coffee\n\nRosa has a café.\n");
  writeFileSync(join(notes, "other.txt"), "not a note");
  const report = JSON.parse(await run(server.cwd, "import", "--user", "ada", "--json", "notes"));
  expect(report).toMatchObject({ format: "basic-memory", packets: { stored: 2, skipped: 0 } });
  const exported = await run(server.cwd, "export", "--user", "ada", "--no-embeddings");
  const piped = await lab.run(["import", "-"], { cwd: server.cwd, stdin: exported });
  expect(piped).toMatchObject({ code: 0, stderr: "" });
  expect(piped.stdout).toContain("2 entries were here already");
  const broken = await lab.run(["import", "-", "--json"], { cwd: server.cwd, stdin: exported.slice(0, -40) });
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.stderr)).toEqual({
    error: { code: "invalid_request", message: expect.stringMatching(/^line 5: /) },
  });
  // Nothing of the file lies about, also where it was laid aside.
  const large = exported + " ".repeat(2 * 1024 * 1024);
  expect((await lab.run(["import", "-"], { cwd: server.cwd, stdin: large })).code).toBe(0);
  expect(readdirSync(server.dataDir).filter((name) => name.startsWith("import-"))).toEqual([]);
});

test("a folder of notes is read without its links and pipes, here and over --url, and a pipe is no file", async () => {
  const server = await lab.start();
  const { cwd, dataDir } = server;
  const notes = join(cwd, "notes");
  mkdirSync(join(notes, ".hidden"), { recursive: true });
  writeFileSync(join(notes, "tea.md"), "# Tea\n\nGreen, not black.\n");
  symlinkSync(join(dataDir, "admin.key"), join(notes, "key.md"));
  symlinkSync(dataDir, join(notes, "data"));
  symlinkSync(".", join(notes, "loop"));
  const pipe = join(notes, "pipe.md");
  expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
  const key = ["--url", server.url, "--key-file", join(dataDir, "admin.key")];
  const leftOut = [".hidden", "data", "key.md", "loop", "pipe.md"];
  const report = JSON.parse(await run(cwd, "import", "--user", "ada", "--json", ...key, "notes"));
  expect(report).toMatchObject({ packets: { stored: 1, skipped: 0 } });
  expect(report.left_out.map(({ path }: { path: string }) => path)).toEqual(leftOut);
  expect(await textsOf(server, "ada")).toEqual(["tea, Tea: Green, not black."]);
  const refuses = async (...args: string[]) => {
    const { code, stdout, stderr } = await lab.run(["import", ...args], { cwd });
    expect([code, stdout, stderr]).toEqual([
      1,
      "",
      expect.stringMatching(/^memoryd: \S*notes\/pipe.md is a pipe.*\n$/),
    ]);
  };
  await refuses(...key, pipe);
  await server.stop();
  await refuses(pipe);
  const local = await lab.run(["import", "--user", "ada", "notes"], { cwd });
  expect([local.code, local.stdout]).toEqual([0, expect.stringContaining("1 entry was here already")]);
  const told = local.stderr.trimEnd().split("\n");
  expect(told.map((line) => /^memoryd: (\S+) was left out: it is /.exec(line)?.[1])).toEqual(leftOut);
  writeFileSync(join(notes, "huge.md"), "");
  truncateSync(join(notes, "huge.md"), 1024 ** 4);
  const huge = await lab.run(["import", "notes", "--json"], { cwd });
  expect([huge.code, huge.stdout]).toEqual([1, ""]);
  expect(JSON.parse(huge.stderr).error).toMatchObject({
    code: "body_too_large",
    message: expect.stringContaining("with huge.md its notes have more than"),
  });
});

const CHAT = JSON.stringify([{ role: "user", content: "I live in Lisbon." }]);

test("into a directory that is not there new data is made, as restore does; what fails leaves nothing behind", async () => {
  const cwd = lab.directory();
  writeFileSync(join(cwd, "chat.json"), CHAT);
  writeFileSync(join(cwd, "broken.json"), "[{");
  for (const args of [["broken.json"], ["nothing.json"], ["--account", "nobody", "chat.json"]]) {
    expect((await lab.run(["import", "--data-dir", "new/data", ...args], { cwd })).code).not.toBe(0);
    expect(readdirSync(cwd).sort()).toEqual(["broken.json", "chat.json"]);
  }
  // A directory of other things was named by mistake.
  const wrong = await lab.run(["import", "--data-dir", ".", "chat.json"], { cwd });
  expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining("but other files (broken.json)") });
  const told = await run(cwd, "import", "--data-dir", "new/data", "--user", "ada", "chat.json");
  expect(told).toContain(
    "new data was made in new/data, with the account default; its admin key is in new/data/admin.key",
  );
  expect(statSync(join(cwd, "new/data/admin.key")).mode & 0o777).toBe(0o600);
  const again = await run(cwd, "import", "--data-dir", "new/data", "--user", "ada", "--json", "chat.json");
  expect(JSON.parse(again)).toMatchObject({ packets: { stored: 0, skipped: 1 }, made_data: null });
  const server = await lab.start({ cwd, dataDir: join(cwd, "new/data") });
  expect(await textsOf(server, "ada")).toEqual(["I live in Lisbon."]);
  server.kill("SIGKILL");
});

test("a directory that is not there is told, and nobody is sent to make data in it", async () => {
  for (const command of [
    ["export"],
    ["verify"],
    ["backup", "a.backup"],
    ["keys", "list"],
    ["doctor"],
    ["audit", "verify"],
  ]) {
    const { code, stdout, stderr } = await lab.run([...command, "--data-dir", "elsewhere"]);
    expect([code, `${stdout}${stderr}`]).toEqual([
      1,
      expect.stringMatching(/is not there|There is no data directory here/),
    ]);
    expect(`${stdout}${stderr}`).not.toContain("serve");
  }
});

test("what is missing is told in a sentence, and usage that makes no sense is refused", async () => {
  const { cwd } = await stopped();
  const failing = async (code: number, told: string, ...args: string[]) => {
    const result = await lab.run(args, { cwd });
    expect([result.code, result.stdout]).toEqual([code, ""]);
    expect(result.stderr).toContain(told);
  };
  await failing(1, "there is no account nobody", "export", "--account", "nobody");
  await failing(1, "there is no core nope", "export", "--core", "nope");
  await failing(1, "cannot be read", "import", "nothing.jsonl");
  await failing(1, "there is no memoryd data", "export", "--data-dir", "elsewhere");
  await failing(2, "--json tells of a file", "export", "--json");
  await failing(2, "belong together", "import", "--url", "http://127.0.0.1:1", "x");
  await failing(2, "not a valid URL", "import", "--url", "here", "--key-file", "k", "x");
  await failing(2, "Allowed choices", "import", "--format", "zip", "x");
  await run(cwd, "export", "once.jsonl");
  await failing(1, "--force replaces it", "export", "once.jsonl");
  await run(cwd, "export", "once.jsonl", "--force");
  await failing(1, "cannot be made", "export", "no/where.jsonl");
  expect(existsSync(join(cwd, "no"))).toBe(false);
});

test("killed in the middle of an import, the same file again completes it", async () => {
  const server = await lab.start();
  const count = 1_500;
  const messages = Array.from({ length: count }, (_, at) => [
    { role: "user", content: `I bought ${at} apples.` },
    { role: "assistant", content: "Noted." },
  ]);
  const body = JSON.stringify(messages.flat());
  const headers = { "X-API-Key": server.adminKey, "Content-Type": "application/json" };
  const send = (url: string) => fetch(`${url}/admin/import`, { method: "POST", headers, body });
  const broken = send(server.url).catch(() => null);
  await until("a part of the import", async () => {
    const { body: metrics } = await server.ask<{ memory_size: number }>("GET", "/metrics");
    return metrics.memory_size > 0 || undefined;
  });
  server.kill("SIGKILL");
  await server.exited;
  await broken;
  const again = await lab.start({ cwd: server.cwd });
  const stored = (await again.ask<{ memory_size: number }>("GET", "/metrics")).body.memory_size;
  expect(stored).toBeGreaterThan(0);
  const response = await send(again.url);
  expect(await response.json()).toMatchObject({ packets: { stored: count - stored, skipped: stored } });
  expect((await again.ask("GET", "/metrics")).body).toMatchObject({ turns: count, memory_size: count });
  expect(readdirSync(again.dataDir).filter((name) => name.startsWith("import-"))).toEqual([]);
  await again.stop();
});
