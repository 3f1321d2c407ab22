// Every shell block of README and docs runs as it is written, and the first conversation in each of its languages.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Block, blocksOf, readPages } from "./pages.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";

const PAGES = readPages().map((page) => ({ path: page.path, blocks: blocksOf(page) }));
const REMEMBERED = "I live in Lisbon, and I like metric units.\nNoted: Lisbon, and metric units.";

// A block starts services, on a machine that may be busy.
setDefaultTimeout(120_000);

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});

afterAll(() => sandbox.close());

if (Bun.which("python3") === null) console.log("SKIPPED: without python3 nobody has the first conversation in Python.");

/** The block of the README for a language. */
function conversation(language: string): string {
  const block = PAGES[0]?.blocks.find(({ marker }) => marker === `first-conversation: ${language}`);
  if (block?.language !== language) throw new Error(`the README has no first conversation in ${language}`);
  return block.text;
}

describe("the first conversation works as it is pasted", () => {
  test.skipIf(Bun.which("curl") === null)("in the shell", async () => {
    const { code, output, errors } = await sandbox.runShell(conversation("sh"));
    expect([code, errors]).toEqual([0, ""]);
    const [verified, recorded, prepared, memory] = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(verified).toMatchObject({ ok: true, contradiction: false });
    expect(recorded).toEqual({ ok: true });
    expect(prepared.sources[0].text).toBe(REMEMBERED);
    expect(prepared.messages[0].content).toContain("> I live in Lisbon, and I like metric units.");
    expect(memory.items).toHaveLength(1);
  });

  test.skipIf(Bun.which("python3") === null)("in Python", async () => {
    const ran = await sandbox.runProgram("python3", "py", conversation("python"));
    expect(ran).toEqual({ code: 0, errors: "", output: `${REMEMBERED}\n` });
  });

  test("in TypeScript", async () => {
    const ran = await sandbox.runProgram(process.execPath, "ts", conversation("ts"));
    expect(ran).toEqual({ code: 0, errors: "", output: `${REMEMBERED}\n` });
  });
});

/** What a block needs and this machine lacks. */
function isLacking({ text }: Block): boolean {
  const needs = (tool: string, use: RegExp) => use.test(text) && Bun.which(tool) === null;
  return (
    needs("promtool", /\bpromtool\b/) ||
    needs("curl", /\bcurl\b/) ||
    needs("jq", /\bjq\b/) ||
    needs("openssl", /--tls-cert|^openssl/m)
  );
}

for (const { path, blocks } of PAGES) {
  // Tests of their own run them, as root, and know what each step must show.
  if (path === "docs/drill.md" || path === "docs/drill-postgresql.md") continue;
  const shell = blocks.filter(({ language, marker }) => language === "sh" && marker === null);
  if (shell.length === 0) continue;
  describe(path, () => {
    // What an earlier page recorded is gone, and what it erased is there again.
    beforeAll(() => sandbox.remember());

    for (const [at, block] of shell.entries()) {
      test.skipIf(isLacking(block))(`a block runs as it is written: ${block.heading}, ${at + 1}`, async () => {
        const { code, output, errors } = await sandbox.runShell(block.text);
        const shown = code === 0 ? "" : output;
        expect({ script: block.text, code, errors, output: shown }).toEqual({
          script: block.text,
          code: 0,
          errors: expect.any(String),
          output: "",
        });
        // What curl shows of a refusal is no success of the command.
        expect(output).not.toContain('"request_id"');
      });
    }
  });
}

test("every page that tells somebody to do something has a shell block", () => {
  const bare = PAGES.filter(({ blocks }) => !blocks.some(({ language }) => language === "sh")).map(({ path }) => path);
  const told = "docs/README.md docs/api.md docs/architecture.md docs/decisions.md docs/verify.md";
  expect(bare.join(" ")).toBe(told);
});

describe("a planted fault is found", () => {
  test("a command that fails, in the middle of a block too", async () => {
    expect((await sandbox.runShell("memoryd keyz list\ntrue\n")).code).not.toBe(0);
    expect((await sandbox.runShell("memoryd serve --no-such-setting\n")).code).not.toBe(0);
  });

  test.skipIf(Bun.which("curl") === null)("a refusal that curl shows", async () => {
    const { code, output } = await sandbox.runShell("curl -s http://127.0.0.1:8787/admin/users\n");
    expect(code).toBe(0);
    expect(output).toContain('"request_id"');
  });
});
