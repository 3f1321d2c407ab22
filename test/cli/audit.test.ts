import { describe, expect, test } from "bun:test";
import type { AuditVerdict, ReceiptVerdict } from "../../src/cli/audit.ts";
import { FaultyDataError } from "../../src/cli/verify.ts";
import { AuditInMemory, auditEntry, NOW } from "../support/account-ports.ts";
import { operatorData, runJson, runLine, runText, usageOf } from "../support/command-line.ts";

const HEAD = "c".repeat(64);

describe("audit verify", () => {
  const sound: AuditVerdict = { target: "data", entries: 1_234, head: HEAD, head_replaced_by: null, faults: [] };
  const verifier = (found: AuditVerdict) => {
    const asked: unknown[] = [];
    const verifyAudit = async ({ dataDir }: { dataDir?: string }, ...rest: (string | null)[]) => {
      asked.push([dataDir ?? null, ...rest]);
      return found;
    };
    return { asked, verifyAudit };
  };

  test("asks for the data directory, or for the file and the head that are named", async () => {
    const { asked, ...context } = verifier(sound);
    await runText(["audit", "verify"], context);
    await runText(["audit", "verify", "file", "--head", HEAD, "--data-dir", "d"], context);
    expect(asked).toEqual([
      [null, null, null],
      ["d", "file", HEAD],
    ]);
  });

  test("tells how many entries there are and the head, and which restore replaced the head that was named", async () => {
    const lines = ["data: 1,234 entries, none changed, none missing", `head ${HEAD}`];
    expect(await runText(["audit", "verify"], verifier(sound))).toEqual(lines);
    expect((await runText(["audit", "verify"], verifier({ ...sound, entries: 1 })))[0]).toContain("data: 1 entry,");
    const replaced = verifier({ ...sound, head_replaced_by: 7 });
    expect((await runText(["audit", "verify"], replaced))[1]).toContain("the restore of entry 7 replaced");
    expect(await runJson(["audit", "verify"], verifier(sound))).toEqual({ ok: true, ...sound });
  });

  test("of a broken chain prints the faults and fails, with and without JSON", async () => {
    const faults = ["entry 3 was changed", "entry 5 is missing"];
    const broken = verifier({ ...sound, faults });
    const text = await runLine(["audit", "verify"], broken);
    expect(text.printed).toEqual(["entry 3 was changed", "entry 5 is missing"]);
    expect(text.error).toEqual(new FaultyDataError("2 faults in the audit of data"));
    const json = await runLine(["audit", "verify", "--json"], broken);
    expect(JSON.parse(json.printed[0] ?? "")).toMatchObject({ ok: false, faults });
    expect(json.error).toBeInstanceOf(FaultyDataError);
  });

  test("takes no head that is none", async () => {
    for (const head of ["c", "C".repeat(64), "c".repeat(65)]) {
      expect(await usageOf(["audit", "verify", "--head", head])).toContain("64 of 0-9 and a-f");
    }
  });
});

describe("audit list", () => {
  /** Entries of two accounts, newest first; every tenth names the user. */
  function withEntries(count: number) {
    const entries = Array.from({ length: count }, (_, at) => count - at).map((seq) =>
      auditEntry(seq, {
        account: seq % 2 === 0 ? "acme" : "default",
        target: seq % 10 === 0 ? "user hash-of-ada" : `core ${seq}`,
        details: seq % 15 === 0 ? '{"of":"hash-of-ada"}' : "{}",
      }),
    );
    const audit = new AuditInMemory(entries);
    const asked: unknown[] = [];
    const data = operatorData("acme");
    const openOperatorStore = async () => ({ ...(await data.openOperatorStore({})), audit });
    const auditNameOf = (_: object, ...of: string[]) => {
      asked.push(of);
      return "hash-of-ada";
    };
    return { audit, asked, openOperatorStore, auditNameOf };
  }

  const seqsOf = async (args: readonly string[], count: number) => {
    const found = (await runJson(["audit", "list", ...args], withEntries(count))) as { items: { seq: number }[] };
    return found.items.map(({ seq }) => seq);
  };
  const down = (from: number, count: number, by = 1) => Array.from({ length: count }, (_, at) => from - at * by);

  test("shows the newest fifty of all accounts, or as many as are asked for", async () => {
    expect(await seqsOf([], 60)).toEqual(down(60, 50));
    expect(await seqsOf(["--limit", "3"], 60)).toEqual([60, 59, 58]);
    expect(await seqsOf(["--limit", "1200"], 1_100)).toEqual(down(1_100, 1_100));
  });

  test("shows those of one account, and of them those that name a user, however far back they are", async () => {
    expect(await seqsOf(["--account", "acme", "--limit", "3"], 60)).toEqual([60, 58, 56]);
    const ofAda = await seqsOf(["--account", "acme", "--user", "ada", "--limit", "1000"], 3_000);
    expect(ofAda).toEqual(down(3_000, 300, 10));
    for (const account of [["--account", "default"], []]) {
      expect(await seqsOf([...account, "--user", "ada"], 60)).toEqual([45, 15]);
    }
  });

  test("asks for the name that the audit has of the user", async () => {
    const context = withEntries(1);
    await runText(["audit", "list", "--account", "acme", "--user", "ada"], context);
    await runText(["audit", "list", "--user", "ada"], context);
    expect(context.asked).toEqual([
      ["acme", "ada"],
      ["default", "ada"],
    ]);
  });

  test("shows a line an entry, of which nothing gives orders to the terminal; details where there are some", async () => {
    const entries = [
      auditEntry(2, { target: "a\u001b[2J", details: '{"embeddings":true}' }),
      auditEntry(1, { actor: "service", action: "key.issued" }),
    ];
    const data = operatorData();
    const openOperatorStore = async () => ({
      ...(await data.openOperatorStore({})),
      audit: new AuditInMemory(entries),
    });
    expect(await runText(["audit", "list"], { openOperatorStore })).toEqual([
      "SEQ  TIME                      ACCOUNT  ACTOR    ACTION        TARGET      DETAILS",
      '2    2026-03-01T12:00:00.002Z  acme     shell    core.created  a\\u001b[2J  {"embeddings":true}',
      "1    2026-03-01T12:00:00.001Z  acme     service  key.issued    core-1      -",
    ]);
    const { items } = (await runJson(["audit", "list"], { openOperatorStore })) as { items: object[] };
    const { details: _, ...rest } = auditEntry(2, { target: "a\u001b[2J" });
    expect(items[0]).toEqual({ ...rest, at: new Date(NOW + 2).toISOString(), details: { embeddings: true } });
  });

  test("takes a user that may be one, and a limit from 1 on", async () => {
    expect(await usageOf(["audit", "list", "--account", "acme", "--user", "a b"])).toContain("user id");
    for (const limit of ["0", "-1", "1.5", "many", "1000000000"]) {
      expect(await usageOf(["audit", "list", `--limit=${limit}`])).toContain("a whole number from 1 on");
    }
  });
});

describe("audit verify-receipt", () => {
  const sound: ReceiptVerdict = { faults: [], public_key: "KEY", is_expected_key: true, summary: "1 brain went" };
  const verifier = (found: ReceiptVerdict) => {
    const asked: unknown[] = [];
    const verifyReceipt = async (...of: (string | null)[]) => {
      asked.push(of);
      return found;
    };
    return { asked, verifyReceipt };
  };

  test("tells what went, and to compare the key where none was named", async () => {
    const { asked, ...named } = verifier(sound);
    expect(await runText(["audit", "verify-receipt", "--public-key", "k", "r"], named)).toEqual(["r: 1 brain went"]);
    const unnamed = await runText(["audit", "verify-receipt", "r"], verifier({ ...sound, is_expected_key: null }));
    expect(unnamed[1]).toContain("signed with the key KEY: compare it");
    await runText(["audit", "verify-receipt", "-"], { verifyReceipt: named.verifyReceipt });
    expect(asked).toEqual([
      ["r", "k"],
      ["-", null],
    ]);
    expect(await runJson(["audit", "verify-receipt", "r"], named)).toEqual({ ok: true, ...sound });
  });

  test("that is not to be believed prints why and fails", async () => {
    const forged = verifier({ ...sound, faults: ["its signature does not fit"] });
    const { printed, error } = await runLine(["audit", "verify-receipt", "r"], forged);
    expect(printed).toEqual(["its signature does not fit"]);
    expect(error).toEqual(new FaultyDataError("the receipt in r is not to be believed"));
    const json = await runLine(["audit", "verify-receipt", "r", "--json"], forged);
    expect([json.printed.length, json.error instanceof FaultyDataError]).toEqual([1, true]);
    expect(JSON.parse(json.printed[0] ?? "")).toMatchObject({ ok: false });
  });
});
