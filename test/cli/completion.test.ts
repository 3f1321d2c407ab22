// The scripts of completion, written from the commands that there are: what stands in them. A shell runs them elsewhere.
import { describe, expect, test } from "bun:test";
import type { SettingOption } from "../../src/cli/setting-options.ts";
import { runText } from "../support/command-line.ts";

const option = (flag: string, changes: Partial<SettingOption> = {}): SettingOption => {
  return { name: flag, flag, doc: "a doc that isn't plain", standard: "", isSwitch: false, choices: [], ...changes };
};
const settingOptions = [
  option("--data-dir"),
  option("--tls-cert"),
  option("--port"),
  option("--cors", { isSwitch: true }),
  option("--log-level", { choices: ["info", "debug"] }),
];

async function scriptFor(shell: string): Promise<string> {
  const [script = ""] = await runText(["completion", shell], { settingOptions });
  return script;
}

/** The words that bash offers behind a path, such as `keys create`. */
async function bashWords(path: string): Promise<string[]> {
  const words = new RegExp(`^ {4}'${path}'\\) words='([^\\n]*)' ;;$`, "m").exec(await scriptFor("bash"))?.[1];
  return (words ?? "").split(" ");
}

/** What bash takes behind an option; null where it takes nothing. */
async function bashTakes(pathAndOption: string): Promise<string | null> {
  return new RegExp(`^ {4}'${pathAndOption}'\\) takes=1 ([^\\n]*) ;;$`, "m").exec(await scriptFor("bash"))?.[1] ?? null;
}

describe("bash", () => {
  test("offers the commands, then what belongs to each: its commands, choices and options, help among them", async () => {
    const commands =
      "serve keys accounts plans cores learn recall embed backup restore verify audit export import config completion doctor systemd-unit version";
    const offered = await bashWords("");
    for (const command of commands.split(" ")) expect(offered).toContain(command);
    const keys = await bashWords("keys");
    for (const word of ["generate", "create", "list", "revoke", "--help"]) expect(keys).toContain(word);
    const create = await bashWords("keys create");
    for (const word of ["--name", "--scope", "--expires", "--json", "--help"]) expect(create).toContain(word);
    expect(create).not.toContain("--url");
    expect(await bashWords("completion")).toEqual(["bash", "zsh", "fish", "--help"]);
    expect(await bashWords("serve")).toContain("--log-level");
  });

  test("knows what an option takes: one of its choices, a file, any value, or nothing", async () => {
    expect(await bashTakes("keys create --scope")).toBe("values='admin agent'");
    expect(await bashTakes("serve --log-level")).toBe("values='info debug'");
    for (const file of [
      "keys list --data-dir",
      "import --key-file",
      "serve --tls-cert",
      "serve --config",
      "learn --model-dir",
    ]) {
      expect(await bashTakes(file)).toBe("files=1");
    }
    for (const value of ["keys create --name", "serve --port", "import --url"]) {
      expect(await bashTakes(value)).toBe("values=''");
    }
    // A switch may stand alone, so that nothing is waited for behind it.
    for (const alone of ["keys list --json", "serve --cors", "backup --force"])
      expect(await bashTakes(alone)).toBeNull();
  });

  test("steps over the names of the commands to find where the line stands", async () => {
    const paths = /case "\$\{path:\+\$path \}\$word" in\n\s+(\S.*)\) path=/.exec(await scriptFor("bash"))?.[1] ?? "";
    const known = paths.split("|");
    for (const path of ["'keys'", "'keys create'", "'config show'", "'systemd-unit'"]) expect(known).toContain(path);
    expect(known).not.toContain("''");
  });
});

test("zsh runs bash's script as it is", async () => {
  const [bash, zsh] = [await scriptFor("bash"), await scriptFor("zsh")];
  expect(zsh).toStartWith("#compdef memoryd\nautoload -U +X bashcompinit && bashcompinit\n");
  expect(zsh).toContain(bash);
});

describe("fish", () => {
  const lineOf = async (start: string) => (await scriptFor("fish")).split("\n").find((line) => line.includes(start));

  test("offers a command where none was given, its own where it was, and options with their doc", async () => {
    expect(await lineOf("-a 'keys'")).toStartWith("complete -c memoryd -n '__fish_use_subcommand' -f -a 'keys' -d '");
    const inKeys =
      "-n '__fish_seen_subcommand_from keys; and not __fish_seen_subcommand_from generate create list rotate revoke'";
    expect(await lineOf("-a 'generate'")).toContain(inKeys);
    const inCreate = "-n '__fish_seen_subcommand_from keys; and __fish_seen_subcommand_from create'";
    const scope = (await scriptFor("fish")).split("\n").find((line) => line.includes("-l scope"));
    expect(scope).toBe(`complete -c memoryd ${inCreate} -l scope -x -a 'admin agent' -d 'what it may do'`);
  });

  test("asks for a file where one is taken, and for nothing where an option stands alone", async () => {
    expect(await lineOf("-l tls-cert")).toContain("-l tls-cert -r -F -d ");
    expect(await lineOf("-l cors")).toContain("-l cors -d ");
    expect(await lineOf("-l port")).toContain("-l port -x -a '' -d ");
  });

  test("keeps a quotation mark of a doc within its quotes", async () => {
    expect(await lineOf("-l port")).toEndWith("-d 'a doc that isn'\\''t plain'");
  });
});
