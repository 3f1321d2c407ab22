// What the page "Care" computes.
import { describe, expect, test } from "bun:test";
import { detailsOf } from "../../../src/ui/pages/care/audit-words.ts";
import { importBody, lineOf } from "../../../src/ui/pages/care/import-file.ts";
import { restoreCommands, shellWord, wayOf } from "../../../src/ui/pages/care/restore-commands.ts";
import { dateTime } from "../../../src/ui/times.ts";

const RESTORING = {
  ...{ file: "/mnt/backups/memoryd-20260131T023000Z.backup", isSealed: false, version: "0.1.0" },
  ...{ dataDir: "/var/lib/memoryd", processId: 42 },
};

describe("the commands of a restore", () => {
  test("name the backup and the data, as the service runs", () => {
    const { check, ...others } = restoreCommands("systemd", RESTORING);
    expect(check).toBe(`sudo memoryd restore --dry-run --data-dir /var/lib/memoryd ${RESTORING.file}`);
    expect(others).toEqual({
      stop: "sudo systemctl stop memoryd",
      restore: `sudo memoryd restore --data-dir /var/lib/memoryd ${RESTORING.file}`,
      start: "sudo systemctl start memoryd",
    });
    const sealed = restoreCommands("container", { ...RESTORING, dataDir: "/data", isSealed: true });
    expect(sealed.restore).toBe(
      `docker run --rm --volumes-from memoryd --volume "$PWD/backups.key:/backups.key:ro" memoryd:0.1.0 restore --data-dir /data --identity /backups.key ${RESTORING.file}`,
    );
    expect(restoreCommands("hand", { ...RESTORING, dataDir: "/my data" }).start).toBe(
      "memoryd serve --data-dir '/my data'",
    );
  });

  test("guess from the data how the service runs", () => {
    expect([wayOf("/var/lib/memoryd"), wayOf("/data"), wayOf("/home/ada/memoryd-data")]).toEqual([
      "systemd",
      "container",
      "hand",
    ]);
  });

  test("hand every path to the shell as one word", async () => {
    for (const text of ["/a/b.backup", "/it's here", '$(touch x); `y` & \\ "z"', "a\nb", "*", "", "~", "ä"]) {
      const said = await Bun.$`sh -c ${`printf %s ${shellWord(text)}`}`.text();
      expect(said).toBe(text);
    }
    expect(shellWord("/mnt/backups/a.backup")).toBe("/mnt/backups/a.backup");
  });
});

describe("a file to import", () => {
  test("is sent as it is; several notes as a list; others not together", async () => {
    const note = (name: string) => new File([`# ${name}`], name);
    const one = note("a.md");
    expect(await importBody([one])).toBe(one);
    expect(await (await importBody([note("a.md"), note("b.md")]))?.json()).toEqual([
      { permalink: "a", content: "# a.md" },
      { permalink: "b", content: "# b.md" },
    ]);
    expect(await importBody([note("a.md"), note("b.jsonl")])).toBeNull();
  });

  test("shows the line that is wrong, its beginning where it is long", async () => {
    const blob = new Blob(["first\n", "sec", "ond\nthird ä", "\n\nfifth"]);
    const lines = await Promise.all([1, 2, 3, 4, 5, 6].map((line) => lineOf(blob, line)));
    expect(lines).toEqual(["first", "second", "third ä", "", "fifth", null]);
    const long = await lineOf(new Blob(["x\n", "y".repeat(900_000), "\nz"]), 2);
    expect(long).toBe(`${"y".repeat(2_000)}…`);
  });
});

test("details of the audit are words, and times are times", () => {
  const at = Date.parse("2026-03-01T12:00:00.000Z");
  expect(detailsOf({ scope: "agent", core: null, expires_at: at, redact: ["keys", "cards"] })).toEqual([
    "scope: agent",
    `expires at: ${dateTime(new Date(at).toISOString())}`,
    "redact: keys, cards",
  ]);
  expect(detailsOf({ retrievalMode: "hybrid", settings: { port: 1, tls_cert: "x" } })).toEqual([
    "retrieval mode: hybrid",
    "settings: port 1, tls cert x",
  ]);
});
