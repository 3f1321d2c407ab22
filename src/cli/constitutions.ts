// memoryd constitutions: the named profiles of an account, from files.
import type { Command } from "commander";
import { isDotSegment } from "../base/dot-segment.ts";
import {
  type AccountApiContext,
  type AccountOptions,
  addAccountOptions,
  readAll,
  withAccountApi,
} from "./account-api.ts";
import { checked } from "./operator-command.ts";
import { printList, tableOf } from "./table.ts";

interface Pattern {
  readonly pattern: string;
  readonly reason: string;
}

interface ShownConstitution {
  readonly name: string;
  readonly text: string;
  readonly gates: readonly Pattern[];
  readonly prohibitions: readonly Pattern[];
}

export interface ConstitutionsContext extends AccountApiContext {
  /** What a file holds, JSON or TOML, `-` for standard input; throws DataDirectoryError where it cannot be read as either. */
  readonly readDocument: (file: string) => Promise<Readonly<Record<string, unknown>>>;
}

const FIELDS: readonly string[] = ["text", "gates", "prohibitions"];

const FILE_DOC = `
The file is JSON or TOML, as \`constitutions show\` prints it:
  text = "Say when you are not sure."
  [[gates]]
  pattern = "password"
  reason = "Secrets are not kept."
  [[prohibitions]]
  pattern = "guaranteed"
  reason = "Nothing is guaranteed."
`;

export function addConstitutionsCommand(program: Command, context: ConstitutionsContext): void {
  const constitutions = program
    .command("constitutions")
    .description("list, show, put and delete the constitutions of an account")
    .addHelpText("after", "\nExample:\n  memoryd constitutions put careful careful.toml");
  addList(constitutions, context);
  addShow(constitutions, context);
  addPut(constitutions, context);
  addDelete(constitutions, context);
}

const isName = checked((text) => text.trim() !== "" && !isDotSegment(text), "name");

function addList(constitutions: Command, context: ConstitutionsContext): void {
  const list = constitutions.command("list").description("list the constitutions with how much is in each");
  addAccountOptions(list, "whose constitutions");
  list.addHelpText("after", "\nExample:\n  memoryd constitutions list --json");
  list.action((options: AccountOptions) =>
    withAccountApi(list, context, options, async (api) => {
      const itemsOf = (page: { items: readonly ShownConstitution[]; next_cursor: string | null }) => page.items;
      const items = await readAll(api, { path: "/admin/constitutions" }, itemsOf);
      const rows = items.map(({ name, gates, prohibitions, text }) => [
        name,
        String(gates.length),
        String(prohibitions.length),
        shortened(text),
      ]);
      printList(context, options, items, tableOf(["NAME", "GATES", "PROHIBITIONS", "TEXT"], rows));
    }),
  );
}

function addShow(constitutions: Command, context: ConstitutionsContext): void {
  const show = constitutions
    .command("show")
    .argument("<name>", "the constitution", isName)
    .description("show a constitution as `put` takes it, TOML, or JSON with --json");
  addAccountOptions(show, "whose constitution");
  show.addHelpText("after", "\nExample:\n  memoryd constitutions show default > careful.toml");
  show.action((name: string, options: AccountOptions) =>
    withAccountApi(show, context, options, async (api) => {
      const found = await api.ask<ShownConstitution>({ method: "GET", path: pathOf(name) });
      context.print(options.json === true ? JSON.stringify(found) : tomlOf(found));
    }),
  );
}

function addPut(constitutions: Command, context: ConstitutionsContext): void {
  const put = constitutions
    .command("put")
    .argument("<name>", "the constitution, `default` too", isName)
    .argument("<file>", "JSON or TOML; - for standard input")
    .description("make or replace a constitution, from the next turn on");
  addAccountOptions(put, "whose constitution");
  put.addHelpText("after", `${FILE_DOC}\nExample:\n  memoryd constitutions put careful careful.toml`);
  put.action(async (name: string, file: string, options: AccountOptions) => {
    const { name: own, ...body } = await context.readDocument(file);
    const unknown = Object.keys(body).find((field) => !FIELDS.includes(field));
    if (unknown !== undefined) put.error(`error: the file has \`${unknown}\`: a constitution has ${FIELDS.join(", ")}`);
    if (own !== undefined && own !== name) put.error(`error: the file is of another constitution than ${name}`);
    await withAccountApi(put, context, options, async (api) => {
      const made = await api.ask<ShownConstitution>({ method: "PUT", path: pathOf(name), body });
      context.print(options.json === true ? JSON.stringify(made) : `put ${name}`);
    });
  });
}

function addDelete(constitutions: Command, context: ConstitutionsContext): void {
  const remove = constitutions
    .command("delete")
    .argument("<name>", "the constitution", isName)
    .description("delete a constitution; `default` stays");
  addAccountOptions(remove, "whose constitution");
  remove.addHelpText("after", "\nExample:\n  memoryd constitutions delete careful");
  remove.action((name: string, options: AccountOptions) =>
    withAccountApi(remove, context, options, async (api) => {
      await api.ask({ method: "DELETE", path: pathOf(name) });
      context.print(options.json === true ? JSON.stringify({ name, deleted: true }) : `deleted ${name}`);
    }),
  );
}

function pathOf(name: string): string {
  return `/admin/constitutions/${encodeURIComponent(name)}`;
}

/** Characters of a text that a line of the list shows. */
const TEXT_SHOWN = 60;

function shortened(text: string): string {
  const flat = [...text.replace(/\s+/gu, " ").trim()];
  return flat.length > TEXT_SHOWN ? `${flat.slice(0, TEXT_SHOWN).join("")}…` : flat.join("");
}

function tomlOf({ text, gates, prohibitions }: ShownConstitution): string {
  const tables = (name: string, patterns: readonly Pattern[]) =>
    patterns.flatMap(({ pattern, reason }) => [
      "",
      `[[${name}]]`,
      `pattern = ${tomlString(pattern)}`,
      `reason = ${tomlString(reason)}`,
    ]);
  return [`text = ${tomlString(text)}`, ...tables("gates", gates), ...tables("prohibitions", prohibitions)].join("\n");
}

/** A basic string of TOML has JSON's escapes; only DEL must be escaped there too. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}
