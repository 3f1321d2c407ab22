// Every command that there is, found through the help: an example in it, --json, and exit code 2 for what it does not know.
import { beforeAll, expect, test } from "bun:test";
import { openLab } from "./executable.ts";
import { flawOf } from "./sentences.ts";

const lab = openLab({ model: "tiny" });

/** What the operator's work needs. */
const NEEDED =
  "serve keys accounts plans cores backup restore export import verify doctor learn recall config version completion";
/** These print no data: the service's own line, and a script. */
const WITHOUT_JSON = ["serve", "completion", "man", "mcp"];

interface Found {
  /** Words after `memoryd`. */
  readonly path: readonly string[];
  readonly help: string;
  readonly commands: readonly string[];
}

const all: Found[] = [];

beforeAll(async () => {
  const waiting: (readonly string[])[] = [[]];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { code, stdout, stderr } = await lab.run([...path, "--help"]);
    expect({ path, code, stderr }).toEqual({ path, code: 0, stderr: "" });
    const section = /^Commands:\n((?: {2}.*\n?)*)/m.exec(stdout)?.[1] ?? "";
    const commands = [...section.matchAll(/^ {2}([a-z][a-z-]*)/gm)].flatMap(([, name = ""]) =>
      name === "help" ? [] : name,
    );
    all.push({ path, help: stdout, commands });
    waiting.push(...commands.map((name) => [...path, name]));
  }
});

const leaves = () => all.filter(({ commands }) => commands.length === 0);

test("the commands that an operator needs are there", () => {
  const names = all.filter(({ path }) => path.length === 1).map(({ path }) => path[0]);
  expect(NEEDED.split(" ").filter((name) => !names.includes(name))).toEqual([]);
});

test("every command shows an example of itself with options that it has", () => {
  const flaws = all.flatMap(({ path, help }) => {
    const examples = /^Examples?:\n((?: {2}.*\n?)+)/m.exec(help)?.[1] ?? "";
    const own = examples.split("\n").filter((line) => line.includes(["memoryd", ...path].join(" ")));
    if (own.length === 0) return [`${path.join(" ")}: no example`];
    if (path.length === 0 || /^Commands:/m.test(help)) return [];
    const call = /memoryd [^|&>]*/.exec(own[0] ?? "")?.[0] ?? "";
    const unknown = [...call.matchAll(/ (--[a-z-]+)/g)].flatMap(([, flag = ""]) =>
      help.includes(`${flag} `) ? [] : flag,
    );
    return unknown.map((flag) => `${path.join(" ")}: its example has ${flag}`);
  });
  expect(flaws).toEqual([]);
});

test("every command that prints something can print it as JSON", () => {
  const without = leaves().filter(({ help }) => !/^ {2}--json\b/m.test(help));
  expect(without.map(({ path }) => path.join(" ")).sort()).toEqual([...WITHOUT_JSON].sort());
});

test("every command refuses an option that it does not know, with exit code 2 and one sentence", async () => {
  for (const { path } of leaves()) {
    const { code, stdout, stderr } = await lab.run([...path, "--frobnicate"]);
    expect({ path, code, stdout, flaw: flawOf(stderr) }).toEqual({ path, code: 2, stdout: "", flaw: "" });
  }
});

test("a misspelt option or command is answered with the one that was meant", async () => {
  for (const [args, meant] of [
    [["serve", "--prot", "1"], "--port"],
    [["kyes", "list"], "keys"],
    [["keys", "list", "--acount", "acme"], "--account"],
  ] as const) {
    const { code, stderr } = await lab.run(args);
    expect({ code, flaw: flawOf(stderr, meant) }).toEqual({ code: 2, flaw: "" });
  }
});

test("with --json what goes wrong is JSON too, whatever the exit code", async () => {
  for (const [args, code, name] of [
    [["keys", "list", "--json", "--frobnicate"], 2, "usage"],
    [["keys", "list", "--json", "--config", "missing.toml"], 2, "usage"],
    [["keys", "list", "--json"], 1, "failed"],
    [["config", "check", "--json", "--host", "0.0.0.0"], 3, "refused"],
  ] as const) {
    const outcome = await lab.run(args);
    expect({ args, code: outcome.code, stdout: outcome.stdout }).toEqual({ args, code, stdout: "" });
    expect(JSON.parse(outcome.stderr)).toEqual({ error: { message: expect.stringMatching(/\S/), code: name } });
  }
});

test("a failure that the interface has a code for has the same code on the command line", async () => {
  const server = await lab.start();
  const data = ["--data-dir", server.dataDir, "--json"];
  const { code, stderr } = await lab.run(["keys", "revoke", "4fT0aZ19", ...data]);
  expect([code, JSON.parse(stderr)]).toEqual([
    1,
    { error: { message: "there is no key 4fT0aZ19", code: "key_not_found" } },
  ]);
  expect(await server.stop()).toBe(0);
});

test("version tells as JSON what is inside", async () => {
  const { code, stdout } = await lab.run(["version", "--json"]);
  const { version, model, bun, sqlite, ...more } = JSON.parse(stdout);
  expect([code, model, bun, more]).toEqual([0, "all-MiniLM-L6-v2-int8", Bun.version, {}]);
  expect(`${version} ${sqlite}`).toMatch(/^\d+\.\d+\.\d+ 3\.\d+\.\d+$/);
});

test("a reader who goes ends a command quietly; an output that is lost is a failure", async () => {
  const cwd = lab.directory();
  // Waits until the reader has gone, so that what is written meets a closed pipe each time.
  const closed = async (args: string) => {
    const script = `set -o pipefail; { sleep 0.2; "$0" ${args}; echo "code $?" >&2; } | true`;
    const child = Bun.spawn(["bash", "-c", script, lab.executable], { cwd, env: {}, stderr: "pipe" });
    return child.stderr.text();
  };
  for (const args of ["config show", "serve --help", "completion bash", "version --notices"]) {
    expect([args, await closed(args)]).toEqual([args, "code 0\n"]);
  }
  const full = Bun.spawn(["bash", "-c", '"$0" config show > /dev/full', lab.executable], { cwd, stderr: "pipe" });
  expect([await full.exited, await full.stderr.text()]).toEqual([1, "memoryd: standard output could not be written\n"]);
});

test("help says once what an option may be, and nothing where it may be anything", async () => {
  const { stdout } = await lab.run(["serve", "--help"]);
  expect(stdout).not.toContain("(choices: )");
  expect(stdout.match(/--allow-remote \[true\|false\].*/)?.[0]).not.toContain("choices");
  expect(stdout).toContain('(choices: "debug", "info", "warn", "error")');
});
