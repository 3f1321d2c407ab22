// The manual page, written from the commands that there are.
import { expect, test } from "bun:test";
import type { SettingOption } from "../../src/cli/setting-options.ts";
import { runText } from "../support/command-line.ts";

const setting: SettingOption = {
  ...{ name: "port", flag: "--port", doc: ".5 of \\ it", standard: "", isSwitch: false, choices: [] },
};

async function page(): Promise<string> {
  return (await runText(["man"], { settingOptions: [setting] })).join("\n");
}

test("every command stands in it, with its options and its example", async () => {
  const text = await page();
  for (const name of ["serve", "keys create", "accounts list", "config show", "man"])
    expect(text).toContain(`.SS "memoryd ${name} `);
  expect(text).toContain(".TP\n\\fB\\-\\-scope <scope>\\fR\nwhat it may do\n");
  expect(text).toContain(".nf\n  memoryd man > /usr/local/share/man/man1/memoryd.1\n.fi");
});

test("settings stand with serve alone, and the commands that take them all say so", async () => {
  const text = await page();
  expect(text.split("\\fB\\-\\-port <value>\\fR")).toHaveLength(2);
  expect(text.split("It takes every option of `memoryd serve` too.")).toHaveLength(3);
});

test("nothing in a text is an order to troff", async () => {
  const text = await page();
  expect(text).toContain("\n\\&.5 of \\e it\n");
  expect(text.split("\n").filter((line) => /^[.'](?!(TH|SH|SS|TP|PP|B|I|nf|fi)\b)/.test(line))).toEqual([]);
});
