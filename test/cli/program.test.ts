// The program as a whole: wrong uses, exit codes, and the commands that tell of themselves.
import { expect, spyOn, test } from "bun:test";
import { CommanderError } from "commander";
import { exitCodeOf, wantsJson } from "../../src/cli/program.ts";
import { operatorData, runJson, runLine, runText, usageOf } from "../support/command-line.ts";

/** What goes to the process's own streams while the work runs. */
async function written(work: () => Promise<unknown>): Promise<{ out: string; err: string }> {
  const text = { out: "", err: "" };
  const out = spyOn(process.stdout, "write").mockImplementation((piece) => {
    text.out += String(piece);
    return true;
  });
  const err = spyOn(process.stderr, "write").mockImplementation((piece) => {
    text.err += String(piece);
    return true;
  });
  try {
    await work();
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
  return text;
}

test("help and version are no failures, anything wrong is a wrong use", async () => {
  expect(exitCodeOf(new CommanderError(0, "commander.version", ""))).toBe(0);
  for (const code of [1, 2, 64]) expect(exitCodeOf(new CommanderError(code, "x", ""))).toBe(2);
  for (const args of [["--help"], ["keys", "--help"], ["--version"], ["-V"]]) {
    let outcome: { usage: string | null; error: Error | null } | null = null;
    const { out } = await written(async () => {
      outcome = await runLine(args);
    });
    expect(outcome).toMatchObject({ usage: null, error: { exitCode: 0 } });
    expect(out).toContain(args.includes("--help") ? "memoryd" : "1.2.3");
  }
});

test("a wrong use is told in one line with what was meant; with --json it is left to whoever prints JSON", async () => {
  const misspelt = ["keys", "lsit"];
  const { err, out } = await written(() => runLine(misspelt));
  expect(err.split("\n")[0]).toBe("error: unknown command 'lsit' (Did you mean list?)");
  expect(out).toBe("");
  expect(await written(() => runLine([...misspelt, "--json"]))).toEqual({ out: "", err: "" });
});

test("completion for a shell that it does not know is refused with those that it knows", async () => {
  const { err } = await written(() => runLine(["completion", "tcsh"]));
  expect(err).toContain("bash, zsh, fish");
});

test("every command refuses an option that it does not know, and does nothing", async () => {
  const lines =
    "serve|keys list|keys generate|accounts list|plans list|cores list|learn|recall q|embed|backup f|backup-identity f|restore f|verify|move|audit list|audit verify|export f|import f|config show|config check|doctor|systemd-unit|version";
  for (const line of lines.split("|")) {
    expect(await usageOf([...line.split(" "), "--nonsense"])).toContain("unknown option '--nonsense'");
  }
});

test("what goes wrong is told as JSON where JSON was asked for, wherever that stands", () => {
  expect([["keys", "--json", "list"], ["--json"], ["keys", "list"], ["--jsonl"]].map(wantsJson)).toEqual([
    ...[true, true, false, false],
  ]);
});

test("the data is closed whatever becomes of the work", async () => {
  const data = operatorData();
  const fault = new Error("the disk");
  data.keys.list = async () => {
    throw fault;
  };
  expect((await runLine(["keys", "list"], data)).error).toBe(fault);
  expect(data.closed.count).toBe(1);
});

test("version tells what is inside; with --notices its licences", async () => {
  expect(await runText(["version"])).toEqual(["1.2.3", "model model-a"]);
  expect(await runJson(["version"])).toEqual({ version: "1.2.3", model: "model-a", bun: "9.9.9", sqlite: "8.8.8" });
  expect(await runText(["version", "--notices"])).toEqual(["Licences"]);
  expect(await runJson(["version", "--notices"])).toEqual({ version: "1.2.3", notices: "Licences\n" });
});

test("systemd-unit prints the unit, without a blank line behind it", async () => {
  expect(await runText(["systemd-unit"])).toEqual(["[Unit]"]);
  expect(await runJson(["systemd-unit"])).toEqual({ unit: "[Unit]\n" });
});

test("embed hands over the model and the settings that are named", async () => {
  const asked: object[] = [];
  const embed = async ({ modelDir, config }: { modelDir?: string; config?: string }) => {
    asked.push({ modelDir, config });
  };
  await runText(["embed", "--model-dir", "m", "--config", "c"], { embed });
  expect(asked).toEqual([{ modelDir: "m", config: "c" }]);
});
