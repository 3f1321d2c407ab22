// memoryd settings: what an account chose for all of its brains.
import { Argument, type Command } from "commander";
import {
  ACCOUNT_SETTINGS,
  SETTING_NAMES,
  type SettingKind,
  type SettingName,
  settingField,
} from "../domain/account-settings.ts";
import { REDACT_KINDS } from "../domain/redaction.ts";
import { type AccountApiContext, type AccountOptions, addAccountOptions, withAccountApi } from "./account-api.ts";
import { tableOf } from "./table.ts";

type Shown = Readonly<Record<string, unknown>>;

export function addSettingsCommand(program: Command, context: AccountApiContext): void {
  const settings = program
    .command("settings")
    .description("show and change the settings of an account; those of the server are `memoryd config`")
    .addHelpText("after", "\nExample:\n  memoryd settings set redact keys,passwords --account acme");
  addShow(settings, context);
  addSet(settings, context);
  addUnset(settings, context);
}

function addShow(settings: Command, context: AccountApiContext): void {
  const show = settings.command("show").description("show every setting of the account as it holds");
  addAccountOptions(show, "whose settings");
  show.addHelpText("after", "\nExample:\n  memoryd settings show --account acme --json");
  show.action((options: AccountOptions) =>
    withAccountApi(show, context, options, async (api) => {
      print(context, options, await api.ask<Shown>({ method: "GET", path: "/admin/settings" }));
    }),
  );
}

function addSet(settings: Command, context: AccountApiContext): void {
  const forms = SETTING_NAMES.map((name) => `  ${name.padEnd(14)}  ${formOf(name).form}`);
  const set = settings
    .command("set")
    .addArgument(nameArgument())
    .argument("<value>", "what it is from now on")
    .description("change a setting, within a second also of a running server");
  addAccountOptions(set, "whose settings");
  set.addHelpText("after", `\nValues:\n${forms.join("\n")}\n\nExample:\n  memoryd settings set retrieval_mode hybrid`);
  set.action((name: SettingName, value: string, options: AccountOptions) => {
    const body = { [name]: readValue(set, name, value) };
    return withAccountApi(set, context, options, async (api) => {
      print(context, options, await api.ask<Shown>({ method: "PATCH", path: "/admin/settings", body }), name);
    });
  });
}

function addUnset(settings: Command, context: AccountApiContext): void {
  const unset = settings
    .command("unset")
    .addArgument(nameArgument())
    .description("take back what the account chose: the default holds again");
  addAccountOptions(unset, "whose settings");
  unset.addHelpText("after", "\nExample:\n  memoryd settings unset retrieval_mode");
  unset.action((name: SettingName, options: AccountOptions) =>
    withAccountApi(unset, context, options, async (api) => {
      print(context, options, await api.ask<Shown>({ method: "DELETE", path: `/admin/settings/${name}` }), name);
    }),
  );
}

function nameArgument(): Argument {
  return new Argument("<name>", "which setting").choices(SETTING_NAMES);
}

/** All of them as JSON; as text those that were asked for. */
function print(context: AccountApiContext, { json }: AccountOptions, settings: Shown, only?: SettingName): void {
  const rows = SETTING_NAMES.map((name) => [name, written(settings[name])]);
  if (json === true) context.print(JSON.stringify(settings));
  else if (only !== undefined) context.print(`${only} = ${written(settings[only])}`);
  else for (const line of tableOf(["SETTING", "VALUE"], rows)) context.print(line);
}

function written(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

function readValue(command: Command, name: SettingName, text: string): unknown {
  const { form, read } = formOf(name);
  const value = read(text);
  return value === undefined ? command.error(`error: the value of ${name} is ${form}`) : value;
}

/** How a setting is written on the command line, and read into what the API takes; undefined: it is none. */
interface ValueForm {
  readonly form: string;
  readonly read: (text: string) => unknown;
}

function formOf(name: SettingName): ValueForm {
  const takes: SettingKind = ACCOUNT_SETTINGS[settingField(name)].takes;
  switch (takes.kind) {
    case "choice":
      return { form: takes.values.join(" or "), read: (text) => takes.values.find((value) => value === text) };
    case "number":
      return { form: "a whole number", read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined) };
    case "text":
      return { form: "a model's name", read: (text) => text };
    case "flag":
      return { form: "true or false", read: readFlag };
    case "redact":
      return { form: `off, or some of ${REDACT_KINDS.join(",")}`, read: readKinds };
  }
}

function readFlag(text: string): boolean | undefined {
  return text === "true" || (text === "false" ? false : undefined);
}

function readKinds(text: string): unknown {
  if (text === "off") return text;
  const kinds = text.split(",").map((kind) => kind.trim());
  const isKnown = kinds.every((kind) => REDACT_KINDS.some((each) => each === kind));
  return isKnown ? [...new Set(kinds)] : undefined;
}
