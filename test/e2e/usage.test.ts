// The command line, the environment and the settings file: what they accept, what they refuse, which one wins.
import { expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { openLab } from "./executable.ts";
import { flawOf } from "./sentences.ts";

const lab = openLab();
/** Whose server is done when it listens, and does not go on to open a model while commands run beside it. */
const tiny = openLab({ model: "tiny" });

test.each([
  [["--help"], "memoryd serve"],
  [["-h"], "memoryd serve"],
  [["help"], "memoryd serve"],
  [["serve", "--help"], "--data-dir"],
  [["help", "serve"], "--data-dir"],
  [["keys", "create", "--help"], "--scope"],
  [["accounts", "create", "--help"], "memoryd accounts create"],
  [["embed", "--help"], "memoryd embed"],
])("%p exits 0 and shows an example on stdout", async (args, content) => {
  const { code, stdout, stderr } = await lab.run(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(content);
  expect(stdout).toMatch(/^Examples?:\n {2}\S/m);
});

test("every option of serve stands in its help with its default, once", async () => {
  const { stdout } = await lab.run(["serve", "--help"]);
  // The lines of one option joined, however the help wraps them.
  const options = stdout
    .replaceAll(/\n {20,}/g, " ")
    .split("\n")
    .filter((line) => /^ {2}--/.test(line));
  expect(options.length).toBeGreaterThan(10);
  expect(options.filter((line) => (line.match(/\(default:/g) ?? []).length > 1)).toEqual([]);
  // What has no choices shows none.
  expect(options.filter((line) => line.includes("(choices:")).length).toBeGreaterThan(1);
  expect(options.filter((line) => /\(choices: *\)/.test(line))).toEqual([]);
});

test.each([[["--version"]], [["-V"]]])("%p prints the version", async (args) => {
  expect(await lab.run(args)).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("version prints the version, and below it the model inside", async () => {
  const model = "model all-MiniLM-L6-v2-int8";
  expect(await lab.run(["version"])).toEqual({ code: 0, stdout: `${version}\n${model}\n`, stderr: "" });
});

test("without arguments it shows its help, and exits 2: nothing was done", async () => {
  const cwd = lab.directory();
  const { code, stdout, stderr } = await lab.run([], { cwd });
  expect(code).toBe(2);
  expect(stdout + stderr).toContain("memoryd serve");
  expect(stdout + stderr).toContain("Examples:");
  expect(readdirSync(cwd)).toEqual([]);
});

interface Wrong {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly toml?: string;
  readonly culprit: string;
}

const WRONG: readonly Wrong[] = [
  { args: ["frobnicate"], culprit: "frobnicate" },
  { args: ["serve", "--frobnicate"], culprit: "--frobnicate" },
  { args: ["serve", "extra"], culprit: "extra" },
  { args: ["serve", "--port"], culprit: "--port" },
  { args: ["serve", "--port", "x"], culprit: "--port" },
  { args: ["serve", "--port", ""], culprit: "--port" },
  { args: ["serve", "--port", "65536"], culprit: "--port" },
  { args: ["serve", "--port", "-1"], culprit: "--port" },
  { args: ["serve", "--port", "8787.5"], culprit: "--port" },
  { args: ["serve", "--log-level", "loud"], culprit: "--log-level" },
  { args: ["serve", "--embedding-workers", "0"], culprit: "--embedding-workers" },
  { args: ["serve"], env: { MEMORYD_FOO: "1" }, culprit: "MEMORYD_FOO" },
  { args: ["serve"], env: { MEMORYD_PORT: "abc" }, culprit: "MEMORYD_PORT" },
  { args: ["serve"], env: { MEMORYD_LOG_LEVEL: "" }, culprit: "MEMORYD_LOG_LEVEL" },
  { toml: "prot = 8787", culprit: "prot" },
  { toml: "[server]\nport = 8787", culprit: "server" },
  { toml: 'port = "x"', culprit: "port" },
  { toml: "port = 8787.5", culprit: "port" },
  { toml: "port = true", culprit: "port" },
  { toml: "data_dir = 3", culprit: "data_dir" },
  { toml: "port = ", culprit: "settings.toml" },
  { args: ["serve", "--config", "missing.toml"], culprit: "missing.toml" },
  { args: ["serve"], env: { MEMORYD_CONFIG: "missing.toml" }, culprit: "missing.toml" },
  { args: ["keys", "create", "--name", "a"], culprit: "--scope" },
  { args: ["keys", "create", "--name", "a", "--scope", "root"], culprit: "root" },
  { args: ["keys", "create", "--name", "a", "--scope", "agent", "--user", "a::b"], culprit: "--user" },
  { args: ["keys", "create", "--name", "a", "--scope", "agent", "--core", "A B"], culprit: "--core" },
  { args: ["keys", "create", "--name", "a", "--scope", "agent", "--expires", "soon"], culprit: "--expires" },
  { args: ["keys", "revoke"], culprit: "id" },
  { args: ["accounts", "create", "A B"], culprit: "name" },
  { args: ["keys", "list"], env: { MEMORYD_FOO: "1" }, culprit: "MEMORYD_FOO" },
];

test.each(WRONG)("wrong usage exits 2 and names the culprit: %j", async ({ args, env, toml, culprit }) => {
  const cwd = lab.directory();
  if (toml !== undefined) writeFileSync(join(cwd, "settings.toml"), toml);
  const { code, stdout, stderr } = await lab.run(args ?? ["serve", "--config", "settings.toml"], {
    cwd,
    env: env ?? {},
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(flawOf(stderr, culprit)).toBe("");
  expect(existsSync(join(cwd, "memoryd-data"))).toBe(false);
});

test("a flag wins over the environment, that over the file, and that over the default", async () => {
  const config = ["--config", "settings.toml"];
  const env = { MEMORYD_DATA_DIR: "from-environment" };
  const flag = ["--data-dir", "from-flag"];
  const made: string[] = [];
  for (const [args, environment] of [
    [[...config, ...flag], env],
    [config, env],
    [config, {}],
    [[], { MEMORYD_CONFIG: "settings.toml" }],
    [[], {}],
  ] as const) {
    const cwd = lab.directory();
    writeFileSync(join(cwd, "settings.toml"), 'data_dir = "from-file"\nport = 1\nembedding_workers = 1\n');
    const server = await lab.start({ cwd, args, env: environment });
    expect(await server.stop()).toBe(0);
    made.push(
      readdirSync(cwd)
        .filter((name) => name !== "settings.toml")
        .join(),
    );
  }
  expect(made).toEqual(["from-flag", "from-environment", "from-file", "from-file", "memoryd-data"]);
});

test("the commands on a data directory find it in the same three places", async () => {
  const cwd = lab.directory();
  const server = await tiny.start({ cwd, args: ["--data-dir", "elsewhere"] });
  writeFileSync(join(cwd, "settings.toml"), 'data_dir = "elsewhere"\n');
  const list = ["keys", "list", "--json"];
  const outcomes = [
    await lab.run([...list, "--data-dir", "elsewhere"], { cwd }),
    await lab.run(list, { cwd, env: { MEMORYD_DATA_DIR: "elsewhere" } }),
    await lab.run([...list, "--config", "settings.toml"], { cwd }),
  ];
  expect(outcomes.map(({ code, stdout }) => [code, JSON.parse(stdout).items.length])).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
  const { code, stderr } = await lab.run(list, { cwd });
  expect({ code, flaw: flawOf(stderr, "memoryd-data") }).toEqual({ code: 1, flaw: "" });
  expect(existsSync(join(cwd, "memoryd-data"))).toBe(false);
  expect(await server.stop()).toBe(0);
});
