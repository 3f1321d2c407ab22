// memoryd completion: a shell's completion script, written from the commands that there are.
import { Argument, type Command, type Option } from "commander";
import type { CommandContext } from "./context.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

const EXAMPLES = `
Examples:
  memoryd completion bash > /etc/bash_completion.d/memoryd
  echo 'source <(memoryd completion zsh)' >> ~/.zshrc
  memoryd completion fish > ~/.config/fish/completions/memoryd.fish`;

/** What may follow one command: its subcommands, and its options with what they take. */
interface Node {
  /** Words after `memoryd`, such as "keys create"; "" for the program itself. */
  readonly path: string;
  readonly words: readonly Word[];
}

interface Word {
  readonly text: string;
  readonly doc: string;
  readonly takes: "nothing" | "choice" | "file" | "value";
  readonly choices: readonly string[];
}

export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "for which shell").choices(SHELLS))
    .description("print a shell's completion script")
    .addHelpText("after", EXAMPLES)
    .action((shell: Shell) => context.print(SCRIPTS[shell](nodesOf(program)).trimEnd()));
}

function nodesOf(command: Command, path = ""): Node[] {
  const commands = command.commands.map((each) => ({
    text: each.name(),
    doc: each.description(),
    takes: "nothing" as const,
    choices: [],
  }));
  // The options that help shows, --help among them.
  const options = command.createHelp().visibleOptions(command).map(optionWord);
  const argument = command.registeredArguments[0];
  const choices = (argument?.argChoices ?? []).map((text) => ({
    text,
    doc: "",
    takes: "nothing" as const,
    choices: [],
  }));
  const below = command.commands.flatMap((each) => nodesOf(each, path === "" ? each.name() : `${path} ${each.name()}`));
  return [{ path, words: [...commands, ...choices, ...options] }, ...below];
}

function optionWord(option: Option): Word {
  const choices = option.argChoices ?? (/\[true\|false\]/.test(option.flags) ? ["true", "false"] : []);
  const takesValue = option.required || option.optional;
  const isFile = /<(file|dir)>/.test(option.flags) || /-(file|dir|cert|key|config)$/.test(option.long ?? "");
  const takes = choices.length > 0 ? "choice" : !takesValue ? "nothing" : isFile ? "file" : "value";
  // A value that may be left out is not waited for.
  return {
    text: option.long ?? option.flags,
    doc: option.description,
    takes: option.optional ? "nothing" : takes,
    choices,
  };
}

/** The last part of each path tells where the command line stands; options and their values are stepped over. */
function bashScript(nodes: readonly Node[]): string {
  const paths = nodes.filter(({ path }) => path !== "").map(({ path }) => quoted(path));
  const words = nodes.map(
    ({ path, words }) => `    ${quoted(path)}) words=${quoted(words.map(({ text }) => text).join(" "))} ;;`,
  );
  const values = nodes.flatMap(({ path, words }) =>
    words.flatMap(({ text, takes, choices }) => {
      if (takes === "nothing") return [];
      const reply = takes === "file" ? "files=1" : `values=${quoted(choices.join(" "))}`;
      return `    ${quoted(`${path} ${text}`.trim())}) takes=1 ${reply} ;;`;
    }),
  );
  return `# bash completion for memoryd
_memoryd_value() {
  takes= files= values=
  case "$1" in
${values.join("\n")}
  esac
}
_memoryd() {
  local at=1 path= word words= takes files values current=\${COMP_WORDS[COMP_CWORD]} last=
  while ((at < COMP_CWORD)); do
    word=\${COMP_WORDS[at]}
    if [ -n "$last" ]; then last=
    elif [[ $word == -* ]]; then
      _memoryd_value "\${path:+$path }$word"
      [ -n "$takes" ] && last=$word
    else
      case "\${path:+$path }$word" in
        ${paths.join("|")}) path="\${path:+$path }$word" ;;
      esac
    fi
    ((at++))
  done
  COMPREPLY=()
  if [ -n "$last" ]; then
    _memoryd_value "\${path:+$path }$last"
    if [ -n "$files" ]; then COMPREPLY=($(compgen -f -- "$current"))
    else COMPREPLY=($(compgen -W "$values" -- "$current")); fi
    return
  fi
  case "$path" in
${words.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _memoryd memoryd
`;
}

/** zsh runs bash's completion as it is. A file `_memoryd` in $fpath is run by the first Tab, and answers that one too. */
function zshScript(nodes: readonly Node[]): string {
  return `#compdef memoryd
autoload -U +X bashcompinit && bashcompinit
${bashScript(nodes)}if [ "\${funcstack[1]}" = _memoryd ]; then _bash_complete -o filenames -F _memoryd; fi
`;
}

function fishScript(nodes: readonly Node[]): string {
  const lines = nodes.flatMap(({ path, words }) => {
    const parts = path === "" ? [] : path.split(" ");
    const children = nodes.filter(({ path: other }) => other !== path && parentOf(other) === path);
    const seen = parts.map((part) => `__fish_seen_subcommand_from ${part}`);
    const notDeeper = children.map(({ path: other }) => other.split(" ").at(-1)).join(" ");
    const here = [
      ...(path === "" ? ["__fish_use_subcommand"] : seen),
      ...(path === "" || notDeeper === "" ? [] : [`not __fish_seen_subcommand_from ${notDeeper}`]),
    ].join("; and ");
    return words.map(({ text, doc, takes, choices }) => {
      const what = text.startsWith("--") ? `-l ${text.slice(2)}` : `-f -a ${quoted(text)}`;
      const value = takes === "nothing" ? "" : takes === "file" ? " -r -F" : ` -x -a ${quoted(choices.join(" "))}`;
      return `complete -c memoryd -n ${quoted(here)} ${what}${value} -d ${quoted(doc)}`;
    });
  });
  return `# fish completion for memoryd\ncomplete -c memoryd -f\n${lines.join("\n")}\n`;
}

function parentOf(path: string): string {
  return path.split(" ").slice(0, -1).join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const SCRIPTS: Readonly<Record<Shell, (nodes: readonly Node[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};
