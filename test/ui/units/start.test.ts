// What the page of the first turn computes.
import { describe, expect, test } from "bun:test";
import { placeOfSaid } from "../../../src/ui/pages/start/came-back.ts";
import { curlOf, quoted } from "../../../src/ui/pages/start/commands.ts";
import { answerTo, questionAbout } from "../../../src/ui/pages/start/suggest.ts";
import { start } from "../../../src/ui/words/start.ts";

describe("a suggested question", () => {
  test("an example has its own", () => {
    for (const { said, question, answer } of start.examples) {
      expect(questionAbout(` ${said}\n`)).toBe(question);
      expect(answerTo(said)).toBe(answer);
    }
  });

  test("any other text is asked about by its longest words, in their order", () => {
    expect(questionAbout("My sister Ana lives in Lisbon.")).toBe(
      "What did I tell you about sister, lives, and Lisbon?",
    );
    expect(questionAbout("お茶が好きです")).toContain("お茶が好きです");
  });

  test("a text of short words, or of none, still has one", () => {
    expect(questionAbout("I am 7")).toBe("What did I tell you about I, am, and 7?");
    expect(questionAbout("!?")).toBe("What did I tell you about !??");
  });
});

describe("the turn as commands", () => {
  test("whatever was said is one word of the shell, to the letter", async () => {
    for (const text of ["it's", "$(touch /tmp/never) `id`", 'a"b\\c', "line\nline", "''", ""]) {
      const { stdout } = Bun.spawnSync(["sh", "-c", `printf %s ${quoted(text)}`]);
      expect(stdout.toString()).toBe(text);
    }
  });

  test("the headers select the brain, and the key stands in a variable", () => {
    const command = curlOf("http://127.0.0.1:8787", "/prepare", { "X-Memory-User": "me" }, { input: "I'm here" });
    expect(command).toContain(`curl http://127.0.0.1:8787/prepare -H "X-API-Key: $KEY"`);
    expect(command).toContain("-H 'X-Memory-User: me'");
    expect(command).toContain(`-d '{"input":"I'\\''m here"}'`);
  });
});

test("what was said is known among the sources by its beginning", () => {
  const source = (id: string, text: string) => ({ id, text, score: 0.3 });
  const long = `${"I walk along the river. ".repeat(200)}`;
  const sources = [source("a", "Something else"), source("b", `${long.slice(0, 100)} […]\nNoted.`)];
  expect(placeOfSaid(sources, long)).toBe(1);
  expect(placeOfSaid(sources, "I like tea")).toBe(-1);
});
