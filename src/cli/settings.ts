// memoryd settings: what an account chose for all of its brains.
import { Argument, type Command, InvalidArgumentError } from "commander";
import { LEARN_ONCE, RETRIEVAL_MODES, SETTING_NAMES, type SettingName } from "../domain/account-settings.ts";
import { REDACT_KINDS } from "../domain/redaction.ts";
import { type AccountApiContext, type AccountOptions, addAccountOptions, withAccountApi } from "./account-api.ts";
import { tableOf } from "./table.ts";

type Shown = Readonly<Record<string, unknown>>;

/** How each is written on the command line, and read into what the API takes. */
const VALUES: Readonly<Record<SettingName, { readonly form: string; readonly read: (text: string) => unknown }>> = {
  retrieval_mode: oneOf(RETRIEVAL_MODES),
  sources_max: wholeNumber(),
  memory_tokens: wholeNumber(),
  model: { form: "a model's name", read: (text) => text },
  distiller: oneOf(["extractive", "endpoint"]),
  nightly: { form: "true or false", read: (text) => readBoolean(text) },
  learn_once: oneOf(LEARN_ONCE),
  redact: { form: `off, or some of ${REDACT_KINDS.join(",")}`, read: readKinds },
};

const NAMES = Object.keys(SETTING_NAMES) as SettingName[];

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
  const forms = NAMES.map((name) => `  ${name.padEnd(14)}  ${VALUES[name].form}`);
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
  return new Argument("<name>", "which setting").choices(NAMES);
}

/** All of them as JSON; as text those that were asked for. */
function print(context: AccountApiContext, { json }: AccountOptions, settings: Shown, only?: SettingName): void {
  const rows = NAMES.map((name) => [name, written(settings[name])]);
  if (json === true) context.print(JSON.stringify(settings));
  else if (only !== undefined) context.print(`${only} = ${written(settings[only])}`);
  else for (const line of tableOf(["SETTING", "VALUE"], rows)) context.print(line);
}

function written(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

function readValue(command: Command, name: SettingName, text: string): unknown {
  try {
    return VALUES[name].read(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: the value of ${name} is ${VALUES[name].form}`);
  }
}

function oneOf(values: readonly string[]) {
  return {
    form: values.join(" or "),
    read(text: string) {
      if (!values.includes(text)) throw new InvalidArgumentError("");
      return text;
    },
  };
}

function wholeNumber() {
  return {
    form: "a whole number",
    read(text: string) {
      if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("");
      return Number(text);
    },
  };
}

function readBoolean(text: string): boolean {
  if (text !== "true" && text !== "false") throw new InvalidArgumentError("");
  return text === "true";
}

function readKinds(text: string): unknown {
  if (text === "off") return text;
  const kinds = text.split(",").map((kind) => kind.trim());
  if (!kinds.every((kind) => REDACT_KINDS.some((each) => each === kind))) throw new InvalidArgumentError("");
  return [...new Set(kinds)];
}
