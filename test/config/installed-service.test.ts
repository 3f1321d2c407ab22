import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configOf, installedFor, variablesIn } from "../../src/config/installed-service.ts";
import { readSettingSources, SettingsError } from "../../src/config/read-settings.ts";

const home = mkdtempSync(join(tmpdir(), "memoryd-installed-"));
afterAll(() => rmSync(home, { recursive: true }));

let machines = 0;

/** A machine with an empty working directory, and with a service where `settings` are given. */
function machine(settings: string | null) {
  const root = join(home, `machine-${++machines}`);
  const workingDirectory = join(root, "home");
  mkdirSync(workingDirectory, { recursive: true });
  if (settings !== null) {
    mkdirSync(join(root, "var/lib/memoryd"), { recursive: true });
    mkdirSync(join(root, "etc/memoryd"), { recursive: true });
    writeFileSync(join(root, "etc/memoryd/memoryd.env"), settings);
  }
  return { root, workingDirectory };
}

const NOTHING_TOLD = { flags: {}, environment: {}, file: null };

test("a command that is told no place works with the settings of the installed service", () => {
  const where = machine("# our own\nMEMORYD_PORT=9000\nMEMORYD_CONFIG=/etc/m.toml\nLANG=C\n");
  const installed = installedFor(NOTHING_TOLD, where);
  const dataDir = join(where.root, "var/lib/memoryd");
  expect(configOf({ environment: {}, installed })).toBe("/etc/m.toml");
  const read = readSettingSources({ ...NOTHING_TOLD, installed, environment: { MEMORYD_LOG_LEVEL: "warn" } });
  const sourceOf = (wanted: string) => read.find(({ name }) => name === wanted);
  const source = "environment";
  expect(sourceOf("data_dir")).toEqual({
    ...{ name: "data_dir", value: dataDir, source },
    at: "memoryd.service:MEMORYD_DATA_DIR",
  });
  const at = `${join(where.root, "etc/memoryd/memoryd.env")}:MEMORYD_PORT`;
  expect(sourceOf("port")).toEqual({ name: "port", value: 9_000, source, at });
  expect(sourceOf("log_level")?.value).toBe("warn");
  expect(sourceOf("host")?.source).toBe("default");
});

test("its settings go behind flags and environment, and may put the data elsewhere", () => {
  const installed = installedFor(NOTHING_TOLD, machine("MEMORYD_DATA_DIR=/srv/memory\nMEMORYD_PORT=1\n"));
  const told = { flags: { port: "3" }, environment: { MEMORYD_PORT: "2" }, file: null, installed };
  const read = readSettingSources(told);
  const readAs = (wanted: string) => read.find(({ name }) => name === wanted)?.value;
  expect([readAs("data_dir"), readAs("port")]).toEqual(["/srv/memory", 3]);
});

test("a flag, the environment or data in the working directory goes before it, and where none is installed there is none", () => {
  const where = machine("");
  expect(installedFor(NOTHING_TOLD, where)).not.toBeNull();
  for (const told of [
    { flags: { data_dir: "d" } },
    { environment: { MEMORYD_DATA_DIR: "d" } },
    { file: "memoryd.toml" },
  ]) {
    expect(installedFor({ ...NOTHING_TOLD, ...told }, where)).toBeNull();
  }
  mkdirSync(join(where.workingDirectory, "memoryd-data"));
  expect(installedFor(NOTHING_TOLD, where)).toBeNull();
  expect(installedFor(NOTHING_TOLD, machine(null))).toBeNull();
});

test("a setting that there is none of is told with its place", () => {
  const installed = installedFor(NOTHING_TOLD, machine("MEMORYD_PROT=1\n"));
  const read = () => readSettingSources({ ...NOTHING_TOLD, installed });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow("the installed service has an unknown setting: MEMORYD_PROT (did you mean MEMORYD_PORT?)");
});

test("settings that cannot be read are told, with what to do", () => {
  const where = machine("");
  const path = join(where.root, "etc/memoryd/memoryd.env");
  rmSync(path);
  expect(installedFor(NOTHING_TOLD, where)).not.toBeNull();
  mkdirSync(path);
  expect(() => installedFor(NOTHING_TOLD, where)).toThrow(`${path}, cannot be read (EISDIR): run this with sudo`);
});

test.each([
  ["A=b c # d", "A", "b c # d"],
  ["  A = 'b \\ \"c' ", "A", 'b \\ "c'],
  ['A="b\\"c"', "A", 'b"c'],
  ["A=b=c", "A", "b=c"],
  ["A=", "A", ""],
])("the line %j of an environment file is read as systemd reads it", (line, name, value) => {
  expect(variablesIn(`# one\n; two\nno variable\n\n${line}\n`)).toEqual([[name, value]]);
});
