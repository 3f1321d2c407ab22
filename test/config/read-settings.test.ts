import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { argumentsOf } from "../../src/config/arguments-of.ts";
import { readSettingSources, readSettings, SettingsError } from "../../src/config/read-settings.ts";
import { environmentName, flagName, SETTING_NAMES, SETTINGS } from "../../src/config/settings.ts";
import { withTempDir } from "../storage/sqlite/temp-data.ts";

const NONE = { flags: {}, environment: {}, file: null };

function withFile(toml: string, use: (file: string) => void): Promise<void> {
  return withTempDir((dir) => {
    const file = join(dir, "memoryd.toml");
    writeFileSync(file, toml);
    use(file);
  });
}

test("without any source every setting has its default", () => {
  const settings = readSettings(NONE);
  for (const name of SETTING_NAMES) expect(settings[name]).toBe(SETTINGS[name].default);
});

test("a flag goes before the environment, that before the file, that before the default", () =>
  withFile("port = 1001\nhost = '10.0.0.1'\nlog_level = 'warn'\n", (file) => {
    const environment = { MEMORYD_PORT: "1002", MEMORYD_HOST: "10.0.0.2" };
    const settings = readSettings({ flags: { port: "1003" }, environment, file });
    expect(settings).toMatchObject({ port: 1003, host: "10.0.0.2", log_level: "warn", data_dir: "./memoryd-data" });
  }));

test("an unknown key is an error that names it, wherever it stands", () =>
  withFile("prot = 1\n", (file) => {
    expect(() => readSettings({ ...NONE, file })).toThrow("prot");
    expect(() => readSettings({ ...NONE, environment: { MEMORYD_PROT: "1" } })).toThrow("MEMORYD_PROT");
    readSettings({ ...NONE, environment: { PROT: "1", MEMORYD_CONFIG: "elsewhere" } });
  }));

test.each(["", "-1", "65536", "8787.5", "1e3", "eighty", " 80", "0x50"])("port %p is refused by name", (port) => {
  expect(() => readSettings({ ...NONE, flags: { port } })).toThrow("--port");
  expect(() => readSettings({ ...NONE, environment: { MEMORYD_PORT: port } })).toThrow("MEMORYD_PORT");
});

test("a text setting takes only its choices, and no number from the file", () =>
  withFile("log_level = 3\n", (file) => {
    expect(() => readSettings({ ...NONE, flags: { log_level: "loud" } })).toThrow("debug, info, warn, error");
    expect(() => readSettings({ ...NONE, file })).toThrow(SettingsError);
  }));

test("a file that is missing or no TOML is told by its name", () =>
  withFile("port = = 1\n", (file) => {
    expect(() => readSettings({ ...NONE, file })).toThrow(file);
    expect(() => readSettings({ ...NONE, file: `${file}.none` })).toThrow("cannot be read");
  }));

test.each([
  ["port = 1\nhost = = 2\n", ", line 2: Expected a value"],
  ["port = 1\n\n# x\nhost = 'a\nlog_level = 'b'", ", line 4: Unterminated string"],
  ["host = 'a'\nhost = 'b'\n", ", line 2: Cannot redefine key 'host'"],
  ["port = yes", ", line 1: Strings must be quoted"],
  // Where the statement at fault begins.
  ["host = [\n1,\n= 2\n", ", line 1: "],
  ["port = 1\nprot = 1\n", "has an unknown key, line 2: prot (did you mean port?)"],
  ["[server]\nport = 1\n", "has an unknown key, line 1: server"],
])("the line of a fault in the file is told: %j", (toml, words) =>
  withFile(toml, (file) => {
    expect(() => readSettings({ ...NONE, file })).toThrow(words);
  }),
);

test("every setting has a flag and a variable of its own", () => {
  expect(new Set(SETTING_NAMES.map(flagName)).size).toBe(SETTING_NAMES.length);
  expect(environmentName("admin_key_file")).toBe("MEMORYD_ADMIN_KEY_FILE");
  expect(flagName("admin_key_file")).toBe("--admin-key-file");
});

test("model_dir is any text from any source, and empty where nothing names one", () =>
  withFile("model_dir = 'from-file'\n", (file) => {
    const environment = { MEMORYD_MODEL_DIR: "from-environment" };
    expect(readSettings({ flags: { model_dir: "from-flag" }, environment, file }).model_dir).toBe("from-flag");
    expect(readSettings({ flags: {}, environment, file }).model_dir).toBe("from-environment");
    expect(readSettings({ ...NONE, file }).model_dir).toBe("from-file");
    expect(readSettings({ ...NONE, environment: { MEMORYD_MODEL_DIR: "" }, file }).model_dir).toBe("");
    expect(readSettings(NONE).model_dir).toBe("");
  }));

test("a switch is true or false, from any source", () =>
  withFile("allow_remote = true\n", (file) => {
    expect(readSettings({ ...NONE, file }).allow_remote).toBe(true);
    expect(readSettings({ ...NONE, file, environment: { MEMORYD_ALLOW_REMOTE: "false" } }).allow_remote).toBe(false);
    expect(readSettings({ ...NONE, flags: { allow_remote: "true" } }).allow_remote).toBe(true);
    for (const wrong of ["", "yes", "1", "TRUE"]) {
      expect(() => readSettings({ ...NONE, flags: { allow_remote: wrong } })).toThrow("true or false");
    }
  }));

test("an unknown key names the nearest one that there is, and none where none is near", () =>
  withFile("embeding_workers = 1\n", (file) => {
    expect(() => readSettings({ ...NONE, file })).toThrow("embeding_workers (did you mean embedding_workers?)");
    const environment = (name: string) => ({ ...NONE, environment: { [name]: "1" } });
    expect(() => readSettings(environment("MEMORYD_PROT"))).toThrow("(did you mean MEMORYD_PORT?)");
    expect(() => readSettings(environment("MEMORYD_CONFG"))).toThrow("(did you mean MEMORYD_CONFIG?)");
    for (const name of ["MEMORYD_XYZZY", "MEMORYD_FOO"]) {
      expect(() => readSettings(environment(name))).toThrow(new RegExp(`${name}$`));
    }
  }));

test("each setting tells its source: flag, variable, file and key, or none", () =>
  withFile("port = 1001\n", (file) => {
    const sources = { flags: { host: "127.0.0.2" }, environment: { MEMORYD_LOG_LEVEL: "warn" }, file };
    const found = new Map(readSettingSources(sources).map((each) => [each.name, each]));
    expect(found.get("host")).toEqual({ name: "host", value: "127.0.0.2", source: "flag", at: "--host" });
    expect(found.get("log_level")).toMatchObject({ source: "environment", at: "MEMORYD_LOG_LEVEL" });
    expect(found.get("port")).toMatchObject({ value: 1001, source: "file", at: `${file}:port` });
    expect(found.get("data_dir")).toMatchObject({ source: "default", at: "" });
  }));

test("a command is a list in the file, and that list as JSON elsewhere; its own variable is no setting", () =>
  withFile('backup_command = ["rsync", "-a", "{file}"]\n', (file) => {
    const written = '["rsync","-a","{file}"]';
    const environment = { MEMORYD_BACKUP_FILE: "/mnt/a.backup" };
    expect(readSettings({ ...NONE, environment, file }).backup_command).toBe(written);
    expect(readSettings({ ...NONE, flags: { backup_command: written } }).backup_command).toBe(written);
    expect(argumentsOf(written)).toEqual(["rsync", "-a", "{file}"]);
    expect(argumentsOf("")).toEqual([]);
    for (const wrong of ["rsync a b", "[]", '[""]', "[1]", '{"a":1}', '"rsync"']) expect(argumentsOf(wrong)).toBeNull();
  }));

test.each(["[1]", "[]", "true", '[["a"]]'])("a command that the file has as %s is refused", (value) =>
  withFile(`backup_command = ${value}\n`, (file) => {
    const told = "backup_command in the settings file must be a list of texts";
    expect(() => readSettings({ ...NONE, file })).toThrow(told);
  }),
);
