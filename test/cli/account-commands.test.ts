// users, settings, constitutions and lessons from the shell, over real data in process.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandData, commandData } from "../support/command-data.ts";
import { runJson, runLine, runText, usageOf } from "../support/command-line.ts";
import { newDataDir } from "../support/test-service.ts";
import { makeTinyModel } from "../support/tiny-model.ts";

// The model inside is loaded on the way, on a machine that may be busy.
setDefaultTimeout(120_000);

let data: CommandData;
const folder = newDataDir();
const ASK_NOBODY = { askAtTerminal: () => null };

beforeAll(async () => {
  data = await commandData(async (operator) => {
    await operator.post("/admin/accounts", { name: "acme" });
    await operator.post("/cores", { slug: "blue", name: "Blue" });
    await operator.at({ user: "ada" }).turn("I live in Lisbon.", "Noted.");
    await operator.at({ user: "ada", core: "blue" }).turn("I like tea.", "Noted.");
    await operator.at({ user: "bob" }).turn("I live in Porto.", "Noted.");
    await operator.at({ user: "bob" }).post("/lessons", { text: "Be brief.", pinned: true });
    await operator.post("/admin/keys", { name: "bob", scope: "agent", user: "bob" });
  });
});

afterAll(() => {
  data.remove();
  rmSync(folder, { recursive: true, force: true });
});

const NO_LESSONS = ["ID  USED  UNTIL  RULE"];

const text = (...args: string[]) => runText(args, data.context);
const json = <T>(...args: string[]) => runJson(args, data.context) as Promise<T>;
const failure = async (...args: string[]) => (await runLine(args, { ...data.context, ...ASK_NOBODY })).error;
const usage = (...args: string[]) => usageOf(args, { ...data.context, ...ASK_NOBODY });

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe("users", () => {
  test("are listed under heads, as JSON, and by core", async () => {
    const lines = await text("users", "list");
    expect(lines[0]).toBe("USER  BRAINS  PACKETS  LESSONS  LAST ACTIVE");
    expect(lines.slice(1).map((line) => line.replace(/ {2,}\d{4}-.*/, ""))).toEqual([
      "ada   2       2        0",
      "bob   1       1        1",
    ]);
    const { items } = await json<{ items: object[] }>("users", "list", "--core", "blue");
    expect(items).toMatchObject([{ user: "ada", brains: 1, packets: 1, lessons: 0 }]);
    expect(await text("users", "list", "--account", "acme")).toEqual(["USER  BRAINS  PACKETS  LESSONS  LAST ACTIVE"]);
    expect(await failure("users", "list", "--account", "nobody")).toMatchObject({ code: "account_not_found" });
  });

  test("are shown one by one; who has nothing is not found", async () => {
    expect(await json<object>("users", "show", "ada")).toMatchObject({ user: "ada", brains: 2, packets: 2 });
    expect(await json<object>("users", "show", "ada", "--core", "blue")).toMatchObject({ brains: 1, packets: 1 });
    for (const user of ["nobody", ".", ".."]) {
      expect(await failure("users", "show", user)).toMatchObject({ code: "user_not_found" });
    }
    expect(await usage("users", "show", "a::b")).toContain("user id");
  });

  test("are erased by a shell that says so, with a receipt, and with their keys", async () => {
    const said = await usage("users", "erase", "bob");
    expect(said).toContain("the user bob of the account default with 1 packet and 1 lesson");
    expect(said).toContain("--yes");
    const files = new Map<string, string>();
    const reserveFile = (file: string) => ({
      write: (written: string) => void files.set(file, written),
      giveBack() {},
    });
    const args = ["users", "erase", "bob", "--yes", "--output", "r.json"];
    expect(await runText(args, { ...data.context, reserveFile })).toEqual([
      "erased bob: 1 brain, 1 packet, 1 lesson; revoked 1 key",
      "its receipt is in r.json",
    ]);
    const { receipt } = JSON.parse(files.get("r.json") ?? "");
    expect(receipt).toMatchObject({ user: "bob", core: null, packets: 1, action: "user.erased" });
    expect(await failure("users", "erase", "bob", "--yes")).toMatchObject({ code: "user_not_found" });
    const { items } = await json<{ items: { user: string }[] }>("users", "list");
    expect(items.map(({ user }) => user)).toEqual(["ada"]);
    const audit = await json<{ items: { action: string; actor: string }[] }>("audit", "list", "--limit", "1");
    expect(audit.items).toMatchObject([{ action: "user.erased", actor: "shell" }]);
  });
});

describe("settings", () => {
  test("are shown, changed and taken back, each account's own", async () => {
    const lines = await text("settings", "show", "--account", "acme");
    expect(lines.map((line) => line.replace(/ {2,}/, "=")).slice(0, 4)).toEqual([
      "SETTING=VALUE",
      "retrieval_mode=cosine",
      "sources_max=8",
      "memory_tokens=0",
    ]);
    expect(lines).toContain("model           -");
    const set = (name: string, value: string) => text("settings", "set", name, value, "--account", "acme");
    expect(await set("redact", "passwords, keys")).toEqual(["redact = keys,passwords"]);
    expect(await set("redact", "off")).toEqual(["redact = off"]);
    expect(await set("nightly", "false")).toEqual(["nightly = false"]);
    expect(await set("sources_max", "3")).toEqual(["sources_max = 3"]);
    expect(await set("model", "gpt")).toEqual(["model = gpt"]);
    expect(await set("retrieval_mode", "hybrid")).toEqual(["retrieval_mode = hybrid"]);
    expect(await text("settings", "unset", "sources_max", "--account", "acme")).toEqual(["sources_max = 16"]);
    const own = { retrieval_mode: "hybrid", nightly: false, model: "gpt", sources_max: 16 };
    expect(await json<object>("settings", "show", "--account", "acme")).toMatchObject(own);
    expect(await json<object>("settings", "show")).toMatchObject({
      retrieval_mode: "cosine",
      nightly: true,
      model: "",
    });
  });

  test("refuse what they do not take, and say what they do", async () => {
    expect(await usage("settings", "set", "sources_max", "many")).toContain("sources_max is a whole number");
    expect(await usage("settings", "set", "redact", "keys,secrets")).toContain("redact is off, or some of keys");
    expect(await usage("settings", "set", "learn_once", "on")).toContain("off or orders or preferences");
    expect(await usage("settings", "set", "colour", "red")).toContain("retrieval_mode");
    expect((await failure("settings", "set", "sources_max", "0"))?.message).toBe(
      "`sources_max` must be a whole number from 1 to 1000.",
    );
    expect((await failure("settings", "set", "distiller", "endpoint"))?.message).toContain("no endpoint is configured");
  });
});

describe("constitutions", () => {
  const CAREFUL = `# Of the help desk.
text = "Say \\"maybe\\" when\\nyou are not sure."

[[gates]]
pattern = 'pass\\s*word'
reason = "Secrets are not kept."
`;

  test("are put from TOML and from JSON, and shown as they can be put again", async () => {
    expect(await text("constitutions", "put", "careful", fileOf("a.toml", CAREFUL))).toEqual(["put careful"]);
    const careful = await json<object>("constitutions", "show", "careful");
    const gates = [{ pattern: "pass\\s*word", reason: "Secrets are not kept." }];
    const whole = { name: "careful", text: 'Say "maybe" when\nyou are not sure.', gates, prohibitions: [] };
    expect(careful).toEqual(whole);
    const [toml = ""] = await text("constitutions", "show", "careful");
    const again = await json<object>("constitutions", "put", "again", fileOf("b.toml", toml));
    expect(again).toEqual({ ...whole, name: "again" });
    const file = fileOf("c.json", JSON.stringify(careful));
    expect(await json<object>("constitutions", "put", "careful", file)).toEqual(whole);
    expect(await usage("constitutions", "put", "other", file)).toContain("another constitution than other");
    const misspelt = fileOf("d.toml", 'text = "x"\ngate = []');
    expect(await usage("constitutions", "put", "other", misspelt)).toContain("the file has `gate`");
    expect(await text("constitutions", "list")).toEqual([
      "NAME     GATES  PROHIBITIONS  TEXT",
      'again    1      0             Say "maybe" when you are not sure.',
      'careful  1      0             Say "maybe" when you are not sure.',
      expect.stringMatching(/^default {2}0 {6}0 {13}Answer the user's .*…$/),
    ]);
    expect(await text("constitutions", "delete", "again")).toEqual(["deleted again"]);
    expect(await failure("constitutions", "show", "again")).toMatchObject({ code: "constitution_not_found" });
    expect(await failure("constitutions", "delete", "default")).toMatchObject({ code: "invalid_request" });
  });

  test.each([
    ["no.toml", "text = = 1", "neither JSON nor TOML"],
    ["no.json", '{"text": "a", "text": "b"}', "begins like JSON"],
    ["list.json", '[{"text": "a"}]', "it should be one object"],
    ["bytes.json", new Uint8Array([0xff, 0xfe]), "not valid UTF-8"],
    ["empty.toml", "", "`text` is required"],
    ["pattern.toml", 'text = "x"\n[[gates]]\npattern = "("\nreason = "r"', "`gates[0].pattern` must be"],
  ])("from %s are refused, and nothing is put", async (name, content, why) => {
    const error = await failure("constitutions", "put", "bad", fileOf(name, content));
    expect(error?.message).toContain(why);
    expect(await failure("constitutions", "show", "bad")).toMatchObject({ code: "constitution_not_found" });
  });
});

describe("lessons", () => {
  test("are added, listed, changed and deleted in one brain, and serve the next start", async () => {
    const [added = ""] = await text("lessons", "add", "Always answer in metric units.", "--user", "ada", "--pinned");
    const id = /^added (les_\w+): Always answer in metric units\.$/.exec(added)?.[1] ?? "";
    expect(await text("lessons", "list", "--user", "ada")).toEqual([
      `ID${" ".repeat(id.length - 2)}  USED  UNTIL   RULE`,
      `${id}  0     pinned  Always answer in metric units.`,
    ]);
    expect(await text("lessons", "list", "--user", "ada", "--core", "blue")).toEqual(NO_LESSONS);
    expect(await text("lessons", "list", "--user", "ada", "--superseded")).toEqual(["ID  USED  SUPERSEDED BY  RULE"]);
    const edited = await json<object>("lessons", "edit", id, "--user", "ada", "--no-pinned", "--text", "Say miles.");
    expect(edited).toMatchObject({ id, response_text: "Say miles.", pinned: false });
    expect(await usage("lessons", "edit", id)).toContain("say what to change");
    expect(await failure("lessons", "delete", id)).toMatchObject({ code: "lesson_not_found" });
    await data.look(async (operator) => {
      const { lessons } = await operator.at({ user: "ada" }).state();
      expect(lessons.lessons.map((lesson) => lesson.response_text)).toEqual(["Say miles."]);
    });
    expect(await text("lessons", "delete", id, "--user", "ada")).toEqual([`deleted ${id}`]);
    expect(await text("lessons", "list", "--user", "ada")).toEqual(NO_LESSONS);
    expect(await failure("lessons", "list", "--core", "red")).toMatchObject({ code: "core_not_found" });
  });

  test("are not written where a server has the data, nor with another model than the data's", async () => {
    const files = (await data.parts.openStore({})).files;
    const lock = files?.lock();
    try {
      const told = "ask it with --url and --key-file";
      expect((await failure("lessons", "add", "Be brief."))?.message).toContain(told);
      expect(await failure("lessons", "list")).toBeNull();
    } finally {
      lock?.release();
    }
    const tiny = newDataDir();
    makeTinyModel(tiny, { seed: 1 });
    const error = await failure("lessons", "add", "Be brief.", "--model-dir", tiny);
    expect(error).toMatchObject({ kind: "refused", message: expect.stringContaining("--model-dir") });
    rmSync(tiny, { recursive: true, force: true });
    expect(await text("lessons", "list")).toEqual(NO_LESSONS);
  });
});

test("of a running server and of data at once is a wrong use", async () => {
  const server = ["--url", "http://127.0.0.1:1", "--key-file", "k"];
  for (const words of [
    ["users", "list"],
    ["settings", "show"],
    ["constitutions", "list"],
    ["lessons", "list"],
  ]) {
    expect(await usage(...words, ...server, "--account", "acme")).toContain("leave --account and --data-dir out");
    expect(await usage(...words, "--url", "http://127.0.0.1:1")).toContain("belong together");
  }
});
