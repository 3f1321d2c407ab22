// The completion scripts, run by the shells that they are for.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab } from "./executable.ts";
import { flawOf } from "./sentences.ts";

const lab = openLab();
const missing = ["zsh", "fish"].filter((shell) => Bun.which(shell) === null);
if (missing.length > 0) console.log(`SKIPPED: without ${missing.join(" and ")} the completion for it is not tried.`);

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await lab.run(["completion", shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const file = join(lab.directory(), "completion");
  writeFileSync(file, stdout);
  return file;
}

function run(shell: string, command: string): string[] {
  const { exitCode, stdout, stderr } = Bun.spawnSync([shell, "-c", command], { cwd: lab.directory() });
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
  return stdout.toString().split("\n").filter(Boolean);
}

/** Words of the command line, the last of which is being written, and what it may become. */
const LINES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [["ke"], ["keys"]],
  [["keys", "cre"], ["create"]],
  [["keys", "create", "--sc"], ["--scope"]],
  [
    ["keys", "create", "--scope", "a"],
    ["admin", "agent"],
  ],
  [["keys", "create", "--name", "keys", "--us"], ["--user"]],
  [["serve", "--log-level", "w"], ["warn"]],
  [["serve", "--allow-remote", "--tls-c"], ["--tls-cert"]],
  [["config", "check", "--allow-rem"], ["--allow-remote"]],
  [
    ["completion", ""],
    ["bash", "fish", "zsh"],
  ],
];

test("bash completes commands, options and the values that are known", async () => {
  const file = await scriptFor("bash");
  for (const [words, offered] of LINES) {
    const list = ["memoryd", ...words].map((word) => `'${word}'`).join(" ");
    const command = `source ${file}; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _memoryd; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const found = run("bash", command).filter((word) => !word.startsWith("-") || words.at(-1) !== "");
    expect({ words, offered: found.sort() }).toEqual({ words, offered: [...offered] });
  }
});

test("bash completes files where a file is asked for", async () => {
  const file = await scriptFor("bash");
  const command = `source ${file}; touch some.toml; COMP_WORDS=(memoryd serve --config so); COMP_CWORD=3; _memoryd; echo "\${COMPREPLY[@]}"`;
  expect(run("bash", command)).toEqual(["some.toml"]);
});

test.skipIf(missing.includes("fish"))("fish completes the same", async () => {
  const file = await scriptFor("fish");
  for (const [words, offered] of LINES) {
    const found = run("fish", `source ${file}; complete -C 'memoryd ${words.join(" ")}'`).map(
      (line) => line.split("\t")[0],
    );
    expect({ words, offered: found.sort() }).toEqual({ words, offered: [...offered] });
  }
});

test.skipIf(missing.includes("zsh"))("zsh takes its script, and has a completion of memoryd then", async () => {
  const file = await scriptFor("zsh");
  const command = `autoload -Uz compinit && compinit -u -D; source ${file}; print -r -- $_comps[memoryd]`;
  expect(run("zsh", command).join()).toContain("_memoryd");
});

test.skipIf(missing.includes("zsh"))("zsh finds it as a file in its path, and answers the first Tab", () => {
  const folder = lab.directory();
  Bun.spawnSync(["sh", "-c", `${lab.executable} completion zsh > _memoryd`], { cwd: folder });
  const typed = "memoryd keys gener\\t";
  // What stands behind the Tab is shown once the line is completed.
  const script = `zmodload zsh/zpty; zpty shell TERM=dumb zsh -f -i
zpty -w shell 'PS1=; fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -D; echo ready'
zpty -r shell shown $'*\\nready*'; zpty -w -n shell $'${typed}'; zpty -r shell shown '*generate*'; print found`;
  expect(run("zsh", script)).toEqual(["found"]);
});

test("another shell is refused with those that there are", async () => {
  const { code, stderr } = await lab.run(["completion", "tcsh"]);
  expect({ code, flaw: flawOf(stderr, "bash, zsh, fish") }).toEqual({ code: 2, flaw: "" });
});
