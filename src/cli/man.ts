// memoryd man: the manual page in troff's man form, written from the commands that there are.
import type { Command, Option } from "commander";
import type { CommandContext } from "./context.ts";

export interface ManContext extends CommandContext {
  readonly version: string;
}

/** The same options stand with `serve` once, not with each command that takes them all. */
const SETTINGS_OF = "serve";

export function addManCommand(program: Command, context: ManContext): void {
  program
    .command("man")
    .description("print the manual page")
    .addHelpText("after", "\nExample:\n  memoryd man > /usr/local/share/man/man1/memoryd.1")
    .action(() => context.print(manPage(program, context.version).trimEnd()));
}

function manPage(program: Command, version: string): string {
  const settings = new Set(program.commands.find((each) => each.name() === SETTINGS_OF)?.options.map(wordsOf));
  const commands = program.commands.flatMap((each) => commandsBelow(each, "memoryd"));
  return [
    `.TH MEMORYD 1 "" "memoryd ${version}" "User Commands"`,
    ".SH NAME",
    "memoryd \\- a memory layer for AI agents",
    ".SH SYNOPSIS",
    ".B memoryd",
    ".I command",
    "[\\fIoptions\\fR]",
    ".SH DESCRIPTION",
    text(program.description()),
    ".PP",
    text(
      "Every option of `serve` is also a variable (MEMORYD_PORT) and a key of the TOML file given by --config (port).",
    ),
    ".SH COMMANDS",
    ...commands.flatMap((each) => section(each, settings)),
    ".SH FILES",
    ...entry("./memoryd-data", "the data, where neither --data-dir nor MEMORYD_DATA_DIR says otherwise"),
    ...entry("/var/lib/memoryd", "the data of the service that systemd runs, with the first admin key in admin.key"),
    ...entry("/etc/memoryd/memoryd.env", "variables of that service"),
    ".SH EXIT STATUS",
    ...entry("0", "done"),
    ...entry("1", "failed; the message says why"),
    ...entry("2", "wrong usage"),
    ...entry("3", "refused for the safety of the data"),
    "",
  ].join("\n");
}

interface Named {
  readonly command: Command;
  /** With what stands before it, such as `memoryd keys create`. */
  readonly name: string;
}

/** Those that do something: a command with commands below it only leads to them. */
function commandsBelow(command: Command, before: string): Named[] {
  const name = `${before} ${command.name()}`;
  if (command.commands.length === 0) return [{ command, name }];
  return command.commands.flatMap((each) => commandsBelow(each, name));
}

function section({ command, name }: Named, settings: ReadonlySet<string>): string[] {
  const options = command.options.filter((option) => !option.hidden);
  const own = options.filter((option) => !settings.has(wordsOf(option)));
  const takesAll = command.name() !== SETTINGS_OF && options.length - own.length === settings.size;
  const examples = examplesOf(command);
  return [
    `.SS "${text(`${name} ${command.usage()}`)}"`,
    text(sentence(command.description())),
    ...command.registeredArguments.flatMap((each) => entry(each.name(), each.description)),
    ...(takesAll ? own : options).flatMap((option) => entry(option.flags, option.description)),
    ...(takesAll ? [".PP", text(`It takes every option of \`memoryd ${SETTINGS_OF}\` too.`)] : []),
    ...(examples === "" ? [] : [".PP", ".nf", text(examples), ".fi"]),
  ];
}

/** Commander keeps what follows the help for the moment when it is shown. */
function examplesOf(command: Command): string {
  let help = "";
  const write = (shown: string) => {
    help += shown;
  };
  const { writeOut } = command.configureOutput();
  command.configureOutput({ writeOut: write });
  command.outputHelp();
  if (writeOut !== undefined) command.configureOutput({ writeOut });
  return /\nExamples?:\n([\s\S]*)$/.exec(help)?.[1]?.trimEnd() ?? "";
}

function wordsOf({ flags, description }: Option): string {
  return `${flags} ${description}`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function entry(head: string, words: string): string[] {
  return [".TP", `\\fB${text(head)}\\fR`, text(words)];
}

/** A line that begins with a dot or an apostrophe would be an order to troff, and a plain hyphen is no minus. */
function text(words: string): string {
  const escaped = words.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll('"', "\\(dq");
  return escaped.replace(/^[.']/gm, "\\&$&");
}
