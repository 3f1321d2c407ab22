// The command move: what it asks for, and what it tells of it.
import { describe, expect, test } from "bun:test";
import type { AskedMove, MovedData } from "../../src/cli/move.ts";
import { runJson, runText, usageOf } from "../support/command-line.ts";

const URL = "postgres://memoryd@db.example:5432/memory";
const tables = Object.fromEntries(["packets", "lessons", "brains"].map((name) => [name, { rows: 1_000, sha256: "a" }]));
const there: MovedData = { from: "d", to: URL, data_id: "i", data_dir: "d", tables, audit_key: "same" };

function mover(found: MovedData) {
  const asked: AskedMove[] = [];
  return {
    asked,
    move: async (one: AskedMove) => {
      asked.push(one);
      return found;
    },
  };
}

describe("move", () => {
  test("takes a directory and a database, either of which is the source, or the file of the database's URL", async () => {
    const { asked, ...context } = mover(there);
    await runText(["move", "--from", "d", "--to", URL], context);
    await runText(["move", "--from", URL, "--to", "d"], context);
    await runText(["move", "--database-url-file", "f", "--to", "d"], context);
    await runText(["move", "--from", "d", "--database-url-file", "f"], context);
    expect(asked).toEqual([
      { from: "d", to: URL, databaseUrlFile: null },
      { from: URL, to: "d", databaseUrlFile: null },
      { from: null, to: "d", databaseUrlFile: "f" },
      { from: "d", to: null, databaseUrlFile: "f" },
    ]);
  });

  test("is a wrong use without one of each", async () => {
    const wrong = [
      [],
      ["--from", "d"],
      ["--from", "d", "--to", "e"],
      ["--from", URL, "--to", URL],
      ["--database-url-file", "f"],
      ["--from", URL, "--database-url-file", "f"],
      ["--from", "d", "--to", URL, "--database-url-file", "f"],
    ];
    for (const options of wrong) {
      expect(await usageOf(["move", ...options])).toContain("a data directory and the URL of a database");
    }
  });

  test("tells what was moved, and where the audit's key must be", async () => {
    expect(await runText(["move", "--from", "d", "--to", URL], mover(there))).toEqual([
      `moved 1,000 packets, 1,000 lessons, 1,000 brains from d to ${URL}; all 3 tables are the same in both`,
      "the data in d stays as it is: nothing may serve it any more",
      "d/audit.key must lie in the data directory of every node, as audit.key: it is in no database",
    ]);
    const lost = await runText(["move", "--from", "d", "--to", URL], mover({ ...there, audit_key: "missing" }));
    expect(lost.at(-1)).toContain("is not in d; it must lie in the data directory of every node");
    const back = { ...there, from: URL, to: "d" };
    const lineOf = async (audit_key: MovedData["audit_key"]) =>
      (await runText(["move", "--from", URL, "--to", "d"], mover({ ...back, audit_key }))).at(-1);
    expect(await lineOf("same")).toContain("is the one that receipts are signed with");
    expect(await lineOf("missing")).toStartWith("no audit.key stands in d: put the one that the nodes have there");
    expect(await lineOf("other")).toStartWith(
      "the audit.key in d is another one: put the one that the nodes have there",
    );
    expect(await runJson(["move", "--from", "d", "--to", URL], mover(there))).toEqual({ ...there });
  });
});
