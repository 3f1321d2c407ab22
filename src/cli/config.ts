// memoryd config: shows the settings and where each came from, and checks them before a start or a reload.
import type { Command } from "commander";
import type { CommandContext } from "./context.ts";
import { findingLines, type ShownFinding, sumOf } from "./finding-lines.ts";
import {
  addSettingOptions,
  givenSettings,
  type SettingFlags,
  type SettingOption,
  type ShownSetting,
} from "./setting-options.ts";
import { tableOf } from "./table.ts";

export interface ConfigContext extends CommandContext {
  /** Every setting with its value and source. Throws where one is not what it may be. */
  readonly readSettings: (flags: SettingFlags, config: string | undefined) => readonly ShownSetting[];
  /** Throws where the service would not start with these settings, or no backup could be made; else what will not go well. */
  readonly checkSettings: (flags: SettingFlags, config: string | undefined) => Promise<readonly ShownFinding[]>;
  readonly settingOptions: readonly SettingOption[];
}

export function addConfigCommand(program: Command, context: ConfigContext): void {
  const config = program
    .command("config")
    .description("show and check the settings")
    .addHelpText("after", "\nExample:\n  memoryd config show --config /etc/memoryd/memoryd.toml");
  const show = config.command("show").description("print each setting, its value, and where the value came from");
  addSettingOptions(show, context.settingOptions);
  show
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  memoryd config show --config /etc/memoryd/memoryd.toml");
  show.action(() => {
    const { flags, config: file } = givenSettings(show, context.settingOptions);
    const settings = context.readSettings(flags, file);
    if (isJson(show)) context.print(JSON.stringify({ settings: settings.map(shown) }));
    else for (const line of linesOf(settings)) context.print(line);
  });
  const check = config
    .command("check")
    .description(
      "say whether the service would start with these settings; exit 1, 2 or 3 and the reason where not; nothing is made",
    );
  addSettingOptions(check, context.settingOptions);
  check
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExample:\n  memoryd config check --config /etc/memoryd/memoryd.toml && systemctl reload memoryd",
    );
  check.action(async () => {
    const { flags, config: file } = givenSettings(check, context.settingOptions);
    const findings = await context.checkSettings(flags, file);
    if (isJson(check)) context.print(JSON.stringify({ ok: true, findings }));
    else if (findings.length === 0) context.print("the settings are in order");
    else {
      for (const line of findings.flatMap(findingLines)) context.print(line);
      context.print(`the service would start with these settings: ${sumOf(findings, ["error", "warning"])}`);
    }
  });
}

function isJson(command: Command): boolean {
  return command.opts<{ json?: true }>().json === true;
}

function shown({ name, value, source, at }: ShownSetting) {
  return { name, value, source, at: at === "" ? null : at };
}

function linesOf(settings: readonly ShownSetting[]): string[] {
  const rows = settings.map(({ name, value, source, at }) => [
    name,
    typeof value === "string" ? JSON.stringify(value) : String(value),
    source === "default" ? "default" : `${source} ${at}`,
  ]);
  return tableOf(["SETTING", "VALUE", "FROM"], rows);
}
