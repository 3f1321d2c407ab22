// The settings as options of serve and config, and how they are shown.
import { describe, expect, test } from "bun:test";
import type { SettingFlags, SettingOption, ShownSetting } from "../../src/cli/setting-options.ts";
import { runJson, runLine, runText, usageOf } from "../support/command-line.ts";

const option = (name: string, flag: string, changes: Partial<SettingOption> = {}): SettingOption => {
  return { name, flag, doc: `what ${name} is`, standard: "", isSwitch: false, choices: [], ...changes };
};
const settingOptions = [
  option("data_dir", "--data-dir", { standard: "./memoryd-data" }),
  option("cors", "--cors", { isSwitch: true }),
  option("log_level", "--log-level", { choices: ["info", "debug"] }),
];

type Given = [flags: SettingFlags, config: string | undefined];

const COMMANDS: [string[], "serve" | "readSettings" | "checkSettings"][] = [
  [["serve"], "serve"],
  [["config", "show"], "readSettings"],
  [["config", "check"], "checkSettings"],
];

describe.each(COMMANDS)("%j", (command, name) => {
  async function givenBy(...args: string[]): Promise<Given> {
    const given: Given[] = [];
    const takes = (...of: Given) => {
      given.push(of);
      return [];
    };
    await runText([...command, ...args], { settingOptions, [name]: takes });
    return given[0] ?? [{}, undefined];
  }

  test("hands over every setting as it was written, and the file", async () => {
    const flags = { data_dir: "d", cors: "false", log_level: "debug" };
    const written = ["--data-dir", "d", "--cors", "false", "--log-level", "debug", "--config", "c"];
    expect(await givenBy(...written)).toEqual([flags, "c"]);
  });

  test("a switch alone means true, and what was not written is left to the other sources", async () => {
    expect(await givenBy("--cors")).toEqual([{ data_dir: undefined, cors: "true", log_level: undefined }, undefined]);
  });

  test("leaves it to the settings to refuse a value, so that all sources are told of in the same words", async () => {
    expect((await givenBy("--log-level", "loud"))[0].log_level).toBe("loud");
  });
});

describe("config show", () => {
  const settings: ShownSetting[] = [
    { name: "data_dir", value: "d\n", source: "flag", at: "--data-dir" },
    { name: "port", value: 8787, source: "default", at: "" },
    { name: "cors", value: true, source: "file", at: "c.toml: cors" },
  ];
  const readSettings = () => settings;

  test("shows a table of what each is and where it came from", async () => {
    expect(await runText(["config", "show"], { readSettings })).toEqual([
      "SETTING   VALUE  FROM",
      'data_dir  "d\\n"  flag --data-dir',
      "port      8787   default",
      "cors      true   file c.toml: cors",
    ]);
  });

  test("shows the same as JSON", async () => {
    const shown = settings.map((setting) => ({ ...setting, at: setting.at === "" ? null : setting.at }));
    expect(await runJson(["config", "show"], { readSettings })).toEqual({ settings: shown });
  });
});

test("config check says that all is in order, or fails with the reason", async () => {
  const checkSettings = async () => [];
  expect(await runText(["config", "check"], { checkSettings })).toEqual(["the settings are in order"]);
  expect(await runJson(["config", "check"], { checkSettings })).toEqual({ ok: true, findings: [] });
  const wrong = new Error("port: not a port");
  const refused = await runLine(["config", "check"], {
    checkSettings: async () => {
      throw wrong;
    },
  });
  expect([refused.error, refused.printed]).toEqual([wrong, []]);
});

test("serve takes no setting that there is not", async () => {
  expect(await usageOf(["serve", "--colour", "red"], { settingOptions })).toContain("--colour");
});
