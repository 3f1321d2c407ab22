// The commands export and import: what they hand over, and what they tell of it.
import { describe, expect, test } from "bun:test";
import type { AskedExport } from "../../src/cli/export.ts";
import type { AskedImport, ShownImport } from "../../src/cli/import.ts";
import { runJson, runLine, runText, usageOf } from "../support/command-line.ts";

describe("export", () => {
  const counts = { brains: 1, packets: 1_234, lessons: 0, forgottenRules: 2, inAudit: true };

  function exporter() {
    const asked: Omit<AskedExport, "progress">[] = [];
    const exportMemory = async (_: object, { progress: __, ...rest }: AskedExport) => {
      asked.push(rest);
      return counts;
    };
    return { asked, exportMemory };
  }

  test("goes to standard output where no file is named, and then prints nothing else", async () => {
    const { asked, ...context } = exporter();
    for (const args of [[], ["-"]]) expect(await runText(["export", ...args], context)).toEqual([]);
    const all = { scope: { account: "default", core: null, user: null }, embeddings: true };
    expect(asked).toEqual(Array(2).fill({ ...all, file: null, mayReplace: false }));
  });

  test("hands over what of the account it is, and tells what the file holds", async () => {
    const { asked, ...context } = exporter();
    const part = ["--account", "acme", "--core", "blue", "--user", "ada", "--no-embeddings", "--force"];
    expect(await runText(["export", ...part, "f"], context)).toEqual(["f: 1,234 packets, 0 lessons, 1 brain"]);
    const scope = { account: "acme", core: "blue", user: "ada" };
    expect(asked).toEqual([{ scope, embeddings: false, file: "f", mayReplace: true }]);
    const shown = { file: "f", brains: 1, packets: 1_234, lessons: 0, forgotten_rules: 2, in_audit: true };
    expect(await runJson(["export", "f"], context)).toEqual(shown);
  });

  test("mixes no JSON of its own into standard output, and takes no part that is none", async () => {
    for (const args of [[], ["-"]]) expect(await usageOf(["export", ...args])).toContain("--json tells of a file");
    expect(await usageOf(["export", "f", "--core", "B"])).toContain("core slug");
    expect(await usageOf(["export", "f", "--user", "a b"])).toContain("user id");
  });
});

describe("import", () => {
  const report: ShownImport = {
    ...{ format: "chat", brains: 1, packets: { stored: 2, skipped: 0 } },
    ...{ lessons: { stored: 1, skipped: 0, expired: 0 }, forgotten_rules: { stored: 0, skipped: 0 } },
    ...{ cores: 0, constitutions: 0, settings: 0, to_embed: 0 },
  };
  const head = "imported from chat: 2 packets and 1 lesson into 1 brain";

  function importer(found = report, leftOut: readonly [string, string][] = []) {
    const asked: unknown[] = [];
    const take = async (where: unknown, { progress: _, onLeftOut, onMade: __, ...rest }: AskedImport) => {
      asked.push([where, rest]);
      for (const [path, reason] of leftOut) onLeftOut(path, reason);
      return found;
    };
    return {
      asked,
      importMemory: ({ dataDir }: { dataDir?: string }, account: string, of: AskedImport) =>
        take(`${account} in ${dataDir}`, of),
      sendImport: (server: object, of: AskedImport) => take(server, of),
    };
  }

  const nowhere = { core: null, user: null, format: null };

  test("brings into `default` of the data, unless something else is said", async () => {
    const { asked, ...context } = importer();
    expect(await runText(["import", "f"], context)).toEqual([head]);
    const more = ["--account", "acme", "--core", "blue", "--user", "ada", "--format", "mem0", "--data-dir", "d"];
    await runText(["import", "-", ...more], context);
    expect(asked).toEqual([
      ["default in undefined", { source: "f", ...nowhere }],
      ["acme in d", { source: "-", core: "blue", user: "ada", format: "mem0" }],
    ]);
  });

  const server = ["--url", "http://127.0.0.1:8787", "--key-file", "k"];

  test("sends it to the server that is named, in the account of the key", async () => {
    const { asked, ...context } = importer();
    expect(await runText(["import", "f", ...server], context)).toEqual([head]);
    expect(asked).toEqual([
      [
        { url: "http://127.0.0.1:8787", keyFile: "k", caFile: null },
        { source: "f", ...nowhere },
      ],
    ]);
  });

  test.each([
    [["--url", "http://a"], "--url and --key-file belong together"],
    [["--key-file", "k"], "--url and --key-file belong together"],
    [["--ca-file", "c"], "--ca-file belongs to --url"],
    [[...server, "--account", "acme"], "leave --account and --data-dir out"],
    [[...server, "--data-dir", "d"], "leave --account and --data-dir out"],
    [["--url", "ftp://a", "--key-file", "k"], "not a valid URL"],
    [["--url", "http:///a", "--key-file", "k"], "not a valid URL"],
    [["--url", "http://a b", "--key-file", "k"], "not a valid URL"],
    [["--format", "csv"], "memoryd, mem0, basic-memory, chat"],
    [["--core", "B"], "core slug"],
    [["--user", "a b"], "user id"],
  ])("%j is a wrong use", async (args, reason) => {
    expect(await usageOf(["import", "f", ...args])).toContain(reason);
  });

  test("tells what was there, what has expired and what is embedded later, only where there is some", async () => {
    const rest = { packets: { stored: 1, skipped: 3 }, lessons: { stored: 0, skipped: 1, expired: 1 }, to_embed: 2 };
    expect(await runText(["import", "f"], importer({ ...report, ...rest }))).toEqual([
      "imported from chat: 1 packet and 0 lessons into 1 brain",
      "4 entries were here already",
      "1 lesson has expired and stayed behind",
      "2 texts get their embeddings from the server, in the background while it runs; until then found by words alone",
    ]);
    const again = { packets: { stored: 0, skipped: 3 }, lessons: { stored: 0, skipped: 0, expired: 0 }, to_embed: 0 };
    expect(await runText(["import", "f"], importer({ ...report, ...again }))).toEqual([
      "imported from chat: nothing new",
      "3 entries were here already",
    ]);
  });

  test("names what of a folder was left out: on standard error, or with --json in the answer alone", async () => {
    const leftOut = () => importer(report, [["a\u001b.md", "it is a link"]]);
    const text = await runLine(["import", "d"], leftOut());
    expect([text.printed, text.warned]).toEqual([[head], ["a\\u001b.md was left out: it is a link"]]);
    const json = await runLine(["import", "d", "--json"], leftOut());
    const left_out = [{ path: "a\u001b.md", reason: "it is a link" }];
    expect([json.warned, JSON.parse(json.printed[0] ?? "")]).toEqual([[], { ...report, left_out, made_data: null }]);
  });

  test("says that it made new data, and where its key is", async () => {
    const importMemory = async (_: object, __: string, { onMade }: AskedImport) => {
      onMade({ dataDir: "d", keyFile: "d/admin.key" });
      return report;
    };
    expect(await runText(["import", "f"], { importMemory })).toEqual([
      head,
      "new data was made in d, with the account default; its admin key is in d/admin.key",
    ]);
    const made_data = { data_dir: "d", admin_key_file: "d/admin.key" };
    expect(await runJson(["import", "f"], { importMemory })).toEqual({ ...report, left_out: [], made_data });
  });
});
